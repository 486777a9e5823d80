// What the linter finds in a spec, as the gaps of a session.
import { enterGap, type Gap, type SourceOrigin } from "../core/refinement/gap.ts";
import type { SettledEntry } from "../core/refinement/settled-entry.ts";
import { markedBlock } from "../document/edits/marked-block.ts";
import { type Spec, specOf } from "../document/spec/spec.ts";
import type { LintFinding } from "./lint-finding.ts";
import { DEFAULT_RULES, type RuleId } from "./lint-rules.ts";
import { lintSpec } from "./lint-spec.ts";
import { isBlocked, isClosed, isDeferred, settledAs } from "./rules/gap-facts.ts";

export interface SpecInventory {
  readonly gaps: readonly Gap[];
  /** What the spec itself lists as settled. */
  readonly settled: readonly SettledEntry[];
}

/** The gaps a session starts with. */
export function inventoryOfSpec(
  text: string,
  file: string,
  knownFiles: (path: string) => boolean,
  rules: ReadonlySet<RuleId> = DEFAULT_RULES,
): SpecInventory {
  const { findings } = lintSpec({ text, file, knownFiles, rules });
  const spec = specOf(text);
  const gaps: Gap[] = [];
  const settled: SettledEntry[] = [];
  for (const finding of findings) {
    const { gap: id, title, state } = finding;
    if (state === null || !isClosed(state)) gaps.push(gapOf(finding, spec));
    else settled.push({ id, title, state: settledAs(state) });
  }
  return { gaps, settled };
}

function gapOf(finding: LintFinding, spec: Spec): Gap {
  const { gap: id, line, title, severity, state, entry } = finding;
  const gap = enterGap(
    { id, line, title, severity, description: descriptionOf(finding), blockedBy: entry?.blockedBy ?? [] },
    { id, origin: originOfFinding(spec, finding), round: 0 },
  );
  if (state === null || !isDeferred(state)) return gap;
  return { ...gap, state: { at: "USER_DEFERRED", reason: `listed in the source as ${state.trim()}` } };
}

/** Of an entry the author's own words; of anything else, what the linter says about it. */
function descriptionOf({ why, settle, note, entry, state }: LintFinding): string {
  if (entry === undefined || entry.text === "")
    return [why, settle, note ?? ""].filter((part) => part !== "").join(" ");
  const blocked = state !== null && isBlocked(state) ? `Listed in the source as ${state.trim()}.` : "";
  return [entry.text, blocked].filter((part) => part !== "").join("\n");
}

/** What a gap remembers of the finding it was made from. */
export function originOfFinding(spec: Spec, finding: LintFinding): SourceOrigin {
  const { line, headingPath, rule, subject, target, offset, endOffset } = finding;
  const mark = { from: offset, to: endOffset };
  const entry = rule === "gap-entry" && target === "entry";
  return {
    from: "source",
    line,
    heading: headingPath.at(-1) ?? null,
    path: headingPath,
    rule,
    subject,
    answer: target,
    mark,
    block: markedBlock(spec, mark, { entry }).span,
  };
}
