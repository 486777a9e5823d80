// Sessions led by chance: whatever agents write and people answer, nothing throws, nothing is stuck, nothing is lost.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionDecider } from "../../src/core/refinement/session/decide.ts";
import { isRefusal } from "../../src/core/shared/refusal.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { commandOf } from "../../src/engine/stored-command.ts";
import { SESSION } from "../support/session-world.ts";
import { Chance, play } from "./chance.ts";

const RUNS = 25;
const NUMBERS = fc.array(fc.nat({ max: 997 }), { minLength: 40, maxLength: 300, size: "max" });

describe("a session led by chance", () => {
  it("given any agents and answers, then it never throws and is never stuck", async () => {
    await fc.assert(
      fc.asyncProperty(NUMBERS, async (numbers) => {
        const stage = await play(new Chance(numbers));
        const events = await stage.world.store.load(sessionStream(SESSION));
        const keys = events.flatMap(({ type, data }) =>
          type === "AgentCallStarted" ? [String(data.key)] : [],
        );
        expect(new Set(keys).size, "no call is started twice").toBe(keys.length);
      }),
      { numRuns: RUNS },
    );
  });

  it("given its events, then folding them again, or from any snapshot, gives the same state", async () => {
    await fc.assert(
      fc.asyncProperty(NUMBERS, fc.nat(), async (numbers, cut) => {
        const stage = await play(new Chance(numbers));
        const events = (await stage.world.store.load(sessionStream(SESSION))).map(sessionDecider.upcast);
        const fold = (from: typeof sessionDecider.initial, list: typeof events) =>
          list.reduce(sessionDecider.evolve, from);
        const whole = fold(sessionDecider.initial, events);
        expect(whole).toEqual(stage.engine.session);
        const at = cut % (events.length + 1);
        const snapshot = JSON.parse(JSON.stringify(fold(sessionDecider.initial, events.slice(0, at))));
        expect(fold(snapshot, events.slice(at))).toEqual(whole);
      }),
      { numRuns: RUNS },
    );
  });

  it("given its stored commands, then deciding them again gives the same events", async () => {
    await fc.assert(
      fc.asyncProperty(NUMBERS, async (numbers) => {
        const stage = await play(new Chance(numbers));
        const { store } = stage.world;
        const events = (await store.load(sessionStream(SESSION))).map(({ type, v, data }) => ({
          type,
          v,
          data,
        }));
        let state = sessionDecider.initial;
        const again = [];
        for (const stored of await store.commands(sessionStream(SESSION))) {
          const { command } = await commandOf(stored, stage.engine.documents, state);
          const decided = sessionDecider.decide(command, state);
          if (isRefusal(decided)) throw new Error(`${stored.id} is refused the second time`);
          again.push(...decided);
          state = decided.reduce(sessionDecider.evolve, state);
        }
        expect(again).toEqual(events);
      }),
      { numRuns: RUNS },
    );
  });
});
