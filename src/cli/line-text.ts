import { escapeControlChars, type Line, type Paint } from "./text.ts";

/** The codes of a terminal that begin and end a paint. */
const CODES: Readonly<Record<Paint, readonly [begin: number, end: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

/** A line as a terminal gets it. */
export function lineText(line: Line, { colours }: { readonly colours: boolean }): string {
  if (typeof line === "string") return escapeControlChars(line);
  return line
    .map((piece) => {
      if (typeof piece === "string") return escapeControlChars(piece);
      const text = escapeControlChars(piece.text);
      const [begin, end] = CODES[piece.paint];
      return colours ? `\x1b[${begin}m${text}\x1b[${end}m` : text;
    })
    .join("");
}
