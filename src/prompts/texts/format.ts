// The form each document must have: a skeleton and what to know about it.
import { DISAGREES_MAX } from "../../core/refinement/conflicts/rate-limits.ts";

import type { Role } from "../../core/refinement/role.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { type IssueId, makeIssueId } from "../../core/shared/issue-id.ts";
import { fencedText } from "../../document/render/free-text.ts";
import {
  ANY_ENGINEER_TEMPLATE,
  ANY_REVIEWER_TEMPLATE,
  answerTemplate,
  DRAFT_TEMPLATE,
  disagreeTemplate,
  FINAL_TEMPLATE,
  NEW_GAPS_FORM,
  NO_GAPS_FORM,
  NOTHING_FOUND_FORM,
  NOTHING_NEW_FORM,
  OPEN_REMARKS_FORM,
  type ReviewerTemplateFacts,
  SEVERITIES_FORM,
  SURVEY_TEMPLATE,
} from "../examples/templates.ts";
import { section } from "../prompt-parts.ts";

export const FORMAT_TITLE = "# Required format";

/** A form to be followed, set apart from the words about it. */
export function shownForm(template: string): string {
  return fencedText(template.trimEnd(), "markdown").join("\n");
}

export const AS_HERE =
  "Write headings and labels exactly as here, and replace everything in square brackets by your own choice or words.";

export function engineerFormat(): string {
  return [
    FORMAT_TITLE,
    AS_HERE,
    shownForm(ANY_ENGINEER_TEMPLATE),
    [...ENGINEER_FORM, ...EDIT_FORM].join("\n"),
    ...ANSWERING,
  ].join("\n\n");
}

/** What a document of this task has of the form: whose passages, which rows. */
interface EngineerHeadings {
  readonly passages: readonly (readonly GapId[])[];
  readonly openIssues: readonly IssueId[];
  /** Those of them that the user has decided: they are carried out. */
  readonly decided: readonly IssueId[];
}

export function engineerHeadings({ passages, openIssues, decided }: EngineerHeadings): string {
  return section(HEADINGS_TITLE, [
    [
      ...passages.map((gaps) => `- \`## Gap Resolution: ${gaps.join(", ")}\``),
      openIssues.length === 0
        ? "- No issue is open: `### Responses` says None."
        : `- In \`### Responses\` a row for each open issue: ${openIssues.join(", ")}.${decidedNote(decided)}`,
    ].join("\n"),
  ]);
}

/** What the user has decided is carried out, not argued. */
function decidedNote(decided: readonly IssueId[]): string {
  if (decided.length === 0) return "";
  return ` The user has decided ${decided.join(", ")}: ADDRESSED or PARTLY.`;
}

const HEADINGS_TITLE = "# What your document has this time";

const ENGINEER_FORM = [
  "- One `## Gap Resolution:` section for each passage. Where one passage holds several gaps, as the task says, one section names them all and one text resolves them; so it may be where several gaps belong to one section of the specification that you write anew.",
  "- `### New Gaps Introduced` says None. or holds the table. Title is the open question in your own words, Place the heading path where it belongs, Blocked By the gaps that have to be resolved before it, or -.",
  "- `### Responses` stands once, in the last section: None. or a row for every open issue.",
] as const;

/** What stands under `### Spec Text`, in a first prompt and after an edit that did not apply. */
export const EDIT_FORM = [
  "- `### Spec Text` holds the passage as it shall read, in a fence of four backticks so that its own headings and code stay inside. It takes the place of the whole passage shown with the gap, in the same shape: a table row as a row, a list item as an item, a heading as a heading.",
  '- Where it belongs elsewhere, the line before the fence says so: `Replaces: <heading path>` (everything below that heading, up to the next of its rank), `After: <heading path>` (added behind that section with all below it), or `Replaces passage: "<words>"` with words that occur exactly once in the specification as it stands now; a line break counts as a blank. Texts of several gaps `After:` one section stand in the order of the ids of the gaps. A heading path goes from the outermost title to the innermost, as in `Replaces: Orders > Cancelling an order`.',
  "- Several edits are several `### Spec Text` headings one after the other in the same section. An entry of an inventory or of a list of open questions may be removed by a `### Spec Text` with an empty fence, while the answer is placed where it belongs by another.",
  "- `Drops:` after the fence names what of the old passage is gone on purpose (a heading, a number, a code word, a link, an identifier, a word such as not or must), or says None. What is lost and not named there comes back to you.",
] as const;

const DISAGREE_STATUS =
  "you hold the issue to be wrong; the row needs a block as below. What the user has decided is not disagreed with again.";

