// What the simulation found, each shown by itself.
import { describe, expect, it } from "vitest";
import { SessionEngine } from "../../src/engine/session-engine.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { TEST_SEALS } from "../support/seals.ts";
import {
  approval,
  HASH,
  memoryFolder,
  objection,
  READY,
  resolution,
  SESSION,
  sessionWorld,
  settingsFor,
  sourceGap,
  steppingClock,
  UTF8,
} from "../support/session-world.ts";

const ONE = "GAP-FLOW-001";
const STREAM = sessionStream(SESSION);

function asks(world: { engine: SessionEngine }, ending: "STALL_EXIT" | "MAX_ROUNDS" | "USER_APPROVED") {
  return world.engine.submit(
    { type: "RequestEnding", ending, trigger: "the user asked" },
    { id: `ask-${ending}`, actor: "human:test" },
  );
}

describe("a wish to end", () => {
  it("given the round limit and no warning, then STALL_EXIT is refused, and USER_APPROVED goes to the gates", async () => {
    const world = await sessionWorld({
      limits: { maxRounds: 1 },
      engineer: () => resolution([ONE]),
      reviewer: () => objection(ONE),
    });
    expect(await world.run()).toBe("waiting");
    expect(world.engine.live.work.questions).toMatchObject([{ kind: "max-rounds" }]);

    expect(await asks(world, "STALL_EXIT")).toMatchObject({ at: "refused" });
    expect(await asks(world, "USER_APPROVED")).toMatchObject({ at: "done" });
    await world.run();
    expect(world.engine.live.work.questions).toMatchObject([{ kind: "gate" }]);
  });

  it("given a Final Review under way, then it is refused where it would be without one", async () => {
    const world = await sessionWorld({
      engineer: () => resolution([ONE]),
      reviewer: ({ purpose }) => (purpose === "final" ? { outcome: "not-installed" } : approval([ONE])),
    });
    expect(await world.run()).toBe("waiting");

    expect(await asks(world, "MAX_ROUNDS")).toMatchObject({ at: "refused" });
    expect(await asks(world, "STALL_EXIT")).toMatchObject({ at: "refused" });
  });
});

describe("a pause", () => {
  it("given as the answer to two questions, then is one", async () => {
    const world = await sessionWorld({
      gaps: [sourceGap(ONE), sourceGap("GAP-FLOW-002")],
      limits: { gapsPerRound: 2, parallelGaps: 2 },
      engineer: () => ({ outcome: "not-installed" }),
      reviewer: () => READY,
    });
    expect(await world.run()).toBe("waiting");
    for (const { id } of world.engine.live.work.questions) {
      expect(await world.answer(id, { option: "pause" })).toMatchObject({ at: "done" });
    }

    const events = await world.store.load(STREAM);
    expect(events.filter(({ type }) => type === "SessionPaused")).toHaveLength(1);
  });
});

describe("documents", () => {
  it("given runs of their own beside a shared one, then the merged document is the only one of its name", async () => {
    const gaps = [
      sourceGap(ONE),
      { ...sourceGap("GAP-FLOW-002"), blockedBy: [sourceGap(ONE).id] },
      sourceGap("GAP-FLOW-003"),
    ];
    const world = await sessionWorld({
      gaps,
      limits: { gapsPerRound: 3, parallelGaps: 2 },
      engineer: ({ lane }) => resolution(lane === ONE ? [ONE, "GAP-FLOW-002"] : [lane]),
      reviewer: ({ purpose }) => (purpose === "final" ? READY : approval(gaps.map(({ id }) => id))),
    });

    expect(await world.run()).toBe("ended");
    const merged = world.folder.files.get("round_001/engineer.md");
    for (const { id } of gaps) expect(merged).toContain(`## Gap Resolution: ${id}`);
    expect([...world.folder.files.keys()].filter((path) => path.includes("edited"))).toEqual([]);
  });

  it("given an end within a round, then the summary of the round before stays as it is", async () => {
    const world = await sessionWorld({
      gaps: [sourceGap(ONE), sourceGap("GAP-FLOW-002")],
      engineer: ({ round }) => (round === 1 ? resolution([ONE]) : null),
      reviewer: () => approval([ONE]),
    });
    expect(await world.run()).toBe("waiting");
    const summary = world.folder.files.get("round_001/summary.md");
    expect(await asks(world, "USER_APPROVED")).toMatchObject({ at: "done" });
    await world.run();
    for (const { id } of world.engine.live.work.questions) await world.answer(id, { option: "acknowledge" });

    expect(await world.run()).toBe("ended");
    const engine = await SessionEngine.open(SESSION, portsOver(world));
    await engine.sync();
    expect(world.folder.files.get("round_001/summary.md")).toBe(summary);
  });

  it("given an answer whose process did not live to write it down, then the next run does", async () => {
    const world = await sessionWorld({ engineer: () => null, reviewer: () => READY });
    expect(await world.run()).toBe("waiting");
    const other = await SessionEngine.open(SESSION, portsOver(world));
    await other.submit(
      { type: "Pause", by: "human:test", because: "lunch" },
      { id: "p", actor: "human:test" },
    );

    expect(await world.run()).toBe("paused");
    expect(world.folder.files.get("status.md")).toContain("PAUSED");
  });

  it("given two crashes while a file is replaced, then it is still known as ours", async () => {
    const store = openMemoryStore([]);
    const folder = memoryFolder();
    const ports = { store, folder, clock: steppingClock(), hash: HASH, utf8: UTF8, seals: TEST_SEALS };
    const engine = await SessionEngine.open(SESSION, ports);
    const sha256 = await store.put(UTF8.encode("# A spec\n"));
    await engine.submit(
      {
        type: "StartSession",
        session: SESSION,
        spec: { name: "spec.md", path: "spec.md", sha256 },
        settings: settingsFor(1),
        gaps: [sourceGap(ONE)],
      },
      { id: "start", actor: "human:test" },
    );
    await engine.sync();
    const dead = Promise.reject(new Error("killed"));
    dead.catch(() => undefined);
    const pause = { type: "Pause", by: "human:test", because: "lunch" } as const;
    await engine.submit(pause, { id: "pause", actor: "human:test" });
    const written = {
      ...ports,
      store: { ...store, setFileCursors: oncePassing(store.setFileCursors, dead) },
    };
    await expect((await SessionEngine.open(SESSION, written)).sync()).rejects.toThrow("killed");
    await engine.submit({ type: "Resume", by: "human:test" }, { id: "resume", actor: "human:test" });
    const unwritten = { ...ports, folder: { ...folder, write: () => dead } };
    await expect((await SessionEngine.open(SESSION, unwritten)).sync()).rejects.toThrow("killed");

    expect(await (await SessionEngine.open(SESSION, ports)).sync()).toEqual([]);
    expect([...folder.files.keys()]).not.toContain("status.md.edited");
  });
});

/** Does its work the first time, and fails from then on. */
function oncePassing<Args extends readonly unknown[]>(
  act: (...args: Args) => Promise<void>,
  dead: Promise<never>,
): (...args: Args) => Promise<void> {
  let calls = 0;
  return async (...args) => {
    calls += 1;
    await (calls === 1 ? act(...args) : dead);
  };
}

function portsOver({ store, folder }: Awaited<ReturnType<typeof sessionWorld>>) {
  return { store, folder, clock: steppingClock(), hash: HASH, utf8: UTF8, seals: TEST_SEALS };
}
