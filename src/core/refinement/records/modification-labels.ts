import type { RetryReason } from "../session/session-event.ts";

/** What a retry's prompt puts before the original one, by the label it opens with and what it is about. */
export const MODIFICATION_LABELS: Record<RetryReason["because"], string> = {
  EXECUTION_ERROR: "NONE (launched again)",
  FILE_MISSING: "OUTPUT FILE REQUIRED (path of the document)",
  EMPTY_OUTPUT: "OUTPUT REQUIRED (content even if uncertain)",
  WRONG_FORMAT: "FORMAT CORRECTION REQUIRED (structural headers)",
  NO_GAPS_ADDRESSED: "GAP REFERENCE REQUIRED (assigned gaps)",
  INCONSISTENT_REFS: "INVALID REFERENCES DETECTED (valid gaps)",
  INVALID_DISAGREE_REF: "DISAGREE CORRECTION REQUIRED (valid issues)",
  MALFORMED_DISAGREE: "DISAGREE CORRECTION REQUIRED (fields of the block)",
  RE_ARGUED_CONFLICT: "DISAGREE CORRECTION REQUIRED (decided issues)",
  TOO_MANY_DISAGREES: "DISAGREE CORRECTION REQUIRED (number, or a justification)",
  UNCERTAINTY: "UNCERTAINTY (source excerpts and similar gaps)",
};
