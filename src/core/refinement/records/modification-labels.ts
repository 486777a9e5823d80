import type { RetryReason } from "../session/session-event.ts";

/** What a retry's prompt puts before the original one: the title it has there, and what it adds. */
export const MODIFICATION_LABELS: Record<RetryReason["because"], string> = {
  EXECUTION_ERROR: "The run did not end (launched again)",
  FILE_MISSING: "The document was not found (path of the document)",
  EMPTY_OUTPUT: "The document was empty (content even if uncertain)",
  WRONG_FORMAT: "FORMAT CORRECTION REQUIRED (structural headers)",
  NO_GAPS_ADDRESSED: "GAP REFERENCE REQUIRED (assigned gaps)",
  INCONSISTENT_REFS: "INVALID REFERENCES DETECTED (valid gaps)",
  EDIT_DOES_NOT_APPLY: "Target not found (nearest passage shown)",
  EDIT_INCOMPLETE: "Text incomplete (what is left or lost is named)",
  INVALID_DISAGREE_REF: "A disagreement names no open issue (valid issues)",
  MALFORMED_DISAGREE: "A disagreement is incomplete (fields of the block)",
  RE_ARGUED_CONFLICT: "A decided issue was argued again (decided issues)",
  TOO_MANY_DISAGREES: "Too many disagreements (fewer, or a justification)",
  UNCERTAINTY: "More to go by (source excerpts, similar gaps)",
};
