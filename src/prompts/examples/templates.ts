// The form of each document, with words in brackets wherever the agent's own belong: a value outside of them would be
// taken over unread. Every prompt shows the form for any task; with the ids of the task at hand it is the last kind of
// example in a retry.
import { makeIssueId } from "../../core/shared/issue-id.ts";

const SEVERITY_CHOICE = "[CRITICAL, HIGH, MEDIUM or LOW]";
const VERDICT_CHOICE = "[APPROVED, APPROVED_WITH_NOTES or NEEDS_REVISION]";
const RESPONSE_CHOICE = "[ADDRESSED, PARTLY, DISAGREE or DEFERRED]";
const ANSWER_CHOICE = "[ADDRESSED, PARTLY or DISAGREE]";
const PRIOR_CHOICE = "[RESOLVED, PARTIALLY_RESOLVED, UNRESOLVED or DEFERRED]";

/** Issues of a form: enough to show that every one has a row. */
const ROWS_MAX = 20;

interface EngineerTemplateFacts {
  /** Those of one passage. */
  readonly gaps: readonly string[];
  readonly openIssues: readonly string[];
}

export function engineerTemplate({ gaps, openIssues }: EngineerTemplateFacts): string {
  return `# Engineer

## Gap Resolution: ${gaps.join(", ")}

**Confidence:** [HIGH, MEDIUM or LOW]

### Proposed Solution

[Why, in short: what you decide and what speaks for it.]

### Spec Text

[Only where the text does not take the place of the passage shown with the gap: one line that names its place.]

\`\`\`\`markdown
[The passage as it shall read, complete and in the specification's style.]
\`\`\`\`

Drops: [facts of the old passage that are gone on purpose, or None]

### Examples

- [A usual case, with real values.]
- [A case at the edge, with real values.]

### Trade-offs

- [What the choice costs, and what you decided against.]

### New Gaps Introduced

[None., or a table:]

${NEW_GAPS_TABLE}

### Responses

${openIssues.length === 0 ? "None." : responseTable(openIssues)}
`;
}

const NEW_GAPS_TABLE = `| Gap | Severity | Title | Place | Blocked By |
| --- | -------- | ----- | ----- | ---------- |
| [an id that is free] | ${SEVERITY_CHOICE} | [the open question] | [heading path] | [ids of gaps, or -] |`;

function responseTable(issues: readonly string[]): string {
  const rows = issues
    .slice(0, ROWS_MAX)
    .map((issue) => `| ${issue} | ${RESPONSE_CHOICE} | [what, and where] |`);
  const more = issues.length > ROWS_MAX ? ["| [and every other open issue] | | |"] : [];
  return ["| Issue | Status | Where |", "| ----- | ------ | ----- |", ...rows, ...more].join("\n");
}

/** Whichever it is. */
const ANY_ISSUE = "[ISSUE-…]";
const ANY_GAP = "[GAP-…]";

export const ANY_ENGINEER_TEMPLATE = engineerTemplate({ gaps: [ANY_GAP], openIssues: [ANY_ISSUE] });

export function disagreeTemplate(issue: string = ANY_ISSUE): string {
  return `## DISAGREE: ${issue}

**Reviewer Concern:**

> [A sentence of the issue, quoted word for word.]

**Engineer Position:**

[What you hold instead.]

**Rationale:**

[Why: facts, the specification's own words, costs.]

**Alternative Approach (if any):**

[What could meet the concern in another way.]

**Rests on:** [path:line "the words that stand there", or judgement]
`;
}

/** Of a run that answers single issues and brings no text. */
export function answerTemplate(issues: readonly string[] = [ANY_ISSUE]): string {
  return `# Answers

### Responses

${answerTable(issues)}
`;
}

function answerTable(issues: readonly string[]): string {
  const rows = issues.map((issue) => `| ${issue} | ${ANSWER_CHOICE} | [what, and where] |`);
  return ["| Issue | Status | Where |", "| ----- | ------ | ----- |", ...rows].join("\n");
}

export interface ReviewerTemplateFacts {
  /** Every gap whose proposal is under review. */
  readonly gaps: readonly string[];
  /** `null`: whichever it is. */
  readonly round: number | null;
  /** Without those that are disagreed with. */
  readonly openIssues: readonly string[];
  /** Issues that the Engineer holds to be wrong. */
  readonly disagreements: readonly string[];
}

/** `findings`: what stands in place of the issues where there are none. */
export function reviewerTemplate(facts: ReviewerTemplateFacts, findings = issuesForm(facts)): string {
  const { gaps, openIssues, disagreements } = facts;
  return [
    `# Review\n\n**Gaps:** ${gaps.join(", ")}\n`,
    findings,
    ...priorForm(openIssues),
    ...disagreementsForm(disagreements),
    verdictsForm(gaps),
  ].join("\n");
}

