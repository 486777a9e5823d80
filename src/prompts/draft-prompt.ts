import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { guidancePart, outputPart, projectPart } from "./common-parts.ts";
import { decisionsPart } from "./decisions-part.ts";
import { editBlocks } from "./edits-part.ts";
import type { ArguedPosition, DraftFacts, Prompt } from "./prompt-facts.ts";
import { promptOf, titledPart } from "./prompt-parts.ts";
import { quoteText, quoteWhole, shownLine } from "./shown-text.ts";
import { draftFormat } from "./texts/format.ts";
import { DRAFT_RULES, PERSONA, QUOTING_NOTE } from "./texts/task.ts";

/** One conflict: the issue, both positions, the passage and what binds. */
export function draftPrompt(facts: DraftFacts): Prompt {
  const { issue, positions, edits, passages, gaps, decisions } = facts;
  const briefs = gaps.map((gap) => ({
    gap,
    together: [],
    issues: [{ ...issue, raisedIn: 0, fate: "", open: true }],
  }));
  return promptOf(STANDING, [
    projectPart(facts),
    titledPart("passage", "# The passage", [
      ...editBlocks(edits, false),
      ...passages.map((text) => quoteText({ from: "As it stands", text, maxChars: BUDGETS.edits })),
    ]),
    decisionsPart(decisions, briefs),
    titledPart("positions", "# The positions", positions.map(positionBlock)),
    titledPart("task", "# Your task", [
      `Draft one way out of the conflict about this issue, which is ${issue.severity}: ${shownLine(issue.title, ENTRY_BUDGETS.ownTitle)}.`,
      issue.text.trim() === "" ? "" : quoteWhole("The issue", issue.text),
    ]),
    guidancePart(facts.guidance),
    outputPart("draft", facts),
  ]);
}

const STANDING = [
  { name: "persona", text: PERSONA.draft },
  titledPart("rules", "# How to work", [DRAFT_RULES.join("\n"), QUOTING_NOTE]),
  { name: "format", text: draftFormat() },
];

function positionBlock({ side, text, unstated }: ArguedPosition): string {
  const from = unstated ? `The ${side} has said nothing to it; taken for its position` : `The ${side} holds`;
  return quoteText({ from, text, maxChars: BUDGETS.position });
}
