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

/** A text with its place, as it stands under `### Spec Text`. */
export interface TextForm {
  /** A line such as `After: Orders`; `null`: the passage that the prompt shows. */
  readonly place: string | null;
  readonly text: string;
  /** `null` leaves the line out. */
  readonly drops: string | null;
}

export interface ResolutionForm {
  readonly gaps: readonly string[];
  /** Another number is another text. */
  readonly version: number;
  readonly texts: readonly TextForm[];
  readonly newGaps: readonly string[];
}

export function resolutionForm({ gaps, version, texts, newGaps }: ResolutionForm): string {
  const rows = newGaps.map((row) => `${row}\n`).join("");
  const listed =
    rows === "" ? "None.\n" : `| Gap | Severity | Title | Place |\n| --- | --- | --- | --- |\n${rows}`;
  return `## Gap Resolution: ${gaps.join(", ")}

**Confidence:** ${version % 3 === 0 ? "LOW" : "HIGH"}

### Proposed Solution

Version ${version}: the values follow those of the neighbouring sections, so that whoever builds it has every value, every limit and the order of steps, and nothing is left to be made up later.

${texts.map(textForm).join("\n")}
### Examples

- A timeout at the first call is retried.
- After the last retry the error E42 is shown.

### Trade-offs

- Some seconds are lost.

### New Gaps Introduced

${listed}`;
}

function textForm({ place, text, drops }: TextForm): string {
  const fence = "`".repeat(Math.max(4, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)));
  const named = place === null ? "" : `${place}\n\n`;
  const dropped = drops === null ? "" : `\nDrops: ${drops}\n`;
  return `### Spec Text\n\n${named}${fence}markdown\n${text}${text === "" ? "" : "\n"}${fence}\n${dropped}`;
}

/** A row of the table of new gaps; ids may collide with those in use, and titles may repeat. */
export function newGapRow(random: Random, round: number): string {
  const id = `GAP-${random.pick(["SIM", "MORE", "EDGE"])}-${String(random.int(1, 30)).padStart(3, "0")}`;
  const title = random.chance(0.6)
    ? `${random.pick(TITLES)} (${round}.${random.int(1, 9)})`
    : random.pick(TITLES);
  const place = random.chance(0.5) ? "A library of things" : "-";
  return `| ${random.chance(0.2) ? "-" : id} | ${random.chance(0.1) ? "" : random.pick(SEVERITIES)} | ${title} | ${place} |`;
}

const STATUSES = ["ADDRESSED", "ADDRESSED", "PARTLY", "DEFERRED"] as const;

export function responsesForm(
  issues: readonly string[],
  random: Random,
  statuses: readonly string[] = STATUSES,
): string {
  const rows = issues.map((issue) => `| ${issue} | ${random.pick(statuses)} | first sentence |`);
  return ["### Responses\n", "| Issue | Status | Where |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

export function responseForm(issue: string, said = "The limit is now named in the solution."): string {
  return `## Response to ${issue}\n\n**Status:** addressed\n\n${said}\n`;
}

export interface DisagreeForm {
  readonly concern: string;
  /** `null` leaves the field out. */
  readonly rationale: string | null;
  readonly alternative: string | null;
}

export function disagreeForm(issue: string, { concern, rationale, alternative }: DisagreeForm): string {
  return [
    `## DISAGREE: ${issue}`,
    `**Reviewer Concern:**\n\n> ${concern}`,
    "**Engineer Position:**\n\nThe limit stands in the first sentence.",
    ...(rationale === null ? [] : [`**Rationale:**\n\n${rationale}`]),
    ...(alternative === null ? [] : [`**Alternative Approach:**\n\n${alternative}`]),
    "",
  ].join("\n\n");
}
