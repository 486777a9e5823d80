// Claims about several processes on one file, made with several processes on one file.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { countCommand, totals } from "../support/counter.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { volume } from "../support/volume.ts";
import { startWorker } from "../support/worker.ts";

const [WRITERS, COMMANDS, LIVES] = [volume(4, 8), volume(100, 500), volume(8, 50)];
const FILES = volume(40, 200);
const ALL = WRITERS * COMMANDS;
const TEST_MS_MAX = 600_000;

const open = (file: string) => openSqliteStore({ file, mode: "read-write", projections: [totals] });

it(
  `given ${WRITERS} processes with ${COMMANDS} commands each, none is lost, none is done twice, no version is missing`,
  async () => {
    const file = join(temporaryFolder(), "parley.db");
    const workers = Array.from({ length: WRITERS }, (_, n) =>
      startWorker(["count", file, `w${n}`, String(COMMANDS)]),
    );
    expect(await Promise.all(workers.map((worker) => worker.ended))).toEqual(Array(WRITERS).fill(0));
    expect(workers.map((worker) => worker.lines)).toEqual(Array(WRITERS).fill([{ done: COMMANDS }]));

    const store = await open(file);
    const events = await store.load("counter");
    const upToAll = Array.from({ length: ALL }, (_, n) => n + 1);
    expect(events.map((event) => event.version)).toEqual(upToAll);
    expect(events.map((event) => event.data.total)).toEqual(upToAll);
    expect(new Set(events.map((event) => event.commandId)).size).toBe(ALL);
    expect((await store.rows(totals)).map((row) => row.total)).toEqual(upToAll);
    expect(await store.integrity()).toEqual([]);
    store.close();
  },
  TEST_MS_MAX,
);

it(`given four processes that create the same ${FILES} files, none takes another's half-made file for a stranger's`, async () => {
  const file = join(temporaryFolder(), "parley.db");
  const workers = Array.from({ length: 4 }, () => startWorker(["create", file, String(FILES)]));
  expect(await Promise.all(workers.map((worker) => worker.ended))).toEqual(Array(4).fill(0));
  expect(workers.map((worker) => worker.lines)).toEqual(Array(4).fill([{ opened: FILES }]));
});

it(
  `given a writer killed with -9 ${LIVES} times, every acknowledged event and blob is there`,
  async () => {
    const file = join(temporaryFolder(), "parley.db");
    let acknowledged = 0;
    for (let life = 0; life < LIVES; life++) {
      const worker = startWorker(["acknowledge", file, `life${life}`]);
      // After another number of lines each time: in the middle of whatever comes then.
      for (let line = 0; line <= life % 8; line += 1) await worker.next();
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
    expect(acknowledged).toBeGreaterThan(LIVES);
  },
  TEST_MS_MAX,
);

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
  await until("others have their turn meanwhile", () => ticks > 3);
  blocker.exec("commit");
  expect(await appending).toMatchObject({ at: "appended" });
  clearInterval(ticking);
  blocker.close();
  store.close();
});
