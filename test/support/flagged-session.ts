// For tests: what a user said of flags, as a session's events in a store.
import type { Flag, FlagOutcome, Heuristic } from "../../src/core/refinement/conflicts/flag.ts";
import { makeSessionEvent, type SessionEvent } from "../../src/core/refinement/session/session-event.ts";
import { parseTimestamp } from "../../src/core/shared/timestamp.ts";
import type { DurableStore, EventLog } from "../../src/engine/ports.ts";
import { ProjectEngine } from "../../src/engine/project-engine.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { issueId } from "./example-gap.ts";
import { known } from "./known.ts";
import { HASH, memoryFolder, settingsFor, steppingClock, UTF8 } from "./session-world.ts";

export interface SaidOfFlag {
  readonly issue: string;
  readonly heuristics: readonly Heuristic[];
  readonly round?: number;
  /** Left out while nobody has said anything. */
  readonly outcome?: FlagOutcome;
}

const AT = known(parseTimestamp("2026-01-12T15:30:00Z"));

/** A session in which these were flagged, and what became of them. */
export async function appendFlags(
  log: EventLog,
  session: string,
  said: readonly SaidOfFlag[],
): Promise<void> {
  const spec = { name: "spec.md", path: "spec.md", sha256: "0".repeat(64), chars: 0 };
  const stream = sessionStream(session);
  const before = (await log.load(stream)).length;
  const started = makeSessionEvent("SessionStarted", AT, {
    session,
    spec,
    settings: settingsFor(1),
    gaps: [],
    rules: 6,
  });
  const events = [...(before === 0 ? [started] : []), ...said.flatMap(flagEvents)];
  const state = before === 0 ? { at: "none" } : undefined;
  const appended = await log.append({
    stream,
    expectedVersion: before,
    command: { id: `${session}-${before}`, at: AT, actor: "test", type: "Test", v: 1, data: {} },
    events: events as [SessionEvent, ...SessionEvent[]],
    blobs: [],
    state,
  });
  if (appended.at !== "appended") throw new Error(appended.at);
}

function flagEvents({ issue, heuristics, round = 2, outcome }: SaidOfFlag): readonly SessionEvent[] {
  const flag: Flag = {
    issue: issueId(issue),
    label: "IGNORED",
    confidence: "HIGH",
    heuristics,
    evidence: [{ line: 1, text: "# Engineer" }],
    round,
    severity: "CRITICAL",
    document: "0".repeat(64),
    file: "engineer.md",
    rounds: 1,
  };
  const raised = makeSessionEvent("FlagRaised", AT, { flag, escalation: "ask" });
  if (outcome === undefined) return [raised];
  const settled = { issue: flag.issue, round, outcome, heuristics };
  return [raised, makeSessionEvent("FlagSettled", AT, settled)];
}

export async function openProjectEngine(store: DurableStore): Promise<ProjectEngine> {
  const ports = { store, folder: memoryFolder(), clock: steppingClock(), hash: HASH, utf8: UTF8 };
  return await ProjectEngine.open(ports);
}
