import { BUDGETS, ENTRY_BUDGETS } from "../budgets.ts";
import type { Prompt } from "../prompt-facts.ts";
import { blocksWithin, listWithin, promptOf, titledPart } from "../prompt-parts.ts";
import { quoteText, shownLine } from "../shown-text.ts";
import { BUILD_EXAMPLES, coderFormat, coderRows } from "../texts/build-format.ts";
import { BUILD_PERSONA, buildOutputText, CODER_RULES, quotingNote } from "../texts/build-task.ts";
import type { CoderCause, CoderFacts } from "./build-facts.ts";
import {
  alarmList,
  changeBlock,
  checkBlocks,
  findingsParts,
  isOpen,
  otherTasksPart,
  taskParts,
} from "./build-parts.ts";

/** The task with all that binds it, what is open, and why it is the coder's turn. */
export function coderPrompt(facts: CoderFacts): Prompt {
  const open = facts.findings.filter(isOpen).map(({ finding }) => finding);
  return promptOf(STANDING, [
    ...taskParts(facts),
    titledPart("commands", "# What parley runs when you are done", [
      listWithin(
        facts.commands,
        BUDGETS.taskFiles,
        (command) => `- ${shownLine(command, ENTRY_BUDGETS.path)}`,
      ),
    ]),
    ...findingsParts(facts),
    titledPart("remarks", "# What the Reviewer remarked beside its findings", remarkBlocks(facts)),
    otherTasksPart(facts),
    titledPart("task", "# Your task now", causeBlocks(facts.because)),
    { name: "headings", text: coderRows({ open, dispute: facts.dispute }) },
    { name: "output", text: buildOutputText("coder", facts) },
  ]);
}

/** The newest first. */
function remarkBlocks({ rounds }: CoderFacts): readonly string[] {
  const remarked = rounds.filter(({ remarks }) => remarks !== "").toReversed();
  const blocks = blocksWithin(remarked, BUDGETS.remarks, ({ round, remarks: text }) =>
    quoteText({ from: `In the review of round ${round}`, text, maxChars: ENTRY_BUDGETS.remarks }),
  );
  return blocks.length === 0 ? [] : ["None of it has to be done.", ...blocks];
}

const STANDING = [
  { name: "persona", text: BUILD_PERSONA.coder },
  titledPart("rules", "# How to work", [CODER_RULES.join("\n"), quotingNote("coder")]),
  { name: "format", text: coderFormat() },
  { name: "example", text: BUILD_EXAMPLES.coder },
];

function causeBlocks(because: CoderCause): readonly string[] {
  switch (because.at) {
    case "begin":
      return [
        "Carry out the task. The worktree stands at the tip of the branch that the work is to land on.",
      ];
    case "reopened":
      return [
        "The task begins anew: what was done before was set aside, and the worktree stands at the tip of the branch that the work is to land on. Carry the task out as the user has decided.",
      ];
    case "rejected":
      return [
        "The work was rejected. It stands in the worktree as you left it. Go through the open findings.",
      ];
    case "red":
      return [
        "The work does not pass its checks, so nobody has reviewed it. It stands in the worktree as you left it. Mend it, and hand in the whole document again.",
        ...checkBlocks(because.checks),
      ];
    case "alarms":
      return [
        "The work cannot be taken as it is, so nobody has tested or reviewed it. It stands in the worktree as you left it. Take this out of it, or do it in another way:",
        alarmList(because.alarms),
      ];
    case "unchanged":
      return [
        "Nothing in the worktree differs from where you began. Carry out the task, or say in your document, by its form, why it needs no change or what is missing.",
      ];
    case "carried":
      return [
        `The branch that the work is to land on has moved, and the work that was made before ${CARRIED[because.why]}. The worktree stands at its new tip, without that work. Carry the task out there; the former change is shown.`,
        quoteText({ from: "What is in the way", text: because.text, maxChars: BUDGETS.conflict }),
        ...changeBlock("The former change, as a diff", because.diff),
      ];
  }
}

const CARRIED = {
  conflict: "does not go on top of it",
  "red-on-target": "does not pass its checks on top of it",
};
