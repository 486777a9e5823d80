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
