// A snapshot goes by the shape of what was folded. That shape is a hash of what the streams of two projects, and a board that
// was built, fold to, none of which ever changes: whoever changes the state or its fold is told here, and no older snapshot is taken for a newer one.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { openProject, projectAt } from "../../src/app/project.ts";
import { BOARD_STREAM } from "../../src/core/board/board.ts";
import { BOARD_SHAPE, boardDecider } from "../../src/core/board/board-decider.ts";
import { sessionDecider } from "../../src/core/refinement/session/decide.ts";
import { SESSION_SHAPE } from "../../src/core/refinement/session/evolve.ts";
import type { Decider, Fact } from "../../src/core/shared/decider.ts";
import { canonicalJson, type Json } from "../../src/core/shared/json.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SHOWN = 16;

/** The states of these streams after each event, in one hash. */
async function shapeOf<State, Event extends Fact>(
  name: string,
  { initial, evolve, upcast }: Decider<never, State, Event>,
  streams: readonly (readonly [fixture: string, stream: string])[],
  more: readonly Fact[] = [],
): Promise<string> {
  const hash = createHash("sha256");
  const fold = (events: readonly Fact[]): void => {
    let state = initial;
    for (const event of events) {
      state = evolve(state, upcast(event));
      hash.update(canonicalJson(JSON.parse(JSON.stringify(state)) as Json));
    }
  };
  for (const [fixture, stream] of streams) {
    const folder = temporaryFolder();
    mkdirSync(join(folder, ".parley"));
    cpSync(resolve("test/fixtures", fixture, "parley.db"), join(folder, ".parley/parley.db"));
    const { store } = await openProject(projectAt(folder), "read-write");
    try {
      const events = await store.load(stream);
      expect(events.length, `${stream} of ${fixture}`).toBeGreaterThan(0);
      fold(events);
    } finally {
      store.close();
    }
  }
  fold(more);
  return `${name} ${hash.digest("hex").slice(0, SHOWN)}`;
}

test("the shape of a session's snapshot is that of its fold; if not, put this value into evolve.ts", async () => {
  const sessions = [
    ["before-house", "returns"],
    ["before-house", "hours"],
    ["older", "members"],
    ["older", "lending"],
  ] as const;
  const streams = sessions.map(([fixture, id]) => [fixture, sessionStream(id)] as const);
  expect(SESSION_SHAPE).toBe(await shapeOf("session", sessionDecider, streams));
});

test("the shape of the board's snapshot is that of its fold; if not, put this value into board-decider.ts", async () => {
  const lines = readFileSync("test/fixtures/built-board.jsonl", "utf8").trim().split("\n");
  const built = lines.map((line) => JSON.parse(line) as Fact);
  expect(BOARD_SHAPE).toBe(await shapeOf("board", boardDecider, [["before-house", BOARD_STREAM]], built));
});
