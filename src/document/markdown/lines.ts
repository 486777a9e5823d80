import { LINE_CHARS_MAX } from "../../core/shared/bounds.ts";

/** A text as lines without their ends, whatever ends them; line n is `lines[n - 1]`. */
export function linesOf(text: string): readonly string[] {
  const withoutMark = text.startsWith("\uFEFF") ? text.slice(1) : text;
  // Most texts have no other line ends, and long ones are cut again after every edit.
  if (!withoutMark.includes("\r")) return withoutMark.split("\n");
  return withoutMark.replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n");
}

export function isTooLong(line: string): boolean {
  return line.length > LINE_CHARS_MAX;
}

/** What is read of each line: something else in place of one that is too long. */
export function readableLines(lines: readonly string[], instead = ""): readonly string[] {
  return lines.some(isTooLong) ? lines.map((line) => (isTooLong(line) ? instead : line)) : lines;
}

const TAB_WIDTH = 4;

/** The column at which the line's text begins; a tab reaches to the next multiple of four. */
export function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === " ") column += 1;
    else if (character === "\t") column += TAB_WIDTH - (column % TAB_WIDTH);
    else break;
  }
  return column;
}

export function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** The place of the last of some things, in their order, that begins at or before a point; 0 where none does. */
export function lastAtOrBefore<Thing>(
  things: readonly Thing[],
  point: number,
  startOf: (thing: Thing) => number,
): number {
  let [low, high] = [0, things.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (startOf(things[middle] as Thing) <= point) low = middle;
    else high = middle - 1;
  }
  return low;
}
