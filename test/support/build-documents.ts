// Documents of the build loop in their forms, with as little said as can be.

export function coderDocument(answers: Readonly<Record<string, string>> = {}): string {
  const rows = Object.entries(answers).map(([finding, cells]) => `| ${finding} | ${cells} |`);
  const table =
    rows.length === 0 ? "" : `\n| Finding | Status | Where |\n| --- | --- | --- |\n${rows.join("\n")}\n`;
  return `# Work\n\n**Summary:** It is done.\n${table}`;
}

export const NO_CHANGE = "# Work\n\n**No change needed:** It is there already.\n";
export const BLOCKED = "# Work\n\n**BLOCKED_NEEDS_INPUT:** Nobody says which port.\n";

export function disputeDocument(reason = "specification_ambiguity"): string {
  return `# Dispute\n\n**Verdict:** DISPUTE\n**Reason:** ${reason}\n**Position:** The specification can be read so.\n`;
}

export const APPROVE = "# Review\n\n**Verdict:** APPROVE\n";

export function approveAfter(...fixed: readonly string[]): string {
  if (fixed.length === 0) return APPROVE;
  return `${APPROVE}\n${fates(fixed.map((finding) => `| ${finding} | FIXED | |`))}`;
}

interface Rejection {
  readonly title?: string;
  readonly place?: string;
  readonly fates?: readonly string[];
}

export function rejectDocument({
  title = "The page is not there",
  place = "src/page.ts:1",
  fates: rows = [],
}: Rejection = {}): string {
  return `# Review

**Verdict:** REJECT

## Findings

### New: ${title}

- **Severity:** HIGH
- **Place:** ${place}
- **Why:** Nobody can see it.
- **What would settle it:** Write the page.
${rows.length === 0 ? "" : `\n## Earlier findings\n\n${fates(rows)}`}`;
}

export const POSITION = "# Position\n\n**Position:** It is to be read the other way.\n";
export const GUIDE =
  "# Guidance\n\n**Guidance:** Write the page first.\n**Why:** It was missing each time.\n";

function fates(rows: readonly string[]): string {
  return `| Finding | Status | Why |\n| --- | --- | --- |\n${rows.join("\n")}\n`;
}
