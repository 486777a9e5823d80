import type { Note } from "../../core/documents/note.ts";
import { remembered } from "../../core/shared/remembered.ts";
import type { Block } from "../markdown/blocks.ts";
import { cellsOf } from "../markdown/table-row.ts";
import { readText } from "../render/free-text.ts";
import { renderTable } from "../render/table.ts";
import type { Codec } from "./codec.ts";
import { NONE_SAID, normalTitle, type Section } from "./section.ts";

type Columns<Row> = { readonly [Key in keyof Row]-?: Column<Row[Key]> };

interface Column<T> {
  readonly title: string;
  readonly of: Codec<T>;
}

/** Shown for the reader's convenience; what it says follows from the row. */
interface DerivedColumn<Row> {
  readonly title: string;
  readonly show: (row: Row) => string;
}

interface RecordTable<Row> {
  readonly write: (rows: readonly Row[]) => readonly string[];
  /** The rows of the section's table; one that cannot be read whole is left out with a note. */
  readonly read: (section: Section | null, notes: Note[]) => readonly Row[];
}

export function recordTable<Row extends object>(
  columns: Columns<Row>,
  derived: readonly DerivedColumn<Row>[] = [],
): RecordTable<Row> {
  const entries = Object.entries(columns) as [keyof Row & string, Column<Row[keyof Row]>][];
  const headers = [
    ...entries.map(([, { title, of }]) => ({ title, align: of.align })),
    ...derived.map(({ title }) => ({ title, align: "right" as const })),
  ];
  const cells = remembered((row: Row) => [
    ...entries.map(([key, { of }]) => of.write(row[key])),
    ...derived.map(({ show }) => show(row)),
  ]);
  const known = new Set(headers.map(({ title }) => normalTitle(title)));
  return {
    write: (rows) => (rows.length === 0 ? NONE_SAID : renderTable(headers, rows.map(cells))),
    read: (section, notes) => {
      const table = section?.blocks.find((block) => block.kind === "table");
      return section === null || table === undefined
        ? []
        : readRows({ table, section, entries, known }, notes);
    },
  };
}

interface Reading<Row> {
  readonly table: Extract<Block, { kind: "table" }>;
  readonly section: Section;
  readonly entries: readonly [keyof Row & string, Column<Row[keyof Row]>][];
  readonly known: ReadonlySet<string>;
}

function readRows<Row>({ table, section, entries, known }: Reading<Row>, notes: Note[]): readonly Row[] {
  const source = (line: number) => cellsOf(section.lines[line - 1] ?? "");
  const [header, ...rows] = table.rows;
  const titles = source(header?.line ?? 0).map((title) => normalTitle(readText(title)));
  const places = entries.map(([key, column]) => ({
    key,
    column,
    at: titles.indexOf(normalTitle(column.title)),
  }));
  for (const title of titles.filter((title) => !known.has(title))) {
    notes.push({ code: "unknown-column", line: table.line, message: `no column "${title}" is known here` });
  }
  for (const { column } of places.filter(({ at }) => at < 0)) {
    notes.push({ code: "missing-column", line: table.line, message: `there is no column "${column.title}"` });
  }
  return rows.flatMap(({ line }) => {
    const cells = source(line);
    const values = places.map(({ key, column, at }) => [key, column.of.read(cells[at] ?? "")] as const);
    const unread = places.filter((_, index) => values[index]?.[1] === undefined);
    for (const { column, at } of unread) {
      const message = `${column.title} should be ${column.of.expects}, not "${excerpt(cells[at] ?? "")}"`;
      notes.push({ code: "unreadable-cell", line, message });
    }
    // Every key of the row has been read by its own codec.
    return unread.length > 0 ? [] : [Object.fromEntries(values) as Row];
  });
}

const EXCERPT_MAX = 60;

export function excerpt(source: string): string {
  return source.length > EXCERPT_MAX ? `${source.slice(0, EXCERPT_MAX)}…` : source;
}
