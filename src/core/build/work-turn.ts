// How a turn of the loop goes on after a call, an attempt in vain, or a person's word.

import type { BoardEventOf } from "../board/board-event.ts";
import { PERSON } from "../refinement/role.ts";
import { LAUNCHES_MAX, type LastCall } from "../refinement/session/turn.ts";
import { type AgentOutcome, OUTCOME_RULES } from "../shared/agent-outcome.ts";
import { type CallKey, makeCallKey, ONLY_LANE } from "../shared/call-key.ts";
import { timestampToMs } from "../shared/timestamp.ts";
import type { Retry, TaskWork, WorkPurpose, WorkTurn } from "./task-work.ts";

const NONE_FAILED = { form: 0, red: 0 } as const;

export function newWorkTurn(
  { incarnation, round }: Pick<TaskWork, "incarnation" | "round">,
  purpose: WorkPurpose,
  lane: string = ONLY_LANE,
): WorkTurn {
  return {
    purpose,
    round,
    incarnation,
    lane,
    attempt: 1,
    launch: 1,
    launches: 0,
    waits: 0,
    failed: NONE_FAILED,
    retry: null,
    lastCall: null,
    state: { at: "due" },
  };
}

/** The key of the call that is owed. */
export function turnKey(task: TaskWork["id"], turn: WorkTurn): CallKey {
  const { round, incarnation, purpose, lane, attempt, launch } = turn;
  return makeCallKey({
    subject: { of: "task", id: task },
    round,
    incarnation,
    purpose,
    lane,
    attempt,
    launch,
  });
}

export function mayLaunchAgain({ launches }: WorkTurn): boolean {
  return launches < LAUNCHES_MAX;
}

/** An agent goes on where it was only to mend what it wrote; after a launch that failed it begins afresh. */
export function resumeTurn({ attempt, launch, lastCall }: WorkTurn, agent: string): string | null {
  if (attempt === 1 || launch > 1 || agent === PERSON || lastCall?.agent !== agent) return null;
  return lastCall.sessionRef;
}

type DataOf<Type extends "AgentCallStarted" | "AgentCallFinished"> = BoardEventOf<Type>["data"];

export function startTurn(turn: WorkTurn, { key, agent, prompt }: DataOf<"AgentCallStarted">): WorkTurn {
  // Until the call is over, what the one before left is what this one was started with.
  const before = turn.lastCall?.agent === agent ? turn.lastCall : newLastCall(agent);
  const remembered = resumeTurn(turn, agent) === null ? [] : before.told;
  const told = [...remembered, ...(prompt === null ? [] : [prompt.sha256])];
  return {
    ...turn,
    launches: turn.launches + 1,
    lastCall: { ...before, told },
    state: { at: "running", key },
  };
}

/** The next launch of the same attempt; what the agent has left is judged by an event of its own. */
export function endCall(
  turn: WorkTurn,
  { outcome, at, waitMs, sessionRef }: DataOf<"AgentCallFinished">,
): WorkTurn {
  const { lastCall } = turn;
  const called = lastCall === null ? null : newLastCall(lastCall.agent);
  const waited = waitMs !== undefined;
  const next = { ...turn, launch: turn.launch + 1, state: { at: "due" } as const };
  if (OUTCOME_RULES[outcome].next === "judge") {
    const { told = [] } = lastCall ?? {};
    return {
      ...next,
      lastCall: called === null ? null : { ...called, told, sessionRef: sessionRef ?? null },
    };
  }
  const notBeforeMs = waited ? timestampToMs(at) + waitMs : null;
  return {
    ...next,
    launches: turn.launches - (isForgiven(outcome, waited) ? 1 : 0),
    waits: turn.waits + (waited ? 1 : 0),
    lastCall: called === null ? null : { ...called, notBeforeMs },
  };
}

/** What we stopped ourselves is not held against the agent, nor what its provider could not take. */
function isForgiven(outcome: AgentOutcome, waited: boolean): boolean {
  return outcome === "cancelled" || waited;
}

function newLastCall(agent: string): LastCall {
  return { agent, sessionRef: null, told: [], notBeforeMs: null };
}

export function nextAttempt(turn: WorkTurn, retry: Retry): WorkTurn {
  const { failed } = turn;
  return {
    ...turn,
    attempt: turn.attempt + 1,
    launch: 1,
    launches: 0,
    waits: 0,
    failed:
      retry.because === "red" ? { ...failed, red: failed.red + 1 } : { ...failed, form: failed.form + 1 },
    retry,
    state: { at: "due" },
  };
}

/** By a person's word: whoever goes on remembers nothing of what went wrong. */
export function renewTurn(turn: WorkTurn, retry: Retry | null): WorkTurn {
  return { ...turn, launches: 0, waits: 0, failed: NONE_FAILED, retry: retry ?? turn.retry, lastCall: null };
}
