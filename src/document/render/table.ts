/** A column may be set to the right, as numbers are read. */
export interface TableColumn {
  readonly title: string;
  readonly align: "left" | "right";
}

const PADDED_WIDTH_MAX = 40;
const DASHES_MIN = 3;

/** `rows` hold the source of each cell, escaped where it is free text; up to a width the columns are aligned. */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const widths = columns.map(({ title }, index) => {
    const needed = rows.reduce((most, row) => Math.max(most, widthOf(row[index] ?? "")), widthOf(title));
    return Math.min(PADDED_WIDTH_MAX, Math.max(DASHES_MIN, needed));
  });
  const line = (cells: readonly string[]) =>
    `| ${columns.map(({ align }, index) => pad(cells[index] ?? "", widths[index] ?? 0, align)).join(" | ")} |`;
  const delimiters = columns.map(({ align }, index) => delimiter(widths[index] ?? 0, align));
  return [line(columns.map(({ title }) => title)), `| ${delimiters.join(" | ")} |`, ...rows.map(line)];
}

function delimiter(width: number, align: TableColumn["align"]): string {
  return align === "right" ? `${"-".repeat(width - 1)}:` : "-".repeat(width);
}

function pad(cell: string, width: number, align: TableColumn["align"]): string {
  const missing = " ".repeat(Math.max(0, width - widthOf(cell)));
  return align === "right" ? missing + cell : cell + missing;
}

function widthOf(cell: string): number {
  return [...cell].length;
}
