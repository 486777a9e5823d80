// What a drafter writes for option C of a conflict, in the form that is asked for.

export interface DraftText {
  readonly text?: string;
  readonly tradeOff?: string;
  readonly concern?: string;
  readonly constraint?: string;
  readonly values?: string;
}

export function optionDraft(about: DraftText = {}): string {
  const { text, tradeOff, concern, constraint, values } = about;
  return [
    "## Option C",
    `**Text:** ${text ?? "Retry timing depends on the context: instant for file operations, exponential backoff for remote ones."}`,
    `**Trade-off:** ${tradeOff ?? "More to document, and work to come for remote operations"}`,
    `**Reviewer's concern:** ${concern ?? "KEPT"}`,
    `**Engineer's constraint:** ${constraint ?? "KEPT"}`,
    `**Values:** ${values ?? "None."}`,
    "",
  ].join("\n\n");
}
