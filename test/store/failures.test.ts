// A machine that cannot: each time a clear error, and what was recorded before can still be read.
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { execute } from "../../src/engine/execute.ts";
import { countCommand, counter, totals } from "../support/counter.ts";
import { intoOneFile } from "../support/into-one-file.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startProgram, startWorker } from "../support/worker.ts";

const EVENTS = 400;

async function open(file: string, mode: "read-write" | "read-only" = "read-write") {
  return openSqliteStore({ file, mode, projections: [totals] });
}

/** A store with some events in it, closed again. */
async function filledStore(file: string, events = EVENTS): Promise<void> {
  const store = await open(file);
  for (let n = 0; n < events; n++) {
    const by = "x".repeat(200);
    const command = { by, upTo: events };
    await execute({
      log: store,
      fold: counter,
      stream: "counter",
      decide: (_, state) => ({ decided: counter.decide(command, state), blobs: [] }),
      stored: () => countCommand(`c${n}`, by),
    });
  }
  await store.put(new TextEncoder().encode("a document".repeat(1_000)));
  store.close();
  intoOneFile(file);
}

function rowsOf(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const { n } = db.prepare("select count(*) as n from events").get() as { n: number };
  db.close();
  return n;
}

describe("a full disk", () => {
  const worker = resolve("test/.build/store-worker.mjs");
  const mounts = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

  function expectSafe(lines: readonly { readonly [key: string]: unknown }[]): void {
    const [, blobs, log] = lines;
    expect(blobs?.acknowledged).toBeGreaterThan(5);
    expect(blobs?.readable).toBe(blobs?.acknowledged);
    expect(log?.events).toBeGreaterThanOrEqual(Number(blobs?.acknowledged) - 1);
    expect(log?.findings).toEqual([]);
  }

  it.skipIf(!mounts)("of one megabyte says that it is full and keeps all that was acknowledged", async () => {
    const disk = join(temporaryFolder(), "disk");
    mkdirSync(disk);
    const script = 'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" "$3" fill "$1/parley.db"';
    const args = ["-rm", "sh", "-c", script, "sh", disk, process.execPath, worker];
    const filler = startProgram("unshare", args);
    expect(await filler.ended).toBe(0);
    expect(filler.lines[0]).toMatchObject({ failure: "full" });
    expect(filler.lines[0]?.message).toContain("disk is full");
    expectSafe(filler.lines);
  });

  it("in the form of a limit on the size of files, likewise", async () => {
    const file = join(temporaryFolder(), "parley.db");
    const args = ["-c", 'ulimit -f 1000 && exec "$0" "$@"', process.execPath, worker, "fill", file];
    const filler = startProgram("bash", args);
    expect(await filler.ended).toBe(0);
    expect(filler.lines[0]).toMatchObject({ failure: "io" });
    expectSafe(filler.lines);
  });
});

