import type { Role } from "../core/refinement/role.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { guidancePart, outputPart, projectPart, ratedGapLine } from "./common-parts.ts";
import type { Prompt, SurveyFacts } from "./prompt-facts.ts";
import { listWithin, type NamedText, promptOf, titledPart } from "./prompt-parts.ts";
import { quoteText, shownLine } from "./shown-text.ts";
import { surveyFormat } from "./texts/format.ts";
import { MARKED_RULE, PERSONA, QUOTING_NOTE, SEVERITY_MEANINGS, SURVEY_RULES } from "./texts/task.ts";

type Surveyor = Extract<Role, "survey" | "second-survey">;

/** The whole source, and the sections that need an answer. */
export function surveyPrompt(role: Surveyor, facts: SurveyFacts): Prompt {
  const from = shownLine(facts.specName, ENTRY_BUDGETS.title);
  const line = (path: string) => `- ${shownLine(path, ENTRY_BUDGETS.headingPath)}`;
  return promptOf(standing(role), [
    projectPart(facts),
    titledPart("source", "# The specification", [
      quoteText({ from, text: facts.source, maxChars: BUDGETS.draft }),
    ]),
    titledPart("marked", "# What is marked as open already", [
      listWithin(facts.marked, BUDGETS.otherGaps, ratedGapLine),
    ]),
    titledPart("task", "# Your task", [
      `List the holes of the specification above, section by section. The ${facts.gapsMax} gravest are worked on, in your order where they are equally grave, so put first what hurts most; what goes beyond that is shown to the user.`,
      facts.sections.length === 0
        ? ""
        : `Each of these sections needs an answer: a gap in it or below it, or a line under "Sections found complete".\n\n${listWithin(facts.sections, BUDGETS.surveySections, line)}`,
    ]),
    guidancePart(facts.guidance),
    outputPart(role, facts),
  ]);
}

function standing(role: Surveyor): readonly NamedText[] {
  return [
    { name: "persona", text: PERSONA[role] },
    titledPart("rules", "# How to work", [
      [...SURVEY_RULES, MARKED_RULE].join("\n"),
      SEVERITY_MEANINGS.join("\n"),
      QUOTING_NOTE,
    ]),
    { name: "format", text: surveyFormat() },
  ];
}
