import { SEVERITIES } from "../../core/shared/severity.ts";
import { BUDGETS, ENTRY_BUDGETS } from "../budgets.ts";
import type { Prompt } from "../prompt-facts.ts";
import { blocksWithin, listWithin, promptOf, titledPart } from "../prompt-parts.ts";
import { quoteText, shownLine } from "../shown-text.ts";
import { BUILD_EXAMPLES, codeReviewFormat, reviewRows } from "../texts/build-format.ts";
import {
  BUILD_PERSONA,
  buildOutputText,
  CHANGED_PROJECT_TEXT,
  CODE_REVIEW_RULES,
  CODE_SEVERITY_MEANINGS,
  quotingNote,
} from "../texts/build-task.ts";
import type { CodeReviewFacts, OpenDispute } from "./build-facts.ts";
import {
  alarmList,
  changeBlock,
  changeParts,
  checkBlocks,
  findingsParts,
  isClosedByUser,
  isOpen,
  otherTasksPart,
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
    titledPart("since", "# Since your last review", sinceBlocks(facts)),
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
    titledPart("open disputes", "# Disputes about work that this may build on", [
      listWithin(facts.openDisputes, BUDGETS.openDisputes, disputeLine),
    ]),
    otherTasksPart(facts),
    titledPart("task", "# Your task", [
      noChangeNeeded === null
        ? `Round ${round}. Say whether the change may land.`
        : `Round ${round}. The Coder has changed nothing, and says why. Say whether the task is done by what is there: APPROVE if it is; REJECT, with what is left, if it is not.`,
    ]),
    { name: "headings", text: reviewRows({ open, closedByUser, dispute: facts.dispute }) },
    { name: "output", text: buildOutputText("reviewer", facts) },
  ]);
}

function sinceBlocks({ sinceLast, round }: CodeReviewFacts): readonly string[] {
  if (sinceLast === null) return [];
  const { round: before, diff, reds } = sinceLast;
  const times = reds === 1 ? "once" : `${reds} times`;
  const red = reds === 0 ? [] : [`Build or tests failed ${times} in between; the change above passes them.`];
  if (diff.trim() === "") return [`Nothing was changed since the review of round ${before}.`, ...red];
  const from = `What differs between what you reviewed in round ${before} and this, round ${round}`;
  return [...red, ...changeBlock(from, diff, BUDGETS.sinceDiff)];
}

function disputeLine({ task, reason, isLanded }: OpenDispute): string {
  const where = isLanded ? "its code has landed and may be taken back" : "its code has not landed";
  return `- ${task.id} ${shownLine(task.title, ENTRY_BUDGETS.title)}: open, for the reason \`${reason}\`; ${where}`;
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
  { name: "example", text: BUILD_EXAMPLES.reviewer },
];
