/**
 * The documents of runs that went on side by side as one, in the order given. The rule between them is the one
 * mark that a reader takes for the end of a section and for part of none.
 */
export function mergedDocument(texts: readonly string[]): string {
  const parts = texts.map((text) =>
    text
      .replace(/^\uFEFF/, "")
      .replace(LEADING_BLANK_LINES, "")
      .trimEnd(),
  );
  return `${parts.filter((part) => part !== "").join("\n\n---\n\n")}\n`;
}

const LEADING_BLANK_LINES = /^(?:[ \t]*(?:\r\n|\n|\r))+/;
