// Two processes sync the documents of one session at once: the runner, and a person's command or a runner that
// was asleep. Whatever the one does between two steps of the other, the documents say in the end what the log says.
import { expect, it } from "vitest";
import type { FileCursor, Folder, Store } from "../../src/engine/ports.ts";
import { SessionEngine } from "../../src/engine/session-engine.ts";
import { TEST_SEALS } from "../support/seals.ts";
import {
  answerTo,
  HASH,
  memoryFolder,
  SESSION,
  sessionWorld,
  steppingClock,
  UTF8,
  type World,
} from "../support/session-world.ts";

function between<Port extends object>(
  port: Port,
  methods: readonly (keyof Port)[],
  step: () => Promise<void>,
) {
  const wrapped = methods.map((method) => {
    const inner = (port[method] as (...values: unknown[]) => unknown).bind(port);
    return [
      method,
      async (...values: unknown[]) => {
        await step();
        return await inner(...values);
      },
    ] as const;
  });
  return { ...port, ...Object.fromEntries(wrapped) } as Port;
}

/** Another process with the same session; `step` is called before each of its calls that concern documents. */
async function anotherEngine(world: World, step: () => Promise<void>): Promise<SessionEngine> {
  const store: Store = between(world.store, ["fileCursors", "setFileCursors"], step);
  const folder: Folder = between(world.folder, ["read", "write", "remove", "setAside"], step);
  return await SessionEngine.open(SESSION, {
    store,
    folder,
    clock: steppingClock(),
    hash: HASH,
    utf8: UTF8,
    seals: TEST_SEALS,
  });
}

/** The documents as one who begins with an empty folder would write them. */
async function cleanDocuments(world: World): Promise<Map<string, string>> {
  const folder = memoryFolder();
  const kept = new Map<string, FileCursor>();
  const store: Store = {
    ...world.store,
    fileCursors: async () => [...kept.values()],
    setFileCursors: async (_, cursors) => {
      for (const cursor of cursors) kept.set(cursor.path, cursor);
    },
  };
  const ports = { store, folder, clock: steppingClock(), hash: HASH, utf8: UTF8, seals: TEST_SEALS };
  await (await SessionEngine.open(SESSION, ports)).sync();
  return folder.files;
}

async function answerSkip(engine: SessionEngine): Promise<void> {
  const [question] = engine.live.work.questions;
  if (question === undefined) throw new Error("nothing is asked");
  const submitted = await engine.submit(
    { type: "AnswerQuestion", answer: answerTo(question.id), document: null, role: null },
    { id: `answer-${question.id}`, actor: "human:test" },
  );
  expect(submitted).toMatchObject({ at: "done" });
}

interface Scene {
  readonly called: string;
  before(world: World): Promise<void>;
  /** What the slow one does before it syncs the documents. */
  wish(slow: SessionEngine): Promise<void>;
  readonly steps: number;
}

const SCENES: readonly Scene[] = [
  { called: "a session that has just started", before: nothing, wish: nothing, steps: 13 },
  { called: "an answer of which the runner learns at once", before: runs, wish: answerSkip, steps: 6 },
  { called: "nothing to do", before: runs, wish: nothing, steps: 2 },
];

async function nothing(): Promise<void> {
  // It is in sync, or has never been.
}

async function runs(world: World): Promise<void> {
  expect(await world.run()).toBe("waiting");
}

/** True where the levelling came as far as that step. */
async function interleaved({ before, wish }: Scene, at: number): Promise<boolean> {
  const world = await sessionWorld({ engineer: () => "I thought about it.", reviewer: () => null });
  await before(world);
  let steps = 0;
  let reached = false;
  const slow = await anotherEngine(world, async () => {
    steps += 1;
    if (steps !== at) return;
    reached = true;
    await runs(world);
  });
  await wish(slow);
  expect(await slow.sync()).toEqual([]);
  expect(new Map([...world.folder.files].sort())).toEqual(new Map([...(await cleanDocuments(world))].sort()));
  return reached;
}

it.each(SCENES)("given $called, whoever falls behind between two steps does no harm", async (scene) => {
  for (let at = 1; at <= scene.steps; at += 1) expect(await interleaved(scene, at)).toBe(true);
  expect(await interleaved(scene, scene.steps + 1)).toBe(false);
});
