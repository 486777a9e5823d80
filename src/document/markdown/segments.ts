// Cuts a text into segments in one pass over its lines. What holds only mentions (code, comments, quotes) is set
// aside here and never parsed further; tables are taken apart here; paragraphs and lists are left to the parser.

import { PIECES_MAX } from "../../core/shared/bounds.ts";
import { CODE_INDENT, type FencedRange, fencedRangeAt, fenceOf, newRereads } from "./fences.ts";
import { indentOf, isBlank, readableLines } from "./lines.ts";
import { cellsOf, isDelimiterRow } from "./table-row.ts";

/** Lines are 1-based; `endLine` is the last line of the segment; `inItem`: it stands indented below a list item. */
export type Segment = { readonly line: number; readonly endLine: number; readonly inItem?: boolean } & (
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "code"; readonly info: string; readonly closed: boolean }
  | { readonly kind: "comment"; readonly closed: boolean }
  | { readonly kind: "quote" }
  | { readonly kind: "table"; readonly rows: readonly TableRow[] }
  | { readonly kind: "prose"; readonly text: string }
  /** A line beyond the bounds, or the rest of a text that has too many segments. */
  | { readonly kind: "unread"; readonly why: "line-too-long" | "given-up" }
);

interface TableRow {
  readonly line: number;
  /** The source text of each cell. */
  readonly cells: readonly string[];
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const DASHES = /^ {0,3}-{3,}[ \t]*$/;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** Less could be a slip of the hand. */
const ITEM_INDENT = 2;

/** Stands for a line that is too long: no other line that is read looks like it. */
const LONG_LINE = "\0";

export function segmentsOf(text: readonly string[], piecesMax = PIECES_MAX): readonly Segment[] {
  const lines = readableLines(text, LONG_LINE);
  const segments: Segment[] = [];
  let pieces = 0;
  const rereads = newRereads();
  let inList = false;
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? "";
    if (isBlank(line)) {
      index += 1;
      continue;
    }
    if (pieces >= piecesMax) {
      segments.push({ kind: "unread", why: "given-up", line: index + 1, endLine: lines.length });
      break;
    }
    const segment: Segment =
      longLineAt(lines, index) ??
      headingAt(lines, index) ??
      underlinedAt(lines, index) ??
      fencedAt(fencedRangeAt(lines, index, rereads)) ??
      commentAt(lines, index) ??
      rawHtmlAt(lines, index) ??
      quoteAt(lines, index) ??
      (inList ? null : indentedCodeAt(lines, index)) ??
      tableAt(lines, index, piecesMax - pieces) ??
      proseAt(lines, index);
    const inItem = inList && indentOf(line) >= ITEM_INDENT && !LIST_ITEM.test(line);
    segments.push(inItem ? { ...segment, inItem } : segment);
    inList = LIST_ITEM.test(line) || (inList && indentOf(line) > 0) || (inList && segment.kind === "comment");
    pieces += segment.kind === "table" ? cellsIn(segment.rows) : 1;
    index = segment.endLine;
  }
  return segments;
}

function longLineAt(lines: readonly string[], index: number): Segment | null {
  if (lines[index] !== LONG_LINE) return null;
  return { kind: "unread", why: "line-too-long", line: index + 1, endLine: index + 1 };
}

function headingAt(lines: readonly string[], index: number): Segment | null {
  const line = lines[index] ?? "";
  const match = HEADING.exec(line);
  if (match === null) return null;
  const text = withoutClosingMarks(line.slice(match[0].length).trim());
  return { kind: "heading", line: index + 1, endLine: index + 1, level: match[1]?.length ?? 1, text };
}

/**
 * A title that stands alone over a line of its own length. A number before it is the title's, where CommonMark
 * would see a list; a short `---` under a longer text is a rule between sections, where CommonMark would see a title.
 */
