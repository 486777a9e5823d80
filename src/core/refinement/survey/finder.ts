/** Who found a gap before the first round. */
export const FINDERS = ["linter", "survey", "second-survey", "user"] as const;
export type Finder = (typeof FINDERS)[number];
