// What a retry says about each failure: what was wrong, and what to do this time.

import { DISAGREES_MAX } from "../../core/refinement/conflicts/rate-limits.ts";
import type { Gap } from "../../core/refinement/gap.ts";
import type { Role } from "../../core/refinement/role.ts";
import { accessOf, isSurveyRole } from "../../core/refinement/role.ts";
import type { RetryReason } from "../../core/refinement/session/session-event.ts";
import { THIN_CHARACTERS } from "../../core/refinement/validation/judge-engineer.ts";
import type { Access } from "../../core/shared/access.ts";
import { gapIdParts, parseGapId } from "../../core/shared/gap-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { BUDGETS, ENTRY_BUDGETS } from "../budgets.ts";
import { gapLine } from "../common-parts.ts";
import { disagreeTemplate } from "../examples/templates.ts";
import type { RetryFacts } from "../prompt-facts.ts";
import { keepWithin, listWithin } from "../prompt-parts.ts";
import { quoteText, shownLine } from "../shown-text.ts";
import { EDIT_FORM, REQUIRED_HEADERS, shownForm, VERDICT_ALONE } from "./format.ts";

/** Blocks of a section, its title first. */
type RepairText = (facts: RetryFacts) => readonly string[];

const MISSING_REPAIR: Record<Access, (documentName: string) => string> = {
  write: (documentName) =>
    `The previous run left no file. Write the document to ./${documentName} in the current directory, with your tool for writing files, and make sure that the file is there under exactly this name before you end. If you cannot write files, give the whole document as your final text.`,
  "read-only": () =>
    "The previous run ended without a document. Your final text is the document: give the whole of it there, with nothing before or after it, and write no file.",
};

