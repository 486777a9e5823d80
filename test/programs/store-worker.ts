// A process that works on a store and tells on stdout what it got acknowledged, a JSON document a line.
import { writeSync } from "node:fs";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { execute } from "../../src/engine/execute.ts";
import { type DurableStore, StoreFailure } from "../../src/engine/ports.ts";
import { SESSION_PROJECTION } from "../../src/engine/projections.ts";
import { countCommand, counter, totals } from "../support/counter.ts";
import { openProjectEngine } from "../support/flagged-session.ts";

const [job = "", file = "", ...rest] = process.argv.slice(2);

/** Synchronously, so that a line that was said is said even if the process dies at once. */
function say(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

async function count(store: DurableStore, by: string, n: number): Promise<string> {
  const outcome = await execute({
    log: store,
    fold: counter,
    stream: "counter",
    decide: (_, state) => ({
      decided: counter.decide({ by, upTo: Number.MAX_SAFE_INTEGER }, state),
      blobs: [],
    }),
    stored: () => countCommand(`${by}-${n}`, by),
  });
  return outcome.at;
}

const JOBS: { readonly [name: string]: (store: DurableStore) => Promise<void> } = {
  /** count WORKER N: N commands, one after the other. */
  async count(store) {
    const [by = "", n = "0"] = rest;
    const outcomes: string[] = [];
    for (let i = 0; i < Number(n); i++) outcomes.push(await count(store, by, i));
    say({ done: outcomes.filter((at) => at === "done").length });
  },

  /** acknowledge WORKER: commands and blobs without end; each is said only after it was acknowledged. */
  async acknowledge(store) {
    const [by = ""] = rest;
    for (let i = 0; ; i++) {
      await count(store, by, i);
      const blob = await store.put(new TextEncoder().encode(`${by}-${i}`.repeat(200)));
      say({ command: `${by}-${i}`, blob });
    }
  },

  /** hold MS: takes the lease, then appends under it whenever a line comes in on stdin. */
  async hold(store) {
    const got = await store.acquire({
      resource: "session/x",
      holder: { host: "here", pid: process.pid, processStart: "once" },
      nowMs: Date.now(),
      leaseMs: Number(rest[0]),
      isDead: () => false,
    });
    say(got);
    if (got.at !== "acquired") return;
    let n = 0;
    for await (const _line of process.stdin) {
      n += 1;
      const outcome = await execute({
        log: store,
        fold: counter,
        stream: "counter",
        decide: (_, state) => ({ decided: counter.decide({ by: "holder", upTo: 99 }, state), blobs: [] }),
        stored: () => countCommand(`holder-${process.pid}-${n}`, "holder"),
        fence: got.lease,
      });
      say(outcome);
    }
  },

  /** fill: until the disk says no; then whether everything acknowledged can still be read. */
  async fill(store) {
    const acknowledged: string[] = [];
    try {
      for (let i = 0; ; i++) {
        acknowledged.push(await store.put(new TextEncoder().encode(`${i} `.padEnd(20_000, "x"))));
        await count(store, "filler", i);
      }
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      const blobs = await Promise.all(acknowledged.map((sha256) => store.get(sha256)));
      const events = await store.load("counter");
      say({ failure: error.code, message: error.message, fix: error.fix });
      say({ acknowledged: acknowledged.length, readable: blobs.filter((blob) => blob !== null).length });
      say({ events: events.length, findings: await store.integrity() });
    }
  },

  async read(store) {
    say({ events: (await store.load("counter")).length });
  },
};

/** create N: opens N files one after the other, which others create at the same time. */
async function createFiles(): Promise<void> {
  for (let n = 0; n < Number(rest[0]); n++) {
    const store = await openSqliteStore({ file: `${file}-${n}`, mode: "read-write", projections: [totals] });
    store.close();
  }
  say({ opened: Number(rest[0]) });
}

/** learn: whatever was said of flags, together with others who do the same. */
async function learn(): Promise<void> {
  const store = await openSqliteStore({ file, mode: "read-write", projections: [SESSION_PROJECTION] });
  say({ ready: true });
  for await (const _line of process.stdin) break;
  say((await (await openProjectEngine(store)).learn()).weights);
  store.close();
}

async function main(): Promise<void> {
  const mode = job === "read" ? "read-only" : "read-write";
  try {
    if (job === "create") return await createFiles();
    if (job === "learn") return await learn();
    const work = JOBS[job];
    if (work === undefined) throw new Error(`no job ${job}`);
    const store = await openSqliteStore({ file, mode, projections: mode === "read-only" ? [] : [totals] });
    await work(store);
    store.close();
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    say({ failure: error.code, message: error.message, place: error.place, fix: error.fix });
  }
}

await main();
