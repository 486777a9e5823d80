// An example of each document, whole and good: the first kind of example in a retry.
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

The specification promises that nobody waits behind a book that nobody reads. An extension would break that promise for everyone behind in the queue.

**Rests on:** holds.md:14 "Nobody waits behind a book that nobody reads."
`;

/** Of the same spec: what an Engineer says when the user asks about two issues. */
export const CANONICAL_ANSWERS = `# Answers

### Responses

| Issue | Status | Where |
| ----- | ------ | ----- |
| ISSUE-R2-001 | PARTLY | "Day one is the first opening day after \`notifiedAt\`" starts the clock with the notice; what happens when no notice can be sent is left open |
| ISSUE-R2-003 | DISAGREE | See below |

## DISAGREE: ISSUE-R2-003

**Reviewer Concern:**

> Readers should be able to extend a hold before it lapses.

**Engineer Position:**

A hold is not extended; the reader places a new one.

**Rationale:**

Branches have never extended a hold, and the readers behind in the queue would wait longer.

**Rests on:** judgement
`;

/** Of a spec for a lending library: two issues, earlier ones followed up, a severity raised. */
export const CANONICAL_REVIEWER = `# Review

**Gaps:** GAP-HOLD-004

## Issues

### ISSUE-R3-001: A lapse during the nightly backup is lost

- **Severity:** HIGH
- **Gap:** GAP-HOLD-004
- **Location:** Spec Text, "At 06:00 branch time"
- **Impact:** Section 7.1 has the system read-only until 06:30 on Mondays. The run finds nothing it may write, and the text names no second run, so those holds stay READY for good.
- **Suggestion:** Let the run take every hold whose last day has passed, not only those of the day before, and start it after the backup.

### ISSUE-R3-002: No upper bound for the calendar

- **Severity:** LOW
- **Gap:** GAP-HOLD-004
- **Location:** Trade-offs, first item
- **Impact:** A branch that closes for a year keeps a copy aside for a year.
- **Suggestion:** Say that a hold lapses after 60 calendar days in any case.

## Prior Issues

| Issue | Status |
| ----- | ------ |
| ISSUE-R2-001 | RESOLVED |
| ISSUE-R2-002 | UNRESOLVED |

### Disagreements

| Issue | Answer | Why |
| ----- | ------ | --- |
| ISSUE-R2-003 | WITHDRAW | A new hold after the lapse gives readers what I asked for |

## Gap Severities

- GAP-HOLD-004: severity raised to HIGH

## New Gaps

| Gap | Severity | Title | Place | Blocked By |
| --- | -------- | ----- | ----- | ---------- |
| GAP-BACKUP-001 | MEDIUM | Which jobs may write while the system is read-only? | Operation > Backups | - |

## Verdict by Gap

| Gap | Verdict |
| --- | ------- |
| GAP-HOLD-004 | NEEDS_REVISION |

## Verdict: NEEDS_REVISION
`;

/** Of a spec for a lending library: two things in the way. */
export const CANONICAL_FINAL = `# Final Review

**Verdict:** NOT_READY

## Blockers

### Blocker 1: Two sections give a copy different states after a lapse

- **Severity:** CRITICAL
- **Gap:** GAP-HOLD-004
- **Location:** Holds > Lapse of a hold; Copies > States
- **Detail:** The first returns the copy to AVAILABLE; the table of states in the second has no way from ON_HOLD to AVAILABLE, and says that what it does not list is an error. Either the table gains the transition or the lapse goes through RETURNED.

### Blocker 2: The reader's time zone is used but never defined

- **Severity:** HIGH
- **Gap:** -
- **Location:** Notices > When a notice is sent
- **Detail:** Notices go out at 08:00 in the reader's time zone. No section stores one; only branches have a time zone.

## Sections

| Section | Answer |
| ------- | ------ |
| Holds > Lapse of a hold | How soon the next reader in the queue is told is not said. |
| Copies | COMPLETE |
| Notices | COMPLETE |
`;

/** Of a conflict about holds in a lending library. */
export const CANONICAL_DRAFT = `## Option C

**Text:** A hold lapses by itself only where the branch has a working day in between; on closed days the time stands still. A branch may set its own time, and the library's holds where it does not.

**Trade-off:** One more setting for each branch, and a lapse that cannot be told from the date alone.

**Reviewer's concern:** KEPT

**Engineer's constraint:** PARTLY

**Values:** The time of a hold is 7 days where a branch sets none; a branch may set 1 to 30.
`;

/** Of a spec for a lending library: two holes, and sections that have none. */
export const CANONICAL_SURVEY = `# Survey

## Gaps

### 1. What happens to a hold when the copy it waits for is lost?

- **Severity:** HIGH
- **Place:** Holds > Lapse of a hold
- **Passage:** "A hold stays in the queue until a copy is returned."
- **Why it matters:** A lost copy is never returned, so the hold would wait for ever and block the reader's place in the queue.
- **What would settle it:** Whether the hold moves to another copy, is cancelled with a notice, or stays, and after how long.
- **Blocked By:** None.

### 2. Which of the two loan periods holds for a renewed item?

- **Severity:** MEDIUM
- **Place:** Loans > Renewing
- **Passage:** "A renewed item may be kept for the usual period."
- **Why it matters:** Loans names 21 days and Short loans 7 days as the usual period; two people would build two different due dates.
- **What would settle it:** One sentence that names the period for a renewed item of each kind.
- **Blocked By:** 1

## Sections found complete

- Copies > States
- Notices
`;
