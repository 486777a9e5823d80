import { enterGap, type Gap } from "../../core/refinement/gap.ts";
import type { SettledEntry } from "../../core/refinement/settled-entry.ts";
import { layoutOf, type SpecLayout } from "../../document/edits/spec-layout.ts";
import { originOfFinding } from "../../lint/gap-origin.ts";
import type { LintFinding } from "../../lint/lint-finding.ts";
import { lintSpec } from "../../lint/lint-spec.ts";
import { isBlocked, isClosed, isDeferred, settledAs } from "../../lint/rules/gap-facts.ts";

export interface SpecInventory {
  readonly gaps: readonly Gap[];
  /** What the spec itself lists as settled. */
  readonly settled: readonly SettledEntry[];
}

/** What the linter finds in a spec, as the gaps a session starts with. */
export function inventoryOfSpec(
  text: string,
  file: string,
  knownFiles: (path: string) => boolean,
): SpecInventory {
  const { findings } = lintSpec({ text, file, knownFiles });
  const layout = layoutOf(text);
  const gaps: Gap[] = [];
  const settled: SettledEntry[] = [];
  for (const finding of findings) {
    const { gap: id, title, state } = finding;
    if (state === null || !isClosed(state)) gaps.push(gapOf(finding, layout));
    else settled.push({ id, title, state: settledAs(state) });
  }
  return { gaps, settled };
}

function gapOf(finding: LintFinding, layout: SpecLayout): Gap {
  const { gap: id, title, severity, state, entry } = finding;
  const gap = enterGap({
    id,
    title,
    description: descriptionOf(finding),
    stated: severity,
    origin: originOfFinding(layout, finding),
    blockedBy: entry?.blockedBy ?? [],
    round: 0,
  });
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
