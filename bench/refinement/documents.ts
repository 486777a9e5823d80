// What the two agents write, at the length and in the form that real ones do.
import type { GapId } from "../../src/core/shared/gap-id.ts";
import { proseOf } from "./prose.ts";

export interface Resolving {
  readonly gap: GapId;
  /** How often it was proposed before. */
  readonly revision: number;
  readonly newGap: string | null;
  /** Where its text goes, where nothing marks the gap. */
  readonly place: string | null;
}

/** Three to six thousand characters a gap, as it is asked for. */
export function resolutionText({ gap, revision, newGap, place }: Resolving): string {
  const prose = proseOf(`${gap} ${revision}`);
  return `## Gap Resolution: ${gap}

**Confidence:** HIGH

### Proposed Solution

${prose.paragraph(700)}

${prose.paragraph(600)}

| Field | Meaning | Limit |
| ----- | ------- | ----- |
${[1, 2, 3, 4].map((row) => `| \`field_${row}\` | ${prose.phrase(6)} | ${row * 100} |`).join("\n")}

${[1, 2, 3, 4].map((step) => `${step}. ${prose.paragraph(120)}`).join("\n")}

### Spec Text
${place === null ? "" : `\n${place}\n`}
\`\`\`\`markdown
${prose.paragraph(600)}

${prose.paragraph(400)}
\`\`\`\`

### Examples

- ${prose.paragraph(200)}
- ${prose.paragraph(200)}

### Trade-offs

- ${prose.paragraph(150)}
- ${prose.paragraph(150)}

### New Gaps Introduced

${newGap === null ? "None." : `| Gap | Severity | Title |\n| --- | --- | --- |\n| ${newGap} | LOW | ${prose.phrase(7)} |`}
`;
}

export function answerText(issue: string, gap: GapId): string {
  return `### Responses

| Issue | Status | Where |
| ----- | ------ | ----- |
| ${issue} | ADDRESSED | ${proseOf(`${issue} ${gap}`).paragraph(150)} |
`;
}

/** A document in which nothing can be found that was asked for. */
export function formlessText(gaps: readonly GapId[]): string {
  return `# Thoughts\n\n${gaps.map((gap) => proseOf(gap).paragraph(900)).join("\n\n")}\n`;
}

export interface Finding {
  readonly id: string;
  readonly gap: GapId;
  readonly severity: "HIGH" | "LOW";
}

export interface Reviewing {
  readonly gaps: readonly GapId[];
  readonly findings: readonly Finding[];
  /** Issues of earlier reviews that are settled now. */
  readonly settled: readonly string[];
}

export function reviewText({ gaps, findings, settled }: Reviewing): string {
  const objected = (gap: GapId) => findings.some((one) => one.gap === gap && one.severity === "HIGH");
  const noted = (gap: GapId) => findings.some((one) => one.gap === gap);
  const verdict = (gap: GapId) =>
    objected(gap) ? "NEEDS_REVISION" : noted(gap) ? "APPROVED_WITH_NOTES" : "APPROVED";
  const overall = gaps.some(objected)
    ? "NEEDS_REVISION"
    : gaps.some(noted)
      ? "APPROVED_WITH_NOTES"
      : "APPROVED";
  const issues =
    findings.length === 0 ? `NO_ISSUES_FOUND\n` : `## Issues\n\n${findings.map(issueText).join("\n")}`;
  const prior =
    settled.length === 0
      ? ""
      : `\n## Prior Issues\n\n| Issue | Status |\n| --- | --- |\n${settled.map((id) => `| ${id} | RESOLVED |`).join("\n")}\n`;
  return `# Review

**Gaps:** ${gaps.join(", ")}

${issues}${prior}
## Scope Examined

${gaps.map((gap) => `- ${gap}: ${proseOf(`scope ${gap}`).paragraph(200)}`).join("\n")}

## Verdict by Gap

| Gap | Verdict |
| --- | ------- |
${gaps.map((gap) => `| ${gap} | ${verdict(gap)} |`).join("\n")}

## Verdict: ${overall}
`;
}

function issueText({ id, gap, severity }: Finding): string {
  const prose = proseOf(id);
  return `### ${id}: ${prose.phrase(6)}

- **Severity:** ${severity}
- **Gap:** ${gap}
- **Location:** Proposed Solution, ${prose.phrase(3)}
- **Impact:** ${prose.paragraph(200)}
- **Suggestion:** ${prose.paragraph(200)}
`;
}
