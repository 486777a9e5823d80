// What became of one role's turn, attempt by attempt.
import { assertNever } from "../../shared/assert-never.ts";
import { callKeyParts, ONLY_LANE } from "../../shared/call-key.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import { type Role, roleTitle } from "../role.ts";
import type { ExampleRecord, RetryReason, SessionEventOf, TurnOutcome } from "../session/session-event.ts";
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

export type TurnEvent = SessionEventOf<
  "AgentCallStarted" | "AgentCallFinished" | "OutputJudged" | "TurnRestarted" | "TurnSettled"
>;

export function newTurnLog(role: Role, lane: string): TurnLog {
  return { role, lane, attempts: [], owed: null, outcome: null, document: null };
}

export function turnAfter(turn: TurnLog, event: TurnEvent): TurnLog {
  switch (event.type) {
    case "AgentCallStarted":
      return launched(turn, event);
    case "AgentCallFinished": {
      const { key, document } = event.data;
      if (document === null) return turn;
      return withAttempt(turn, callKeyParts(key).attempt, { document: document.sha256 });
    }
    case "OutputJudged": {
      const { at, attempt, failure, message, warnings, gapsAddressed } = event.data;
      return withAttempt(turn, attempt, { judged: { at, failure, message, warnings, gapsAddressed } });
    }
    case "TurnRestarted": {
      const { at, retry, launchAgain } = event.data;
      if (launchAgain) return { ...turn, outcome: null };
      return { ...turn, outcome: null, owed: retry === null ? null : ordered(retry, at) };
    }
    case "TurnSettled": {
      const { outcome: word, detail, document, documents } = event.data;
      const { documents: _, ...rest } = turn;
      const several = documents === undefined ? {} : { documents: documents.map(({ sha256 }) => sha256) };
      return {
        ...rest,
        ...several,
        owed: null,
        outcome: { word, detail },
        document: document?.sha256 ?? null,
      };
    }
    default:
      return assertNever(event);
  }
}

/** Another launch of the same attempt adds nothing: a crash costs no attempt. */
function launched(turn: TurnLog, { data }: SessionEventOf<"AgentCallStarted">): TurnLog {
  const { at, attempt, retry, example } = data;
  if (turn.attempts.some(({ number }) => number === attempt)) return turn;
  const started: AttemptLog = {
    number: attempt,
    started: at,
    retry: turn.owed ?? (retry === null ? null : ordered(retry, at)),
    example,
    document: null,
    judged: null,
  };
  return { ...turn, owed: null, outcome: null, attempts: [...turn.attempts, started] };
}

function ordered({ number, because }: RetryReason, at: Timestamp): RetryLog {
  return { number, because, ordered: at };
}

function withAttempt(turn: TurnLog, number: number, change: Partial<AttemptLog>): TurnLog {
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
export function finallySettled(turn: TurnLog, { data }: SessionEventOf<"FinalReviewSettled">): TurnLog {
  const { verdict, blockers, document } = data;
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
