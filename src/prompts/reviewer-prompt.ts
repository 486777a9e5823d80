import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import {
  gapsOfBrief,
  gapTexts,
  guidancePart,
  idsOf,
  outputPart,
  projectPart,
  ratedGapLine,
  taskLines,
  withParentsOnce,
} from "./common-parts.ts";
import { decisionsPart } from "./decisions-part.ts";
import { draftParts, isShort } from "./draft-parts.ts";
import { editBlocks, lossBlocks } from "./edits-part.ts";
import { openIssueBlocks, openIssueIds, settledIssueBlocks } from "./ledger-part.ts";
import { otherGapsPart, otherRemarksPart, takenIdsPart } from "./not-at-hand-parts.ts";
import type { Prompt, ProposalBrief, ReviewerFacts } from "./prompt-facts.ts";
import { keepWithin, listWithin, type NamedText, promptOf, section } from "./prompt-parts.ts";
import { quoteText, shownLine } from "./shown-text.ts";
import { reviewerFormat } from "./texts/format.ts";
import {
  acceptanceRule,
  PERSONA,
  QUOTING_NOTE,
  RATING_RULE,
  REMARKS_REVIEW,
  REVIEWER_RULES,
  SEVERITY_MEANINGS,
} from "./texts/task.ts";

/** The proposals as the Engineer's document has them, and what is needed to judge them. */
export function reviewerPrompt(facts: ReviewerFacts): Prompt {
  const ids = facts.proposals.flatMap(gapsOfBrief).map(({ id }) => id);
  const { round } = facts;
  return promptOf([
    { name: "persona", text: PERSONA.reviewer },
    {
      name: "rules",
      text: section("# How to work", [
        REVIEWER_RULES.join("\n"),
        [...SEVERITY_MEANINGS, "", `${acceptanceRule(facts.remarksComeBack)} ${RATING_RULE}`].join("\n"),
        QUOTING_NOTE,
      ]),
    },
    projectPart(facts),
    decisionsPart(facts.decisions, facts.proposals),
    {
      name: "task",
      text: section("# Your task", [
        `Round ${round}. Review the proposals for these gaps:`,
        taskLines(facts.proposals, "one text for all of them"),
        ...(facts.remarks === true ? [REMARKS_REVIEW] : []),
      ]),
    },
    guidancePart(facts.guidance),
    ...draftParts(
      facts.spec,
      facts.proposals.map(({ gap, edits }) => ({ gap, line: edits[0]?.line ?? null, words: "" })),
    ),
    ...withParentsOnce(facts.proposals).flatMap((brief) => briefParts(brief, isShort(facts.spec.draft))),
    otherRemarksPart(facts.otherRemarks),
    otherGapsPart(facts.otherGaps),
    takenIdsPart(facts.takenGapIds),
    {
      name: "format",
      text:
        ids.length === 0
          ? ""
          : reviewerFormat({ gaps: ids, round, openIssues: openIssueIds(facts.proposals) }),
    },
    outputPart("reviewer", facts),
  ]);
}

function briefParts(brief: ProposalBrief, specIsWhole: boolean): readonly NamedText[] {
  const name = idsOf(brief).join(", ");
  const { proposal, edits, losses, newGaps, answers, disagreements = [] } = brief;
  const from = `From the Engineer's document of round ${proposal.round}`;
  return [
    { name: `gap ${name}`, text: section(`# ${name}`, gapTexts(brief)) },
    {
      name: `proposal ${name}`,
      text: section(`## The proposal for ${name}`, [
        quoteText({ from, text: proposal.text, maxChars: BUDGETS.proposal }),
      ]),
    },
    {
      name: `edits ${name}`,
      text: section("## What it changes in the specification", editBlocks(edits, specIsWhole)),
    },
    {
      name: `losses ${name}`,
      text: section("## What the old text says and the new one does not", lossBlocks(losses)),
    },
    {
      name: `new gaps ${name}`,
      text: section("## Gaps the proposal introduces", [listWithin(newGaps, BUDGETS.newGaps, ratedGapLine)]),
    },
    { name: `issues ${name}`, text: section(`## Earlier issues on ${name}`, issueBlocks(brief)) },
    {
      name: `answers ${name}`,
      text: section("## How the Engineer answered them", [
        ...answerBlocks(answers, { from, entry: ENTRY_BUDGETS.answer, all: BUDGETS.answers }),
        ...answerBlocks(disagreements, {
          from: `${from}, in disagreement`,
          entry: ENTRY_BUDGETS.disagreement,
          all: BUDGETS.disagreements,
        }),
      ]),
    },
  ];
}

/** Who left an issue without a word is not asked about it; whoever reviews is told. */
function issueBlocks({ issues, answers, disagreements = [] }: ProposalBrief): readonly string[] {
  const answered = new Set<string>([...answers, ...disagreements].map(({ issue }) => issue));
  const open = openIssueBlocks(issues, {
    note: ({ issue }) => (answered.has(issue) ? "" : " (the Engineer gave no answer to it)"),
  });
  return [
    ...(open.length === 0 ? [] : ["Open; give each its status:", ...open]),
    ...settledIssueBlocks(issues),
  ];
}

interface PromptBudget {
  readonly from: string;
  readonly entry: number;
  readonly all: number;
}

function answerBlocks(
  answers: ProposalBrief["answers"],
  { from, entry, all }: PromptBudget,
): readonly string[] {
  const said = answers.filter(({ text }) => text.trim() !== "");
  const { blocks, more } = keepWithin(said, all, ({ issue, text }) =>
    quoteText({ from: `${from}, on ${shownLine(issue, ENTRY_BUDGETS.title)}`, text, maxChars: entry }),
  );
  return more === 0 ? blocks : [...blocks, `${more} further ones are left out for length.`];
}
