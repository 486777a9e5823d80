import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { PROJECT_STREAM } from "../../src/core/project/project.ts";
import type { Heuristic } from "../../src/core/refinement/conflicts/flag.ts";
import { mayAsk } from "../../src/core/refinement/conflicts/flag.ts";
import type { DurableStore } from "../../src/engine/ports.ts";
import { SESSION_PROJECTION } from "../../src/engine/projections.ts";
import { appendFlags, openProjectEngine, type SaidOfFlag } from "../support/flagged-session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startWorker } from "../support/worker.ts";

const open = (file: string) =>
  openSqliteStore({ file, mode: "read-write", projections: [SESSION_PROJECTION] });

async function openStore(): Promise<DurableStore> {
  return await open(join(temporaryFolder(), "parley.db"));
}

const wrong = (issue: string, ...heuristics: readonly Heuristic[]): SaidOfFlag => ({
  issue,
  heuristics,
  outcome: "false-positive",
});

async function learned(store: DurableStore) {
  const { weights, counts } = await (await openProjectEngine(store)).learn();
  return { weights, counts };
}

async function recorded(store: DurableStore): Promise<readonly string[]> {
  return (await store.load(PROJECT_STREAM)).map(({ commandId }) => commandId);
}

describe("what a project learns of its detector", () => {
  it("given a flag that was wrong, then each of its heuristics weighs 0.1 less, and the event tells from what to what", async () => {
    const store = await openStore();
    await appendFlags(store, "shop", [wrong("ISSUE-R1-001", "H1", "H4")]);
    expect((await learned(store)).weights).toEqual({ H1: 0.9, H2: 1, H3: 1, H4: 0.9, H5: 1 });
    expect(await store.load(PROJECT_STREAM)).toMatchObject([
      {
        type: "DetectorOutcomeRecorded",
        commandId: "flag/shop/ISSUE-R1-001/2",
        data: {
          outcome: "false-positive",
          confirmed: false,
          weights: [
            { heuristic: "H1", before: 1, after: 0.9 },
            { heuristic: "H4", before: 1, after: 0.9 },
          ],
        },
      },
    ]);
  });

  it.each(["requested", "converted", "waived", "clarified"] as const)(
    "given a flag that was %s, then it counts as right, and no weight changes",
    async (outcome) => {
      const store = await openStore();
      await appendFlags(store, "shop", [{ issue: "ISSUE-R1-001", heuristics: ["H1"], outcome }]);
      const { weights, counts } = await learned(store);
      expect(weights.H1).toBe(1);
      expect(counts.H1).toEqual({ confirmed: 1, falsePositives: 0 });
    },
  );

  it("given flags that stand, were answered or are moot, then nothing is learned", async () => {
    const store = await openStore();
    await appendFlags(store, "shop", [
      { issue: "ISSUE-R1-001", heuristics: ["H1"] },
      { issue: "ISSUE-R1-002", heuristics: ["H1"], outcome: "answered" },
      { issue: "ISSUE-R1-003", heuristics: ["H1"], outcome: "moot" },
    ]);
    await learned(store);
    expect(await recorded(store)).toEqual([]);
  });

  it("given it has learned, when it learns again, then only what is new is added, from every session", async () => {
    const store = await openStore();
    await appendFlags(store, "shop", [wrong("ISSUE-R1-001", "H5")]);
    await learned(store);
    await appendFlags(store, "shop", [{ ...wrong("ISSUE-R1-001", "H5"), round: 3 }]);
    await appendFlags(store, "bank", [wrong("ISSUE-R1-001", "H5")]);
    expect((await learned(store)).weights.H5).toBe(0.7);
    await learned(store);
    expect(await recorded(store)).toEqual([
      "flag/shop/ISSUE-R1-001/2",
      "flag/shop/ISSUE-R1-001/3",
      "flag/bank/ISSUE-R1-001/2",
    ]);
  });

  it("given six wrong flags of one heuristic, then it is below 0.5 and only logs; never does it fall below 0", async () => {
    const store = await openStore();
    const flags = Array.from({ length: 12 }, (_, index) =>
      wrong(`ISSUE-R1-${String(index + 1).padStart(3, "0")}`, "H2"),
    );
    await appendFlags(store, "shop", flags.slice(0, 5));
    expect(mayAsk(["H2"], (await learned(store)).weights)).toBe(true);
    await appendFlags(store, "shop", flags.slice(5, 6));
    const { weights } = await learned(store);
    expect(weights.H2).toBe(0.4);
    expect(mayAsk(["H2"], weights)).toBe(false);
    await appendFlags(store, "shop", flags.slice(6));
    expect((await learned(store)).weights.H2).toBe(0);
  });

  it("given two processes that learn at once, then each flag is learned from once, and both know all of it", async () => {
    const file = join(temporaryFolder(), "parley.db");
    const store = await open(file);
    const flags = Array.from({ length: 9 }, (_, index) => wrong(`ISSUE-R1-00${index + 1}`, "H1"));
    await appendFlags(store, "shop", flags);
    const workers = [startWorker(["learn", file]), startWorker(["learn", file])];
    for (const worker of workers) expect(await worker.next()).toEqual({ ready: true });
    for (const worker of workers) worker.process.stdin?.end("go\n");
    expect(await Promise.all(workers.map((worker) => worker.ended))).toEqual([0, 0]);
    expect(workers.map(({ lines }) => lines[1])).toMatchObject([{ H1: 0.1 }, { H1: 0.1 }]);
    expect(new Set(await recorded(store)).size).toBe(9);
    expect((await recorded(store)).length).toBe(9);
    expect(await store.integrity()).toEqual([]);
    store.close();
  });
});
