// How much of each thing a prompt may hold. Rounds played and gaps of the session do not enter: only the gaps of the
// prompt itself do, so round 50 costs what round 5 cost.

/** Characters, fences and labels included where a part is a list. */
export const BUDGETS = {
  /** Once a prompt. */
  otherDecisions: 1_000,
  guidance: 4_400,
  changes: 1_200,
  outline: 1_500,
  wholeSource: 6_000,
  limitations: 3_000,
  finalDecisions: 12_000,
  draft: 240_000,
  /** Once a gap. */
  decisions: 2_500,
  description: 1_500,
  place: 4_000,
  reference: 1_200,
  inputs: 2_000,
  ownText: 24_000,
  review: 6_000,
  openIssues: 4_000,
  settledIssues: 800,
  proposal: 32_000,
  answers: 3_000,
  newGaps: 1_000,
  /** Once a retry. */
  similar: 4_500,
  gapList: 4_000,
} as const;

/** Of one entry in a list. */
export const ENTRY_BUDGETS = {
  title: 160,
  headingPath: 300,
  fate: 120,
  decision: 1_600,
  decisionField: 600,
  shortDecision: 160,
  issueText: 700,
  answer: 800,
  guidance: 2_000,
  input: 1_800,
  similar: 1_400,
  message: 500,
} as const;

export const REFERENCES_MAX = 3;

const CHARS_PER_TOKEN = 4;

/** An example in a retry, and what a first prompt may spend on showing the form. */
export const EXAMPLE_TOKENS = { retry: 2_000, first: 1_000 } as const;

export function charsOf(tokens: number): number {
  return tokens * CHARS_PER_TOKEN;
}

export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}
