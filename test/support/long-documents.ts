// Documents as long as the gate lets pass, for showing that nothing else waits while they are read.

/** A little less than the bound, for what stands around. */
const LONG_CHARS = 2 * 1024 * 1024 - 4_096;

const PARAGRAPH =
  "The customer pays by card, and the shop keeps `order.id` for ten years; a declined card is tried again within 30 seconds, see **Payment**.\n\n";

/** Ordinary paragraphs and nothing else. */
export function longText(): string {
  return filledWith(PARAGRAPH);
}

/** A resolution with very much to say: ordinary text. */
export function longResolution(gap: string): string {
  return resolutionWith(gap, longText());
}

export function shortResolution(gap: string): string {
  return resolutionWith(gap, "");
}

function resolutionWith(gap: string, text: string): string {
  return `## Gap Resolution: ${gap}

**Confidence:** HIGH

### Proposed Solution

A customer may cancel until the order is shipped.

### Spec Text

\`\`\`\`markdown
An order has a state: \`open\`, \`paid\`, \`shipped\`. The customer may cancel an order until it is \`shipped\`.

${text}
\`\`\`\`

Drops: None.

### Examples

An order paid at 10:00 and cancelled at 10:05 is refunded.

### Trade-offs

A refund costs the shop the card fee.

### New Gaps Introduced

None.
`;
}

/** Issues with marks that open and never close: as many as there is room for. */
export function hostileReview(gap: string, issues = Number.POSITIVE_INFINITY): string {
  const issue = `#### ISSUE-R1-001: **Number *one \`is [not](clear

**Severity:** HIGH

**Gap:** ${gap}

> > - The text ~~does not say <!-- what happens, and ((the reader)) cannot tell???

`;
  return `## Review: Round 1\n\n### Issues Found\n\n${filledWith(issue, issues)}\n### Verdict\n\nNEEDS_REVISION\n`;
}

function filledWith(text: string, times = Number.POSITIVE_INFINITY): string {
  return text.repeat(Math.min(times, Math.floor((LONG_CHARS - 1_000) / text.length)));
}
