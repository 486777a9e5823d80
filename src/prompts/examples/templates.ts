// The form of each document with the ids of the task at hand filled in, and a word in brackets wherever the agent's
// own belong. Shown in first prompts as the form asked for, and in retries as the last kind of example.
import type { GapId } from "../../core/shared/gap-id.ts";
import { type IssueId, makeIssueId } from "../../core/shared/issue-id.ts";

export function engineerTemplate(gap: GapId, openIssue: IssueId | null): string {
  return `# Engineer

## Gap Resolution: ${gap}

**Confidence:** MEDIUM

### Proposed Solution

[What you decide and why: values, names, order, limits, what happens on failure.]

### Spec Text

\`\`\`\`markdown
[The text that enters the specification, complete and in its style.]
\`\`\`\`

### Examples

- [A usual case, with real values.]
- [A case at the edge, with real values.]

### Trade-offs

- [What the choice costs, and what you decided against.]

### New Gaps Introduced

None.
${openIssue === null ? "" : responseTemplate(openIssue)}`;
}

function responseTemplate(issue: IssueId): string {
  return `
## Response to ${issue}

**Status:** addressed

[What you changed, and where.]
`;
}

export function disagreeTemplate(issue: string): string {
  return `## DISAGREE: ${issue}

**Reviewer Concern:**

> [A sentence of the issue, quoted word for word.]

**Engineer Position:**

[What you hold instead.]

**Rationale:**

[Why: facts, the specification's own words, costs.]

**Alternative Approach (if any):**

[What could meet the concern in another way.]

**Request:** Escalate to user for resolution
`;
}

export interface ReviewerTemplateFacts {
  readonly gap: GapId;
  readonly round: number;
  readonly openIssue: IssueId | null;
}

export function reviewerTemplate({ gap, round, openIssue }: ReviewerTemplateFacts): string {
  return `# Review

**Gaps:** ${gap}

## Issues

### ${firstIssue(round)}: [the problem in one line]

- **Severity:** HIGH
- **Gap:** ${gap}
- **Location:** [the section or sentence it is about]
- **Impact:** [what goes wrong if it stays]
- **Suggestion:** [what would settle it]
${openIssue === null ? "" : priorTemplate(openIssue)}
## Verdict by Gap

| Gap | Verdict |
| --- | ------- |
| ${gap} | NEEDS_REVISION |

## Verdict: NEEDS_REVISION
`;
}

/** Rounds and numbers within the grammar always make an id. */
function firstIssue(round: number): string {
  return makeIssueId({ round, number: 1 }) ?? `ISSUE-R${round}-001`;
}

function priorTemplate(issue: IssueId): string {
  return `
## Prior Issues

| Issue | Status |
| ----- | ------ |
| ${issue} | RESOLVED |
`;
}

export function nothingFoundTemplate(gap: GapId): string {
  return `# Review

**Gaps:** ${gap}

NO_ISSUES_FOUND

## Scope Examined

- [what you examined, one point a line]

## Verdict by Gap

| Gap | Verdict |
| --- | ------- |
| ${gap} | APPROVED |

## Verdict: APPROVED
`;
}

export const NOT_READY_TEMPLATE = `# Final Review

**Verdict:** NOT_READY

## Blockers

### Blocker 1: [the problem in one line]

- **Severity:** HIGH
- **Gap:** -
- **Location:** [section]
- **Detail:** [what cannot be implemented, or would be implemented wrongly, and what is missing]
`;

export const READY_TEMPLATE = `# Final Review

**Verdict:** READY_FOR_TERMINATION

## Blockers

None.
`;
