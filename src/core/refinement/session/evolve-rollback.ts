// How events undo rounds, and what stays of them.
import type { DecisionId } from "../../shared/decision-id.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import { changeRound, lastRound, roundsOf } from "../records/round-log.ts";
import {
  RETRY_COMPLETED,
  type Rollback,
  type RoundArchive,
  type SetAsideDecision,
} from "../rollback/rollback.ts";
import type { Checkpoint, LiveSession, SessionLedger, SessionWork } from "./session.ts";
import type { SessionEvent, SessionEventOf } from "./session-event.ts";
import { newTurn, type Turn } from "./turn.ts";

/** How the session stands just before a round begins. */
export function noteCheckpoint(
  { checkpoints, work, settings }: LiveSession,
  data: SessionEventOf<"RoundStarted">["data"],
): readonly Checkpoint[] {
  const round = data.round - 1;
  return [...checkpoints.filter((one) => one.round < round), { round, before: { work, settings } }];
}

export function undoRounds(
  session: LiveSession,
  data: SessionEventOf<"RoundsRolledBack">["data"],
): LiveSession {
  const { rollback, archives, settings, restored, retry, at } = data;
  const found = session.checkpoints.find(({ round }) => round === rollback.to);
  if (found === undefined) throw new Error(`nothing is known of the end of round ${rollback.to}`);
  const { ledger } = session;
  const before = withTimes(withWrongFlags(found.before.work, session.work), session.work);
  return {
    ...session,
    settings,
    work: { ...withFreshTurns(before, ledger), rollback: null, retry },
    checkpoints: session.checkpoints.filter(({ round }) => round < rollback.to),
    restored,
    ledger: {
      ...ledger,
      rollbacks: [
        ...ledger.rollbacks.map((one) => withUndoneAgain(one, rollback.to)),
        { ...rollback, at, outcome: null },
      ],
      archives: [...ledger.archives, ...archives.map((archive) => archiveOf(rollback, archive, at))],
      setAside: [...ledger.setAside, ...setAsideBy(rollback, session.work)],
      askAboutRound: null,
    },
  };
}

/** A flag that the user called wrong does not come back, where there is still something it could be about. */
function withWrongFlags(before: SessionWork, now: SessionWork): SessionWork {
  const wrong = Object.entries(now.flags).filter(
    ([issue, { outcome }]) => outcome === "false-positive" && Object.hasOwn(before.issues, issue),
  );
  return wrong.length === 0
    ? before
    : { ...before, flags: { ...before.flags, ...Object.fromEntries(wrong) } };
}

/**
 * Runs beside the rounds that were under way then may have come back since, or have begun: they are due again, under keys
 * that were never given, and without what their agent has heard since. One that is still at work goes on.
 */
function withFreshTurns(work: SessionWork, { calls, rollbacks }: SessionLedger): SessionWork {
  const refresh = (turn: Turn): Turn => {
    const { state } = turn;
    if (state.at === "running" && calls.some(({ key }) => key === state.key)) return turn;
    const due = state.at === "running" || state.at === "returned";
    return {
      ...turn,
      lastCall: forgetting(turn),
      incarnation: INCARNATIONS_APART + rollbacks.length,
      state: due ? { at: "due", retry: state.retry } : state,
    };
  };
  return {
    ...work,
    answering: work.answering.map((one) => ({ ...one, turn: refresh(one.turn) })),
    drafting: work.drafting.map((one) => ({ ...one, turns: one.turns.map(refresh) })),
  };
}

/** The agent is not resumed where it left off. */
function forgetting({ lastCall }: Turn): Turn["lastCall"] {
  return lastCall === null ? null : { ...lastCall, sessionRef: null };
}

/** More than any round has: a session has fewer rollbacks. */
const INCARNATIONS_APART = 100;

