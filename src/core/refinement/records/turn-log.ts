// What became of one role's turn, attempt by attempt.
import { ONLY_LANE } from "../../shared/call-key.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import { type Role, roleTitle } from "../role.ts";
import type {
  ExampleRecord,
  RetryReason,
  SessionEventOf,
  SessionEventType,
  TurnOutcome,
} from "../session/session-event.ts";
import type { FailureType } from "../validation/failure-type.ts";
import type { Warning } from "../validation/judgement.ts";

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
export type OutcomeWord = TurnOutcome | "FAILED";

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

export function newTurnLog(role: Role, lane: string): TurnLog {
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
