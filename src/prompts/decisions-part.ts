// What the user has decided, before the task, so that nobody argues first and reads afterwards. A decision is shown
// whole or not at all: half of one says something else.
import type { ConflictOption, DecisionEntry, DecisionSubject } from "../core/documents/decisions-document.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import { compareDecisionIds } from "../core/shared/decision-id.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { gapsOfBrief } from "./common-parts.ts";
import type { GapBrief, LedgerEntry } from "./prompt-facts.ts";
import { keepWithin, type NamedText, section } from "./prompt-parts.ts";
import { quoteWhole, shownLine } from "./shown-text.ts";

interface AssignedBrief extends Pick<GapBrief, "gap" | "together"> {
  readonly issues: readonly LedgerEntry[];
}

/**
 * Never shortened: those on the gaps at hand, on what these rest on, on the session as a whole, and those that an open issue
 * names. Of the others the newest, as far as there is room.
 */
export function decisionsPart(
  decisions: readonly DecisionEntry[],
  briefs: readonly AssignedBrief[],
): NamedText {
  const about = new Set(
    briefs.flatMap(gapsOfBrief).flatMap(({ id, blockedBy }): readonly GapId[] => [id, ...blockedBy]),
  );
  const open = briefs.flatMap(({ issues }) => issues.filter((issue) => issue.open));
  const isNamed = (id: string) => open.some(({ title, text }) => title.includes(id) || text.includes(id));
  const isOwn = ({ id, gaps }: DecisionEntry) =>
    gaps.length === 0 || gaps.some((gap) => about.has(gap)) || isNamed(id);
  const newestFirst = sortNewestFirst(decisions);
  const own = newestFirst.filter(isOwn).map(decisionText);
  return {
    name: "decisions",
    text: bindingPart([...own, ...otherDecisionBlocks(newestFirst.filter((one) => !isOwn(one)))]),
  };
}

/** For the whole spec every decision counts. */
export function allDecisionsPart(decisions: readonly DecisionEntry[]): NamedText {
  return { name: "decisions", text: bindingPart(sortNewestFirst(decisions).map(decisionText)) };
}

function sortNewestFirst(decisions: readonly DecisionEntry[]): readonly DecisionEntry[] {
  return decisions.toSorted((a, b) => compareDecisionIds(b.id, a.id));
}

function bindingPart(blocks: readonly string[]): string {
  return blocks.length === 0 ? "" : section("# Decisions that bind you", [DECISIONS_BIND, ...blocks]);
}

function otherDecisionBlocks(entries: readonly DecisionEntry[]): readonly string[] {
  if (entries.length === 0) return [];
  const { blocks } = keepWithin(entries, BUDGETS.otherDecisions, decisionText);
  const left = entries.slice(blocks.length);
  const named = left.slice(0, LEFT_NAMED_MAX).map(({ id }) => id);
  const more = left.length > named.length ? ` and ${left.length - named.length} older ones` : "";
  return [
    ...(blocks.length === 0 ? [] : ["On other gaps, for consistency:", ...blocks]),
    ...(left.length === 0
      ? []
      : [`Left out for length, all on other gaps: ${named.join(", ")}${more}. They bind as before.`]),
  ];
}

const LEFT_NAMED_MAX = 6;

function decisionText(entry: DecisionEntry): string {
  const fields: readonly (readonly [string, string | null])[] = [
    ["About", entry.title],
    ["Decision", entry.decision],
    ["Rationale", entry.rationale],
    ["Constraints", entry.constraints],
    ["For the Engineer", entry.actionForEngineer],
    ["For the gap", entry.actionForGap],
  ];
  const text = fields.flatMap(([label, said]) => (said?.trim() ? [fieldText(label, said)] : [])).join("\n");
  return quoteWhole(`${entry.id}${subjectText(entry)}`, text);
}

/** Further lines are set in, so that none of them can pass for another field. */
function fieldText(label: string, said: string): string {
  return `${label}: ${said
    .trim()
    .split(/\r\n?|\n/)
    .join("\n  ")}`;
}

const GAPS_NAMED_MAX = 6;

function subjectText({ about, gaps }: DecisionEntry): string {
  const named = gaps.slice(0, GAPS_NAMED_MAX).join(", ");
  const where = gaps.length === 0 ? "" : ` (${named}${gaps.length > GAPS_NAMED_MAX ? " and others" : ""})`;
  return `${optionText(about)}${where}`;
}

const SIDES: Record<ConflictOption, string> = {
  A: "as the Reviewer suggested",
  B: "as the Engineer proposed",
  C: "a synthesis of both positions",
  D: "as the user specified",
};

function optionText(about: DecisionSubject): string {
  switch (about.of) {
    case "conflict":
      return ` on ${about.issue}, option ${about.option}, ${SIDES[about.option]}`;
    case "other":
      return `, ${shownLine(about.option, ENTRY_BUDGETS.fate)}`;
    default:
      return assertNever(about);
  }
}

const DECISIONS_BIND =
  "The user has settled the following. Honour each decision, its constraints included, and do not argue it again: a settled issue is not raised or disagreed with a second time, under its own id or another. A problem that a decision brings with it is a new gap.";
