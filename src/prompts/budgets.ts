// How much of each thing a prompt may hold. Rounds played and gaps of the session do not enter: only the gaps of the
// prompt itself do, so round 50 costs what round 5 cost. Never shortened, whatever their length: decisions on the gaps
// at hand, open CRITICAL and HIGH issues, the passage that a text replaces; nor is a disagreement left out.

/** Characters, fences and labels included where a part is a list. */
export const BUDGETS = {
  /** Once a prompt. */
  otherDecisions: 2_400,
  guidance: 16_400,
  suggestions: 6_000,
  changes: 1_200,
  outline: 1_500,
  surveySections: 8_000,
  wholeDraft: 120_000,
  takenIds: 1_500,
  otherGaps: 6_000,
  otherRemarks: 2_400,
  flags: 4_000,
  /** In a retry: what the same turn has brought already. */
  takenTexts: 60_000,
  limitations: 3_000,
  findings: 3_000,
  finalRemarks: 12_000,
  draft: 240_000,
  /** Once a gap. */
  description: 1_500,
  place: 4_000,
  reference: 1_200,
  pending: 3_000,
  inputs: 2_000,
  ownText: 24_000,
  review: 6_000,
  /** Those that are not grave; grave ones are shown whole, however many. */
  openIssues: 12_000,
  settledIssues: 1_200,
  proposal: 12_000,
  edits: 32_000,
  losses: 1_500,
  answers: 3_000,
  newGaps: 1_000,
  /** Once a side of a conflict. */
  position: 4_000,
  /** Once a retry. */
  similar: 4_500,
  gapList: 4_000,
  /** Of the build loop. */
  taskNotes: 6_000,
  specExcerpt: 40_000,
  otherTasks: 4_000,
  openDisputes: 2_000,
  /** Of what binds, the newest first. */
  binding: 24_000,
  taskFiles: 3_000,
  openFindings: 60_000,
  settledFindings: 6_000,
  summary: 4_000,
  notDone: 2_000,
  /** Of earlier rounds, the newest first. */
  earlierSummaries: 6_000,
  remarks: 9_000,
  changedFiles: 8_000,
  diff: 200_000,
  sinceDiff: 60_000,
  checks: 24_000,
  alarms: 6_000,
  conflict: 16_000,
  faults: 6_000,
} as const;

/** Of one entry in a list. */
export const ENTRY_BUDGETS = {
  title: 160,
  /** Of a gap at hand. */
  ownTitle: 600,
  headingPath: 300,
  fate: 120,
  answer: 800,
  disagreement: 4_000,
  surroundings: 1_200,
  loss: 120,
  guidance: 8_000,
  suggestion: 2_000,
  input: 1_800,
  similar: 1_400,
  message: 4_000,
  path: 300,
  /** The end of what a check put out. */
  checkOutput: 8_000,
  finding: 6_000,
  earlierSummary: 800,
  remarks: 4_000,
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
