// What the project has learned is stored with the commands that use it.
import { expect, it } from "vitest";
import { FULL_WEIGHTS, type Weights } from "../../src/core/refinement/conflicts/flag.ts";
import { replay } from "../../src/engine/replay.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { approval, resolution, SESSION, sessionWorld } from "../support/session-world.ts";

const GAP = "GAP-FLOW-001";
const LOWERED: Weights = { ...FULL_WEIGHTS, H1: 0.4 };

async function playedWith(weights: Weights) {
  let asked = 0;
  const world = await sessionWorld({
    engineer: () => resolution([GAP]),
    reviewer: () => approval([GAP]),
    weights: async () => {
      asked += 1;
      return weights;
    },
  });
  await world.run({ untilRound: true });
  const commands = await world.store.commands(sessionStream(SESSION));
  const stored = commands.filter(({ type }) => type === "FinishCall").map(({ data }) => data.weights);
  return { world, stored, asked };
}

it("given lowered weights, then they stand in the command that brings the Engineer's document, and in no other", async () => {
  const { stored, asked } = await playedWith(LOWERED);
  expect(stored).toEqual([LOWERED, undefined]);
  expect(asked).toBe(1);
});

it("given nothing was learned, then the command says nothing of it", async () => {
  expect((await playedWith(FULL_WEIGHTS)).stored).toEqual([undefined, undefined]);
});

it("given a session that was decided with lowered weights, when it is replayed, then it comes out the same and nobody asks what was learned since", async () => {
  const { world } = await playedWith(LOWERED);
  const { documents } = world.engine;
  const replayed = await replay({ log: world.store, documents, stream: sessionStream(SESSION) });
  expect(replayed).toMatchObject({ at: "identical" });
});
