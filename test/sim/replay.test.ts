import { describe, expect, it } from "vitest";
import type { Convergence } from "../../src/core/refinement/convergence.ts";
import type { ReplayOutcome } from "../../src/core/refinement/session/replay-outcome.ts";
import type { SessionSettings } from "../../src/core/refinement/session/settings.ts";
import { Documents } from "../../src/engine/documents.ts";
import type { RecordedEvent } from "../../src/engine/ports.ts";
import { replay } from "../../src/engine/replay.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { HASH, UTF8 } from "../support/session-world.ts";
import { runWorld, type WorldReport } from "./world.ts";

const SESSIONS = 80;
const TIMEOUT_MS = 20 * 60_000;
const ENDLESS = 1_000_000;

async function replayed(
  { store }: WorldReport,
  assume?: (settings: SessionSettings) => SessionSettings,
  session = "s",
): Promise<ReplayOutcome> {
  const documents = new Documents({ blobs: store, hash: HASH, utf8: UTF8 });
  return await replay({
    log: store,
    documents,
    stream: sessionStream(session),
    ...(assume ? { assume } : {}),
  });
}

function withoutStalls(settings: SessionSettings): SessionSettings {
  return { ...settings, thresholds: { ...settings.thresholds, stallThreshold: ENDLESS } };
}

/** The first warning that flat rounds raised, or had a part in. */
function firstStall(events: readonly RecordedEvent[]): RecordedEvent | undefined {
  return events.find(({ type, data }) => {
    if (type !== "ConvergenceChanged" || !String(data.because).startsWith("round ")) return false;
    const state = data.state as unknown as Convergence;
    const active = state.at === "PAUSED" ? state.before : state;
    return active.at === "DIVERGENCE_WARNING" && active.causes.includes("STALLED");
  });
}

describe("replaying simulated sessions", () => {
  it(
    "given what is stored alone, then every decision comes out again; without stalls, the first stall is where it parts",
    async () => {
      let parted = 0;
      let weighed = 0;
      let forks = 0;
      for (let seed = 1; seed <= SESSIONS; seed += 1) {
        const world = await runWorld(seed);
        expect(await replayed(world), `seed ${seed}`).toMatchObject({
          at: "identical",
          events: world.events.length,
        });
        if (world.forked !== null) {
          forks += 1;
          expect(await replayed(world, undefined, "f"), `the fork of seed ${seed}`).toMatchObject({
            at: "identical",
            events: world.forked.length,
          });
        }
        if (world.events.some(({ type, data }) => type === "FlagRaised" && data.weights !== undefined))
          weighed += 1;
        // A survey sets the thresholds anew, whatever they were assumed to be.
        if (world.events.some(({ type }) => type === "SurveySettled")) continue;
        const stall = firstStall(world.events);
        const what = await replayed(world, withoutStalls);
        if (stall === undefined) expect(what.at, `seed ${seed}`).toBe("identical");
        else {
          parted += 1;
          expect(what, `seed ${seed}`).toMatchObject({
            at: "differs",
            difference: { version: stall.version, stored: { type: "ConvergenceChanged" } },
          });
        }
      }
      expect(parted).toBeGreaterThan(0);
      // What the project had learned by then is stored with the command: nobody asks again.
      expect(weighed).toBeGreaterThan(0);
      expect(forks).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
