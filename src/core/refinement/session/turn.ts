// One role's work in a round, from the first call to an outcome.
import { type CallKey, callKeyParts, makeCallKey } from "../../shared/call-key.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { QuestionId } from "../questions/question.ts";
import { PERSON, ROLES } from "../role.ts";
import type { FailureType } from "../validation/judgement.ts";
import type { DocumentRef, KeptWork, RetryReason, TurnOutcome, TurnPlace } from "./session-event.ts";

/** A crash costs a launch, not an attempt; after so many of one attempt a person is asked. */
export const LAUNCHES_MAX = 5;

export interface Turn extends TurnPlace {
  readonly incarnation: number;
  /** The Engineer's assigned gaps; the Reviewer's proposals. */
  readonly gaps: readonly GapId[];
  /** Retries used in this set of tries. */
  readonly retries: number;
  /** Every attempt of the turn that failed the gate, in order. */
  readonly failures: readonly FailedAttempt[];
  /** One retry is given to an Engineer who says that it is not sure. */
  readonly uncertaintyUsed: boolean;
  readonly guidance: readonly string[];
  /** What earlier attempts of this turn resolved. */
  readonly kept: readonly KeptWork[];
  /** Gaps whose texts were sent back once because they lose something. */
  readonly lossesTold: readonly GapId[];
  readonly attempt: number;
  readonly launch: number;
  /** Launches of this attempt that are held against nobody. */
  readonly launchesForgiven: number;
  /** How often this attempt has waited for a provider. */
  readonly waits: number;
  readonly lastCall: LastCall | null;
  /** Of a Final Review: the user has changed the spec since it was asked for. */
  readonly overtaken?: true;
  readonly state: TurnState;
}

export interface FailedAttempt {
  readonly attempt: number;
  readonly failure: FailureType;
  readonly message: string;
  readonly line: number | null;
}

/** What the turn's last call has to do with its next, which only the same agent's is bound by. */
export interface LastCall {
  readonly agent: string;
  /** What the agent said it can be resumed with, where it came to an end. */
  readonly sessionRef: string | null;
  /** The prompts that its conversation has been given so far. */
  readonly told: readonly string[];
  /** When its provider may be asked again. */
  readonly notBeforeMs: number | null;
}

type TurnState =
  /** A call is owed: attempt and launch stand in the turn. */
  | { readonly at: "due"; readonly retry: RetryReason | null }
  | { readonly at: "running"; readonly key: CallKey; readonly retry: RetryReason | null }
  /** The call is over, and what it left is not judged yet. */
  | { readonly at: "returned"; readonly key: CallKey; readonly retry: RetryReason | null }
  | { readonly at: "asking"; readonly question: QuestionId; readonly retry: RetryReason | null }
  | { readonly at: "settled"; readonly outcome: TurnOutcome; readonly document: DocumentRef | null };

export function newTurn(
  place: TurnPlace & { incarnation: number; gaps: readonly GapId[]; attempt?: number },
): Turn {
  const { round, role, lane, incarnation, gaps, attempt } = place;
  return {
    round,
    role,
    lane,
    incarnation,
    gaps,
    retries: 0,
    failures: [],
    uncertaintyUsed: false,
    guidance: [],
    kept: [],
    lossesTold: [],
    attempt: attempt ?? 1,
    launch: 1,
    launchesForgiven: 0,
    waits: 0,
    lastCall: null,
    state: { at: "due", retry: null },
  };
}

export function isSettled(turn: Turn): boolean {
  return turn.state.at === "settled";
}

export function outcomeOf(turn: Turn): TurnOutcome | null {
  return turn.state.at === "settled" ? turn.state.outcome : null;
}

export function placeOf({ round, role, lane }: TurnPlace): TurnPlace {
  return { round, role, lane };
}

export function isAt(turn: TurnPlace, place: TurnPlace): boolean {
  return turn.round === place.round && turn.role === place.role && turn.lane === place.lane;
}

interface CallNumbers {
  readonly id: string;
  readonly ledger: { readonly letGo: readonly CallKey[] };
}

/** The key of the call that is owed; one that a person was let go from is not given again. */
export function nextKey({ id, ledger: { letGo } }: CallNumbers, turn: Turn): CallKey {
  const { round, incarnation, role, lane, attempt, launch } = turn;
  const subject = { of: "session", id } as const;
  const keyOf = (number: number): CallKey =>
    makeCallKey({ subject, round, incarnation, purpose: role, lane, attempt, launch: number });
  const used = letGo.filter((key) => key === keyOf(callKeyParts(key).launch));
  return keyOf(Math.max(launch, ...used.map((key) => callKeyParts(key).launch + 1)));
}

export function placeOfKey(key: CallKey): TurnPlace {
  const { subject, round, purpose, lane } = callKeyParts(key);
  const role = ROLES.find((one) => one === purpose);
  if (role === undefined || subject.of !== "session") throw new Error(`${key} is no call of a session`);
  return { round, role, lane };
}

export function launchesLeft({ launch, launchesForgiven }: Turn): boolean {
  return launch - launchesForgiven < LAUNCHES_MAX;
}

/** An agent goes on where it was only to mend what it wrote; after a launch that failed it begins afresh. */
export function resumeOf({ attempt, launch, lastCall }: Turn, agent: string): string | null {
  if (attempt === 1 || launch > 1 || agent === PERSON || lastCall?.agent !== agent) return null;
  return lastCall.sessionRef;
}
