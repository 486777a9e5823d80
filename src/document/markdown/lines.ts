/** A text as lines without their ends, whatever ends them; line n is `lines[n - 1]`. */
export function linesOf(text: string): readonly string[] {
  const withoutMark = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return withoutMark.split(/\r\n|\n|\r/);
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