/** How issues are answered, and what becomes of a disagreement. */
const ANSWERING = [
  [
    "What the statuses say:",
    "- ADDRESSED: the text meets the concern; Where says which sentence does.",
    "- PARTLY: it meets a part; Where says which part is left, and why.",
    `- DISAGREE: ${DISAGREE_STATUS}`,
    "- DEFERRED: you leave it as it is; Where says why. A CRITICAL or HIGH issue is only put off by the user: without such a decision the row counts as no answer, and the user may be asked about it.",
  ].join("\n"),
  "The block for a DISAGREE row, once for each such issue, at the end of the document:",
  shownForm(disagreeTemplate()),
  [
    "- Reviewer Concern repeats sentences of the issue word for word; Rationale is needed; the alternative is optional.",
    "- Rests on names one place: the path of a file from the root of the project, the line, and the words that stand there. Lines count from 1 at the first line of the file; those of the specification as it stands now in this prompt. The words are looked up, and what is not there comes back to you. Or it says judgement. The user sees which.",
    "- The next review of the gap is shown the block and may withdraw the issue, which closes it. If it stands, the user decides between both positions, and the decision binds you both; it is not argued again.",
    `- Keep it for what matters: at most ${DISAGREES_MAX} in a round, unless a section \`## Justification\` at the end says why there have to be more. It is shown to the user with the disagreements that stand.`,
  ].join("\n"),
] as const;

export function answerFormat(): string {
  return [
    FORMAT_TITLE,
    AS_HERE,
    shownForm(answerTemplate()),
    [
      "What the statuses say:",
      "- ADDRESSED: the text that you proposed meets the concern; Where quotes the sentence that does.",
      "- PARTLY: it meets a part; Where says which part is left, and why.",
      `- DISAGREE: ${DISAGREE_STATUS}`,
      "Nothing can be put off here, and no text of the specification is changed: a `## Gap Resolution:` in this document is left aside.",
    ].join("\n"),
    ...ANSWERING.slice(1),
  ].join("\n\n");
}

export function answerHeadings(issues: readonly IssueId[], decided: readonly IssueId[]): string {
  return section(HEADINGS_TITLE, [
    `- In \`### Responses\` a row for each of: ${issues.join(", ")}.${decidedNote(decided)}`,
  ]);
}

export function reviewerFormat(): string {
  return [
    FORMAT_TITLE,
    AS_HERE,
    shownForm(ANY_REVIEWER_TEMPLATE),
    "If you find nothing new, but an earlier issue is still open, write this in place of `## Issues` and keep the rest:",
    shownForm(NOTHING_NEW_FORM),
    "If you find nothing, and no earlier issue is open, write this in place of `## Issues` and keep the rest:",
    shownForm(NOTHING_FOUND_FORM),
    "If you find a gap beside the proposals, add it below the issues:",
    shownForm(NEW_GAPS_FORM),
    "To raise the severity of a gap, which cannot be lowered, add this before `## Verdict by Gap`:",
    shownForm(SEVERITIES_FORM),
    [
      "- `**Gaps:**` names every proposal reviewed, and the verdict table has a row for each.",
      `- ${VERDICT_ALONE.reviewer}`,
      "- APPROVED_WITH_NOTES goes with MEDIUM or LOW issues only. A proposal with a CRITICAL or HIGH issue, new or earlier, needs revision.",
      "- `## Prior Issues` has a row for every open issue of an earlier round. Where there is none, it is left out.",
      ...DISAGREEMENTS_FORM,
      "- Where nothing is found, say under `## Scope Examined` what you looked at; without it the review does not count.",
    ].join("\n"),
  ].join("\n\n");
}

export function reviewerHeadings({
  gaps,
  round,
  openIssues,
  disagreements,
}: ReviewerTemplateFacts & { readonly round: number }): string {
  const number = (of: number) => makeIssueId({ round, number: of }) ?? "the next number";
  return section(HEADINGS_TITLE, [
    [
      `- \`**Gaps:** ${gaps.join(", ")}\`, and a row for each in \`## Verdict by Gap\`.`,
      `- Issues are numbered ${number(1)}, ${number(2)} and so on: ${round} is the round of this review.`,
      rowsLine("## Prior Issues", openIssues),
      rowsLine("### Disagreements", disagreements),
    ].join("\n"),
  ]);
}

function rowsLine(heading: string, issues: readonly string[]): string {
  return issues.length === 0
    ? `- No \`${heading}\`.`
    : `- In \`${heading}\` a row for each of: ${issues.join(", ")}.`;
}

/** What follows from each answer to a disagreement. */
const DISAGREEMENTS_FORM = [
  "- `### Disagreements` has a row for each disagreement put to you, and is left out where there is none; these issues need no row elsewhere. WITHDRAW closes the issue: the Engineer is right, or its alternative settles the concern. STAND leaves it open, as does a row that is missing or says anything else: then the user decides between both positions, is shown your reason, and the decision binds you both.",
  "- An issue that you raise again is not withdrawn, whatever its row says. A withdrawn issue is no reason for NEEDS_REVISION.",
] as const;

