// An example of each document of the build loop, whole and good. Of a lending library, as the others are.

export const CANONICAL_CODER = `# Work

## Summary

A hold in state READY lapses after \`holdOpeningDays\` opening days of its branch. \`lapseHolds\` in \`src/holds/lapse.ts\` runs at 06:00 and takes every hold whose last day has passed, so that a run that was missed is made up for. \`test/holds/lapse.test.ts\` has the cases at the turn of the year and a branch without a calendar. The task did not say what happens to a hold of a branch that has closed for good: it lapses at once.

## Not done

\`src/holds/queue.ts\` reads the calendar once for each hold; a long queue could read it once for all.

## Findings

| Finding | Status | Where |
| ------- | ------ | ----- |
| F1 | FIXED | \`src/holds/lapse.ts\`, \`daysOpen\`: counts from \`notifiedAt\`; the test "counts no day before the notice" shows it |
| F2 | DISAGREE | The specification has the lapse and the next notice in one transaction; two would tell a reader of a copy that is not there |
`;

export const CANONICAL_NO_CHANGE = `# Work

**No change needed:** \`src/holds/lapse.ts\` takes every hold whose last day has passed since it was written, and \`test/holds/lapse.test.ts\` has the case of a missed run. The task asks for nothing else.
`;

export const CANONICAL_BLOCKED = `# Work

**BLOCKED_NEEDS_INPUT:** the address and the key of the service that sends letters. The specification names it, and nothing in the project says how to reach it; the library's operators have both.
`;

export const CANONICAL_CODER_DISPUTE = `# Work

## Summary

Nothing was changed since the last review.

## Findings

| Finding | Status | Where |
| ------- | ------ | ----- |
| F2 | DISAGREE | See the position |

**Verdict:** DISPUTE

**Reason:** specification_interpretation

**Position:** The review wants the next reader told only after the copy was put aside. The specification says "the three steps are one transaction", and names the notice as one of the three. As written, a notice that fails is tried again, and the copy waits meanwhile. To put the notice behind it would leave the queue without an owner whenever the sender is down.
`;

export const CANONICAL_CODE_REVIEW = `# Review

**Verdict:** REJECT

## Findings

### New: A branch without a calendar never lapses a hold

- **Severity:** HIGH
- **Place:** src/holds/lapse.ts:48, \`daysOpen\`
- **Why:** \`calendar.days\` is empty for a branch that has none, so the count stays at 0 and the hold is READY for good. The specification counts such a branch as open every day.
- **What would settle it:** Count every day where the branch has no calendar, with a test for it.

### F2: The hold and the next one change in two transactions

- **Severity:** MEDIUM
- **Place:** src/holds/lapse.ts:71, \`lapseHolds\`
- **Why:** A crash between the two leaves a copy that nobody waits for, although the queue is not empty.
- **What would settle it:** One transaction around both writes.

## Earlier findings

| Finding | Status | Why |
| ------- | ------ | --- |
| F1 | FIXED | The count begins with the day after the notice, and the test fails without it |
| F2 | OPEN | The second write still stands outside of the transaction |
| F3 | WITHDRAWN | The specification leaves the order of the log's lines open |
`;

export const CANONICAL_APPROVAL = `# Review

**Verdict:** APPROVE

## Earlier findings

| Finding | Status | Why |
| ------- | ------ | --- |
| F2 | FIXED | Both writes stand in one transaction |

## Remarks

The count of days, the transaction and the run that was missed each have a test that fails without them. The name \`daysOpen\` could say that it counts from the notice.
`;

export const CANONICAL_REVIEW_DISPUTE = `# Review

**Verdict:** DISPUTE

**Reason:** security_concern

**Position:** The link in the notice cancels a hold for whoever opens it, without signing in. The coder holds that the specification asks for a link that works at once. It asks for one that works "for the reader": anybody to whom the notice is passed on could cancel it.

## Earlier findings

| Finding | Status | Why |
| ------- | ------ | --- |
| F4 | OPEN | The link still carries nothing that only the reader has |
`;

export const CANONICAL_POSITION = `# Position

**Position:** The link carries a token of 128 bits that is used up by the first request, and lapses with the hold. Section "Notices" asks that a reader without a password can cancel; a sign-in would keep out every reader who only ever came to the desk.
`;

export const CANONICAL_GUIDE = `# Guidance

**Guidance:** Leave the notice inside the transaction, and mark it as due there; send what is due in a step of its own that may fail and is tried again. With that F2 and F5 are both met.

**Why:** Twice the coder moved the sending out of the transaction for F2, and twice F5 found that a crash then loses the notice. Neither has told apart that a notice is owed and that it is sent.
`;
