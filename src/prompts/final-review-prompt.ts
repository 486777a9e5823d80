import { compareSeverities } from "../core/shared/severity.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { guidancePart, handInParts, ratedGapLine } from "./common-parts.ts";
import { allDecisionsPart } from "./decisions-part.ts";
import type { FinalReviewFacts, Prompt } from "./prompt-facts.ts";
import { promptOf, section } from "./prompt-parts.ts";
import { quoted, shownLine } from "./shown-text.ts";
import { finalFormat } from "./texts/format.ts";
import { PERSONA, READING } from "./texts/persona.ts";
import { FINAL_RULES, SEVERITY_MEANINGS } from "./texts/task.ts";
import { listWithin } from "./within-budget.ts";

/** The assembled spec as a whole, and what is known to be left open in it. */
export function finalReviewPrompt(facts: FinalReviewFacts): Prompt {
  const from = `The assembled text of ${shownLine(facts.specName, ENTRY_BUDGETS.title)}`;
  return promptOf([
    allDecisionsPart(facts.decisions),
    { name: "persona", text: PERSONA.final },
    {
      name: "task",
      text: section("# Your task", [
        "Read the specification below and say whether it is ready.",
        FINAL_RULES.join("\n"),
        SEVERITY_MEANINGS.join("\n"),
        READING,
      ]),
    },
    guidancePart(facts.guidance),
    { name: "limitations", text: section("# Known limitations", [limitationList(facts.limitations)]) },
    {
      name: "draft",
      text: section("# The specification", [quoted({ from, text: facts.draft, maxChars: BUDGETS.draft })]),
    },
    { name: "format", text: finalFormat() },
    ...handInParts("final", facts),
  ]);
}

function limitationList(limitations: FinalReviewFacts["limitations"]): string {
  const gravestFirst = limitations.toSorted((a, b) => compareSeverities(a.severity, b.severity));
  return listWithin(gravestFirst, BUDGETS.limitations, ratedGapLine);
}
