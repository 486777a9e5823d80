// A table read by its column titles.
import type { Block, BlockRow } from "../markdown/blocks.ts";
import { plainText, type Span, statedLabel } from "../markdown/spans.ts";
import { type FieldName, fieldsNamed } from "./field-names.ts";

export type Table = Extract<Block, { kind: "table" }>;

export interface TableColumns {
  readonly titles: readonly string[];
  /** The first column that each name may mean. */
  readonly of: ReadonlyMap<FieldName, number>;
  readonly rows: readonly BlockRow[];
}

export function tableColumns(table: Table): TableColumns {
  const [header, ...rows] = table.rows;
  const titles = (header?.cells ?? []).map((cell) => plainText(cell).trim());
  const of = new Map<FieldName, number>();
  for (const [index, title] of titles.entries()) {
    for (const field of fieldsNamed(title)) if (!of.has(field)) of.set(field, index);
  }
  return { titles, of, rows };
}

/** The spans of a row's cell in a column; empty where there is none. */
export function cellOf(row: BlockRow, column: number | undefined): readonly Span[] {
  return column === undefined ? [] : (row.cells[column] ?? []);
}

/** What a cell states: an id in code counts, other code does not. */
export function cellText(row: BlockRow, column: number | undefined): string {
  return statedLabel(cellOf(row, column)).trim();
}
