import type { IssueId } from "../core/shared/issue-id.ts";
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
import { flagsPart, pendingPart } from "./disagreement-parts.ts";
import { draftParts, isShort } from "./draft-parts.ts";
import { editBlocks, lossBlocks } from "./edits-part.ts";
import { openIssueBlocks, openIssueIds, settledIssueBlocks } from "./ledger-part.ts";
import { otherGapsPart, otherRemarksPart, takenIdsPart } from "./not-at-hand-parts.ts";
import type { Prompt, ProposalBrief, ReviewerFacts } from "./prompt-facts.ts";
import { blocksWithin, listWithin, type NamedText, promptOf, titledPart } from "./prompt-parts.ts";
import { redonePart } from "./redone-part.ts";
import { quoteText, shownLine } from "./shown-text.ts";
import { reviewerFormat, reviewerHeadings } from "./texts/format.ts";
import {
  ACCEPTANCE_RULE,
  PERSONA,
  QUOTING_NOTE,
  RATING_RULE,
  REMARKS_REVIEW,
  REVIEWER_RULES,
  remarksFate,
  SEVERITY_MEANINGS,
} from "./texts/task.ts";

/** The proposals as the Engineer's document has them, and what is needed to judge them. */
export function reviewerPrompt(facts: ReviewerFacts): Prompt {
  const ids = facts.proposals.flatMap(gapsOfBrief).map(({ id }) => id);
  const { round } = facts;
  const disagreements = facts.disagreements.map(({ entry }) => entry.issue);
  return promptOf(STANDING, [
    projectPart(facts),
    ...draftParts(
      facts.spec,
      facts.proposals.map(({ gap, edits }) => ({ gap, line: edits[0]?.line ?? null, words: "" })),
    ),
    decisionsPart(facts.decisions, facts.proposals),
    ...withParentsOnce(facts.proposals).flatMap((brief) =>
      briefParts(brief, { specIsWhole: isShort(facts.spec.draft), disagreements }),
    ),
    pendingPart(facts.disagreements, new Set(ids)),
    flagsPart(facts.flags),
    otherRemarksPart(facts.otherRemarks),
    otherGapsPart(facts.otherGaps),
    takenIdsPart(facts.takenGapIds),
    titledPart("task", "# Your task", [
      `Round ${round}. Review the proposals for these gaps:`,
      taskLines(facts.proposals, "one text for all of them"),
      ...(facts.remarks === true ? [REMARKS_REVIEW] : []),
      remarksFate(facts.remarksComeBack),
    ]),
    redonePart(facts.redone, "reviewer"),
    guidancePart(facts.guidance),
    {
      name: "headings",
      text:
        ids.length === 0
          ? ""
          : reviewerHeadings({
              gaps: ids,
              round,
              openIssues: openIssueIds(facts.proposals).filter((id) => !disagreements.includes(id)),
              disagreements,
            }),
    },
    outputPart("reviewer", facts),
  ]);
}

const STANDING = [
  { name: "persona", text: PERSONA.reviewer },
  titledPart("rules", "# How to work", [
    REVIEWER_RULES.join("\n"),
    [...SEVERITY_MEANINGS, "", `${ACCEPTANCE_RULE} ${RATING_RULE}`].join("\n"),
    QUOTING_NOTE,
  ]),
  { name: "format", text: reviewerFormat() },
];

interface AroundBrief {
  readonly specIsWhole: boolean;
  readonly disagreements: readonly IssueId[];
}

function briefParts(brief: ProposalBrief, { specIsWhole, disagreements }: AroundBrief): readonly NamedText[] {
  const name = idsOf(brief).join(", ");
  const { proposal, edits, losses, newGaps, answers } = brief;
  const from = `From the Engineer's document of round ${proposal.round}`;
  return [
    titledPart(`gap ${name}`, `# ${name}`, gapTexts(brief)),
    titledPart(`proposal ${name}`, `## The proposal for ${name}`, [
      quoteText({ from, text: proposal.text, maxChars: BUDGETS.proposal }),
    ]),
    titledPart(`edits ${name}`, "## What it changes in the specification", editBlocks(edits, specIsWhole)),
    titledPart(`losses ${name}`, "## What the old text says and the new one does not", lossBlocks(losses)),
    titledPart(`new gaps ${name}`, "## Gaps the proposal introduces", [
      listWithin(newGaps, BUDGETS.newGaps, ratedGapLine),
    ]),
    titledPart(`issues ${name}`, `## Earlier issues on ${name}`, issueBlocks(brief, disagreements)),
    titledPart(`answers ${name}`, "## How the Engineer answered them", answerBlocks(answers, from)),
  ];
}

/** Who left an issue without a word may be asked about it; whoever reviews is told. */
function issueBlocks(
  { issues, answers }: ProposalBrief,
  disagreements: readonly IssueId[],
): readonly string[] {
  const answered = new Set<string>(answers.map(({ issue }) => issue));
  const open = openIssueBlocks(issues, {
    note: ({ issue }) => {
      if (disagreements.includes(issue)) return " (the Engineer disagrees, see Disagreements to answer)";
      return answered.has(issue) ? "" : " (the Engineer gave no answer to it)";
    },
  });
  return [
    ...(open.length === 0 ? [] : ["Open; give each its status:", ...open]),
    ...settledIssueBlocks(issues),
  ];
}

function answerBlocks(answers: ProposalBrief["answers"], from: string): readonly string[] {
  const said = answers.filter(({ text }) => text.trim() !== "");
  return blocksWithin(said, BUDGETS.answers, ({ issue, text, addendum }) => {
    const where = addendum === true ? "From the Engineer's later answer to the user" : from;
    const on = shownLine(issue, ENTRY_BUDGETS.title);
    return quoteText({ from: `${where}, on ${on}`, text, maxChars: ENTRY_BUDGETS.answer });
  });
}
