// What happened in one round; what happens between two rounds belongs to the later one.
import type { ConvergenceRow, GapTransition } from "../../documents/round-record.ts";
import type { OpenQuestion, RaisedIssue } from "../../documents/summary-document.ts";
import { ONLY_LANE } from "../../shared/call-key.ts";
import type { DecisionId } from "../../shared/decision-id.ts";
import { compareGapIds, type GapId, parseGapId } from "../../shared/gap-id.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import { type Convergence, resume, type WarningCause } from "../convergence.ts";
import type { Gap } from "../gap.ts";
import type { Question, QuestionSubject } from "../questions/question.ts";
import { ROLES, type Role, roleTitle } from "../role.ts";
import type { Backup } from "../rollback/rollback.ts";
import type {
  ExampleRecord,
  RetryReason,
  SessionEventOf,
  SessionEventType,
  TurnOutcome,
} from "../session/session-event.ts";
import type { FailureType, Warning } from "../validation/judgement.ts";
import { joinArguments, NO_ARGUMENTS, type RoundArguments } from "./round-arguments.ts";

export interface RoundLog {
  readonly round: number;
  readonly started: Timestamp | null;
  readonly completed: Timestamp | null;
  readonly backup: Backup | null;
  readonly turns: readonly TurnLog[];
  readonly transitions: readonly GapTransition[];
  readonly issues: readonly RaisedIssue[];
  /** As they entered. */
  readonly newGaps: readonly Gap[];
  readonly decisions: readonly DecisionId[];
  /** As a count alone, also of an older parley's. */
  readonly disagreements: number;
  readonly argued: RoundArguments;
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

export interface WithdrawnQuestion {
  readonly question: string;
  readonly why: string;
  readonly reason: string;
  /** Absent in snapshots of an older parley, as is `at`. */
  readonly subject?: QuestionSubject;
  readonly at?: Timestamp;
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
    argued: NO_ARGUMENTS,
    withdrawn: [],
    questions: null,
    convergence: null,
    activeMs: 0,
    waitingMs: 0,
  };
}

