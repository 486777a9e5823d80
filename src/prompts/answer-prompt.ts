import { BUDGETS } from "./budgets.ts";
import { gapTexts, guidancePart, idsOf, outputPart, projectPart } from "./common-parts.ts";
import { decisionsPart } from "./decisions-part.ts";
import { disagreementText, flagLines, issueLine, issueWords } from "./disagreement-parts.ts";
import { draftParts, isShort } from "./draft-parts.ts";
import { editBlocks } from "./edits-part.ts";
import { decidedIssueIds } from "./ledger-part.ts";
import type { AnswerBrief, AnswerFacts, AskedIssue, Prompt } from "./prompt-facts.ts";
import { type NamedText, promptOf, titledPart } from "./prompt-parts.ts";
import { quoteText } from "./shown-text.ts";
import { answerFormat, answerHeadings } from "./texts/format.ts";
import { ANSWER_RULES, ANSWER_TASKS, PERSONA, QUOTING_NOTE } from "./texts/task.ts";

/** What the Engineer needs to answer single issues: the issues, why they are asked about, and its own text. */
export function answerPrompt(facts: AnswerFacts): Prompt {
  const { issues, because, round } = facts;
  const entries = issues.map(({ entry }) => entry);
  return promptOf(STANDING, [
    projectPart(facts),
    ...draftParts(
      facts.spec,
      facts.gaps.map(({ gap, edits }) => ({ gap, line: edits[0]?.line ?? null, words: "" })),
    ),
    decisionsPart(facts.decisions, facts.gaps),
    ...facts.gaps.flatMap((brief) => briefParts(brief, isShort(facts.spec.draft))),
    titledPart("task", "# Your task", [
      `Round ${round}. ${ANSWER_TASKS[because]}`,
      ...issues.flatMap(askedBlocks),
    ]),
    guidancePart(facts.guidance),
    {
      name: "headings",
      text: answerHeadings(
        entries.map(({ issue }) => issue),
        decidedIssueIds([{ issues: entries }]),
      ),
    },
    outputPart("answer-issue", facts),
  ]);
}

const STANDING = [
  { name: "persona", text: PERSONA["answer-issue"] },
  titledPart("rules", "# How to work", [ANSWER_RULES.join("\n"), QUOTING_NOTE]),
  { name: "format", text: answerFormat() },
];

function askedBlocks({ entry, gaps, flag, stated }: AskedIssue): readonly string[] {
  return [
    issueLine(entry, gaps),
    issueWords(entry),
    ...(flag === null
      ? []
      : [["What your document shows; evidence, not intent:", ...flagLines(flag, "your")].join("\n")]),
    ...(stated === null ? [] : [disagreementText(stated)]),
  ];
}

function briefParts(brief: AnswerBrief, specIsWhole: boolean): readonly NamedText[] {
  const name = idsOf(brief).join(", ");
  const { proposal, edits } = brief;
  const own =
    proposal === null
      ? []
      : [
          quoteText({
            from: `From your document of round ${proposal.round}`,
            text: proposal.text,
            maxChars: BUDGETS.ownText,
          }),
        ];
  return [
    titledPart(`gap ${name}`, `# ${name}`, gapTexts(brief)),
    titledPart(`own text ${name}`, `## Your last text on ${name}`, own),
    titledPart(`edits ${name}`, "## What it changes in the specification", editBlocks(edits, specIsWhole)),
  ];
}
