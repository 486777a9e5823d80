// The form each document must have: a skeleton and what to know about it.
import { DISAGREES_MAX } from "../../core/refinement/validation/disagree-failure.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { type IssueId, makeIssueId } from "../../core/shared/issue-id.ts";
import { fencedText } from "../../document/render/shield.ts";
import {
  disagreeTemplate,
  engineerTemplate,
  NOT_READY_TEMPLATE,
  nothingFoundTemplate,
  READY_TEMPLATE,
  reviewerTemplate,
} from "../examples/templates.ts";
import type { PromptRole } from "../prompt-facts.ts";

const TITLE = "# Required format";

/** A form to be followed, set apart from the words about it. */
export function shownForm(template: string): string {
  return fencedText(template.trimEnd(), "markdown").join("\n");
}

export function engineerFormat(gap: GapId, openIssue: IssueId | null): string {
  const blocks = [
    TITLE,
    "Headings and labels exactly as here; what stands in square brackets is yours to write.",
    shownForm(engineerTemplate(gap, openIssue)),
    ENGINEER_FORM.join("\n"),
  ];
  return [...blocks, ...(openIssue === null ? [] : disagreeing(openIssue))].join("\n\n");
}

const ENGINEER_FORM = [
  "- One `## Gap Resolution: GAP-…` section for each gap you resolve. Confidence is HIGH, MEDIUM or LOW.",
  "- `### Spec Text` holds exactly what enters the specification, in a fence of four backticks so that its own headings and code stay inside. Without more it goes where the gap is marked. Otherwise the first line below that heading, before the fence, names the place by its heading path: `Replaces: <heading path>` or `After: <heading path>`, such as `After: Orders > Cancelling an order`.",
  "- `### New Gaps Introduced` says None. or holds a table with the columns Gap, Severity, Title. Give a new gap the category of its neighbours and a number that is not taken; should it be taken after all, it is renumbered for you.",
];

function disagreeing(issue: IssueId): readonly string[] {
  return [
    `A \`## Response to ${issue}\` section answers that issue; write one for each open issue. Its status is addressed, partial, declined or deferred. Where you hold an issue to be wrong, write this instead, once for each such issue:`,
    shownForm(disagreeTemplate(issue)),
    `Quote the concern word for word; position and rationale are needed, the rest is optional. The user then decides. Keep it for what matters: at most ${DISAGREES_MAX} in a round.`,
  ];
}

export interface ReviewerFormatFacts {
  readonly gap: GapId;
  readonly round: number;
  readonly openIssue: IssueId | null;
}

export function reviewerFormat(facts: ReviewerFormatFacts): string {
  const { gap, round } = facts;
  const second = makeIssueId({ round, number: 2 }) ?? "the next number";
  return [
    TITLE,
    "Headings and labels exactly as here; what stands in square brackets is yours to write.",
    shownForm(reviewerTemplate(facts)),
    "If you find nothing:",
    shownForm(nothingFoundTemplate(gap)),
    [
      `- Issues are numbered ISSUE-R${round}-001, ${second} and so on: ${round} is the round of this review.`,
      "- `**Gaps:**` names every proposal reviewed, and the verdict table has a row for each.",
      "- Verdicts are APPROVED, APPROVED_WITH_NOTES (only MEDIUM or LOW issues) and NEEDS_REVISION.",
      "- `## Prior Issues` has a row for every open issue listed above: RESOLVED, PARTIALLY_RESOLVED, UNRESOLVED or DEFERRED. Leave the section out if there were none.",
      "- `NO_ISSUES_FOUND` counts only together with the scope examined.",
      `- To raise the severity of a gap, add a section \`## Gap Severities\` with a line \`- ${gap}: severity raised to CRITICAL\`. It cannot be lowered.`,
      "- New gaps go under `## New Gaps`, in a table with the columns Gap, Severity, Title.",
    ].join("\n"),
  ].join("\n\n");
}

export function finalFormat(): string {
  return [
    TITLE,
    "Headings and labels exactly as here; what stands in square brackets is yours to write. The verdict is one of two words, READY_FOR_TERMINATION or NOT_READY. If it is not ready:",
    shownForm(NOT_READY_TEMPLATE),
    "If it is ready:",
    shownForm(READY_TEMPLATE),
    "Number the blockers. Gap is the id of the gap a blocker comes from, or - where there is none. A verdict of NOT_READY needs at least one blocker.",
  ].join("\n\n");
}

/** The lines without which a document of a role cannot be read. */
export const REQUIRED_HEADERS: Record<PromptRole, readonly string[]> = {
  engineer: [
    "`## Gap Resolution: GAP-…` at the head of each gap you resolve",
    "`**Confidence:** HIGH`, `MEDIUM` or `LOW` below it",
    "`### Proposed Solution`, `### Spec Text`, `### Examples`, `### Trade-offs`, `### New Gaps Introduced`",
  ],
  reviewer: [
    "`# Review` and `**Gaps:** GAP-…` at the top",
    "`## Issues`, and below it `### ISSUE-R…: title` for each issue with `- **Severity:** CRITICAL`, `HIGH`, `MEDIUM` or `LOW`",
    "or, where there is no issue, `NO_ISSUES_FOUND` and `## Scope Examined` with what you examined",
    "`## Verdict by Gap` and `## Verdict: APPROVED`, `APPROVED_WITH_NOTES` or `NEEDS_REVISION`",
  ],
  final: [
    "`**Verdict:** READY_FOR_TERMINATION` or `**Verdict:** NOT_READY`",
    "`## Blockers`, and below it `### Blocker 1: title` for each one, or None.",
  ],
};
