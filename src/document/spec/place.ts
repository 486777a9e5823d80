import { lastAtOrBefore } from "../markdown/lines.ts";
import type { Passage } from "./spec-text.ts";

/** Characters of one source line; 1-based, `endColumn` just behind the last. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** The place of some characters of a passage, up to the end of their first line, without blanks around them. */
export function placeIn(passage: Passage, from: number, to: number): Place {
  const { source, lineStarts } = passage;
  let start = from;
  while (start < to && isSpace(source[start])) start += 1;
  const index = lastAtOrBefore(lineStarts, start, (lineStart) => lineStart);
  const lineStart = lineStarts[index] ?? 0;
  let end = Math.min(to, (lineStarts[index + 1] ?? source.length + 1) - 1);
  while (end > start && isSpace(source[end - 1])) end -= 1;
  const column = start - lineStart + (index === 0 ? passage.column : 1);
  return { line: passage.line + index, column, endColumn: column + Math.max(0, end - start) };
}

/** As `placeIn`, but where a phrase is broken over lines, its longest part: "as" alone would say nothing. */
export function placeOfWords(passage: Passage, from: number, to: number): Place {
  const parts: Place[] = [];
  for (let start = from; start < to; ) {
    const lineEnd = passage.source.indexOf("\n", start);
    const end = lineEnd < 0 || lineEnd > to ? to : lineEnd;
    parts.push(placeIn(passage, start, end));
    start = end + 1;
  }
  const length = ({ column, endColumn }: Place) => endColumn - column;
  return parts.toSorted((a, b) => length(b) - length(a))[0] ?? placeIn(passage, from, to);
}

/** All that a reader sees of a passage's first line. */
export function placeOf(passage: Passage): Place {
  const start = passage.shown.search(/\S/);
  return start < 0 ? placeIn(passage, 0, 0) : placeIn(passage, start, passage.shown.trimEnd().length);
}

/** Whether a character of the passage's source is inside inline code. */
export function isCode(passage: Passage, at: number): boolean {
  return passage.shown[at] !== passage.text[at];
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\n";
}
