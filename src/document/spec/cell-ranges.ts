/** The columns (0-based, half open) of a table row's cells, cut where `cellsOf` of the Markdown room cuts. */
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