/** The verdict is a form: any other wording there is read as unclear. */
export const VERDICT_ALONE: Record<"reviewer" | "final", string> = {
  reviewer:
    "The place of a verdict holds one of these words alone: `APPROVED`, `APPROVED_WITH_NOTES`, `NEEDS_REVISION`. Conditions, reasons and doubts go into the issues; with any of them beside it, it is not read as an approval.",
  final:
    "The verdict line holds one of these words alone: `READY_FOR_TERMINATION`, `NOT_READY`. Conditions, reasons and doubts go into the blockers.",
};

export function surveyFormat(): string {
  return [
    FORMAT_TITLE,
    AS_HERE,
    shownForm(SURVEY_TEMPLATE),
    "If you find nothing in the whole specification, write this in place of the gaps and keep the rest:",
    shownForm(NO_GAPS_FORM),
    [
      "- Number the entries. A title is one question and ends with a question mark.",
      "- Place is a heading path that the specification has; Passage repeats its words exactly, over the end of a line where need be, or says None. where what is missing is said nowhere.",
    ].join("\n"),
  ].join("\n\n");
}

export function draftFormat(): string {
  return [
    FORMAT_TITLE,
    AS_HERE,
    shownForm(DRAFT_TEMPLATE),
    [
      "- `KEPT`, `PARTLY` and `DROPPED` stand alone, without a reason beside them.",
      "- Values repeats what the Text sets; it says None. where it sets nothing.",
      "- The Text has at most 2,000 characters, and stands on its own: whoever reads it has not read your other words.",
    ].join("\n"),
  ].join("\n\n");
}

export function finalFormat(): string {
  return [
    FORMAT_TITLE,
    AS_HERE,
    shownForm(FINAL_TEMPLATE),
    "Where open remarks are listed, at the end a row for each of them:",
    shownForm(OPEN_REMARKS_FORM),
    [
      `- ${VERDICT_ALONE.final}`,
      "- Number the blockers. A verdict of NOT_READY needs at least one; READY_FOR_TERMINATION has None.",
      "- `## Sections` has a row for each section of the specification but Decisions and Known Limitations.",
    ].join("\n"),
  ].join("\n\n");
}

const SURVEY_HEADERS: readonly string[] = [
  "`### 1. …?` at the head of each gap, a question",
  "`- **Severity:**`, `- **Place:**`, `- **Passage:**`, `- **Why it matters:**`, `- **What would settle it:**`, `- **Blocked By:**` below it",
  "or, where there is no gap at all, `NO_GAPS_FOUND` on a line of its own",
  "`## Sections found complete` with a line for each section that has no gap",
];

/** The lines without which a document of a role cannot be read. */
export const REQUIRED_HEADERS: Record<Role, readonly string[]> = {
  engineer: [
    "`## Gap Resolution: GAP-…` at the head of each passage you resolve",
    "`**Confidence:** [HIGH, MEDIUM or LOW]` below it, with one of the three words",
    "`### Proposed Solution`, `### Spec Text` with its text in a fence and `Drops:` after it, `### Examples`, `### Trade-offs`, `### New Gaps Introduced`, `### Responses`",
  ],
  "answer-issue": [
    "`### Responses` with a row for each issue you are asked about: Issue, Status, Where",
    "`## DISAGREE: ISSUE-…` with its fields, once for each row that says DISAGREE",
  ],
  reviewer: [
    "`# Review` and `**Gaps:** GAP-…` at the top",
    "`## Issues`, and below it `### ISSUE-R…: title` for each issue with `- **Severity:** [CRITICAL, HIGH, MEDIUM or LOW]`",
    "or, where there is no issue, `NO_ISSUES_FOUND` and `## Scope Examined` with what you examined",
    "or, where only earlier issues are open, `## Prior Issues` with the status of each",
    "`### Disagreements` with a row for each disagreement put to you: Issue, Answer (WITHDRAW or STAND alone), Why",
    "`## Verdict by Gap` and `## Verdict: [APPROVED, APPROVED_WITH_NOTES or NEEDS_REVISION]`",
  ],
  draft: [
    "`## Option C`, once",
    "`**Text:**`, `**Trade-off:**` and `**Values:**` below it, each once; Values says None. where there are none",
    "`**Reviewer's concern:** [KEPT, PARTLY or DROPPED]` and `**Engineer's constraint:** [KEPT, PARTLY or DROPPED]`, each with one of the words alone",
  ],
  final: [
    "`**Verdict:** [READY_FOR_TERMINATION or NOT_READY]`",
    "`## Blockers`, and below it `### Blocker 1: title` for each one, or None.",
    "`## Sections` with a row for each section: COMPLETE, or what is left to guess",
  ],
  survey: SURVEY_HEADERS,
  "second-survey": SURVEY_HEADERS,
};
