/** Where a person's word came from; a policy's is known by its name. */
export const DECIDED_VIA = ["terminal", "script"] as const;
export type DecidedVia = (typeof DECIDED_VIA)[number];

export const DECIDED_VIA_WORDS: Record<DecidedVia, string> = {
  terminal: "in a terminal",
  script: "without a terminal",
};