/** Time that has passed has passed: like the time until the next round begins, it is counted with the last that stands. */
function withTimes(before: SessionWork, now: SessionWork): SessionWork {
  const total = (work: SessionWork, of: "activeMs" | "waitingMs"): number =>
    roundsOf(work).reduce((sum, log) => sum + log[of], 0);
  const since = (of: "activeMs" | "waitingMs"): number => total(now, of) - total(before, of);
  return changeRound(before, lastRound(before), (log) => ({
    ...log,
    activeMs: log.activeMs + since("activeMs"),
    waitingMs: log.waitingMs + since("waitingMs"),
  }));
}

function archiveOf(
  { rounds }: Pick<Rollback, "rounds">,
  { name, files }: SessionEventOf<"RoundsRolledBack">["data"]["archives"][number],
  at: Timestamp,
): RoundArchive {
  const undone = rounds.find((one) => one.archive === name);
  if (undone === undefined) throw new Error(`${name} is the archive of no round that was undone`);
  return { name, round: undone.round, attempt: undone.attempt, at, files, written: null };
}

/** An attempt that was undone as well came to nothing. */
function withUndoneAgain(earlier: Rollback, to: number): Rollback {
  return earlier.outcome === null && earlier.to >= to ? { ...earlier, outcome: "Undone again" } : earlier;
}

function setAsideBy(
  { rounds }: Pick<Rollback, "rounds">,
  { gapCommands }: SessionWork,
): readonly SetAsideDecision[] {
  return rounds.flatMap(({ round, archive, decisions }) =>
    decisions.map((decision) => {
      const command = gapCommands[decision.id];
      return { decision, round, archive, ...(command === undefined ? {} : { command }) };
    }),
  );
}

export function writeArchive(
  ledger: SessionLedger,
  { name, sha256, bytes }: SessionEventOf<"ArchiveWritten">["data"],
): SessionLedger {
  const archives = ledger.archives.map((one) =>
    one.name === name ? { ...one, written: { sha256, bytes } } : one,
  );
  return { ...ledger, archives };
}

export function leaveSetAside(ledger: SessionLedger, decisions: readonly DecisionId[]): SessionLedger {
  return { ...ledger, setAside: ledger.setAside.filter(({ decision }) => !decisions.includes(decision.id)) };
}

/** What became of the last attempt at a round shows once that round is complete. */
export function noteRetryOutcome(ledger: SessionLedger, round: number): SessionLedger {
  const awaited = ({ to, outcome: known }: Rollback): boolean => known === null && to + 1 === round;
  if (!ledger.rollbacks.some(awaited)) return ledger;
  return {
    ...ledger,
    rollbacks: ledger.rollbacks.map((one) => (awaited(one) ? { ...one, outcome: RETRY_COMPLETED } : one)),
  };
}

/** The turns of the round under way that wait for an agent begin again, with nothing added to their prompts. */
export function refreshPrompts(work: SessionWork): SessionWork {
  const refresh = (turn: Turn): Turn => {
    const lastCall = forgetting(turn);
    if (turn.state.at !== "due") return { ...turn, guidance: [], lastCall };
    // The keys of launches that failed are used.
    const attempt = turn.launch === 1 ? turn.attempt : turn.attempt + 1;
    return { ...newTurn({ ...turn, attempt }), kept: turn.kept, failures: turn.failures, lastCall };
  };
  if (work.round === null) return { ...work, retry: null };
  const { suggestions: _, ...round } = work.round;
  return {
    ...work,
    retry: null,
    round: {
      ...round,
      lanes: round.lanes.map(refresh),
      reviewer: round.reviewer === null ? null : refresh(round.reviewer),
    },
  };
}

/** What a rollback brings with it, or what changes nothing that the documents show. */
const LEAVES_RESTORED: ReadonlySet<SessionEvent["type"]> = new Set([
  "RoundsRolledBack",
  "ArchiveWritten",
  "QuestionAsked",
  "QuestionWithdrawn",
  "AgentCallFinished",
  "UsageNotTold",
]);

/** After anything else, the documents are made from the state again. */
export function restoredAfter({ restored }: LiveSession, { type }: SessionEvent): LiveSession["restored"] {
  return LEAVES_RESTORED.has(type) ? restored : null;
}
