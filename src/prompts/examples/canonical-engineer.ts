/** Of a spec for a lending library: a revision that answers one issue and disagrees with another. */
export const CANONICAL_ENGINEER = `# Engineer

## Gap Resolution: GAP-HOLD-004: When a hold on a returned book lapses

**Confidence:** HIGH

### Proposed Solution

A returned book with holds is set aside for the first reader in the queue for seven opening days. The clock starts when the notice is sent, not when the book comes back, because the sorting machine can be a day behind. When the time is over the hold is LAPSED, and the next reader is notified the same morning; with an empty queue the book goes back to the shelf.

Closing days do not count: branches close for up to nine days at the turn of the year, and a plain week would let every hold lapse unseen.

### Spec Text

After: Holds > Notifying the reader

\`\`\`\`markdown
#### Lapse of a hold

A hold in state READY lapses after \`holdOpeningDays\` (default 7, allowed 1 to 30) opening days of the pick-up branch. Day one is the first opening day after \`notifiedAt\`.

At 06:00 branch time on the day after the last one, the system

1. sets the hold to LAPSED with \`lapsedAt\`,
2. sets the next hold in the queue to READY and sends its notice, or
3. returns the copy to AVAILABLE if the queue is empty.

The three steps are one transaction. If the notice cannot be sent, the hold is READY all the same and the notice is tried again every hour, at most 24 times; \`notifiedAt\` is set when it succeeds, so no hold lapses before its reader was told.
\`\`\`\`

### Examples

- Notice on Friday 2 May at 15:10, branch closed on Sundays: day one is Saturday 3 May, day seven Saturday 10 May; the hold lapses on Sunday 11 May at 06:00.
- Notice on 23 December, branch closed from 24 December to 1 January: day one is 2 January.
- Two holds lapse for the same copy in one run: not possible, as only one hold of a copy is READY at a time.

### Trade-offs

- Counting opening days needs each branch's calendar; without one a branch counts as open every day.
- A copy may stand idle for seven days. A shorter time was rejected: readers without e-mail are told by post.

### New Gaps Introduced

| Gap | Severity | Title |
| --- | -------- | ----- |
| GAP-HOLD-009 | MEDIUM | Who maintains the calendar of a branch, and how far ahead? |

## Response to ISSUE-R2-001

**Status:** addressed

The clock now starts with the notice: see the second sentence of the Spec Text and its last paragraph for a notice that fails.

## DISAGREE: ISSUE-R2-003

**Reviewer Concern:**

> Readers should be able to extend a hold before it lapses.

**Engineer Position:**

A hold is not extended; the reader places a new one.

**Rationale:**

Section 2.3 promises that "nobody waits behind a book that nobody reads". An extension would break that promise for everyone behind in the queue.

**Request:** Escalate to user for resolution
`;
