/** How a session can end, in the order in which the types are checked. */
export const TERMINATION_TYPES = [
  "COMPLETE",
  "MAX_ROUNDS",
  "GOOD_ENOUGH",
  "USER_APPROVED",
  "STALL_EXIT",
  "ABANDONED",
] as const;

export type TerminationType = (typeof TERMINATION_TYPES)[number];