export interface Logs {
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
    argued: joinArguments(log.argued, after.argued),
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

// What became of one role's turn, attempt by attempt.

export interface TurnLog {
  readonly role: Role;
  readonly lane: string;
  readonly attempts: readonly AttemptLog[];
  /** A retry that was ordered and has not been launched. */
  readonly owed: RetryLog | null;
  /** `null` while it goes on. */
  readonly outcome: { readonly word: OutcomeWord; readonly detail: string | null } | null;
  /** The blob that counts; it goes on counting while the turn is taken once more. */
  readonly document: string | null;
  /** Where several attempts count together: their blobs in order. */
  readonly documents?: readonly string[];
}

/** A Final Review may fail for good without a person being asked. */
type OutcomeWord = TurnOutcome | "FAILED";

export interface AttemptLog {
  readonly number: number;
  readonly started: Timestamp;
  readonly retry: RetryLog | null;
  readonly example: ExampleRecord | null;
  readonly document: string | null;
  readonly judged: JudgedLog | null;
}

export interface RetryLog {
  readonly number: number;
  readonly because: RetryReason["because"];
  readonly ordered: Timestamp;
}

export interface JudgedLog {
  readonly at: Timestamp;
  readonly failure: FailureType | null;
  readonly message: string;
  readonly warnings: readonly Warning[];
  readonly gapsAddressed: readonly GapId[];
}

type DataOf<Type extends SessionEventType> = SessionEventOf<Type>["data"];

function newTurnLog(role: Role, lane: string): TurnLog {
  return { role, lane, attempts: [], owed: null, outcome: null, document: null };
}

export function orderRetry(turn: TurnLog, { at, retry, launchAgain }: DataOf<"TurnRestarted">): TurnLog {
  if (launchAgain) return { ...turn, outcome: null };
  return { ...turn, outcome: null, owed: retry === null ? null : orderedRetry(retry, at) };
}

export function settledTurnLog(turn: TurnLog, data: DataOf<"TurnSettled">): TurnLog {
  const { outcome: word, detail, document, documents } = data;
  const { documents: _, ...rest } = turn;
  const several = documents === undefined ? {} : { documents: documents.map(({ sha256 }) => sha256) };
  return { ...rest, ...several, owed: null, outcome: { word, detail }, document: document?.sha256 ?? null };
}

/** Another launch of the same attempt adds nothing: a crash costs no attempt. */
export function launchedAttempt(
  turn: TurnLog,
  { at, attempt, retry, example }: DataOf<"AgentCallStarted">,
): TurnLog {
  if (turn.attempts.some(({ number }) => number === attempt)) return turn;
  const started: AttemptLog = {
    number: attempt,
    started: at,
    retry: turn.owed ?? (retry === null ? null : orderedRetry(retry, at)),
    example,
    document: null,
    judged: null,
  };
  return { ...turn, owed: null, outcome: null, attempts: [...turn.attempts, started] };
}

function orderedRetry({ number, because }: RetryReason, at: Timestamp): RetryLog {
  return { number, because, ordered: at };
}

export function withAttempt(turn: TurnLog, number: number, change: Partial<AttemptLog>): TurnLog {
  return {
    ...turn,
    attempts: turn.attempts.map((attempt) =>
      attempt.number === number ? { ...attempt, ...change } : attempt,
    ),
  };
}

/** `Engineer`, or `Engineer (GAP-FLOW-001)` for one run of several. */
export function turnTitle({ role, lane }: { readonly role: Role; readonly lane: string }): string {
  return lane === ONLY_LANE ? roleTitle(role) : `${roleTitle(role)} (${lane})`;
}

/** The attempt whose document became the turn's. */
export function countedAttempt({ attempts, document }: TurnLog): AttemptLog | null {
  if (document === null) return null;
  return attempts.findLast((attempt) => attempt.document === document) ?? null;
}

const FINAL_WORDS = { ready: "VALID", "not-ready": "VALID", failed: "FAILED" } as const;
const FINAL_DETAILS = {
  ready: "READY_FOR_TERMINATION",
  "not-ready": "NOT_READY",
  failed: "NOT_READY",
} as const;

/** A valid Final Review may say yes or no; a failed one says no, and its document does not count. */
export function settleFinalLog(
  turn: TurnLog,
  { verdict, blockers, document }: DataOf<"FinalReviewSettled">,
): TurnLog {
  const said = FINAL_DETAILS[verdict];
  return {
    ...turn,
    owed: null,
    outcome: {
      word: FINAL_WORDS[verdict],
      detail: blockers === 0 ? said : `${said}, blockers: ${blockers}`,
    },
    // One that failed leaves the file of an earlier one as it is.
    document: verdict === "failed" ? turn.document : (document ?? turn.document),
  };
}

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

// A question as the records show it.

export function shownQuestion({ id, kind, subject, blocks }: Question): OpenQuestion {
  const textOf = SUBJECT_TEXTS[subject.of] as (subject: QuestionSubject) => string;
  return { question: id, kind, about: textOf(subject), blocks: blocks.join(", ") || null };
}

type SubjectTexts = {
  readonly [Of in QuestionSubject["of"]]: (subject: Extract<QuestionSubject, { readonly of: Of }>) => string;
};

/** What a question is about, in a few words. */
const SUBJECT_TEXTS: SubjectTexts = {
  turn: (turn) => `${turnTitle(turn)}, round ${turn.round}`,
  gap: ({ gap }) => gap,
  conflict: ({ conflict }) => `the conflict on ${conflict}`,
  conflicts: ({ conflicts }) => `the conflicts on ${conflicts.join(", ")}`,
  rate: ({ round }) => `disagreements of round ${round}`,
  flag: ({ issue }) => issue,
  round: ({ round }) => `round ${round}`,
  spend: ({ role }) => (role === null ? "spend of the session" : `spend of the ${roleTitle(role)}`),
  gate: (gate) => `${gate.class} gaps left`,
  survey: () => "the survey",
  rollback: ({ round }) => `undoing round ${round}`,
  "set-aside": () => "decisions of rounds that were undone",
  session: () => "the session",
};
