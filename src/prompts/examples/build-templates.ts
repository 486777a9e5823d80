// The forms of the build loop, with words in brackets wherever the agent's own belong.
import { SEVERITIES } from "../../core/shared/severity.ts";

const CHOICE = (words: readonly string[]) => `[${words.slice(0, -1).join(", ")} or ${words.at(-1)}]`;

export const CODER_TEMPLATE = `# Work

## Summary

[What you changed and how it does what the task asks, in a few sentences; which tests show it; what you chose where the task left a choice.]

## Not done

[What you noticed beside the task and left as it is; leave the section out where there is nothing.]

## Findings

| Finding | Status | Where |
| ------- | ------ | ----- |
| [F1] | [FIXED or DISAGREE] | [the file and the name in it, or why the finding is wrong] |
`;

export const NO_CHANGE_FORM = `**No change needed:** [why the task needs none: what does already what it asks, and where]
`;

export const BLOCKED_FORM = `**BLOCKED_NEEDS_INPUT:** [what is missing, and who could supply it]
`;

export const DISPUTE_FORM = `**Verdict:** DISPUTE

**Reason:** [one of the words below, alone]

**Detail:** [what it is about, in a line; needed where the reason is other]

**Position:** [what you hold, and why: what the specification says, what the code does, what would follow]
`;

export const CODE_REVIEW_TEMPLATE = `# Review

**Verdict:** [APPROVE, REJECT or DISPUTE]

## Findings

### New: [the problem in one line]

- **Severity:** ${CHOICE(SEVERITIES)}
- **Place:** [the file, and the line or the name in it]
- **Why:** [what goes wrong, and when]
- **What would settle it:** [what has to be there instead]

## Earlier findings

| Finding | Status | Why |
| ------- | ------ | --- |
| [F1] | [FIXED, OPEN or WITHDRAWN] | [what the code does now] |

## Remarks

[What is no finding and worth saying all the same; leave the section out where there is nothing.]
`;

export const POSITION_TEMPLATE = `# Position

**Position:** [what you hold, and why: what the specification says, what the code does, what would follow]
`;

export const GUIDE_TEMPLATE = `# Guidance

**Guidance:** [what the coder should do, as the user might say it]

**Why:** [what in the history of the task speaks for it]
`;
