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
