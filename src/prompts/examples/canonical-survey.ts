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