export const REPAIR_TEXTS: Record<RetryReason["because"], RepairText> = {
  EXECUTION_ERROR: () => [
    "## The run did not end",
    "The previous run stopped before it had a document. Nothing of it is kept; begin again with the task below.",
  ],
  FILE_MISSING: ({ role, documentName, byHand }) => [
    "## The document was not found",
    byHand
      ? `Nothing was handed in. Write the document into view/${documentName} and hand it in with \`parley submit ${role}\`.`
      : MISSING_REPAIR[accessOf(role)](documentName),
  ],
  EMPTY_OUTPUT: ({ role }) => ["## The document was empty", EMPTY_REPAIR[role]],
  WRONG_FORMAT: ({ role }) => [
    "## FORMAT CORRECTION REQUIRED",
    "The previous document could not be read, because parts it is read by were not there. These are needed:",
    REQUIRED_HEADERS[role].map((line) => `- ${line}`).join("\n"),
    role === "reviewer" || role === "final" ? VERDICT_ALONE[role] : "",
    "Write headings and labels as they stand here, not inside a fence, with one of the words in place of each pair of square brackets, and follow the form of the example.",
  ],
  NO_GAPS_ADDRESSED: (facts) => [
    facts.role === "answer-issue" ? "## AN ANSWER IS MISSING" : "## GAP REFERENCE REQUIRED",
    ...repairUnaddressed(facts),
  ],
  INCONSISTENT_REFS: (facts) => (isSurveyRole(facts.role) ? UNKNOWN_PLACES : unknownGaps(facts)),
  EDIT_DOES_NOT_APPLY: () => [
    "## AN EDIT DOES NOT APPLY",
    "A Spec Text of the previous document has no place in the specification as it stands now; what was found says which, and why. Give each gap's text its place by this form:",
    EDIT_FORM.join("\n"),
    "Words and heading paths are those of the specification as the task below shows it, not of an earlier version of it.",
  ],
  EDIT_INCOMPLETE: () => [
    "## AN EDIT IS INCOMPLETE",
    "A Spec Text of the previous document applies, but the specification would not be right with it; what was found names each point. Mend the text accordingly:",
    [
      "- What the old passage says and the new one does not (a heading, a number, a code word, a link, an identifier, a word such as not or must): take it up again, or name it under `Drops:` if it is gone on purpose.",
      "- An open mark such as TBD or a question that is still there: answer it in the text.",
      "- The mark of another gap that is gone: leave it in place, it is not yours to resolve.",
      "- A line around the text that would be read otherwise: close every fence and comment that the text opens, give a row the cells of its table, keep a line of the front matter one line of `key: value`.",
      "- The id of a gap, an issue or a decision in the text: say what it stands for instead.",
    ].join("\n"),
  ],
  INVALID_DISAGREE_REF: (facts) => [
    "## A disagreement names no open issue",
    "These are not issues that can be disagreed with:",
    subjectList(facts),
    facts.openIssues.length === 0
      ? "No issue is open at present, so leave out every DISAGREE block."
      : `Open issues are: ${issueList(facts.openIssues)}. An id carries the round of the review that raised the issue. Use the id of the one you mean, or leave the block out.`,
    ...blockForm(facts),
  ],
  MALFORMED_DISAGREE: (facts) => [
    "## A disagreement does not hold",
    "The block or the row about this issue cannot be put to anyone; what was found, above, says why:",
    subjectList(facts),
    [
      "- A row with DISAGREE needs a block, and an issue that has a block has no other status in its row.",
      "- Reviewer Concern and Rationale are always needed.",
      "- Reviewer Concern repeats sentences of the issue as they stand; what you think of it goes into Engineer Position and Rationale.",
      "- Rests on says judgement, or names one place that exists, as path:line from the project's root, with words that stand in that line to the letter. Where you cannot quote such a place, it is judgement.",
    ].join("\n"),
    ...ownWords(facts),
    ...blockForm(facts),
  ],
  RE_ARGUED_CONFLICT: (facts) => [
    "## A decided issue was argued again",
    "The user has decided these; a decision stands:",
    subjectList(facts),
    `Decided so far: ${facts.decidedIssues.length === 0 ? "see the decisions below" : issueList(facts.decidedIssues)}. Carry the decisions out in your text and leave out the DISAGREE blocks about them. If a decision causes a problem nobody spoke of, introduce that problem as a new gap.`,
    ...(facts.openIssues.length === 0
      ? []
      : [`Still open to disagreement: ${issueList(facts.openIssues)}.`, ...blockForm(facts)]),
  ],
  TOO_MANY_DISAGREES: (facts) => [
    "## Too many disagreements",
    `More than ${DISAGREES_MAX} issues were disagreed with in one round:`,
    subjectList(facts),
    `Keep those that matter most, ${DISAGREES_MAX} at most, and meet the other concerns in the text. If all of them are needed, add a section \`## Justification\` that says why: the document is then taken with all of them, and the user is shown it with those that stand after the review.`,
    ...blockForm(facts),
  ],
  UNCERTAINTY: (facts) => [
    "## More to go by",
    "The previous document says that you are uncertain about a gap. What the specification says there is shown below, with sections that you named, and here is how similar gaps were resolved.",
    ...similarBlocks(facts),
    "Resolve the gap as far as this carries: a partial solution with Confidence LOW if you are still uncertain, saying which part is open and what would settle it. If a fact is missing that nobody here can know, use `BLOCKED_NEEDS_INPUT: GAP-… - what is needed`.",
  ],
};

const EMPTY_SURVEY =
  "The previous document had no content. Write the survey even if you find little: every section needs a line, and a specification without holes is answered by NO_GAPS_FOUND with the sections you read.";

function unknownGaps(facts: RetryFacts): readonly string[] {
  return [
    "## INVALID REFERENCES DETECTED",
    "The previous document names gaps that do not exist:",
    subjectList(facts),
    "The gaps of this session are:",
    validGaps(facts),
    "Name no others. If you meant one of these, use its id. If you have found a gap that is not among them, introduce it under `### New Gaps Introduced` (in a review: `## New Gaps`) with a title, a severity and a place; then it may be named.",
  ];
}

const UNKNOWN_PLACES: readonly string[] = [
  "## A PLACE DOES NOT EXIST",
  "An entry of the previous survey names a section that the specification does not have, or quotes words that do not stand in it. Take heading paths and words from the specification below as they stand there; where what is missing is said nowhere, Passage is None.",
];

const EMPTY_REPAIR: Record<Role, string> = {
  engineer: `The previous document had no content. Write one even if you are uncertain: at least ${THIN_CHARACTERS} characters for each gap, with concrete examples. An answer you doubt is useful with Confidence LOW and a word on what information is missing.`,
  reviewer: `The previous document had no content. Write a review even if you are uncertain: at least ${THIN_CHARACTERS} characters for each gap, saying what is wrong and why, or \`NO_ISSUES_FOUND\` with what you examined. Where you have LOW confidence in an issue, say so in its text.`,
  "answer-issue":
    "The previous document had no content. Answer each of the issues below, by a row or by a DISAGREE block.",
  draft:
    "The previous document had no content. Draft one option in the form below, also where you doubt that both sides can be served; the fields for their points say how far it gets.",
  final: `The previous document had no content. Write the verdict even if you are uncertain: at least ${THIN_CHARACTERS} characters on what you examined, or for each blocker. Where you have LOW confidence in a blocker, say so in its detail.`,
  survey: EMPTY_SURVEY,
  "second-survey": EMPTY_SURVEY,
};

