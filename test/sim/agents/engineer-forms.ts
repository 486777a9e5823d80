import type { Random } from "../random.ts";

const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

export const TITLES: readonly string[] = [
  "Who is told when it fails",
  "How long a record is kept",
  "What a second request does",
  "Which clock counts",
  "Where the limit is set",
  "What happens after midnight",
];

export interface ResolutionForm {
  readonly gap: string;
  /** Another number is another text. */
  readonly version: number;
  readonly newGaps: readonly string[];
}

export function resolutionForm({ gap, version, newGaps }: ResolutionForm): string {
  const rows = newGaps.map((row) => `${row}\n`).join("");
  const listed = rows === "" ? "None.\n" : `| Gap | Severity | Title |\n| --- | --- | --- |\n${rows}`;
  return `## Gap Resolution: ${gap}

**Confidence:** ${version % 3 === 0 ? "LOW" : "HIGH"}

### Proposed Solution

The caller retries ${version} times with a pause of one second and then reports the error with its code, so that whoever builds ${gap} has every value, every limit and the order of steps, and nothing is left to be made up later.

### Spec Text

The caller retries ${version} times, one second apart.

### Examples

- A timeout at the first call is retried.
- After the last retry the error E42 is shown.

### Trade-offs

- Some seconds are lost.

### New Gaps Introduced

${listed}`;
}

/** A row of the table of new gaps; ids may collide with those in use, and titles may repeat. */
export function newGapRow(random: Random, round: number): string {
  const id = `GAP-${random.pick(["SIM", "MORE", "EDGE"])}-${String(random.int(1, 30)).padStart(3, "0")}`;
  const title = random.chance(0.6)
    ? `${random.pick(TITLES)} (${round}.${random.int(1, 9)})`
    : random.pick(TITLES);
  return `| ${random.chance(0.2) ? "-" : id} | ${random.chance(0.1) ? "" : random.pick(SEVERITIES)} | ${title} |`;
}

export function responseForm(issue: string): string {
  return `## Response to ${issue}\n\n**Status:** addressed\n\nThe limit is now named in the solution.\n`;
}

export function disagreeForm(issue: string): string {
  return `## DISAGREE: ${issue}

**Reviewer Concern:**

> No limit on retries

**Engineer Position:**

The limit stands in the first sentence.

**Rationale:**

A second one would contradict it.
`;
}
