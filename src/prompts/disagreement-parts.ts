// Disagreement as a prompt shows it: what is stated, what it rests on, and what the documents leave unsaid.
import { groundWords, type StatedDisagreement } from "../core/refinement/conflicts/disagreement.ts";
import type { Flag } from "../core/refinement/conflicts/flag.ts";
import { HEURISTIC_WORDS } from "../core/refinement/questions/conflict-questions.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import type { LedgerEntry, PendingDisagreement, ShownFlag } from "./prompt-facts.ts";
import { blocksWithin, type NamedText, titledPart } from "./prompt-parts.ts";
import { quoteText, quoteWhole, shownLine } from "./shown-text.ts";

/** Whole, however many: nobody else is asked before the user is. */
export function pendingPart(pending: readonly PendingDisagreement[], atHand: ReadonlySet<GapId>): NamedText {
  const blocks = pending.flatMap(({ entry, gaps, stated }) => [
    issueLine(entry, gaps),
    gaps.some((gap) => atHand.has(gap)) ? "" : issueWords(entry),
    disagreementText(stated),
  ]);
  return titledPart(
    "disagreements",
    "# Disagreements to answer",
    blocks.length === 0 ? [] : [PENDING_RULE, ...blocks],
  );
}

const PENDING_RULE =
  "The Engineer holds these issues to be wrong. Weigh what it says against the issue, and answer each in its row of `### Disagreements`: WITHDRAW where it is right or its alternative settles the concern, STAND where the issue holds.";

export function issueLine({ issue, severity, title }: LedgerEntry, gaps: readonly GapId[]): string {
  return `- ${issue} (${severity}, on ${gaps.join(", ")}): ${shownLine(title, ENTRY_BUDGETS.ownTitle)}`;
}

export function issueWords({ issue, text }: LedgerEntry): string {
  return text.trim() === "" ? "" : quoteWhole(`What the Reviewer wrote on ${issue}`, text);
}

export function disagreementText(stated: StatedDisagreement): string {
  const { issue, concern, position, rationale, alternative, restsOn } = stated;
  const fields: readonly (readonly [string, string | null])[] = [
    ["Reviewer Concern", concern],
    ["Engineer Position", position],
    ["Rationale", rationale],
    ["Alternative Approach", alternative],
    ["Rests on", groundWords(restsOn)],
  ];
  const text = fields.flatMap(([label, said]) => (said?.trim() ? [`${label}: ${said.trim()}`] : []));
  return quoteText({
    from: `What the Engineer holds against ${issue}, ${GROUNDS[restsOn.of]}`,
    text: text.join("\n\n"),
    maxChars: ENTRY_BUDGETS.disagreement,
  });
}

const GROUNDS: Record<StatedDisagreement["restsOn"]["of"], string> = {
  judgement: "which rests on its judgement",
  place: "which rests on a place that was looked up and says what is quoted",
};

export function flagsPart(flags: readonly ShownFlag[]): NamedText {
  const blocks = blocksWithin(flags, BUDGETS.flags, ({ entry, gaps, flag }) =>
    [issueLine(entry, gaps), ...flagLines(flag, "the Engineer's")].join("\n"),
  );
  return titledPart(
    "flags",
    "# Issues that may be unanswered",
    blocks.length === 0 ? [] : [FLAGS_RULE, ...blocks],
  );
}

const FLAGS_RULE =
  "Found by comparing the documents: evidence, not intent. Whether the proposal meets an issue is yours to judge; give each its status as ever.";

/** What the documents show, a line each; `whose` document it is, to whoever reads this. */
export function flagLines(
  { heuristics, evidence, round, rounds }: Flag,
  whose: "your" | "the Engineer's",
): readonly string[] {
  const document = `${whose} document of round ${round}`;
  return [
    ...heuristics.map((heuristic) => `  - ${HEURISTIC_WORDS[heuristic]}`),
    ...evidence.map(
      ({ line, text }) => `  - line ${line} of ${document}: ${shownLine(text, ENTRY_BUDGETS.title)}`,
    ),
    ...(rounds > 1 ? [`  - the same for ${rounds} rounds`] : []),
  ];
}
