export function isDelimiterRow(line: string): boolean {
  return line.includes("|") && line.includes("-") && cellsOf(line).every((cell) => /^:?-+:?$/.test(cell));
}

/** The source text of a row's cells; only a backslash keeps a bar from ending one, also inside code. */
export function cellsOf(line: string): readonly string[] {
  return cellRanges(line).map(({ start, end }) => line.slice(start, end).replaceAll("\\|", "|").trim());
}

/** The columns of the cells, 0-based and half open. */
export function cellRanges(line: string): readonly { readonly start: number; readonly end: number }[] {
  const end = line.trimEnd().length;
  const first = line.length - line.trimStart().length;
  const ranges: { start: number; end: number }[] = [];
  let start = line[first] === "|" ? first + 1 : first;
  for (let at = start; at < end; at++) {
    if (line[at] === "\\" && line[at + 1] === "|") {
      at += 1;
    } else if (line[at] === "|") {
      ranges.push({ start, end: at });
      start = at + 1;
    }
  }
  if (start < end) ranges.push({ start, end });
  return ranges;
}
