// Claims about several processes on one file, made with several processes on one file.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { countCommand, totals } from "../support/counter.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startWorker } from "../support/worker.ts";

const open = (file: string) => openSqliteStore({ file, mode: "read-write", projections: [totals] });

it("given eight processes with 500 commands each, none is lost, none is done twice, no version is missing", async () => {
  const file = join(temporaryFolder(), "parley.db");
  const workers = Array.from({ length: 8 }, (_, n) => startWorker(["count", file, `w${n}`, "500"]));
  expect(await Promise.all(workers.map((worker) => worker.ended))).toEqual(Array(8).fill(0));
  expect(workers.map((worker) => worker.lines)).toEqual(Array(8).fill([{ done: 500 }]));

  const store = await open(file);
  const events = await store.load("counter");
  const upTo4000 = Array.from({ length: 4_000 }, (_, n) => n + 1);
  expect(events.map((event) => event.version)).toEqual(upTo4000);
  expect(events.map((event) => event.data.total)).toEqual(upTo4000);
  expect(new Set(events.map((event) => event.commandId)).size).toBe(4_000);
  expect((await store.rows(totals)).map((row) => row.total)).toEqual(upTo4000);
  expect(await store.integrity()).toEqual([]);
  store.close();
});

it("given four processes that create the same two hundred files, none takes another's half-made file for a stranger's", async () => {
  const file = join(temporaryFolder(), "parley.db");
  const workers = Array.from({ length: 4 }, () => startWorker(["create", file, "200"]));
  expect(await Promise.all(workers.map((worker) => worker.ended))).toEqual(Array(4).fill(0));
  expect(workers.map((worker) => worker.lines)).toEqual(Array(4).fill([{ opened: 200 }]));
});

it("given a writer killed with -9 fifty times, every acknowledged event and blob is there", async () => {
  const file = join(temporaryFolder(), "parley.db");
  let acknowledged = 0;
  for (let life = 0; life < 50; life++) {
    const worker = startWorker(["acknowledge", file, `life${life}`]);
    await worker.next();
    await sleep((life * 7) % 40);
    worker.process.kill("SIGKILL");
    expect(await worker.ended).toBe("SIGKILL");

    const store = await open(file);
    const commands = new Set((await store.load("counter")).map((event) => event.commandId));
    for (const line of worker.lines) {
      expect(commands.has(String(line.command))).toBe(true);
      expect(await store.get(String(line.blob))).not.toBeNull();
    }
    acknowledged += worker.lines.length;
    expect(await store.integrity()).toEqual([]);
    store.close();
  }
  expect(acknowledged).toBeGreaterThan(50);
});

it("given a runner that was stopped past its lease, when it goes on, then it is refused as a zombie", async () => {
  const file = join(temporaryFolder(), "parley.db");
  const zombie = startWorker(["hold", file, "200"]);
  expect(await zombie.next()).toMatchObject({ at: "acquired", lease: { epoch: 1 } });
  zombie.process.stdin?.write("append\n");
  expect(await zombie.next()).toMatchObject({ at: "done", version: 1 });

  zombie.process.kill("SIGSTOP");
  await sleep(250);
  const heir = startWorker(["hold", file, "60000"]);
  expect(await heir.next()).toMatchObject({ at: "acquired", lease: { epoch: 2 } });

  zombie.process.stdin?.write("append\n");
  zombie.process.kill("SIGCONT");
  expect(await zombie.next()).toMatchObject({ at: "fenced", currentEpoch: 2 });
  heir.process.stdin?.end("append\n");
  expect(await heir.next()).toMatchObject({ at: "done", version: 2 });
});

it("given one process that writes, another that follows sees its events", async () => {
  const file = join(temporaryFolder(), "parley.db");
  const store = await open(file);
  const seen: number[] = [];
  const following = (async () => {
    const never = { cancelled: false, onCancel: () => () => undefined };
    for await (const event of store.follow(0, never)) {
      seen.push(event.version);
      if (seen.length === 20) return;
    }
  })();
  startWorker(["count", file, "other", "20"]);
  await following;
  expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  store.close();
});

it("given a process that sits on the write lock, others wait without freezing and then get through", async () => {
  const file = join(temporaryFolder(), "parley.db");
  const store = await open(file);
  const { DatabaseSync } = await import("@photostructure/sqlite");
  const blocker = new DatabaseSync(file);
  blocker.exec("begin immediate");

  let ticks = 0;
  const ticking = setInterval(() => ticks++, 10);
  const appending = store.append({
    stream: "a",
    expectedVersion: 0,
    command: countCommand("c1", "ada"),
    events: [{ type: "X", v: 1, data: {} }],
  });
  await sleep(500);
  blocker.exec("commit");
  expect(await appending).toMatchObject({ at: "appended" });
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(3);
  blocker.close();
  store.close();
});
