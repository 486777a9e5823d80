// The parser says what a reader sees, not at which column; here each span is found again in its source line, so
// that a finding can point at the very characters.
import type { Span } from "../markdown/spans.ts";

/** Some source columns of a line and what they say; a blank where the source has a mark. Columns are 0-based. */
export interface Piece {
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly code: boolean;
}

/** Where the spans stand: from a column of the first line to the end of each line, or to `endColumn` of it. */
interface Region {
  readonly lines: readonly string[];
  readonly line: number;
  readonly endLine: number;
  readonly column: number;
  readonly endColumn: number | null;
}

interface Cursor {
  line: number;
  column: number;
}

/** How far ahead of a character that does not fit the next one is looked for. */
const RESYNC_MAX = 200;

export function placeSpans(spans: readonly Span[], region: Region): readonly Piece[] {
  const cursor: Cursor = { line: region.line, column: region.column };
  const pieces: Piece[] = [];
  for (const span of spans) {
    if (span.text === "" || span.text === "\n") continue;
    if (span.line > cursor.line) {
      cursor.line = span.line;
      cursor.column = 0;
    }
    if (cursor.line > region.endLine) break;
    if (span.code) placeCode(span.text, region, { cursor, pieces });
    else placeText(span.text, region, { cursor, pieces });
  }
  return pieces;
}

interface SpanPlacement {
  readonly cursor: Cursor;
  readonly pieces: Piece[];
}

function sourceOf({ lines, endColumn }: Region, line: number): string {
  const source = lines[line - 1] ?? "";
  return endColumn === null ? source : source.slice(0, endColumn);
}

function placeText(text: string, region: Region, { cursor, pieces }: SpanPlacement): void {
  const source = sourceOf(region, cursor.line);
  const found = findText(source, cursor.column, text);
  const placed =
    found >= 0
      ? { column: found, text, end: found + text.length }
      : placeCharacters(source, skipMarkup(source, cursor.column, text[0] ?? ""), text);
  pieces.push({ line: cursor.line, column: placed.column, text: placed.text, code: false });
  cursor.column = placed.end;
}

/** Code may run over several lines; each but the first may be indented in the source. */
function placeCode(code: string, region: Region, { cursor, pieces }: SpanPlacement): void {
  let rest = code.replaceAll("\n", " ");
  while (rest !== "" && cursor.line <= region.endLine) {
    const source = sourceOf(region, cursor.line);
    const whole = findText(source, cursor.column, rest);
    if (whole >= 0) {
      pieces.push({ line: cursor.line, column: whole, text: rest, code: true });
      cursor.column = whole + rest.length;
      return;
    }
    const [word = ""] = rest.trimStart().split(" ", 1);
    const start = findText(source, cursor.column, word);
    const shown = start < 0 ? "" : source.slice(start).trimEnd();
    if (shown !== "" && !rest.trimStart().startsWith(shown)) return;
    if (shown !== "") pieces.push({ line: cursor.line, column: start, text: shown, code: true });
    rest = rest.trimStart().slice(shown.length).trimStart();
    cursor.line += 1;
    cursor.column = 0;
  }
}

/** Past the marks that may stand before a text; failing that, wherever it next occurs. */
function findText(source: string, from: number, text: string): number {
  let at = from;
  while (at < source.length) {
    if (source.startsWith(text, at)) return at;
    const marks = markupAt(source, at);
    if (marks === 0) break;
    at += marks;
  }
  return source.indexOf(text, from);
}

function skipMarkup(source: string, from: number, first: string): number {
  let at = from;
  while (at < source.length && source[at] !== first && source[at] !== "\\" && source[at] !== "&") {
    const marks = markupAt(source, at);
    if (marks === 0) break;
    at += marks;
  }
  return at;
}

const SINGLE_MARKS: ReadonlySet<string> = new Set(" \t*_`~[]!#|>+-\\");

/** The number of characters of markup at a column: a link's target, a tag, a mark; 0 for text. */
function markupAt(source: string, at: number): number {
  const character = source[at] ?? "";
  if (character === "]" && source[at + 1] === "(") return targetLength(source, at + 1) + 1;
  if (character === "]" && source[at + 1] === "[") return Math.max(1, source.indexOf("]", at + 2) - at + 1);
  if (character === "<") return Math.max(1, source.indexOf(">", at) - at + 1);
  return SINGLE_MARKS.has(character) ? 1 : 0;
}

function targetLength(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at++) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "(") depth += 1;
    else if (source[at] === ")" && --depth === 0) return at - open + 1;
  }
  return 1;
}

const ENTITY = /&#?[A-Za-z0-9]{1,32};/y;

/** Escapes and entities are longer in the source than what they stand for. */
function placeCharacters(
  source: string,
  from: number,
  text: string,
): { column: number; text: string; end: number } {
  const placed: string[] = [];
  let at = from;
  for (const character of text) {
    ENTITY.lastIndex = at;
    const entity = source[at] === "&" ? (ENTITY.exec(source)?.[0] ?? null) : null;
    if (source[at] === "\\" && source.startsWith(character, at + 1)) {
      placed.push(" ", character);
      at += 1 + character.length;
    } else if (entity !== null) {
      placed.push(character.padEnd(entity.length));
      at += entity.length;
    } else {
      const next = source.startsWith(character, at)
        ? at
        : source.slice(at, at + RESYNC_MAX).indexOf(character) + at;
      if (next < at) break;
      placed.push(" ".repeat(next - at), character);
      at = next + character.length;
    }
  }
  return { column: from, text: placed.join(""), end: at };
}
