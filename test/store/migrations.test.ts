import { join } from "node:path";
import { expect, it } from "vitest";
import { Connection } from "../../src/adapters/store-sqlite/connection.ts";
import { formatOf, MIGRATIONS, migrate } from "../../src/adapters/store-sqlite/migrations.ts";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import type { Projection, Row, Table } from "../../src/engine/ports.ts";
import { countCommand, totals, totalsTable } from "../support/counter.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const NEXT = "create table later (id text primary key) strict";

function newConnection(): Connection {
  return new Connection(join(temporaryFolder(), "parley.db"), { readOnly: false });
}

it("brings a file forward step by step and stops at the latest format", async () => {
  const connection = newConnection();
  await migrate(connection);
  expect(formatOf(connection)).toBe(MIGRATIONS.length);
  await migrate(connection, [...MIGRATIONS, NEXT]);
  expect(formatOf(connection)).toBe(MIGRATIONS.length + 1);
  await migrate(connection, [...MIGRATIONS, NEXT]);
  expect(formatOf(connection)).toBe(MIGRATIONS.length + 1);
  await expect(migrate(connection)).rejects.toMatchObject({ code: "newer" });
});

it("undoes a step that fails as a whole and keeps the steps before it", async () => {
  const connection = newConnection();
  const broken = `${NEXT}; create table later (id text) strict`;
  await expect(migrate(connection, [...MIGRATIONS, broken])).rejects.toThrow("already exists");
  expect(formatOf(connection)).toBe(MIGRATIONS.length);
  expect(connection.get("select 1 from sqlite_schema where name = 'later'")).toBeUndefined();
  await migrate(connection, [...MIGRATIONS, NEXT]);
  expect(formatOf(connection)).toBe(MIGRATIONS.length + 1);
});

it("lets several openers race for a new file", async () => {
  const file = join(temporaryFolder(), "parley.db");
  const opening = Array.from({ length: 5 }, () =>
    openSqliteStore({ file, mode: "read-write", projections: [totals] }),
  );
  const stores = await Promise.all(opening);
  expect(stores.map((store) => store.format)).toEqual(Array(5).fill(MIGRATIONS.length));
  for (const store of stores) store.close();
});

it("uses a write-ahead log that is flushed at every commit", async () => {
  const file = join(temporaryFolder(), "parley.db");
  const store = await openSqliteStore({ file, mode: "read-write", projections: [] });
  const connection = new Connection(file, { readOnly: true });
  expect(connection.get("pragma journal_mode")).toMatchObject({ journal_mode: "wal" });
  connection.close();
  store.close();
});

it("fills a new or changed table from the log, and refuses one of a newer program", async () => {
  const file = join(temporaryFolder(), "parley.db");
  const openWith = (...projections: Projection[]) =>
    openSqliteStore({ file, mode: "read-write", projections });
  const first = await openWith();
  for (let n = 1; n <= 3; n++) {
    await first.append({
      stream: "a",
      expectedVersion: n - 1,
      command: countCommand(`c${n}`, "ada"),
      events: [{ type: "Counted", v: 1, data: { by: "ada", total: n } }],
    });
  }
  first.close();

  const second = await openWith(totals);
  expect(await second.rows(totals)).toHaveLength(3);
  second.close();

  const onlyOdd = totalsTable(2, ({ position }) => position % 2 === 1);
  const third = await openWith(onlyOdd);
  expect((await third.rows(onlyOdd)).map((row) => row.position)).toEqual([1, 3]);
  third.close();

  await expect(openWith(totals)).rejects.toMatchObject({ code: "newer" });
});

it("refuses to read a table that is not there, of another version or behind the log, and changes nothing", async () => {
  const file = join(temporaryFolder(), "parley.db");
  const append = async (projections: readonly Projection[], n: number): Promise<void> => {
    const store = await openSqliteStore({ file, mode: "read-write", projections });
    await store.append({
      stream: "a",
      expectedVersion: n - 1,
      command: countCommand(`c${n}`, "ada"),
      events: [{ type: "Counted", v: 1, data: { by: "ada", total: n } }],
    });
    store.close();
  };
  const reading = async (table: Table): Promise<readonly Row[]> => {
    const store = await openSqliteStore({ file, mode: "read-only", projections: [] });
    return await store.rows(table).finally(() => store.close());
  };
  const older = (detail: string) => ({ code: "older", message: expect.stringContaining(detail) });

  await append([], 1);
  await expect(reading(totals)).rejects.toMatchObject(older("there is no table totals yet"));
  await append([totals], 2);
  expect(await reading(totals)).toHaveLength(2);
  await expect(reading(totalsTable(2))).rejects.toMatchObject(older("is of version 1 of 2"));
  await append([], 3);
  await expect(reading(totals)).rejects.toMatchObject(older("stands at event 2 of 3"));
  await append([totalsTable(2)], 4);
  await expect(reading(totals)).rejects.toMatchObject({ code: "newer" });
});

it("catches a table up with events that a program without it appended", async () => {
  const file = join(temporaryFolder(), "parley.db");
  const knowing = await openSqliteStore({ file, mode: "read-write", projections: [totals] });
  const unknowing = await openSqliteStore({ file, mode: "read-write", projections: [] });
  const counted = (id: string, total: number) => ({
    stream: "a",
    expectedVersion: total - 1,
    command: countCommand(id, "ada"),
    events: [{ type: "Counted", v: 1, data: { by: "ada", total } }] as const,
  });
  await unknowing.append(counted("c1", 1));
  await knowing.append(counted("c2", 2));
  expect((await knowing.rows(totals)).map((row) => row.total)).toEqual([1, 2]);
  expect(await knowing.integrity()).toEqual([]);
  knowing.close();
  unknowing.close();
});
