const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** Without control sequences of a terminal: each goes whole, so that no half of one stays as text. */
export function withoutSequences(text: string): string {
  return text.replaceAll(SEQUENCE, "");
}
