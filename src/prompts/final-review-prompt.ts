import { compareSeverities } from "../core/shared/severity.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { guidancePart, outputPart, projectPart, ratedGapLine } from "./common-parts.ts";
import { allDecisionsPart } from "./decisions-part.ts";
import type { FinalReviewFacts, Prompt } from "./prompt-facts.ts";
import { blocksWithin, listWithin, promptOf, titledPart } from "./prompt-parts.ts";
import { quoteText, shownLine } from "./shown-text.ts";
import { finalFormat } from "./texts/format.ts";
import { COVERAGE_RULE, FINAL_RULES, PERSONA, QUOTING_NOTE, SEVERITY_MEANINGS } from "./texts/task.ts";

/** The assembled spec as a whole, and what is known to be left open in it. */
export function finalReviewPrompt(facts: FinalReviewFacts): Prompt {
  const from = `The assembled text of ${shownLine(facts.specName, ENTRY_BUDGETS.title)}`;
  return promptOf(STANDING, [
    projectPart(facts),
    titledPart("draft", "# The specification", [
      quoteText({ from, text: facts.draft, maxChars: BUDGETS.draft }),
    ]),
    allDecisionsPart(facts.decisions),
    titledPart("limitations", "# Known limitations", [limitationList(facts.limitations)]),
    titledPart("findings", "# What the linter still finds", findingBlocks(facts.findings ?? [])),
    titledPart("remarks", "# Open remarks", remarkBlocks(facts.remarks ?? [])),
    titledPart("task", "# Your task", ["Read the specification above and say whether it is ready."]),
    guidancePart(facts.guidance),
    outputPart("final", facts),
  ]);
}

const STANDING = [
  { name: "persona", text: PERSONA.final },
  titledPart("rules", "# How to work", [
    [...FINAL_RULES, COVERAGE_RULE].join("\n"),
    SEVERITY_MEANINGS.join("\n"),
    QUOTING_NOTE,
  ]),
  { name: "format", text: finalFormat() },
];

function limitationList(limitations: FinalReviewFacts["limitations"]): string {
  const gravestFirst = limitations.toSorted((a, b) => compareSeverities(a.severity.level, b.severity.level));
  return listWithin(gravestFirst, BUDGETS.limitations, ratedGapLine);
}

/** A later text may have met them: what is still open is listed with the finished specification. */
function remarkBlocks(remarks: NonNullable<FinalReviewFacts["remarks"]>): readonly string[] {
  if (remarks.length === 0) return [];
  const blocks = blocksWithin(remarks, BUDGETS.finalRemarks, ({ issue, severity, title, suggestion, left }) =>
    [
      `- ${issue} (${severity}): ${shownLine(title, ENTRY_BUDGETS.ownTitle)}`,
      ...(left === undefined ? [] : [`  Left, as said before: ${shownLine(left, ENTRY_BUDGETS.ownTitle)}`]),
      ...(suggestion === null ? [] : [`  Suggested: ${shownLine(suggestion, ENTRY_BUDGETS.ownTitle)}`]),
    ].join("\n"),
  );
  return [
    "Reviews of earlier rounds raised these and did not hold a text for them. Say of each whether the specification meets it now. Those that are still open are listed with the finished specification: what you say is left, and what was suggested.",
    ...blocks,
  ];
}

/** Found by form alone: material to look at, no finding of a reviewer. */
function findingBlocks(findings: readonly string[]): readonly string[] {
  if (findings.length === 0) return [];
  const line = (text: string) => `- ${shownLine(text, ENTRY_BUDGETS.headingPath)}`;
  return [
    "In passages that were edited; look whether something is missing there:",
    listWithin(findings, BUDGETS.findings, line),
  ];
}