function issuesForm({ gaps, round }: ReviewerTemplateFacts): string {
  return `## Issues

### ${firstIssue(round)}: [the problem in one line]

- **Severity:** ${SEVERITY_CHOICE}
- **Gap:** ${gaps.length === 1 ? gaps[0] : "[the gap it is about]"}
- **Location:** [the section or sentence it is about]
- **Impact:** [what goes wrong if it stays]
- **Suggestion:** [what would settle it]
`;
}

/** Rounds and numbers within the grammar always make an id. */
function firstIssue(round: number | null): string {
  if (round === null) return "ISSUE-R[round]-001";
  return makeIssueId({ round, number: 1 }) ?? `ISSUE-R${round}-001`;
}

function priorForm(issues: readonly string[]): readonly string[] {
  if (issues.length === 0) return [];
  const rows = issues.slice(0, ROWS_MAX).map((issue) => `| ${issue} | ${PRIOR_CHOICE} |`);
  const more = issues.length > ROWS_MAX ? ["| [and every other open issue] | |"] : [];
  return [
    ["## Prior Issues", "", "| Issue | Status |", "| ----- | ------ |", ...rows, ...more, ""].join("\n"),
  ];
}

/** Every one has its row: each is put to this review alone. */
function disagreementsForm(issues: readonly string[]): readonly string[] {
  if (issues.length === 0) return [];
  const rows = issues.map((issue) => `| ${issue} | [WITHDRAW or STAND] | [why] |`);
  return [
    ["### Disagreements", "", "| Issue | Answer | Why |", "| ----- | ------ | --- |", ...rows, ""].join("\n"),
  ];
}

function verdictsForm(gaps: readonly string[]): string {
  return `## Verdict by Gap

| Gap | Verdict |
| --- | ------- |
${gaps.map((gap) => `| ${gap} | ${VERDICT_CHOICE} |`).join("\n")}

## Verdict: ${VERDICT_CHOICE}
`;
}

export const ANY_REVIEWER_TEMPLATE = reviewerTemplate({
  gaps: [ANY_GAP],
  round: null,
  openIssues: [ANY_ISSUE],
  disagreements: [ANY_ISSUE],
});

/** Nothing new is wrong, but an issue of an earlier round is still open. */
export const NOTHING_NEW_FORM = `## Scope Examined

- [what you examined, one point a line]
`;

/** Nothing is wrong, and nothing of earlier rounds is left. */
export const NOTHING_FOUND_FORM = `NO_ISSUES_FOUND

${NOTHING_NEW_FORM}`;

export const NEW_GAPS_FORM = `## New Gaps

${NEW_GAPS_TABLE}
`;

export const SEVERITIES_FORM = `## Gap Severities

- ${ANY_GAP}: severity raised to [CRITICAL, HIGH or MEDIUM]
`;

export const SURVEY_TEMPLATE = `# Survey

## Gaps

### 1. [the hole, as one question?]

- **Severity:** ${SEVERITY_CHOICE}
- **Place:** [heading path, as in Orders > Cancelling an order]
- **Passage:** ["words of the specification that leave it open", or None. without quotation marks]
- **Why it matters:** [what would be built wrongly, or could not be built]
- **What would settle it:** [what has to be decided, with a value where you know a good one]
- **Blocked By:** [numbers of entries that have to be settled before it, or None.]

## Sections found complete

- [heading path of each section in which you found nothing]
`;

export const NO_GAPS_FORM = `## Gaps

NO_GAPS_FOUND
`;

export const OPEN_REMARKS_FORM = `## Open Remarks

| Remark | Status | What is left |
| ------ | ------ | ------------ |
| [ISSUE-…] | [SETTLED or OPEN] | [what the specification still does not say, or -] |
`;

export const DRAFT_TEMPLATE = `## Option C

**Text:** [what the specification should provide for, in a few sentences]

**Trade-off:** [what it costs, in one sentence]

**Reviewer's concern:** [KEPT, PARTLY or DROPPED]

**Engineer's constraint:** [KEPT, PARTLY or DROPPED]

**Values:** [every number, limit and default that it sets, or None.]
`;

export const FINAL_TEMPLATE = `# Final Review

**Verdict:** [READY_FOR_TERMINATION or NOT_READY]

## Blockers

[None., or one section for each blocker:]

### Blocker 1: [the problem in one line]

- **Severity:** ${SEVERITY_CHOICE}
- **Gap:** [the id of the gap it comes from, or -]
- **Location:** [section]
- **Detail:** [what cannot be implemented, or would be implemented wrongly, and what is missing]

## Sections

| Section | Answer |
| ------- | ------ |
| [heading path] | [COMPLETE, or what is left to guess] |
`;