describe("a file that may not be written", () => {
  const root = process.getuid?.() === 0;
  const NOBODY = 65_534;

  /** The tests may run as root, whom permissions do not stop: then the worker runs as nobody. */
  function startUnprivileged(args: readonly string[]) {
    return startWorker(args, root ? { uid: NOBODY, gid: NOBODY } : {});
  }

  /** A place that somebody else than root may enter, with a program they may read. */
  async function readOnlyStore(lockFolder: boolean): Promise<string> {
    const folder = temporaryFolder();
    const file = join(folder, "parley.db");
    await filledStore(file);
    if (root) for (const path of [folder, file]) chownSync(path, NOBODY, NOBODY);
    chmodSync(file, 0o444);
    chmodSync(folder, lockFolder ? 0o555 : 0o755);
    return file;
  }

  const readable = !root || canRead();
  function canRead(): boolean {
    const script = "require('fs').readFileSync(process.argv[1])";
    const args = ["-e", script, resolve("test/.build/store-worker.mjs")];
    return spawnSync(process.execPath, args, { uid: NOBODY, gid: NOBODY }).status === 0;
  }

  it.skipIf(!readable).each([
    ["the file alone", false],
    ["the file and its folder", true],
  ])("%s: writing is refused clearly, reading works", async (_what, lockFolder) => {
    const file = await readOnlyStore(lockFolder);
    const writer = startUnprivileged(["count", file, "w", "1"]);
    expect(await writer.ended).toBe(0);
    expect(writer.lines).toEqual([
      {
        failure: "read-only",
        message: expect.stringContaining("cannot be written"),
        place: file,
        fix: expect.stringContaining("writable"),
      },
    ]);
    const reader = startUnprivileged(["read", file]);
    expect(await reader.ended).toBe(0);
    expect(reader.lines).toEqual([{ events: EVENTS }]);
  });

  it.skipIf(!readable)(
    "with a write-ahead log left by a crash in a read-only folder: reading sees all",
    async () => {
      const folder = temporaryFolder();
      const crashed = join(folder, "crashed.db");
      const worker = startWorker(["acknowledge", crashed, "w"]);
      for (let n = 0; n < 20; n++) await worker.next();
      worker.process.kill("SIGKILL");
      await worker.ended;
      expect(statSync(`${crashed}-wal`).size).toBeGreaterThan(0);
      execFileSync("rm", ["-f", `${crashed}-shm`]);
      for (const path of [folder, crashed, `${crashed}-wal`])
        chmodSync(path, path === folder ? 0o555 : 0o444);

      const reader = startUnprivileged(["read", crashed]);
      expect(await reader.ended).toBe(0);
      expect(Number(reader.lines[0]?.events)).toBeGreaterThanOrEqual(worker.lines.length);
      chmodSync(folder, 0o755);
    },
  );
});

