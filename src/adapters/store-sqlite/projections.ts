// Plain tables derived from the log. One mechanism serves appending, a new table and a changed one:
// apply the events after the table's cursor.
import type {
  Cell,
  Projection,
  RecordedEvent,
  Row,
  RowChange,
  StoreFailure,
  Table,
} from "../../engine/ports.ts";
import type { Connection } from "./connection.ts";
import { storeFailure } from "./failure.ts";
import { eventsAfter } from "./log-rows.ts";

const BATCH = 1_000;

/** Makes missing or changed tables and fills them; inside a write. */
export function bringUpToDate(connection: Connection, projections: readonly Projection[]): void {
  for (const projection of projections) {
    const known = cursorOf(connection, projection);
    if (known !== null && known.version > projection.version) {
      throw newerTable(connection, projection, known.version);
    }
    if (known?.version !== projection.version) startOver(connection, projection);
    catchUp(connection, [projection]);
  }
}

/** Applies what the tables have not seen yet; inside the write that appended it. */
export function catchUp(connection: Connection, projections: readonly Projection[]): void {
  for (const projection of projections) {
    for (;;) {
      const cursor = cursorOf(connection, projection)?.position ?? 0;
      const events = eventsAfter(connection, cursor, BATCH);
      const last = events.at(-1);
      if (last === undefined) break;
      for (const event of events) applyEvent(connection, projection, event);
      connection.run("update projections set position = ? where name = ?", last.position, projection.table);
      if (events.length < BATCH) break;
    }
  }
}

/** Inside a read. A table that a program without it left behind is not read: who opens to write brings it up. */
export function projectedRows(connection: Connection, table: Table): readonly Row[] {
  const detail = lagOf(connection, table);
  if (detail !== null) throw storeFailure("older", connection.file, { detail });
  const columns = Object.entries(table.columns);
  const reals = columns.flatMap(([column, type]) => (type === "real" ? [column] : []));
  const members = columns.map(
    ([column, type]) => `${literal(column)}, ${type === "real" ? "null" : quoted(column)}`,
  );
  const cells = [`json_object(${members.join(", ")})`, ...reals.map(quoted)];
  const rows = connection.values(
    `select ${cells.join(", ")} from ${quoted(table.table)} order by ${quoted(table.key)}`,
  );
  return rows.map((values) => rowOf(values, reals));
}

/**
 * A row comes as one text, which takes half the time of a value for each cell; only reals, which would lose digits on that
 * way, come beside it. The tables are strict: a cell is of its column's type, or null.
 */
function rowOf([json, ...values]: readonly unknown[], reals: readonly string[]): Row {
  const row = JSON.parse(String(json)) as Record<string, Cell>;
  for (const [index, column] of reals.entries()) row[column] = values[index] as Cell;
  return row;
}

/** How a table is behind the log or the program, else `null`; one that is ahead of the program is refused. */
export function lagOf(connection: Connection, table: Table): string | null {
  const known = cursorOf(connection, table);
  if (known === null) return `there is no table ${table.table} yet`;
  if (known.version > table.version) throw newerTable(connection, table, known.version);
  if (known.version < table.version)
    return `table ${table.table} is of version ${known.version} of ${table.version}`;
  const head = headOf(connection);
  return known.position < head ? `table ${table.table} stands at event ${known.position} of ${head}` : null;
}

function newerTable(connection: Connection, { table }: Table, version: number): StoreFailure {
  return storeFailure("newer", connection.file, { detail: `table ${table} is of version ${version}` });
}

function headOf(connection: Connection): number {
  return Number(connection.get("select max(position) as head from events")?.head ?? 0);
}

function cursorOf(connection: Connection, { table }: Table): { version: number; position: number } | null {
  const row = connection.get("select version, position from projections where name = ?", table);
  return row === undefined ? null : { version: Number(row.version), position: Number(row.position) };
}

function startOver(connection: Connection, projection: Projection): void {
  const columns = Object.entries(projection.columns).map(
    ([column, type]) =>
      `${quoted(column)} ${type}${column === projection.key ? " primary key not null" : ""}`,
  );
  connection.exec(`drop table if exists ${quoted(projection.table)}`);
  connection.exec(`create table ${quoted(projection.table)} (${columns.join(", ")}) strict`);
  connection.run(
    "insert or replace into projections (name, version, position) values (?, ?, 0)",
    projection.table,
    projection.version,
  );
}

function applyEvent(connection: Connection, projection: Projection, event: RecordedEvent): void {
  for (const change of projection.project(event)) applyChange(connection, projection, change);
}

function applyChange(connection: Connection, projection: Projection, change: RowChange): void {
  const table = quoted(projection.table);
  const key = quoted(projection.key);
  switch (change.do) {
    case "put": {
      const columns = Object.keys(projection.columns);
      const names = columns.map(quoted).join(", ");
      const marks = columns.map(() => "?").join(", ");
      const cells = columns.map((column) => change.row[column] ?? null);
      connection.run(`insert or replace into ${table} (${names}) values (${marks})`, ...cells);
      return;
    }
    case "patch": {
      const columns = Object.keys(change.cells);
      const sets = columns.map((column) => `${quoted(column)} = ?`).join(", ");
      const cells = columns.map((column) => change.cells[column] ?? null);
      const changed = connection.run(`update ${table} set ${sets} where ${key} = ?`, ...cells, change.key);
      if (changed === 0) throw new Error(`${projection.table} has no row ${change.key} to patch`);
      return;
    }
    case "delete":
      connection.run(`delete from ${table} where ${key} = ?`, change.key);
      return;
  }
}

/** Rows that differ from what the log makes of them, are missing, or are made by nothing. */
export function* strayRows(connection: Connection, projection: Projection): Iterable<string> {
  const made = rowsFromLog(connection, projection);
  for (const row of projectedRows(connection, projection)) {
    const key = row[projection.key] as string | number;
    const expected = made.get(key);
    made.delete(key);
    const same = Object.keys(projection.columns).every(
      (column) => row[column] === (expected?.[column] ?? null),
    );
    if (expected === undefined || !same)
      yield `row ${key} of ${projection.table} is not what the log makes of it`;
  }
  for (const key of made.keys()) yield `row ${key} of ${projection.table} is missing`;
}

function rowsFromLog(connection: Connection, projection: Projection): Map<string | number, Row> {
  const rows = new Map<string | number, Row>();
  for (let position = 0; ; ) {
    const events = eventsAfter(connection, position, BATCH);
    for (const change of events.flatMap((event) => projection.project(event))) {
      if (change.do === "put") rows.set(change.row[projection.key] as string | number, change.row);
      else if (change.do === "delete") rows.delete(change.key);
      else rows.set(change.key, { ...rows.get(change.key), ...change.cells });
    }
    const last = events.at(-1);
    if (last === undefined || events.length < BATCH) return rows;
    position = last.position;
  }
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
