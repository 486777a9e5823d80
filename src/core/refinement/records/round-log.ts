// What happened in one round; what happens between two rounds belongs to the later one.
import type { ConvergenceRow, GapTransition } from "../../documents/round-record.ts";
import type { NewGapRow, OpenQuestion, RaisedIssue } from "../../documents/summary-document.ts";
import type { DecisionId } from "../../shared/decision-id.ts";
import { compareGapIds, parseGapId } from "../../shared/gap-id.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import { ROLES, type Role } from "../role.ts";
import { newTurnLog, type TurnLog } from "./turn-log.ts";

export interface RoundLog {
  readonly round: number;
  readonly started: Timestamp | null;
  readonly completed: Timestamp | null;
  readonly backup: Backup | null;
  readonly turns: readonly TurnLog[];
  readonly transitions: readonly GapTransition[];
  readonly issues: readonly RaisedIssue[];
  readonly newGaps: readonly NewGapRow[];
  readonly decisions: readonly DecisionId[];
  readonly disagreements: number;
  /** Questions that were withdrawn. */
  readonly withdrawn: readonly WithdrawnQuestion[];
  /** As they stood when the next round began; `null` before that. */
  readonly questions: readonly OpenQuestion[] | null;
  readonly convergence: ConvergenceRow | null;
  /** From its start to that of the next round, but for the time that is waited. */
  readonly activeMs: number;
  /** Time in which nothing could go on without an answer. */
  readonly waitingMs: number;
}

/** The documents at the end of a round, as blobs. */
interface Backup {
  readonly round: number;
  readonly status: string;
  readonly decisions: string;
}

export interface WithdrawnQuestion {
  readonly question: string;
  readonly why: string;
  readonly reason: string;
}

export function newRoundLog(round: number): RoundLog {
  return {
    round,
    started: null,
    completed: null,
    backup: null,
    turns: [],
    transitions: [],
    issues: [],
    newGaps: [],
    decisions: [],
    disagreements: 0,
    withdrawn: [],
    questions: null,
    convergence: null,
    activeMs: 0,
    waitingMs: 0,
  };
}

interface Logs {
  readonly past: readonly RoundLog[];
  readonly now: RoundLog;
}

/** Oldest first; the first is round 0, the time before there were any. */
export function roundsOf({ past, now }: Logs): readonly RoundLog[] {
  return [...past, now];
}

/** The last round that began; 0 before the first. */
export function lastRound({ now }: Logs): number {
  return now.started === null ? now.round - 1 : now.round;
}

/** Nearly always the round under way; a late result or the Final Review belongs to an earlier one. */
export function changeRound<Work extends Logs>(
  work: Work,
  round: number,
  change: (log: RoundLog) => RoundLog,
): Work {
  const at = work.now.round === round ? -1 : work.past.findLastIndex((log) => log.round === round);
  const log = work.past[at];
  if (log === undefined) return { ...work, now: change(work.now) };
  return { ...work, past: work.past.with(at, change(log)) };
}

export function withTurnLog(
  log: RoundLog,
  { role, lane }: { readonly role: Role; readonly lane: string },
  change: (turn: TurnLog) => TurnLog,
): RoundLog {
  const at = log.turns.findIndex((turn) => turn.role === role && turn.lane === lane);
  const before = log.turns[at];
  if (before !== undefined) return { ...log, turns: log.turns.with(at, change(before)) };
  return { ...log, turns: [...log.turns, change(newTurnLog(role, lane))].sort(compareTurns) };
}

export function withAfterword(log: RoundLog, after: RoundLog): RoundLog {
  return {
    ...log,
    transitions: [...log.transitions, ...after.transitions],
    newGaps: [...log.newGaps, ...after.newGaps],
    decisions: [...log.decisions, ...after.decisions],
    withdrawn: [...log.withdrawn, ...after.withdrawn],
  };
}

function compareTurns(a: TurnLog, b: TurnLog): number {
  return ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || compareLanes(a.lane, b.lane);
}

/** In the order of the gaps' ids; a run that is nobody's own comes first. */
function compareLanes(a: string, b: string): number {
  const [left, right] = [parseGapId(a), parseGapId(b)];
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  return compareGapIds(left, right);
}

export function turnsOf(log: RoundLog, role: Role): readonly TurnLog[] {
  return log.turns.filter((turn) => turn.role === role);
}

/** Whether there is anything to tell of it; a round that is only awaited, or the time before the first, often has not. */
export function hasContent({ started, round, turns, transitions, decisions }: RoundLog): boolean {
  return (started !== null && round > 0) || turns.length + transitions.length + decisions.length > 0;
}
