/** What an option may ask for besides being chosen. */
export const NEEDS = ["text", "rationale", "gaps", "phrase"] as const;

export type Need = (typeof NEEDS)[number];
