import type { IssueId } from "../core/shared/issue-id.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { gapLine, gapText, gapTitleOf, guidancePart, handInParts, ratedGapLine } from "./common-parts.ts";
import { decisionsPart } from "./decisions-part.ts";
import { openEntries, openIssueBlocks, settledIssueBlocks } from "./ledger-part.ts";
import type { Prompt, ProposalBrief, ReviewerFacts } from "./prompt-facts.ts";
import { type NamedText, promptOf, section } from "./prompt-parts.ts";
import { quoted, shownLine } from "./shown-text.ts";
import { sourceParts } from "./source-parts.ts";
import { reviewerFormat } from "./texts/format.ts";
import { PERSONA, READING } from "./texts/persona.ts";
import { ACCEPTANCE_RULE, REVIEWER_RULES, SEVERITY_MEANINGS } from "./texts/task.ts";
import { keepWithin, listWithin } from "./within-budget.ts";

/** The proposals as the Engineer's document has them, and what is needed to judge them. */
export function reviewerPrompt(facts: ReviewerFacts): Prompt {
  const gaps = facts.proposals.map(({ gap }) => gap);
  const ids = gaps.map(({ id }) => id);
  const [first] = ids;
  const openIssue = firstOpenIssue(facts.proposals);
  return promptOf([
    decisionsPart(facts.decisions, ids),
    { name: "persona", text: PERSONA.reviewer },
    { name: "task", text: taskText(facts) },
    guidancePart(facts.guidance),
    ...sourceParts(facts.spec, gaps),
    ...facts.proposals.flatMap(briefParts),
    {
      name: "format",
      text: first === undefined ? "" : reviewerFormat({ gap: first, round: facts.round, openIssue }),
    },
    ...handInParts("reviewer", facts),
  ]);
}

function firstOpenIssue(proposals: readonly ProposalBrief[]): IssueId | null {
  return proposals.flatMap(({ issues }) => openEntries(issues))[0]?.issue ?? null;
}

function taskText({ round, proposals }: ReviewerFacts): string {
  return section("# Your task", [
    `Round ${round}. Review the proposals for these gaps:`,
    proposals.map(({ gap }) => gapLine(gapTitleOf(gap))).join("\n"),
    REVIEWER_RULES.join("\n"),
    [...SEVERITY_MEANINGS, "", ACCEPTANCE_RULE].join("\n"),
    READING,
  ]);
}

function briefParts({ gap, proposal, issues, answers, newGaps }: ProposalBrief): readonly NamedText[] {
  const { id } = gap;
  const from = `From the Engineer's document of round ${proposal.round}`;
  return [
    { name: `gap ${id}`, text: section(`# ${id}`, gapText(gap)) },
    {
      name: `proposal ${id}`,
      text: section(`## The proposal for ${id}`, [
        quoted({ from, text: proposal.text, maxChars: BUDGETS.proposal }),
      ]),
    },
    {
      name: `new gaps ${id}`,
      text: section(`## Gaps the proposal introduces`, [listWithin(newGaps, BUDGETS.newGaps, ratedGapLine)]),
    },
    { name: `issues ${id}`, text: section(`## Earlier issues on ${id}`, issueBlocks(issues)) },
    {
      name: `answers ${id}`,
      text: section(`## How the Engineer answered them`, answerBlocks(answers, from)),
    },
  ];
}

function issueBlocks(issues: ProposalBrief["issues"]): readonly string[] {
  const open = openIssueBlocks(issues);
  return [
    ...(open.length === 0 ? [] : ["Open; give each its status:", ...open]),
    ...settledIssueBlocks(issues),
  ];
}

function answerBlocks(answers: ProposalBrief["answers"], from: string): readonly string[] {
  const said = answers.filter(({ text }) => text.trim() !== "");
  const { blocks, more } = keepWithin(said, BUDGETS.answers, ({ issue, text }) =>
    quoted({
      from: `${from}, on ${shownLine(issue, ENTRY_BUDGETS.title)}`,
      text,
      maxChars: ENTRY_BUDGETS.answer,
    }),
  );
  return more === 0 ? blocks : [...blocks, `${more} further answers are left out for length.`];
}