function underlinedAt(lines: readonly string[], index: number): Segment | null {
  const title = (lines[index] ?? "").trim();
  const level = underlineLevel(title, lines[index + 1]);
  if (level === null || indentOf(lines[index] ?? "") >= CODE_INDENT) return null;
  if (!isBlank(lines[index - 1] ?? "") || /^(?:[-*+>|]|```|~~~|<!--)/.test(title)) return null;
  return { kind: "heading", line: index + 1, endLine: index + 2, level, text: title };
}

export const UNDERLINE_MIN = 4;

function underlineLevel(title: string, line: string | undefined): 1 | 2 | null {
  const marks = /^ {0,3}(=+|-+)[ \t]*$/.exec(line ?? "")?.[1];
  if (marks === undefined || title === "") return null;
  if (marks.startsWith("=")) return 1;
  return marks.length >= UNDERLINE_MIN && marks.length * 2 >= title.length ? 2 : null;
}

function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  if (end === title.length) return title;
  return end === 0 || /[ \t]/.test(title[end - 1] ?? "") ? title.slice(0, end).trim() : title;
}

function fencedAt(range: FencedRange | null): Segment | null {
  if (range === null) return null;
  const { first, last, info, closed } = range;
  return { kind: "code", line: first + 1, endLine: last + 1, info, closed };
}

const COMMENT_OPENS = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*<!--/;

/** A comment that begins a line or a list item; one that shares its line with other text is left to the parser. */
function commentAt(lines: readonly string[], index: number): Segment | null {
  const opening = COMMENT_OPENS.exec(lines[index] ?? "");
  if (opening === null) return null;
  const line = (lines[index] ?? "").slice(opening[0].length - "<!--".length);
  for (let last = index; last < lines.length; last++) {
    const text = last === index ? line.slice("<!--".length) : (lines[last] ?? "");
    const end = text.indexOf("-->");
    if (end < 0) continue;
    if (last === index && !isBlank(text.slice(end + "-->".length))) return null;
    return { kind: "comment", line: index + 1, endLine: last + 1, closed: true };
  }
  return { kind: "comment", line: index + 1, endLine: lines.length, closed: false };
}

/** What opens a stretch of html that is shown or hidden as a whole, and what closes it. */
const RAW_HTML: readonly (readonly [RegExp, (tag: string) => string])[] = [
  [/^ {0,3}<(pre|script|style|textarea|blockquote)(?:[\s>]|$)/i, (tag) => `</${tag}>`],
  [/^ {0,3}<(\?)/, () => "?>"],
  [/^ {0,3}<!(\[CDATA\[)/, () => "]]>"],
];

/** Preformatted text, scripts and quotes in html run to their closing tag, over blank lines too. */
function rawHtmlAt(lines: readonly string[], index: number): Segment | null {
  if (!lines[index]?.includes("<")) return null;
  const closing = RAW_HTML.flatMap(([opening, closes]) => {
    const match = opening.exec(lines[index] ?? "");
    return match === null ? [] : [closes((match[1] ?? "").toLowerCase())];
  })[0];
  if (closing === undefined) return null;
  for (let last = index; last < lines.length; last++) {
    if ((lines[last] ?? "").toLowerCase().includes(closing)) {
      return { kind: "code", line: index + 1, endLine: last + 1, info: "html", closed: true };
    }
  }
  return { kind: "code", line: index + 1, endLine: lines.length, info: "html", closed: false };
}

/** A quote takes in the unmarked lines that go on with its paragraph. */
function quoteAt(lines: readonly string[], index: number): Segment | null {
  if (!isQuoted(lines[index])) return null;
  let last = index;
  while (last + 1 < lines.length) {
    const next = lines[last + 1] ?? "";
    const paragraphGoesOn = !/^[ >\t]*$/.test(lines[last] ?? "") && !endsParagraph(lines, last + 1);
    if (!isQuoted(next) && !paragraphGoesOn) break;
    last += 1;
  }
  return { kind: "quote", line: index + 1, endLine: last + 1 };
}

/** Also what begins no segment within prose but ends the paragraph of a quote: a list item or a rule. */
function endsParagraph(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? "";
  return startsBlock(lines, index) || /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/.test(line) || RULE.test(line);
}

const RULE = /^ {0,3}(?:-[- \t]*-[ \t]*|\*[* \t]*\*[ \t]*|_[_ \t]*_[ \t]*)$/;

function isQuoted(line: string | undefined): boolean {
  return line !== undefined && /^ {0,3}>/.test(line);
}

/** Its rows go on until there are so many cells. */
function tableAt(lines: readonly string[], index: number, cellsMax: number): Segment | null {
  const header = lines[index] ?? "";
  const delimiter = lines[index + 1];
  if (delimiter === undefined || !header.includes("|") || !isDelimiterRow(delimiter)) return null;
  if (cellsOf(header).length !== cellsOf(delimiter).length) return null;
  const rows: TableRow[] = [{ line: index + 1, cells: cellsOf(header) }];
  let last = index + 1;
  let cells = cellsIn(rows);
  while (last + 1 < lines.length && cells < cellsMax && isTableRow(lines, last + 1)) {
    last += 1;
    const row = { line: last + 1, cells: cellsOf(lines[last] ?? "") };
    rows.push(row);
    cells += row.cells.length;
  }
  return { kind: "table", line: index + 1, endLine: last + 1, rows };
}

function cellsIn(rows: readonly TableRow[]): number {
  return rows.reduce((sum, { cells }) => sum + cells.length, 0);
}

function isTableRow(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? "";
  return line.includes("|") && !startsBlock(lines, index);
}

function indentedCodeAt(lines: readonly string[], index: number): Segment | null {
  if (indentOf(lines[index] ?? "") < CODE_INDENT) return null;
  let last = index;
  for (let next = index + 1; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (isBlank(line)) continue;
    if (indentOf(line) < CODE_INDENT) break;
    last = next;
  }
  return { kind: "code", line: index + 1, endLine: last + 1, info: "", closed: true };
}

/** A paragraph or a list item with what belongs to it, up to where something else may begin. */
function proseAt(lines: readonly string[], index: number): Segment {
  let last = index;
  for (let next = index + 1; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (isBlank(line)) continue;
    const afterBlank = next > last + 1;
    if (startsBlock(lines, next) || (afterBlank && indentOf(line) === 0) || isTopItem(line)) break;
    last = next;
  }
  const outdent = indentOf(lines[index] ?? "");
  const text = lines.slice(index, last + 1).map((line) => withoutIndent(line, outdent));
  return { kind: "prose", line: index + 1, endLine: last + 1, text: withoutComment(text.join("\n")) };
}

/** What follows a comment on its line is said; the parser would take the whole line for html. */
function withoutComment(text: string): string {
  if (!text.startsWith("<!--")) return text;
  const end = text.indexOf("-->");
  return end < 0 ? text : text.slice(end + "-->".length).trimStart();
}

/** List items at the margin are segments of their own, so that a long list is many small pieces. */
function isTopItem(line: string): boolean {
  return indentOf(line) === 0 && LIST_ITEM.test(line);
}

function startsBlock(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? "";
  return (
    isBlank(line) ||
    line === LONG_LINE ||
    HEADING.test(line) ||
    fenceOf(line) !== null ||
    isQuoted(line) ||
    COMMENT_OPENS.test(line) ||
    DASHES.test(line) ||
    (line.includes("|") && isDelimiterRow(lines[index + 1] ?? ""))
  );
}

function withoutIndent(line: string, columns: number): string {
  let index = 0;
  let column = 0;
  while (column < columns && (line[index] === " " || line[index] === "\t")) {
    column += line[index] === "\t" ? 4 - (column % 4) : 1;
    index += 1;
  }
  return line.slice(index);
}
