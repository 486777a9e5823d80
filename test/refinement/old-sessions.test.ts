// Sessions that an earlier version of the program wrote.
import { describe, expect, it } from "vitest";
import { Documents } from "../../src/engine/documents.ts";
import type { RecordedCommand, RecordedEvent, Store } from "../../src/engine/ports.ts";
import { replay } from "../../src/engine/replay.ts";
import { SessionEngine } from "../../src/engine/session-engine.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { TEST_SEALS } from "../support/seals.ts";
import {
  approval,
  HASH,
  memoryFolder,
  READY,
  resolution,
  type Script,
  SESSION,
  sessionWorld,
  steppingClock,
  UTF8,
  type World,
} from "../support/session-world.ts";

const GAP = "GAP-FLOW-001";
const STREAM = sessionStream(SESSION);

/** Ends two launches in the ways that had other names once. */
const engineer: Script = ({ launch }) =>
  launch === 1
    ? { outcome: "timeout-wall" }
    : launch === 2
      ? { outcome: "not-installed" }
      : resolution([GAP]);
const reviewer: Script = ({ purpose }) => (purpose === "final" ? READY : approval([GAP]));

const FORMER: Readonly<Record<string, string>> = {
  "timeout-wall": "timeout",
  "not-installed": "not-started",
};

/** The fact as it was written before outcomes had their names of today. */
function former<Kept extends RecordedEvent | RecordedCommand>(fact: Kept): Kept {
  if (fact.type !== "AgentCallFinished" && fact.type !== "FinishCall") return fact;
  const outcome = String(fact.data.outcome);
  return { ...fact, v: 1, data: { ...fact.data, outcome: FORMER[outcome] ?? outcome } };
}

async function formerStore({ store }: World): Promise<Store> {
  const old = openMemoryStore([]);
  const events = (await store.load(STREAM)).map(former);
  for (const command of (await store.commands(STREAM)).map(former)) {
    const [first, ...rest] = events.slice(command.firstVersion - 1, command.lastVersion);
    if (first === undefined) throw new Error("a command without events");
    const { id, at, actor, type, v, data } = command;
    await old.append({
      stream: STREAM,
      expectedVersion: command.firstVersion - 1,
      command: { id, at, actor, type, v, data },
      events: [first, ...rest].map((event) => ({ type: event.type, v: event.v, data: event.data })) as never,
    });
  }
  for (const sha256 of blobsIn(events, await store.commands(STREAM))) {
    const bytes = await store.get(sha256);
    if (bytes !== null) await old.put(bytes);
  }
  return old;
}

function blobsIn(...facts: readonly unknown[]): ReadonlySet<string> {
  return new Set(JSON.stringify(facts).match(/\b[0-9a-f]{64}\b/g));
}

describe("a session of an earlier version", () => {
  it("given outcomes by their former names, then it is where it was, and every decision comes out again", async () => {
    const world = await sessionWorld({
      engineer,
      reviewer,
      answer: ({ kind }) => (kind === "execution" ? { option: "retry" } : null),
    });
    expect(await world.run()).toBe("ended");
    const store = await formerStore(world);
    const ports = {
      store,
      folder: memoryFolder(),
      clock: steppingClock(),
      hash: HASH,
      utf8: UTF8,
      seals: TEST_SEALS,
    };
    const engine = await SessionEngine.open(SESSION, ports);
    expect(engine.session).toEqual(world.engine.session);
    const documents = new Documents({ blobs: store, hash: HASH, utf8: UTF8 });
    expect(await replay({ log: store, documents, stream: STREAM })).toMatchObject({ at: "identical" });
  });
});

describe("a limit of money", () => {
  it("given calls of which nobody knows the cost, then the status says that the limit does not see them", async () => {
    const cap = { tokens: null, usd: 5, minutes: null, calls: null };
    const none = { ...cap, usd: null };
    const world = await sessionWorld({
      engineer: () => resolution([GAP]),
      reviewer,
      settings: { spend: { run: none, role: none, session: cap } },
    });
    expect(await world.run()).toBe("ended");
    expect(world.engine.live.ledger.spend.engineer).toMatchObject({ usd: 0, unpricedCalls: 1 });
    expect(world.folder.files.get("status.md")).toContain("5 (does not see 3 calls of unknown cost)");
    expect(world.folder.files.get("summary.md")).toContain("unknown");
  });
});
