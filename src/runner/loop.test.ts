// The loop, and the engine under it, on the smallest stream there is: a counter that an agent counts up.
import { expect, test } from "vitest";
import { cancelSource } from "../../test/support/cancel.ts";
import { type Count, type Counted, countCommand, counter, totals } from "../../test/support/counter.ts";
import { openMemoryStore } from "../../test/support/memory-store.ts";
import { memoryProviderWaits } from "../../test/support/memory-waits.ts";
import { HASH, memoryFolder, UTF8 } from "../../test/support/session-world.ts";
import { emptyResult } from "../core/shared/agent-outcome.ts";
import { type CallKey, makeCallKey } from "../core/shared/call-key.ts";
import type { DecisionOutcome } from "../engine/execute.ts";
import type { Fence, Store, StoredCommand } from "../engine/ports.ts";
import { StreamEngine, type StreamPorts, type SubmissionOutcome } from "../engine/stream-engine.ts";
import type { ViewFile } from "../engine/sync-files.ts";
import { CallStop, type CallsAtWork, type ReturnedCall } from "./calls-at-work.ts";
import type { OwedCall } from "./held-calls.ts";
import { Loop, type LoopOptions, type LoopStep, type LoopWork } from "./loop.ts";

const GOAL = 4;

class CounterEngine extends StreamEngine<Count, number, Counted> {
  static async open(ports: StreamPorts): Promise<CounterEngine> {
    return await new CounterEngine("counter", { ...counter, shape: "counter 1" }, ports).openFromSnapshot();
  }

  async count(id: string, fence?: Fence): Promise<SubmissionOutcome<Counted>> {
    const lease = fence === undefined ? {} : { fence };
    return await this.submitTo(() => ({ by: "ada", upTo: GOAL }), { id, actor: "ada", ...lease });
  }

  protected toStored({ by }: Count, { id }: { readonly id: string }): StoredCommand {
    return countCommand(id, by);
  }

  protected decide({ data }: StoredCommand, total: number): DecisionOutcome<Counted> {
    return { decided: counter.decide({ by: String(data.by), upTo: GOAL }, total), blobs: [] };
  }

  protected files(): readonly ViewFile[] {
    return [{ path: "total.md", text: async () => `${this.state}\n` }];
  }
}

/** Owes a call for each number up to the goal; what the call brings is counted. */
class Counting implements LoopWork<number, "counted" | "stopped"> {
  readonly story: string[] = [];
  readonly #engine: CounterEngine;
  readonly #calls: CallsAtWork;
  readonly #left: readonly number[];
  readonly #fence: Fence | undefined;
  readonly #idle: boolean;

  constructor(
    engine: CounterEngine,
    calls: CallsAtWork,
    about: { left?: readonly number[]; fence?: Fence; idle?: boolean },
  ) {
    this.#engine = engine;
    this.#calls = calls;
    this.#left = about.left ?? [];
    this.#fence = about.fence;
    this.#idle = about.idle ?? false;
  }

  get version(): number {
    return this.#engine.version;
  }

