/** Why an agent's output does not count, in the order in which it is checked. */
export const FAILURE_TYPES = [
  "EXECUTION_ERROR",
  "FILE_MISSING",
  "EMPTY_OUTPUT",
  "WRONG_FORMAT",
  "NO_GAPS_ADDRESSED",
  "INCONSISTENT_REFS",
  "EDIT_DOES_NOT_APPLY",
  "EDIT_INCOMPLETE",
  "INVALID_DISAGREE_REF",
  "MALFORMED_DISAGREE",
  "RE_ARGUED_CONFLICT",
  "TOO_MANY_DISAGREES",
] as const;

export type FailureType = (typeof FAILURE_TYPES)[number];

type Tier = "structure" | "content" | "fatal";

const TIERS: Record<FailureType, Tier> = {
  EXECUTION_ERROR: "fatal",
  FILE_MISSING: "structure",
  EMPTY_OUTPUT: "structure",
  WRONG_FORMAT: "structure",
  NO_GAPS_ADDRESSED: "content",
  INCONSISTENT_REFS: "content",
  EDIT_DOES_NOT_APPLY: "content",
  EDIT_INCOMPLETE: "content",
  INVALID_DISAGREE_REF: "content",
  MALFORMED_DISAGREE: "content",
  RE_ARGUED_CONFLICT: "content",
  TOO_MANY_DISAGREES: "content",
};

export function tierOf(failure: FailureType): Tier {
  return TIERS[failure];
}

/** Nothing was written at all, as against something that does not pass. */
export function isEmptyOutput(failure: FailureType): boolean {
  return failure === "FILE_MISSING" || failure === "EMPTY_OUTPUT";
}

/** A first try and at most this many more. */
export const RETRIES_MAX = 2;