/** The assignment again, and the line to begin with. */
function repairUnaddressed(facts: RetryFacts): readonly string[] {
  const { role, assigned } = facts;
  if (role === "answer-issue")
    return [
      "The previous document leaves issues without an answer that the user asks about:",
      subjectList(facts),
      "Give each a row of `### Responses` with ADDRESSED, PARTLY or DISAGREE, and for DISAGREE its block. To put an issue off is the user's to say.",
    ];
  const [first] = assigned;
  if (first === undefined) return ["The previous document is about something else than the task below."];
  const begin = role === "engineer" ? `## Gap Resolution: ${first.id}` : `**Gaps:** ${first.id}`;
  const what =
    role === "engineer"
      ? "resolves none of the gaps assigned to you"
      : "is about none of the proposals put to you";
  return [
    `The previous document ${what}. These are yours, in order of priority:`,
    listWithin(assigned, BUDGETS.gapList, gapLine),
    `Begin with \`${begin}\`. Speak of gaps by their ids, and treat at least one of this list.`,
  ];
}

const SUBJECTS_MAX = 20;

/** Ids are as the agent wrote them, so they are shown as data. */
function subjectList({ subjects, message }: RetryFacts): string {
  const named = subjects.length === 0 ? [message] : subjects.slice(0, SUBJECTS_MAX);
  const lines = named.map((subject) => `- ${shownLine(subject, ENTRY_BUDGETS.title)}`);
  const more = subjects.length - SUBJECTS_MAX;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
}

const TITLED_MAX = 20;
const IDS_MAX = 100;

/** The assigned ones, then the categories of what was misnamed, the nearest with their titles. */
function validGaps({ assigned, knownGaps, subjects }: RetryFacts): string {
  const categories = new Set(
    subjects.flatMap((subject) => {
      const gap = parseGapId(subject);
      return gap === null ? [] : [gapIdParts(gap).category];
    }),
  );
  const own = new Set(assigned.map(({ id }) => id));
  const others = knownGaps.filter(({ id }) => !own.has(id));
  const isNear = ({ id }: Pick<Gap, "id">) => categories.has(gapIdParts(id).category);
  const ordered = [...assigned, ...others.filter(isNear), ...others.filter((gap) => !isNear(gap))];
  const { blocks } = keepWithin(ordered.slice(0, TITLED_MAX), BUDGETS.gapList / 2, gapLine);
  const ids = ordered.slice(blocks.length, blocks.length + IDS_MAX).map(({ id }) => id);
  const more = ordered.length - blocks.length - ids.length;
  const rest = ids.length === 0 ? [] : [`- also ${ids.join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
  return [...blocks, ...rest].join("\n");
}

const ISSUES_MAX = 60;

function issueList(issues: readonly string[]): string {
  const more = issues.length - ISSUES_MAX;
  return `${issues.slice(0, ISSUES_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** What can be quoted of an issue is what its review says. */
function ownWords({ issueTexts = [] }: RetryFacts): readonly string[] {
  return issueTexts
    .slice(0, SUBJECTS_MAX)
    .map(({ issue, text }) =>
      quoteText({ from: `${issue} in the Reviewer's words`, text, maxChars: ENTRY_BUDGETS.message }),
    );
}

/** About the issue at fault where its block is to be mended. */
function blockForm({ subjects, because }: RetryFacts): readonly string[] {
  const atFault = because === "MALFORMED_DISAGREE" ? subjects : [];
  const issue = atFault.find((subject) => parseIssueId(subject) !== null);
  return ["The form of a disagreement with an open issue:", shownForm(disagreeTemplate(issue))];
}

function similarBlocks({ similar }: RetryFacts): readonly string[] {
  const { blocks } = keepWithin(similar, BUDGETS.similar, ({ gap, round, text }) =>
    quoteText({
      from: `From the Engineer's document of round ${round}, the resolution of ${gap}`,
      text,
      maxChars: ENTRY_BUDGETS.similar,
    }),
  );
  return blocks.length === 0 ? ["No similar gap of this session has been resolved yet."] : blocks;
}
