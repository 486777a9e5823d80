// Whoever follows a session in the process that runs it hears what the log says, and nothing else.
import { expect, it } from "vitest";
import type { SessionEvent } from "../../src/core/refinement/session/session-event.ts";
import { SessionEngine } from "../../src/engine/session-engine.ts";
import { TEST_SEALS } from "../support/seals.ts";
import {
  approval,
  HASH,
  READY,
  resolution,
  SESSION,
  sessionWorld,
  steppingClock,
  UTF8,
  type World,
} from "../support/session-world.ts";

const GAP = "GAP-FLOW-001";
/** What pausing and going on leave in the log. */
const PAUSED = ["SessionPaused", "ConvergenceChanged"];
const RESUMED = ["SessionResumed", "ConvergenceChanged"];

interface Followed {
  readonly world: World;
  readonly heard: SessionEvent["type"][];
  unfollow(): void;
  /** The types of the events in the log since the session was followed. */
  logged(): Promise<readonly string[]>;
}

async function follow(): Promise<Followed> {
  const world = await sessionWorld({
    engineer: () => resolution([GAP]),
    reviewer: ({ purpose }) => (purpose === "final" ? READY : approval([GAP])),
  });
  const { engine, store } = world;
  const { stream, version } = engine;
  const heard: SessionEvent["type"][] = [];
  const unfollow = engine.follow(({ type }) => heard.push(type));
  const logged = async () => (await store.load(stream, version)).map(({ type }) => type);
  return { world, heard, unfollow, logged };
}

/** The same session in another process. */
async function openBeside({ store, folder }: World): Promise<SessionEngine> {
  const ports = { store, folder, clock: steppingClock(), hash: HASH, utf8: UTF8, seals: TEST_SEALS };
  return await SessionEngine.open(SESSION, ports);
}

async function pause(engine: SessionEngine): Promise<void> {
  const by = "human:other";
  await engine.submit({ type: "Pause", by, because: "lunch" }, { id: "pause", actor: by });
}

async function resume(engine: SessionEngine): Promise<void> {
  const by = "human:test";
  await engine.submit({ type: "Resume", by }, { id: "resume", actor: by });
}

it("given a session that runs to its end, then every event is told once, in the order of the log", async () => {
  const { world, heard, logged } = await follow();
  expect(await world.run()).toBe("ended");
  expect(heard).toContain("SpecPublished");
  expect(heard).toEqual(await logged());
});

it("given what another process appended, then it is told when it is taken in", async () => {
  const { world, heard } = await follow();
  await pause(await openBeside(world));
  expect(heard).toEqual([]);
  await world.engine.refresh();
  expect(heard).toEqual(PAUSED);
});

it("given that another was quicker, then what it did is told before what was decided on it", async () => {
  const { world, heard } = await follow();
  await pause(await openBeside(world));
  await resume(world.engine);
  expect(heard).toEqual([...PAUSED, ...RESUMED]);
});

it("given a command that is refused or was there already, then what others did is told once", async () => {
  const { world, heard } = await follow();
  const beside = await openBeside(world);
  await pause(beside);
  await pause(world.engine);
  await resume(beside);
  await resume(world.engine);
  expect(heard).toEqual([...PAUSED, ...RESUMED]);
});

it("given somebody who follows no more, then nothing is told", async () => {
  const { world, heard, unfollow } = await follow();
  unfollow();
  await pause(world.engine);
  expect(heard).toEqual([]);
});
