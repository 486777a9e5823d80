/** A text as lines without their ends, whatever ends them; line n is `lines[n - 1]`. */
export function linesOf(text: string): readonly string[] {
  const withoutMark = text.startsWith("\uFEFF") ? text.slice(1) : text;
  // Most texts have no other line ends, and long ones are cut again after every edit.
  return withoutMark.includes("\r") ? withoutMark.split(/\r\n|\n|\r/) : withoutMark.split("\n");
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
