// Whatever is changed in the log without parley is found, and named.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { beforeAll, describe, expect, it } from "vitest";
import { CHAINED_COMMAND, CHAINED_EVENT } from "../../src/adapters/store-sqlite/log-chain.ts";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import type { DurableStore, Finding } from "../../src/engine/ports.ts";
import { countCommand } from "../support/counter.ts";
import { intoOneFile } from "../support/into-one-file.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const openIt = (file: string, mode: "read-write" | "read-only" = "read-write") =>
  openSqliteStore({ file, mode, projections: [] });

async function append(store: DurableStore, n: number, more: object = {}): Promise<void> {
  const command = countCommand(`c${n}`, "ada");
  await store.append({
    stream: "a",
    expectedVersion: (n - 1) * 2,
    command: { ...command, data: { ...command.data, ...more } },
    events: [
      { type: "Counted", v: 1, data: { n, half: 1 } },
      { type: "Counted", v: 1, data: { n, half: 2 } },
    ],
  });
}

let whole = "";
let blob = "";
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
  whole = join(folder, "whole.db");
  const store = await openIt(whole);
  blob = await store.put(new TextEncoder().encode("a document"));
  for (let n = 1; n <= 5; n += 1) await append(store, n, n === 3 ? { document: { sha256: blob } } : {});
  expect(await store.integrity()).toEqual([]);
  store.close();
  intoOneFile(whole);
  return () => rmSync(folder, { recursive: true });
});

/** What integrity says of a copy in which somebody changed something with SQL. */
async function findingsAfter(...statements: readonly string[]): Promise<readonly Finding[]> {
  const file = join(temporaryFolder(), "parley.db");
  cpSync(whole, file);
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  for (const sql of statements) db.exec(sql);
  db.close();
  const store = await openIt(file, "read-only");
  try {
    return await store.integrity();
  } finally {
    store.close();
  }
}

const messagesOf = (findings: readonly Finding[], check: string): readonly string[] =>
  findings.filter((finding) => finding.check === check).map(({ message }) => message);

/** Another value of the same kind, that no constraint refuses. */
const OTHER: { readonly [column: string]: string } = {
  id: "'c9'",
  v: "v + 1",
  position: "99",
  version: "version + 100",
  first_version: "first_version + 100",
  last_version: "last_version + 1",
  data: `replace(data, '"', ' "')`,
};
const otherOf = (column: string): string => OTHER[column] ?? `${column} || 'x'`;

it.each([
  ["commands", CHAINED_COMMAND],
  ["events", CHAINED_EVENT],
])("every column of %s is in the chain", (table, chained) => {
  const db = new DatabaseSync(whole);
  const columns = db
    .prepare(`pragma table_info(${table})`)
    .all()
    .map(({ name }) => name);
  db.close();
  expect(columns.toSorted()).toEqual(chained.toSorted());
});

describe("a changed row", () => {
  it.each(CHAINED_COMMAND)("of a command: %s", async (column) => {
    const findings = await findingsAfter(
      `update commands set ${column} = ${otherOf(column)} where id = 'c3'`,
    );
    expect(messagesOf(findings, "chain")[0]).toMatch(/events 5 to 6/);
  });

  it.each(CHAINED_EVENT)("of an event: %s", async (column) => {
    const findings = await findingsAfter(
      `update events set ${column} = ${otherOf(column)} where position = 6`,
    );
    expect(messagesOf(findings, "chain")[0]).toMatch(
      /^command c3 \(events 5 to 6; a 5 to 6\) is not what was recorded/,
    );
  });

  it("of the first and of the last append, likewise", async () => {
    for (const [position, place] of [
      [1, "command c1 (events 1 to 2; a 1 to 2)"],
      [10, "command c5 (events 9 to 10; a 9 to 10)"],
    ] as const) {
      const findings = await findingsAfter(`update events set data = '{}' where position = ${position}`);
      expect(messagesOf(findings, "chain")).toEqual([`${place} is not what was recorded`]);
    }
  });

  it("of the chain itself is found where it stands", async () => {
    const hash = await findingsAfter("update chain set hash = upper(hash) where position = 4");
    expect(messagesOf(hash, "chain")[0]).toContain("command c2 ");
    const blobs = await findingsAfter("update chain set blobs = '[]' where position = 6");
    expect(messagesOf(blobs, "chain")[0]).toContain("command c3 ");
  });
});

describe("a row that is gone or in another's place", () => {
  it("names the blob and the command that refers to it", async () => {
    const findings = await findingsAfter("delete from blobs");
    expect(messagesOf(findings, "chain")).toEqual([
      `blob ${blob} is missing, to which command c3 (events 5 to 6; a 5 to 6) refers`,
    ]);
  });

  it("sees two events in each other's place, an append taken out of the middle, and one put in", async () => {
    const swapped = await findingsAfter(
      "update events set position = 99 where position = 5",
      "update events set position = 5 where position = 6",
      "update events set position = 6 where position = 99",
    );
    expect(messagesOf(swapped, "chain")[0]).toContain("command c3 ");
    const out = await findingsAfter(
      "delete from events where position in (5, 6)",
      "delete from chain where position = 6",
      "delete from commands where id = 'c3'",
    );
    expect(messagesOf(out, "chain")[0]).toContain("command c4 ");
    const put = await findingsAfter(
      ...[5, 4, 3].map((n) => `update chain set position = ${2 * n + 1} where position = ${2 * n}`),
      ...[10, 9, 8, 7, 6, 5].map((at) => `update events set position = ${at + 1} where position = ${at}`),
      `insert into commands select 'c0', stream, type, v, at, actor, data, payload_sha256, 11, 11
       from commands where id = 'c5'`,
      `insert into events (position, stream, version, type, v, data, command_id)
       values (5, 'a', 11, 'Counted', 1, '{}', 'c0')`,
    );
    expect(messagesOf(put, "chain")[0]).toContain("command c0 ");
  });
});

it("an append of a program that knows no chain is behind, not damaged, until the next write links it", async () => {
  const file = join(temporaryFolder(), "parley.db");
  cpSync(whole, file);
  const db = new DatabaseSync(file);
  db.exec(`insert into commands select 'c6', stream, type, v, at, actor, data, payload_sha256, 11, 11
           from commands where id = 'c5'`);
  db.exec(
    "insert into events (stream, version, type, v, data, command_id) values ('a', 11, 'X', 1, '{}', 'c6')",
  );
  db.close();
  const reader = await openIt(file, "read-only");
  expect(await reader.integrity()).toEqual([
    { check: "projections", message: "1 events after event 10 are not in the chain of hashes" },
  ]);
  reader.close();
  const writer = await openIt(file);
  expect(await writer.integrity()).toEqual([]);
  expect((await writer.head()).position).toBe(11);
  writer.close();
});

it("a damaged snapshot is not used", async () => {
  const file = join(temporaryFolder(), "parley.db");
  const store = await openIt(file);
  await store.putSnapshot("a", "x 1", { version: 3, text: '{"n":3}' });
  expect(await store.findSnapshot("a", "x 1")).toEqual({ version: 3, text: '{"n":3}' });
  const db = new DatabaseSync(file);
  for (const change of [`text = '{"n":4}'`, "version = 2", "sha256 = 'x'"]) {
    db.exec(`update snapshots set ${change}`);
    expect(await store.findSnapshot("a", "x 1")).toBeNull();
    await store.putSnapshot("a", "x 1", { version: 3, text: '{"n":3}' });
  }
  db.close();
  store.close();
});
