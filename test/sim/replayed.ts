// A simulated session replayed: every decision comes out again from what is stored alone; without stalls, the first stall
// is where it parts.
import type { Convergence } from "../../src/core/refinement/convergence.ts";
import type { ReplayOutcome } from "../../src/core/refinement/session/replay-outcome.ts";
import type { SessionSettings } from "../../src/core/refinement/session/settings.ts";
import { Documents } from "../../src/engine/documents.ts";
import type { RecordedEvent } from "../../src/engine/ports.ts";
import { replay } from "../../src/engine/replay.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { HASH, UTF8 } from "../support/session-world.ts";
import type { WorldReport } from "./world.ts";

const ENDLESS = 1_000_000;

/** What a replay can show, and how often worlds gave it the occasion. */
export interface Replays {
  readonly worlds: number;
  /** Where a stall was decided upon. */
  readonly parted: number;
  /** Where what a project had learned by then is stored with the command: nobody asks again. */
  readonly weighed: number;
  readonly forks: number;
}

export const NO_REPLAYS: Replays = { worlds: 0, parted: 0, weighed: 0, forks: 0 };

export function addReplays(one: Replays, other: Replays): Replays {
  return {
    worlds: one.worlds + other.worlds,
    parted: one.parted + other.parted,
    weighed: one.weighed + other.weighed,
    forks: one.forks + other.forks,
  };
}

export async function replayWorld(
  world: WorldReport,
): Promise<{ readonly faults: readonly string[]; readonly replays: Replays }> {
  const { events, forked, store } = world;
  const documents = new Documents({ blobs: store, hash: HASH, utf8: UTF8 });
  const replayed = (session: string, assume?: (settings: SessionSettings) => SessionSettings) =>
    replay({ log: store, documents, stream: sessionStream(session), ...(assume ? { assume } : {}) });

  const faults = [...unlike("the replay", await replayed("s"), events)];
  if (forked !== null) faults.push(...unlike("the replay of the fork", await replayed("f"), forked));
  const stall = firstStall(events);
  // A survey sets the thresholds anew, whatever they were assumed to be.
  const surveyed = events.some(({ type }) => type === "SurveySettled");
  if (!surveyed) {
    const without = await replayed("s", withoutStalls);
    if (stall === undefined) faults.push(...unlike("the replay without stalls", without, events));
    else if (!isPartedAt(without, stall))
      faults.push(`without stalls it does not part at ${stall.version}: ${JSON.stringify(without)}`);
  }
  return {
    faults,
    replays: {
      worlds: 1,
      parted: !surveyed && stall !== undefined ? 1 : 0,
      weighed: events.some(({ type, data }) => type === "FlagRaised" && data.weights !== undefined) ? 1 : 0,
      forks: forked === null ? 0 : 1,
    },
  };
}

function unlike(what: string, outcome: ReplayOutcome, events: readonly RecordedEvent[]): readonly string[] {
  if (outcome.at === "identical" && outcome.events === events.length) return [];
  return [`${what} of ${events.length} events is ${JSON.stringify(outcome)}`];
}

function isPartedAt(outcome: ReplayOutcome, { version }: RecordedEvent): boolean {
  if (outcome.at !== "differs") return false;
  const { difference } = outcome;
  return difference.version === version && difference.stored?.type === "ConvergenceChanged";
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
