/** What an option may ask for besides being chosen. */
const NEEDS = ["text", "rationale", "gaps", "phrase"] as const;

export type Need = (typeof NEEDS)[number];
