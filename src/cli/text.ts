// Text for a terminal as data: what is painted how stays apart from what is said, so that widths can be
// counted and everything said can be made harmless in one place, the printer.
import { breakWord, columnsOf, cutText } from "./columns.ts";

export type Paint = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

interface Span {
  readonly paint: Paint;
  readonly text: string;
}

export type Piece = string | Span;
/** One line; a line break inside a piece is shown, not obeyed. */
export type Line = string | readonly Piece[];

export function paintText(paint: Paint, text: string): Span {
  return { paint, text };
}

/**
 * Control characters and marks that reorder text, which a terminal would obey. The line separators of
 * Unicode are among them because they break lines where nobody expects it.
 */
const CONTROL_CHARS = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const SHOWN_AS: { readonly [character: string]: string } = { "\n": "\\n", "\r": "\\r", "\t": " " };

/** Shows what a terminal would otherwise act upon. */
export function escapeControlChars(text: string): string {
  return text.replaceAll(CONTROL_CHARS, (character) => SHOWN_AS[character] ?? codeOf(character));
}

function codeOf(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
}

/** The same, but for line ends: in JSON they are only ever our own, and there are many. */
const CONTROL_CHARS_IN_JSON = /[^\P{Cc}\n]|[\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** JSON escapes most of these by itself; the rest can only stand inside its strings. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    CONTROL_CHARS_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Breaks text at spaces and around full-width characters; a longer word, such as a path, stays whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let columns = 0;
  for (const word of escapeControlChars(text).split(" ")) {
    for (const [index, part] of breakWord(word).entries()) {
      const gap = line === "" || index > 0 ? "" : " ";
      const more = gap.length + columnsOf(part);
      if (columns + more > width && line !== "") {
        lines.push(line);
        [line, columns] = [part, columnsOf(part)];
      } else {
        [line, columns] = [`${line}${gap}${part}`, columns + more];
      }
    }
  }
  return [...lines, line];
}

/** The same for pieces that go on after each other; each keeps its paint, also over the end of a line. */
export function wrapPieces(
  pieces: readonly Piece[],
  {
    width,
    indent,
    hang = indent,
  }: { readonly width: number; readonly indent: string; readonly hang?: string },
): Line[] {
  const shown = pieces.map((piece) =>
    typeof piece === "string" ? escapeControlChars(piece) : escaped(piece),
  );
  const text = shown.map(textOf).join("");
  let at = 0;
  return wrapText(text, width - hang.length).map((line, index) => {
    const from = text.indexOf(line, at);
    at = from + line.length;
    return [index === 0 ? indent : hang, ...slicePieces(shown, from, at)];
  });
}

function escaped({ paint, text }: Span): Span {
  return { paint, text: escapeControlChars(text) };
}

function slicePieces(pieces: readonly Piece[], from: number, to: number): Piece[] {
  let start = 0;
  return pieces.flatMap((piece) => {
    const text = textOf(piece);
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += text.length;
    return part === "" ? [] : [typeof piece === "string" ? part : paintText(piece.paint, part)];
  });
}

/** Text beside a term: `  term   text…`, going on below itself. */
export function besideTerm(
  term: Piece,
  text: string,
  columns: { readonly term: number; readonly width: number },
): Line[] {
  const label = typeof term === "string" ? term : term.text;
  const gap = " ".repeat(Math.max(1, columns.term - columnsOf(label)));
  const [first = "", ...rest] = wrapText(text, Math.max(20, columns.width - columns.term));
  return [[term, gap, first], ...rest.map((line) => `${" ".repeat(columns.term)}${line}`)];
}

/** What is told of one thing: a label and a text for each; one without a text is left out. */
export function labelledText(columns: { readonly term: number; readonly width: number }) {
  return (label: string, text: string | null): Line[] =>
    text === null || text.trim() === ""
      ? []
      : besideTerm(paintText("dim", label), text.replaceAll(/\s+/g, " ").trim(), columns);
}

/** The same for texts whose lines stay apart. */
export function labelledLines(columns: { readonly term: number; readonly width: number }) {
  return (label: string, text: string | null): Line[] => {
    const lines = text?.trim() ? text.trim().split("\n") : [];
    return lines.flatMap((line, index) =>
      besideTerm(paintText("dim", index === 0 ? label : ""), line, columns),
    );
  };
}

/** How wide the first of two columns must be, for terms up to `most`. */
export function columnFor(terms: readonly string[], most: number): number {
  return Math.min(most, Math.max(0, ...terms.map(columnsOf))) + 2;
}

/** On one line, and no longer than `most` characters. */
export function shortenText(text: string, most: number): string {
  const flat = text.replaceAll(/\s+/g, " ");
  return flat.length <= most ? flat : `${flat.slice(0, most - 1)}…`;
}

/** `1 task`, `2 tasks`. */
export function formatCount(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

const INDENT = "    ";

/** A command or a path to copy is never broken: where it does not fit beside its label, it has a line of its own. */
export function commandLines(label: string, command: string, width: number): Line[] {
  const whole = escapeControlChars(command);
  return label.length + columnsOf(whole) <= width
    ? [[paintText("dim", label), whole]]
    : [[paintText("dim", label.trimEnd())], `${INDENT}${whole}`];
}

export function columnsOfLine(line: Line): number {
  if (typeof line === "string") return columnsOf(line);
  return line.reduce((sum, piece) => sum + columnsOf(textOf(piece)), 0);
}

/** A line that is not wider than `width`; what is painted stays so. */
export function cutLine(line: Line, width: number, ellipsis: string): Line {
  if (columnsOfLine(line) <= width) return line;
  if (typeof line === "string") return cutText(line, width, ellipsis);
  const kept: Piece[] = [];
  let left = width;
  for (const piece of line) {
    const columns = columnsOf(textOf(piece));
    // The last column is kept for the mark, unless nothing comes after.
    if (columns + columnsOf(ellipsis) <= left) {
      kept.push(piece);
      left -= columns;
    } else {
      const text = cutText(`${textOf(piece)}${ellipsis}`, left, ellipsis);
      kept.push(typeof piece === "string" ? text : { ...piece, text });
      break;
    }
  }
  return kept;
}

function textOf(piece: Piece): string {
  return typeof piece === "string" ? piece : piece.text;
}

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
