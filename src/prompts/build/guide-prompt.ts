import type { Prompt } from "../prompt-facts.ts";
import { promptOf, titledPart } from "../prompt-parts.ts";
import { BUILD_EXAMPLES, guideFormat } from "../texts/build-format.ts";
import { BUILD_PERSONA, buildOutputText, GUIDE_RULES, quotingNote } from "../texts/build-task.ts";
import type { GuideFacts } from "./build-facts.ts";
import { changeParts, findingsParts, taskParts } from "./build-parts.ts";

/** The history of a task that keeps being rejected. */
export function guidePrompt(facts: GuideFacts): Prompt {
  return promptOf(STANDING, [
    ...taskParts(facts),
    ...changeParts(facts.change),
    ...findingsParts(facts),
    titledPart("task", "# Your task", [
      `The work was rejected ${facts.rejections === 1 ? "once" : `${facts.rejections} times`}. Draft what the user might tell the Coder.`,
    ]),
    { name: "output", text: buildOutputText("guide", facts) },
  ]);
}

const STANDING = [
  { name: "persona", text: BUILD_PERSONA.guide },
  titledPart("rules", "# How to work", [GUIDE_RULES.join("\n"), quotingNote("guide")]),
  { name: "format", text: guideFormat() },
  { name: "example", text: BUILD_EXAMPLES.guide },
];
