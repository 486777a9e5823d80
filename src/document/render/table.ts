import { memoizeWeak } from "../../core/shared/memoize-weak.ts";

/** A column may be set to the right, as numbers are read. */
interface TableColumn {
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
  const rowWidths = rows.map(widthsOf);
  const widths = columns.map(({ title }, index) => {
    const needed = rowWidths.reduce((most, cells) => Math.max(most, cells[index] ?? 0), widthOf(title));
    return Math.min(PADDED_WIDTH_MAX, Math.max(DASHES_MIN, needed));
  });
  const layout = columns.map(({ align }, index) => `${align} ${widths[index]}`).join(", ");
  const line = (cells: readonly string[]) =>
    `| ${columns.map(({ align }, index) => pad(cells[index] ?? "", widths[index] ?? 0, align)).join(" | ")} |`;
  const lineOf = (cells: readonly string[]) => {
    const last = lastWritten.get(cells);
    if (last?.layout === layout) return last.line;
    const written = line(cells);
    lastWritten.set(cells, { layout, line: written });
    return written;
  };
  const delimiters = columns.map(({ align }, index) => delimiter(widths[index] ?? 0, align));
  return [line(columns.map(({ title }) => title)), `| ${delimiters.join(" | ")} |`, ...rows.map(lineOf)];
}

/** How a row was written last: a long table is written again and again, and few of its rows or widths change. */
const lastWritten = new WeakMap<readonly string[], { readonly layout: string; readonly line: string }>();

const widthsOf = memoizeWeak((cells: readonly string[]) => cells.map(widthOf));

function delimiter(width: number, align: TableColumn["align"]): string {
  return align === "right" ? `${"-".repeat(width - 1)}:` : "-".repeat(width);
}

function pad(cell: string, width: number, align: TableColumn["align"]): string {
  const missing = " ".repeat(Math.max(0, width - widthOf(cell)));
  return align === "right" ? missing + cell : cell + missing;
}

/** In characters as a reader counts them; most cells have none that takes two units. */
function widthOf(cell: string): number {
  return SURROGATE.test(cell) ? [...cell].length : cell.length;
}

const SURROGATE = /[\uD800-\uDFFF]/;
