export function isDelimiterRow(line: string): boolean {
  return line.includes("|") && line.includes("-") && cellsOf(line).every((cell) => /^:?-+:?$/.test(cell));
}

/** The source text of a row's cells; only a backslash keeps a bar from ending one, also inside code. */
export function cellsOf(line: string): readonly string[] {
  const row = line.trim();
  const cells: string[] = [];
  let cell = "";
  for (let index = row.startsWith("|") ? 1 : 0; index < row.length; index++) {
    const character = row[index] ?? "";
    if (character === "\\" && row[index + 1] === "|") {
      cell += "|";
      index += 1;
    } else if (character === "|") {
      cells.push(cell.trim());
      cell = "";
    } else {
      cell += character;
    }
  }
  if (cell.trim() !== "" || !row.endsWith("|")) cells.push(cell.trim());
  return cells;
}
