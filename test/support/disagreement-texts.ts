// Documents of roles that do not agree, as the prompts ask for them.

export interface DisagreeBlock {
  readonly issue: string;
  readonly concern?: string;
  readonly position?: string;
  readonly rationale?: string;
  readonly alternative?: string;
  readonly restsOn?: string;
}

export function disagreeBlock(about: DisagreeBlock): string {
  const { issue, concern, position, rationale, alternative, restsOn } = about;
  return [
    `## DISAGREE: ${issue}`,
    `**Reviewer Concern:**\n> ${concern ?? "name a limit"}`,
    `**Engineer Position:**\n${position ?? "No limit is needed."}`,
    `**Rationale:**\n${rationale ?? "The server closes the connection by itself."}`,
    ...(alternative === undefined ? [] : [`**Alternative Approach (if any):**\n${alternative}`]),
    `**Rests on:** ${restsOn ?? "judgement"}`,
    "**Request:** Escalate to user for resolution",
    "",
  ].join("\n\n");
}

/** Rows of `### Responses`; a DISAGREE row goes with its block. */
export function responses(rows: Readonly<Record<string, string>>): string {
  const lines = Object.entries(rows).map(([issue, said]) => `| ${issue} | ${said} |`);
  return ["### Responses", "", "| Issue | Status | Where |", "|---|---|---|", ...lines, ""].join("\n");
}

/** What a review says to disagreements. */
export function disagreementAnswers(rows: Readonly<Record<string, readonly [string, string]>>): string {
  const lines = Object.entries(rows).map(([issue, [answer, why]]) => `| ${issue} | ${answer} | ${why} |`);
  return ["### Disagreements", "", "| Issue | Answer | Why |", "|---|---|---|", ...lines, ""].join("\n");
}
