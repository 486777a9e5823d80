import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { renderTable } from "../render/table.ts";
import type { Format } from "./formats.ts";
import { NONE_SAID } from "./section.ts";

interface Column<Row> {
  readonly title: string;
  readonly align: "left" | "right";
  readonly show: (row: Row) => string;
}

export function column<Row, T>(
  title: string,
  { align, write }: Format<T>,
  pick: (row: Row) => T,
): Column<Row> {
  return { title, align, show: (row) => write(pick(row)) };
}

interface RecordTable<Row> {
  readonly write: (rows: readonly Row[]) => readonly string[];
}

export function recordTable<Row extends object>(columns: readonly Column<Row>[]): RecordTable<Row> {
  const cells = memoizeWeak((row: Row) => columns.map(({ show }) => show(row)));
  return { write: (rows) => (rows.length === 0 ? NONE_SAID : renderTable(columns, rows.map(cells))) };
}
