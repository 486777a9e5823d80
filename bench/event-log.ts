import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { openSqliteStore } from "../src/adapters/store-sqlite/open-store.ts";
import type { AppendRequest, DurableStore, StoredCommand } from "../src/engine/ports.ts";
import { type Measured, ratioOf } from "./ratio.ts";

const APPENDS = 200;
const LONG = 20_000;

const payload = { text: "x".repeat(300) };
const command = (id: string): StoredCommand => ({
  id,
  type: "Do",
  v: 1,
  at: "2026-01-01T00:00:00Z",
  actor: "parley",
  data: payload,
});
const request = (stream: string, expectedVersion: number, id: string): AppendRequest => ({
  stream,
  expectedVersion,
  command: command(id),
  events: [{ type: "Done", v: 1, data: payload }],
});

/** What the log costs over the bare driver, and whether it stays the same as it grows. */
export async function* eventLog(): AsyncIterable<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-"));
  const open = (name: string) =>
    openSqliteStore({ file: join(folder, name), mode: "read-write", projections: [] });
  const short = await open("short.db");
  const long = await open("long.db");
  try {
    await fill(long, LONG);
    const bare = bareDriver(join(folder, "bare.db"));
    yield {
      what: "append of a command with an event",
      against: "the same two rows through the bare driver",
      ratio: await ratioOf(APPENDS, appender(short, "a"), bare),
      budget: 2,
    };
    yield {
      what: `append to a log of ${LONG.toLocaleString("en")} events`,
      against: "append to a short one",
      ratio: await ratioOf(APPENDS, appender(long, "b"), appender(short, "b")),
      budget: 1.5,
    };
    yield {
      what: `loading ${LONG.toLocaleString("en")} events`,
      against: "ten times loading a tenth of them",
      ratio: await ratioOf(
        11,
        async () => void (await long.load("long")),
        async () => {
          for (let n = 0; n < 10; n++) await long.load("long", LONG * 0.9);
        },
      ),
      budget: 1.5,
    };
  } finally {
    short.close();
    long.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function appender(store: DurableStore, stream: string): () => Promise<void> {
  let version = 0;
  return async () => {
    await store.append(request(stream, version, `${stream}-${version}`));
    version += 1;
  };
}

/** One command with many events: quick to write, long to read. */
async function fill(store: DurableStore, events: number): Promise<void> {
  const [first, ...rest] = Array.from({ length: events }, () => ({ type: "Done", v: 1, data: payload }));
  if (first === undefined) return;
  await store.append({ ...request("long", 0, "fill"), events: [first, ...rest] });
}

function bareDriver(file: string): () => void {
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode = wal; pragma synchronous = full");
  db.exec("create table commands (id text primary key, data text) strict");
  db.exec("create table events (position integer primary key, data text) strict");
  const insertCommand = db.prepare("insert into commands values (?, ?)");
  const insertEvent = db.prepare("insert into events (data) values (?)");
  let n = 0;
  return () => {
    db.exec("begin immediate");
    insertCommand.run(`c${n++}`, JSON.stringify(payload));
    insertEvent.run(JSON.stringify(payload));
    db.exec("commit");
  };
}