  async recover(): Promise<void> {
    for (const number of this.#left) this.#begin(number, "recover");
  }

  async refresh(): Promise<void> {
    await this.#engine.refresh();
  }

  async finish({ key }: ReturnedCall): Promise<LoopStep> {
    this.story.push(`finish ${key.at(-1)}`);
    const { at } = await this.#engine.count(key, this.#fence);
    if (at === "fenced") return { at };
    return this.#engine.state === 3 ? { at: "done", waitMs: 1_000 } : { at: "done" };
  }

  mayBegin(stopping: boolean): boolean {
    return !stopping;
  }

  async settle(): Promise<null> {
    return null;
  }

  owed(): readonly number[] {
    return this.#calls.any || this.#engine.state >= GOAL ? [] : [this.#engine.state + 1];
  }

  callOf(number: number): OwedCall {
    return { key: keyOf(number), agent: "ada", notBeforeMs: null };
  }

  async perform(number: number): Promise<LoopStep> {
    if (!this.#idle) this.#begin(number, "start");
    return { at: "done" };
  }

  async pause(): Promise<void> {
    await this.#engine.sync();
  }

  endOf(stopping: boolean): "counted" | "stopped" {
    return stopping ? "stopped" : "counted";
  }

  #begin(number: number, how: string): void {
    this.story.push(`${how} ${number}`);
    const stop = new CallStop(cancelSource().cancel);
    const result = Promise.resolve(emptyResult("ok"));
    this.#calls.watch({ key: keyOf(number), agent: "ada", stop }, result);
  }
}

function keyOf(number: number): CallKey {
  const place = { round: 1, incarnation: 0, purpose: "engineer", lane: "-", attempt: 1 } as const;
  return makeCallKey({ subject: { of: "task", id: "a1b2c3d4" }, ...place, launch: number });
}

function world(store: Store = openMemoryStore([totals])) {
  let nowMs = 1_000;
  const folder = memoryFolder();
  const clock = { nowMs: () => nowMs };
  const progress: string[] = [];
  const stop = cancelSource();
  const options: LoopOptions = {
    stopSoon: stop.cancel,
    stopNow: cancelSource().cancel,
    providers: { waits: memoryProviderWaits(clock), of: () => "provider" },
    timer: (ms, callback) => {
      const timer = setTimeout(() => {
        nowMs += ms;
        callback();
      });
      return () => clearTimeout(timer);
    },
    progress: ({ at, key }) => progress.push(`${at} ${key.at(-1)}`),
  };
  const open = () => CounterEngine.open({ store, folder, clock, hash: HASH, utf8: UTF8 });
  const run = async (about: ConstructorParameters<typeof Counting>[2] = {}) => {
    const loop = new Loop(options, () => nowMs);
    const work = new Counting(await open(), loop.calls, about);
    return { end: await loop.run(work), story: work.story.join(", ") };
  };
  return { store, folder, progress, stop, open, run };
}

test("what was left is recovered first, then one thing at a time is done until nothing is owed", async () => {
  const { store, folder, progress, run } = world();
  expect(await run({ left: [1] })).toEqual({
    end: "counted",
    story: "recover 1, finish 1, start 2, finish 2, start 3, finish 3, start 4, finish 4",
  });
  expect((await store.rows(totals)).map(({ total }) => total)).toEqual([1, 2, 3, 4]);
  expect(folder.files.get("total.md")).toBe("4\n");
  expect(progress).toEqual(["held 4", "released 4"]);
});

test("whoever wants to stop waits for what runs, and starts nothing more", async () => {
  const { stop, run } = world();
  stop.stop();
  expect(await run({ left: [1] })).toEqual({ end: "stopped", story: "recover 1, finish 1" });
});

test("what is owed and never done ends the run with its name, and does not go on for ever", async () => {
  const { run } = world();
  await expect(run({ idle: true })).rejects.toThrow("1 is owed, and 100 steps in a row record nothing");
});

test("whoever has lost the lease records nothing, and ends", async () => {
  const { store, run } = world();
  expect(await run({ fence: { resource: "counter", epoch: 7 } })).toMatchObject({ end: "fenced" });
  expect(await store.load("counter")).toEqual([]);
});

test("an engine opens from its snapshot, catches up with others, and knows a command again", async () => {
  const { open, store } = world();
  const [one, other] = [await open(), await open()];
  expect(await one.count("a")).toMatchObject({ at: "done", events: [{ data: { total: 1 } }] });
  await one.saveSnapshot();
  expect(await store.findSnapshot("counter", "counter 1")).toEqual({ version: 1, text: "1" });
  expect(await other.count("b")).toMatchObject({ at: "done", events: [{ data: { total: 2 } }] });
  expect([await one.refresh(), one.state, one.version]).toEqual([true, 2, 2]);
  const third = await open();
  expect([third.state, third.eventsSinceSnapshot]).toEqual([2, 1]);
  expect(await third.count("a")).toEqual({ at: "known" });
  for (const id of ["c", "d"]) await third.count(id);
  expect(await third.count("e")).toMatchObject({ at: "refused", refusal: { refused: "limit" } });
});
