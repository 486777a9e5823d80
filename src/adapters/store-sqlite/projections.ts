// Plain tables derived from the log. An append brings them what it changed; a table that is new, changed or behind is
// filled again from the first event.
import type {
  Cell,
  Projection,
  RecordedEvent,
  Row,
  RowChange,
  RowMaker,
  RowQuery,
  StoreFailure,
  Table,
} from "../../engine/ports.ts";
import type { Connection } from "./connection.ts";
import { storeFailure } from "./failure.ts";
import { eventsOfStream } from "./log-rows.ts";

const BATCH = 1_000;

interface AppendedEvents {
  readonly stream: string;
  readonly events: readonly RecordedEvent[];
  readonly versionBefore: number;
  /** What the events up to that version fold to; `undefined` where whoever appends does not know. */
  readonly state: unknown;
}

/** The tables of some projections, and what is loaded of how they are made. */
export class ProjectedTables {
  readonly projections: readonly Projection[];
  readonly #connection: Connection;
  readonly #makers = new Map<Projection, RowMaker>();

  constructor(connection: Connection, projections: readonly Projection[]) {
    this.#connection = connection;
    this.projections = projections;
  }

  async load(projections: readonly Projection[] = this.projections): Promise<void> {
    for (const projection of projections)
      if (!this.#makers.has(projection)) this.#makers.set(projection, await projection.load());
  }

  /** Fills every table that is missing, changed or behind the log. */
  async bringUpToDate(): Promise<void> {
    for (;;) {
      const unready = await this.#connection.write(() => {
        const staleProjections = this.staleProjections();
        const lacking = this.unloadedProjections(staleProjections);
        if (lacking.length === 0) for (const projection of staleProjections) this.#fill(projection);
        return lacking;
      });
      if (unready.length === 0) return;
      await this.load(unready);
    }
  }

  /** Inside a transaction: those of which a table is out of sync with the log. */
  staleProjections(): readonly Projection[] {
    return this.projections.filter(({ tables }) =>
      tables.some((table) => lagOf(this.#connection, table) !== null),
    );
  }

  unloadedProjections(projections: readonly Projection[]): readonly Projection[] {
    return projections.filter((projection) => !this.#makers.has(projection));
  }

  /** Inside the write that appended. `behind`: as they were before it. */
  follow(appended: AppendedEvents, behind: readonly Projection[]): void {
    const head = headOf(this.#connection);
    for (const projection of this.projections) {
      if (behind.includes(projection)) {
        this.#fill(projection);
        continue;
      }
      if (projection.covers(appended.stream)) this.#apply(projection, appended);
      this.#setCursors(projection, head);
    }
  }

  /** Rows that differ from what the log makes of them, are missing, or are made by nothing. */
  *strayRows(projection: Projection): Iterable<string> {
    const made = this.#rowsFromLog(projection);
    for (const table of projection.tables) {
      const expectedRows = made.get(table.table) ?? new Map<string | number, Row>();
      for (const row of readProjectedRows(this.#connection, table)) {
        const key = row[table.key] as string | number;
        const expected = expectedRows.get(key);
        expectedRows.delete(key);
        const same = Object.keys(table.columns).every(
          (column) => row[column] === (expected?.[column] ?? null),
        );
        if (expected === undefined || !same)
          yield `row ${key} of ${table.table} is not what the log makes of it`;
      }
      for (const key of expectedRows.keys()) yield `row ${key} of ${table.table} is missing`;
    }
  }

  #apply(projection: Projection, { stream, events, versionBefore, state }: AppendedEvents): void {
    const maker = this.#makerOf(projection);
    let before = state ?? this.#fold(maker, stream, versionBefore);
    for (const event of events) {
      const after = maker.evolve(before, event);
      for (const change of maker.changes({ event, before, after })) this.#change(projection, change);
      before = after;
    }
  }

  #fold(maker: RowMaker, stream: string, version: number): unknown {
    let state = maker.initial;
    for (const event of this.#eventsOf(stream)) {
      if (event.version > version) break;
      state = maker.evolve(state, event);
    }
    return state;
  }

  #fill(projection: Projection): void {
    for (const table of projection.tables) resetTable(this.#connection, table);
    for (const change of this.#changesFromLog(projection)) this.#change(projection, change);
    this.#setCursors(projection, headOf(this.#connection));
  }

  *#changesFromLog(projection: Projection): Iterable<RowChange> {
    const maker = this.#makerOf(projection);
    const streams = this.#connection.all("select distinct stream from events order by stream");
    for (const stream of streams.map((row) => String(row.stream)).filter(projection.covers)) {
      let before = maker.initial;
      for (const event of this.#eventsOf(stream)) {
        const after = maker.evolve(before, event);
        yield* maker.changes({ event, before, after });
        before = after;
      }
    }
  }

  #rowsFromLog(projection: Projection): Map<string, Map<string | number, Row>> {
    const tables = new Map(projection.tables.map(({ table }) => [table, new Map<string | number, Row>()]));
    for (const change of this.#changesFromLog(projection)) {
      const { key } = tableOf(projection, change);
      const rows = tables.get(change.table);
      if (change.do === "put") rows?.set(change.row[key] as string | number, change.row);
      else if (change.do === "delete") rows?.delete(change.key);
      else rows?.set(change.key, { ...rows.get(change.key), ...change.cells });
    }
    return tables;
  }

  #makerOf(projection: Projection): RowMaker {
    const maker = this.#makers.get(projection);
    if (maker === undefined) throw new Error("a projection was not loaded before its tables were needed");
    return maker;
  }

  #eventsOf(stream: string): Iterable<RecordedEvent> {
    return inBatches((last) => eventsOfStream(this.#connection, stream, last?.version ?? 0, BATCH));
  }

  #setCursors({ tables }: Projection, position: number): void {
    for (const { table } of tables)
      this.#connection.run("update projections set position = ? where name = ?", position, table);
  }

  #change(projection: Projection, change: RowChange): void {
    const { table: name, key: keyColumn, columns } = tableOf(projection, change);
    const table = quoteName(name);
    const key = quoteName(keyColumn);
    switch (change.do) {
      case "put": {
        const names = Object.keys(columns);
        const marks = names.map(() => "?").join(", ");
        const cells = names.map((column) => change.row[column] ?? null);
        const into = `${table} (${names.map(quoteName).join(", ")})`;
        this.#connection.run(`insert or replace into ${into} values (${marks})`, ...cells);
        return;
      }
      case "patch": {
        const names = Object.keys(change.cells);
        const sets = names.map((column) => `${quoteName(column)} = ?`).join(", ");
        const cells = names.map((column) => change.cells[column] ?? null);
        const sql = `update ${table} set ${sets} where ${key} = ?`;
        if (this.#connection.run(sql, ...cells, change.key) === 0)
          throw new Error(`${name} has no row ${change.key} to patch`);
        return;
      }
      case "delete":
        this.#connection.run(`delete from ${table} where ${key} = ?`, change.key);
        return;
    }
  }
}

