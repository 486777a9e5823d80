import type { ConvergenceRow } from "../../documents/round-record.ts";
import { type Convergence, resume, type WarningCause } from "../convergence.ts";
import type { SessionEventOf } from "../session/session-event.ts";

/** What a round came to; its state is the one before until a change says otherwise. */
export function completedRow(
  { round, net, openStart, openEnd, countsTowardsStall }: SessionEventOf<"RoundCompleted">["data"],
  before: Convergence,
): ConvergenceRow {
  return {
    round,
    gapsStart: openStart,
    resolved: net.resolved.length,
    created: net.created.length,
    gapsEnd: openEnd,
    net: net.unweighted,
    weightedNet: net.weighted,
    state: resume(before).at,
    note: joinNotes(net.note, countsTowardsStall ? null : "not counted towards a stall"),
  };
}

/** A pause says nothing of the round, so the state beneath it is shown. */
export function judgedRow(row: ConvergenceRow, state: Convergence): ConvergenceRow {
  return { ...row, state: resume(state).at, note: joinNotes(row.note, warningNote(state, row.round)) };
}

function joinNotes(...notes: readonly (string | null)[]): string | null {
  return notes.filter((note) => note !== null).join("; ") || null;
}

const CAUSES: Record<WarningCause, string> = {
  STALLED: "stalled",
  NET_BELOW_THRESHOLD: "net below the threshold",
  NEW_CRITICAL: "a new CRITICAL gap",
};

/** Why a warning was raised, where this round raised it. */
function warningNote(state: Convergence, round: number): string | null {
  const active = resume(state);
  if (active.at !== "DIVERGENCE_WARNING" || active.raisedIn !== round) return null;
  return active.causes.map((cause) => CAUSES[cause]).join(", ") || null;
}
