import { type Block, parseMarkdown } from "../markdown/blocks.ts";
import { fenceOf } from "../markdown/fences.ts";
import { indentOf, isBlank, linesOf } from "../markdown/lines.ts";

const ITEM = /^( {0,3})(?:([-*+])|\d{1,9}([.)]))(?=[ \t]|$)/;

/** The sign that makes a line at the margin an item of a list, and tells its list from others. */
export function listMarkOf(line: string): string | null {
  const match = ITEM.exec(line);
  return match === null ? null : (match[2] ?? match[3] ?? null);
}

const BULLETS = ["-", "*", "+"];
const DELIMITERS = [".", ")"];

/** The items at the margin of a text under another mark than those around it. */
export function apartFrom(
  lines: readonly string[],
  mark: string,
  taken: readonly string[],
): readonly string[] {
  const alike = BULLETS.includes(mark) ? BULLETS : DELIMITERS;
  const other = alike.find((sign) => !taken.includes(sign)) ?? mark;
  let inFence = false;
  return lines.map((line) => {
    if (/^ {0,3}(?:```|~~~)/.test(line)) inFence = !inFence;
    if (inFence || listMarkOf(line) !== mark) return line;
    return line.replace(/^( {0,3}(?:\d{1,9})?)[-*+.)]/, `$1${other}`);
  });
}

/** Everything before the words of an item: indent, marks, the box of a task. */
export function itemPrefix(line: string): { readonly mark: string; readonly box: string } {
  const mark = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))+/.exec(line)?.[0] ?? "";
  const box = /^\[[ xX]\][ \t]+/.exec(line.slice(mark.length))?.[0] ?? "";
  return { mark, box };
}

const ITEM_INDENT_MAX = 4;

/** Of an item's words; beside a mark that is followed by nothing or by code it is the next but one. */
export function contentColumn(prefix: string): number {
  const column = indentOf(prefix.replace(/\S/g, " "));
  const marks = indentOf(prefix.trimEnd().replace(/\S/g, " "));
  return column - marks > ITEM_INDENT_MAX || column === marks ? marks + 1 : column;
}

/** The column for what goes on with a block. */
export function columnAfter({ kind }: Block, firstLine: string): number {
  if (kind === "item") return contentColumn(itemPrefix(firstLine).mark);
  if (kind === "code" && fenceOf(firstLine) === null) return 0;
  return kind === "code" ? contentColumnOfFence(firstLine) : indentOf(firstLine);
}

/** A fence may open beside the mark of its item. */
function contentColumnOfFence(line: string): number {
  const { mark } = itemPrefix(line);
  return mark === "" ? indentOf(line) : contentColumn(mark);
}

/** A list of one item, as what the item says; any other text as it is. */
export function unwrapped(text: string): string {
  const [first, ...more] = parseMarkdown(text).blocks;
  if (first?.kind !== "item" || more.some(({ depth }) => depth <= first.depth)) return text;
  const lines = linesOf(text).slice(first.line - 1);
  const { mark } = itemPrefix(lines[0] ?? "");
  const column = contentColumn(mark);
  return lines
    .map((line, index) => {
      if (index === 0) return line.slice(mark.length);
      return isBlank(line) ? "" : line.slice(Math.min(column, indentOf(line)));
    })
    .join("\n");
}
