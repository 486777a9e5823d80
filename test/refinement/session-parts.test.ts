// A session whose earlier rounds are kept in parts is the session that the log folds to, whatever is read of it or lost.
import { expect, it } from "vitest";
import { sessionFold } from "../../src/core/refinement/session/evolve.ts";
import type { LiveSession, Session } from "../../src/core/refinement/session/session.ts";
import type { GapId } from "../../src/core/shared/gap-id.ts";
import type { PackedState } from "../../src/engine/kept-parts.ts";
import type { Snapshots, Store } from "../../src/engine/ports.ts";
import { SessionParts } from "../../src/engine/session-parts.ts";
import {
  approval,
  HASH,
  READY,
  resolution,
  SESSION,
  sessionWorld,
  sourceGap,
} from "../support/session-world.ts";

const STREAM = `session/${SESSION}`;
const ROUNDS = 24;

/** A session of so many rounds, at its end. */
async function longSession(): Promise<{ readonly store: Store; readonly session: LiveSession }> {
  let assigned: readonly GapId[] = [];
  const world = await sessionWorld({
    gaps: Array.from({ length: ROUNDS }, (_, index) =>
      sourceGap(`GAP-FLOW-${String(index + 1).padStart(3, "0")}`),
    ),
    engineer: () => {
      assigned = world.engine.live.work.round?.lanes[0]?.gaps ?? [];
      return resolution(assigned);
    },
    reviewer: ({ purpose }) => (purpose === "final" ? READY : approval(assigned)),
  });
  await world.run();
  const { store, engine } = world;
  expect(engine.live.work.past.length).toBeGreaterThan(ROUNDS);
  const events = await store.load(STREAM);
  return {
    store,
    session: events.map(sessionFold.upcast).reduce(sessionFold.evolve, sessionFold.initial) as LiveSession,
  };
}

const LONG_SESSION = longSession();

/** How it is opened again; tells which parts were read. */
async function openAgain(
  { store, session }: Awaited<ReturnType<typeof longSession>>,
  found: (text: string | null) => string | null = (text) => text,
): Promise<{ readonly opened: Session; readonly read: readonly string[]; packAgain(): PackedState }> {
  const packed = new SessionParts(STREAM, { store, hash: HASH }).pack(session);
  const version = (await store.load(STREAM)).length;
  await store.putSnapshot(STREAM, "x 1", { version, text: packed.text }, packed.parts);
  const snapshot = await store.findSnapshot(STREAM, "x 1");
  if (snapshot === null) throw new Error("the session was not kept");
  const read: string[] = [];
  const findPart: Snapshots["findPart"] = (stream, name) => {
    read.push(name);
    return found(store.findPart(stream, name));
  };
  const loadAtOnce = store.loadAtOnce.bind(store);
  const parts = new SessionParts(STREAM, { store: { findPart, loadAtOnce }, hash: HASH });
  const opened = parts.unpack(snapshot);
  return { opened, read, packAgain: () => parts.pack(opened) };
}

function workOf(session: Session): LiveSession["work"] {
  if (session.at === "none") throw new Error("the session has not started");
  return session.work;
}

it("given a session of many rounds, when it is opened, then earlier rounds are read as somebody looks back", async () => {
  const kept = await LONG_SESSION;
  const { opened, read } = await openAgain(kept);
  const { past } = workOf(opened);
  expect(past.at(-1)).toEqual(kept.session.work.past.at(-1));
  expect(read).toEqual([]);
  expect(past[3]).toEqual(kept.session.work.past[3]);
  expect(past[4]).toEqual(kept.session.work.past[4]);
  expect(read).toHaveLength(1);
  expect(opened).toEqual(kept.session);
  expect(read).toHaveLength(2);
  expect(structuredClone(opened)).toEqual(kept.session);
});

it("given one of which nothing was read, when it is kept again, then it is the same and nothing is read or written anew", async () => {
  const kept = await LONG_SESSION;
  const { read, packAgain } = await openAgain(kept);
  const again = packAgain();
  expect(again.parts?.names.size).toBe(2);
  expect(again.parts?.fresh.size).toBe(0);
  expect(read).toEqual([]);
  const first = await kept.store.findSnapshot(STREAM, "x 1");
  expect(JSON.parse(again.text)).toEqual(JSON.parse(first?.text ?? ""));
});

it.each([
  ["gone", null],
  ["damaged", "[]"],
])("given parts that are %s, when somebody looks back, then the log makes them again", async (_, text) => {
  const kept = await LONG_SESSION;
  const { opened } = await openAgain(kept, () => text);
  expect(opened).toEqual(kept.session);
});

it("given edits of the draft that proposals hold, when it is kept, then each is kept once and opened as it was", async () => {
  const kept = await LONG_SESSION;
  const { applied } = kept.session.work.draft;
  expect(applied).toHaveLength(ROUNDS);
  const { opened } = await openAgain(kept);
  const { draft, proposals } = workOf(opened);
  expect(draft.applied).toEqual(applied);
  for (const { edit, gaps } of draft.applied) {
    expect(gaps.flatMap((gap) => proposals[gap]?.edits ?? [])).toContain(edit);
  }
});

it("given an edit of the draft that its proposal has no more, when it is kept, then it is opened as it was", async () => {
  const kept = await LONG_SESSION;
  const { work } = kept.session;
  const [gap] = Object.keys(work.proposals) as GapId[];
  if (gap === undefined) throw new Error("nothing is proposed");
  const { [gap]: _, ...proposals } = work.proposals;
  const session = { ...kept.session, work: { ...work, proposals } };
  expect((await openAgain({ ...kept, session })).opened).toEqual(session);
});