/** `read`: the next so many after the last one. */
function* inBatches(
  read: (last: RecordedEvent | undefined) => readonly RecordedEvent[],
): Iterable<RecordedEvent> {
  let batch = read(undefined);
  for (; batch.length === BATCH; batch = read(batch.at(-1))) yield* batch;
  yield* batch;
}

function tableOf({ tables }: Projection, change: RowChange): Table {
  const table = tables.find((one) => one.table === change.table);
  if (table === undefined) throw new Error(`no projection makes a table ${change.table}`);
  return table;
}

/** Inside a read. A table that a program without it left behind is not read: who opens to write brings it up. */
export function readProjectedRows(
  connection: Connection,
  table: Table,
  { where = {}, order = [], limit }: RowQuery = {},
): readonly Row[] {
  const detail = lagOf(connection, table);
  if (detail !== null) throw storeFailure("older", connection.file, { detail });
  const columns = Object.entries(table.columns);
  const reals = columns.flatMap(([column, type]) => (type === "real" ? [column] : []));
  const members = columns.map(
    ([column, type]) => `${literal(column)}, ${type === "real" ? "null" : quoteName(column)}`,
  );
  const cells = [`json_object(${members.join(", ")})`, ...reals.map(quoteName)];
  const orders = [...order, table.key].map((by) =>
    typeof by === "string" ? checkColumn(table, by) : `${checkColumn(table, by.column)} desc`,
  );
  const { sql, values } = conditionsOf(table, where);
  const rows = connection.values(
    `select ${cells.join(", ")} from ${quoteName(table.table)} ${sql} order by ${orders.join(", ")} limit ?`,
    ...values,
    limit ?? NO_LIMIT,
  );
  return rows.map((row) => rowOf(row, reals));
}

/** As SQLite has it. */
const NO_LIMIT = -1;

interface WhereClause {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

function conditionsOf(table: Table, where: NonNullable<RowQuery["where"]>): WhereClause {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  for (const [column, wanted] of Object.entries(where)) {
    const name = checkColumn(table, column);
    const cells = typeof wanted === "object" && wanted !== null ? wanted : [wanted];
    conditions.push(`(${name} in (select value from json_each(?)) or ${name} is null and ?)`);
    values.push(JSON.stringify(cells.filter((cell) => cell !== null)), cells.includes(null) ? 1 : 0);
  }
  return { sql: conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`, values };
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

function checkColumn({ table, columns }: Table, column: string): string {
  if (!Object.hasOwn(columns, column)) throw new Error(`${table} has no column ${column}`);
  return quoteName(column);
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

function resetTable(connection: Connection, { table, version, key, columns }: Table): void {
  const cells = Object.entries(columns).map(
    ([column, type]) => `${quoteName(column)} ${type}${column === key ? " primary key not null" : ""}`,
  );
  connection.exec(`drop table if exists ${quoteName(table)}`);
  connection.exec(`create table ${quoteName(table)} (${cells.join(", ")}) strict`);
  connection.run(
    "insert or replace into projections (name, version, position) values (?, ?, 0)",
    table,
    version,
  );
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
