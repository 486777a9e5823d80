/** Of a spec for a lending library: a revision that answers one issue and disagrees with another. */
export const CANONICAL_ENGINEER = `# Engineer

## Gap Resolution: GAP-HOLD-004: When a hold on a returned book lapses

**Confidence:** HIGH

### Proposed Solution

A returned book is set aside for seven opening days, counted from the notice and not from the return, because the sorting machine can be a day behind. Closing days do not count: branches close for up to nine days at the turn of the year, and a plain week would let every hold lapse unseen.

### Spec Text

\`\`\`\`markdown
A hold in state READY lapses after \`holdOpeningDays\` (default 7, allowed 1 to 30) opening days of the pick-up branch. Day one is the first opening day after \`notifiedAt\`. A hold must not lapse before its reader was told.

At 06:00 branch time on the day after the last one, the system

1. sets the hold to LAPSED with \`lapsedAt\`,
2. sets the next hold in the queue to READY and sends its notice, or
3. returns the copy to AVAILABLE if the queue is empty.

The three steps are one transaction. If the notice cannot be sent, the hold is READY all the same and the notice is tried again every hour, at most 24 times; \`notifiedAt\` is set when it succeeds.
\`\`\`\`

Drops: "14 days", replaced by \`holdOpeningDays\`

### Spec Text

Replaces passage: "the copy goes back to the shelf after a while"

\`\`\`\`markdown
the copy goes back to the shelf when its last hold has lapsed
\`\`\`\`

Drops: None

### Examples

- Notice on Friday 2 May at 15:10, branch closed on Sundays: day one is Saturday 3 May, day seven Saturday 10 May; the hold lapses on Sunday 11 May at 06:00.
- Notice on 23 December, branch closed from 24 December to 1 January: day one is 2 January.

### Trade-offs

- Counting opening days needs each branch's calendar; without one a branch counts as open every day.
- A copy may stand idle for seven days. A shorter time was rejected: readers without e-mail are told by post.

### New Gaps Introduced

| Gap | Severity | Title | Place | Blocked By |
| --- | -------- | ----- | ----- | ---------- |
| GAP-HOLD-009 | MEDIUM | Who maintains the calendar of a branch, and how far ahead? | Branches > Opening hours | - |

### Responses

| Issue | Status | Where |
| ----- | ------ | ----- |
| ISSUE-R2-001 | ADDRESSED | The clock starts with the notice: first paragraph, and the last one for a notice that fails |
| ISSUE-R2-003 | DISAGREE | See below |

## DISAGREE: ISSUE-R2-003

**Reviewer Concern:**

> Readers should be able to extend a hold before it lapses.

**Engineer Position:**

A hold is not extended; the reader places a new one.

**Rationale:**

Section 2.3 promises that "nobody waits behind a book that nobody reads". An extension would break that promise for everyone behind in the queue.
`;
