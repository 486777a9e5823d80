import { SEVERITIES } from "../../core/shared/severity.ts";
import { BUDGETS, ENTRY_BUDGETS } from "../budgets.ts";
import type { Prompt } from "../prompt-facts.ts";
import { blocksWithin, promptOf, titledPart } from "../prompt-parts.ts";
import { quoteText } from "../shown-text.ts";
import { codeReviewFormat, reviewRows } from "../texts/build-format.ts";
import {
  BUILD_PERSONA,
  buildOutputText,
  CHANGED_PROJECT_TEXT,
  CODE_REVIEW_RULES,
  CODE_SEVERITY_MEANINGS,
  quotingNote,
} from "../texts/build-task.ts";
import type { CodeReviewFacts } from "./build-facts.ts";
import {
  alarmList,
  changeParts,
  checkBlocks,
  findingsParts,
  isClosedByUser,
  isOpen,
  taskParts,
} from "./build-parts.ts";

/** The change with what it is measured by, and what became of the earlier findings. */
export function codeReviewPrompt(facts: CodeReviewFacts): Prompt {
  const { change, summary, notDone, noChangeNeeded, checks, alarms, round } = facts;
  const earlier = facts.rounds.filter((one) => one.round < round && one.summary !== "");
  const open = facts.findings.filter(isOpen).map(({ finding }) => finding);
  const closedByUser = facts.findings.filter(isClosedByUser).map(({ finding }) => finding);
  return promptOf(STANDING, [
    { name: "project", text: facts.readsProject && !facts.byHand ? CHANGED_PROJECT_TEXT : "" },
    ...taskParts(facts),
    ...changeParts(change),
    titledPart("summary", "# What the Coder says", [
      summary.trim() === ""
        ? ""
        : quoteText({ from: "Its summary", text: summary, maxChars: BUDGETS.summary }),
      notDone.trim() === ""
        ? ""
        : quoteText({ from: "What it noticed and left", text: notDone, maxChars: BUDGETS.notDone }),
      noChangeNeeded === null
        ? ""
        : quoteText({
            from: "Why it holds that no change is needed",
            text: noChangeNeeded,
            maxChars: BUDGETS.summary,
          }),
    ]),
    titledPart("earlier summaries", "# What the Coder said in earlier rounds", [
      ...blocksWithin(earlier.toReversed(), BUDGETS.earlierSummaries, ({ round: of, summary: text }) =>
        quoteText({ from: `Its summary of round ${of}`, text, maxChars: ENTRY_BUDGETS.earlierSummary }),
      ),
    ]),
    titledPart("checks", "# How it was built and tested", checkBlocks(checks)),
    titledPart("alarms", "# What was found in the change and let pass", [alarmList(alarms)]),
    ...findingsParts(facts),
    titledPart("task", "# Your task", [
      noChangeNeeded === null
        ? `Round ${round}. Say whether the change may land.`
        : `Round ${round}. The Coder has changed nothing. Say whether the task is done by what is there: APPROVE if it is.`,
    ]),
    { name: "headings", text: reviewRows({ open, closedByUser, dispute: facts.dispute }) },
    { name: "output", text: buildOutputText("reviewer", facts) },
  ]);
}

const STANDING = [
  { name: "persona", text: BUILD_PERSONA.reviewer },
  titledPart("rules", "# How to work", [
    CODE_REVIEW_RULES.join("\n"),
    [
      "Severities, by what follows if nothing is done:",
      ...SEVERITIES.map((severity) => `- ${severity}: ${CODE_SEVERITY_MEANINGS[severity]}`),
    ].join("\n"),
    quotingNote("reviewer"),
  ]),
  { name: "format", text: codeReviewFormat() },
];
