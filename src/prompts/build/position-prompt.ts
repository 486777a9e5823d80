import type { DisputeSide } from "../../core/board/dispute.ts";
import { BUDGETS, ENTRY_BUDGETS } from "../budgets.ts";
import type { Prompt } from "../prompt-facts.ts";
import { promptOf, titledPart } from "../prompt-parts.ts";
import { quoteText, shownLine } from "../shown-text.ts";
import { positionFormat } from "../texts/build-format.ts";
import { BUILD_PERSONA, BUILD_QUOTING_NOTE, buildOutputText, POSITION_RULES } from "../texts/build-task.ts";
import type { PositionFacts } from "./build-facts.ts";
import { changeParts, findingsParts, taskParts } from "./build-parts.ts";

/** The dispute, for the side that has not spoken. */
export function positionPrompt(facts: PositionFacts): Prompt {
  const { side, dispute } = facts;
  const about = dispute.detail === null ? "" : `: ${shownLine(dispute.detail, ENTRY_BUDGETS.ownTitle)}`;
  return promptOf(STANDING, [
    ...taskParts(facts),
    ...changeParts(facts.change),
    ...findingsParts(facts),
    titledPart("dispute", "# The dispute", [
      `It was raised by the ${SIDES[OTHER[side]]}, for the reason ${dispute.reason}${about}.`,
      quoteText({
        from: `What the ${SIDES[OTHER[side]]} holds`,
        text: dispute.position,
        maxChars: BUDGETS.position,
      }),
    ]),
    titledPart("task", "# Your task", [`Give the position of the ${SIDES[side]}.`]),
    { name: "output", text: buildOutputText("position", facts) },
  ]);
}

const SIDES: Record<DisputeSide, string> = { coder: "Coder", reviewer: "Reviewer" };
const OTHER: Record<DisputeSide, DisputeSide> = { coder: "reviewer", reviewer: "coder" };

const STANDING = [
  { name: "persona", text: BUILD_PERSONA.position },
  titledPart("rules", "# How to work", [POSITION_RULES.join("\n"), BUILD_QUOTING_NOTE]),
  { name: "format", text: positionFormat() },
];
