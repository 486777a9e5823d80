import type { DisputeSide } from "../../core/board/dispute.ts";
import { BUDGETS, ENTRY_BUDGETS } from "../budgets.ts";
import type { Prompt } from "../prompt-facts.ts";
import { type NamedText, promptOf, titledPart } from "../prompt-parts.ts";
import { quoteText, shownLine } from "../shown-text.ts";
import { BUILD_EXAMPLES, positionFormat } from "../texts/build-format.ts";
import { buildOutputText, POSITION_PERSONA, POSITION_RULES, quotingNote } from "../texts/build-task.ts";
import type { DisputedCode, PositionFacts } from "./build-facts.ts";
import { changeParts, findingsParts, taskParts } from "./build-parts.ts";

/** The dispute, for the side that has not spoken. */
export function positionPrompt(facts: PositionFacts): Prompt {
  const { side, dispute } = facts;
  const about = dispute.detail === null ? "" : `: ${shownLine(dispute.detail, ENTRY_BUDGETS.ownTitle)}`;
  return promptOf(STANDING[side], [
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
    titledPart("task", "# Your task", [`Give the ${SIDES[side]}'s position. ${CODE[facts.code]}`]),
    { name: "output", text: buildOutputText("position", facts) },
  ]);
}

const SIDES: Record<DisputeSide, string> = { coder: "Coder", reviewer: "Reviewer" };
const OTHER: Record<DisputeSide, DisputeSide> = { coder: "reviewer", reviewer: "coder" };

const CODE: Record<DisputedCode, string> = {
  landed: "The work has landed as it is, marked as disputed; the decision is about whether it stays.",
  landing: "The work lands as it is, marked as disputed; the decision is about whether it stays.",
  branch: "The work has not landed: it waits on a branch of its own for the decision.",
  none: "No work waits to land: the decision is about what is to be done.",
};

const STANDING: Record<DisputeSide, readonly NamedText[]> = {
  coder: standingParts("coder"),
  reviewer: standingParts("reviewer"),
};

function standingParts(side: DisputeSide): readonly NamedText[] {
  return [
    { name: "persona", text: POSITION_PERSONA[side] },
    titledPart("rules", "# How to work", [POSITION_RULES.join("\n"), quotingNote("position")]),
    { name: "format", text: positionFormat() },
    { name: "example", text: BUILD_EXAMPLES.position },
  ];
}
