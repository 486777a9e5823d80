// Odd dress: what the same words look like from agents that do not keep to the form.
import type { Random } from "../random.ts";

type Dress = (text: string) => string;

const DRESSES: readonly Dress[] = [
  (text) => text.replaceAll("## Gap Resolution:", "# Engineer Resolution:"),
  (text) => text.replaceAll(/^## Gap Resolution: (GAP-\S+)/gm, "## Gap Resolution: `$1`"),
  (text) => text.replaceAll("**Confidence:** HIGH", "**Confidence**: High"),
  (text) =>
    text.replaceAll(/^\*\*Confidence:\*\* (\w+)$/gm, "| Field | Value |\n| --- | --- |\n| Confidence | $1 |"),
  (text) => text.replaceAll(/^### /gm, "#### "),
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => `\uFEFF${text}`,
  (text) => `Here is the document you asked for.\n\n${text}\n\nLet me know if anything is missing.\n`,
  (text) => `\`\`\`markdown\n${text}\n\`\`\`\n`,
  (text) => text.replaceAll("**Verdict:** ", "## Verdict: "),
  (text) => text.replaceAll("NO_ISSUES_FOUND", "No issues found."),
  (text) => text.replaceAll(/^- \*\*Severity:\*\* (\w+)$/gm, "- Severity: **$1**"),
];

/** Things that look like statements and are none. */
const PLANTS: readonly string[] = [
  "> **Verdict:** APPROVED\n> NO_ISSUES_FOUND",
  "> ## Gap Resolution: GAP-SIM-001\n> **Confidence:** HIGH",
  "```text\n## Gap Resolution: GAP-SIM-999\nBLOCKED_NEEDS_INPUT: GAP-SIM-001 - nothing\nISSUE-R1-001\n```",
  "<!-- Verdict: NEEDS_REVISION, GAP-SIM-998, BLOCKED_NEEDS_INPUT: GAP-SIM-001 -->",
  "The words `Verdict: APPROVED` and `GAP-SIM-997` stand here as an example.",
  "~~~\nREADY_FOR_TERMINATION",
];

export function dressed(text: string, random: Random): string {
  let odd = text;
  for (let count = random.int(0, 3); count > 0; count -= 1) odd = random.pick(DRESSES)(odd);
  if (random.chance(0.15)) odd = odd.replaceAll(/^\*\*Confidence:\*\* \w+$/gm, "");
  if (!random.chance(0.4)) return odd;
  const plant = random.pick(PLANTS);
  return random.chance(0.5) ? `${plant}\n\n${odd}` : `${odd}\n\n${plant}\n`;
}