describe("a damaged file", () => {
  it("that is no database at all is refused and left as it is", async () => {
    const file = join(temporaryFolder(), "parley.db");
    writeFileSync(file, "this is a text, not a database. ".repeat(500));
    const before = readFileSync(file);
    for (const mode of ["read-write", "read-only"] as const) {
      await expect(open(file, mode)).rejects.toMatchObject({ code: "corrupt", place: file });
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("with broken pages: integrity names them, the rest stays readable, nothing is rewritten", async () => {
    const file = join(temporaryFolder(), "parley.db");
    await filledStore(file);
    const bytes = readFileSync(file);
    const pageSize = bytes.readUInt16BE(16);
    const victim = pageOfSome(file, "blobs");
    bytes.fill(0xa5, (victim - 1) * pageSize, victim * pageSize);
    writeFileSync(file, bytes);

    const store = await open(file, "read-only");
    const findings = await store.integrity();
    expect(findings.map((finding) => finding.check)).toContain("file");
    expect(await store.load("counter")).toHaveLength(EVENTS);
    store.close();
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it("with a changed payload: integrity names the command and the blob, reading the blob is refused", async () => {
    const file = join(temporaryFolder(), "parley.db");
    await filledStore(file, 5);
    const db = new DatabaseSync(file);
    db.exec(`update commands set data = '{"by":"mallory"}' where id = 'c3'`);
    db.exec("update blobs set bytes = x'00'");
    db.exec("delete from events where version = 2");
    const { sha256 } = db.prepare("select sha256 from blobs").get() as { sha256: string };
    db.close();

    const store = await open(file, "read-only");
    const findings = await store.integrity();
    expect(findings).toContainEqual({ check: "commands", message: "command c3 is not what was recorded" });
    expect(findings).toContainEqual({ check: "commands", message: "command c1 has 0 of its 1 events" });
    expect(findings).toContainEqual({ check: "versions", message: expect.stringContaining("counter") });
    expect(findings).toContainEqual({ check: "blobs", message: `blob ${sha256} has other bytes` });
    await expect(store.get(sha256)).rejects.toMatchObject({ code: "corrupt" });
    store.close();
  });

  /** The page on which the table's data begins. */
  function pageOfSome(file: string, table: string): number {
    const db = new DatabaseSync(file, { readOnly: true });
    const row = db.prepare("select rootpage from sqlite_schema where name = ?").get(table) as {
      rootpage: number;
    };
    db.close();
    return row.rootpage;
  }
});

describe("a file of another time or another program", () => {
  it("of a newer parley is refused in both modes and left byte for byte", async () => {
    const file = join(temporaryFolder(), "parley.db");
    await filledStore(file, 3);
    const db = new DatabaseSync(file);
    db.exec("pragma user_version = 99");
    db.close();
    intoOneFile(file);
    const before = readFileSync(file);
    for (const mode of ["read-write", "read-only"] as const) {
      await expect(open(file, mode)).rejects.toMatchObject({
        code: "newer",
        place: file,
        message: expect.stringContaining("format 99"),
        fix: expect.stringContaining("update parley"),
      });
    }
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(rowsOf(file)).toBe(3);
  });

  it("of another program is not touched", async () => {
    const file = join(temporaryFolder(), "parley.db");
    const db = new DatabaseSync(file);
    db.exec("create table recipes (name text)");
    db.close();
    const before = readFileSync(file);
    await expect(open(file)).rejects.toMatchObject({ code: "foreign" });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("of an older parley is not migrated by reading", async () => {
    const file = join(temporaryFolder(), "parley.db");
    await filledStore(file, 1);
    const db = new DatabaseSync(file);
    db.exec("pragma user_version = 0");
    db.close();
    await expect(open(file, "read-only")).rejects.toMatchObject({ code: "older" });
  });

  it("of no bytes is told apart: what it held may be gone", async () => {
    const file = join(temporaryFolder(), "parley.db");
    writeFileSync(file, "");
    await expect(open(file, "read-only")).rejects.toMatchObject({ code: "blank", place: file });
  });

  it("is a named pipe: refused at once, not waited for", async () => {
    const file = join(temporaryFolder(), "parley.db");
    execFileSync("mkfifo", [file]);
    for (const mode of ["read-write", "read-only"] as const) {
      await expect(open(file, mode)).rejects.toMatchObject({ code: "io" });
    }
  });

  it("that does not exist is not created by reading", async () => {
    const file = join(temporaryFolder(), "parley.db");
    await expect(open(file, "read-only")).rejects.toMatchObject({ code: "missing", place: file });
    expect(existsSync(file)).toBe(false);
    await expect(open(join(temporaryFolder(), "no", "parley.db"))).rejects.toMatchObject({ code: "missing" });
  });

  it("is a folder: an error, not a crash", async () => {
    await expect(open(temporaryFolder())).rejects.toMatchObject({ code: "io" });
  });
});

describe("a backup", () => {
  it("of a large file ends while another process goes on writing, and leaves nothing half", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "parley.db");
    const store = await open(file);
    for (let n = 0; n < 40; n++) await store.put(new Uint8Array(500_000).fill(n));
    const writer = startWorker(["acknowledge", file, "w"]);
    await writer.next();
    await store.backup(join(folder, "copy.db"));
    expect(writer.process.exitCode).toBeNull();
    writer.process.kill("SIGKILL");
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
    store.close();
  });

  it("of damaged data is refused: it would be trusted later", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "parley.db");
    await filledStore(file, 5);
    const db = new DatabaseSync(file);
    db.exec("update blobs set bytes = x'00'");
    db.close();
    const store = await open(file, "read-only");
    await expect(store.backup(join(folder, "copy.db"))).rejects.toMatchObject({
      code: "corrupt",
      place: file,
    });
    expect(existsSync(join(folder, "copy.db"))).toBe(false);
    store.close();
  });

  it("made while another process writes is whole, and is never written over a file", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "parley.db");
    const writer = startWorker(["acknowledge", file, "w"]);
    for (let n = 0; n < 30; n++) await writer.next();
    const store = await open(file);
    const copy = join(folder, "copy.db");
    const acknowledged = writer.lines.length;
    await store.backup(copy);
    writer.process.kill("SIGKILL");

    const restored = await open(copy);
    expect((await restored.load("counter")).length).toBeGreaterThanOrEqual(acknowledged);
    expect(await restored.integrity()).toEqual([]);
    restored.close();

    writeFileSync(join(folder, "precious"), "mine");
    await expect(store.backup(join(folder, "precious"))).rejects.toMatchObject({ code: "exists" });
    expect(readFileSync(join(folder, "precious"), "utf8")).toBe("mine");
    await expect(store.backup(join(folder, "no", "copy.db"))).rejects.toMatchObject({
      code: expect.any(String),
    });
    store.close();
    copyFileSync(copy, join(folder, "again.db"));
    expect(rowsOf(join(folder, "again.db"))).toBeGreaterThanOrEqual(acknowledged);
  });
});
