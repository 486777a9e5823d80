import type { CallKey } from "../../shared/call-key.ts";
import { USAGE_UNKNOWN } from "../../shared/usage.ts";
import { agentRoleOf, isAboutGaps, PERSON } from "../role.ts";
import type { Draft } from "./draft.ts";
import { activeGaps } from "./owed.ts";
import {
  type AmendableAnswer,
  agentFor,
  findTurn,
  findTurnOfCall,
  gapsOf,
  issuesOf,
  type LiveSession,
  type StartedCall,
} from "./session.ts";
import { placeOfKey, type Turn } from "./turn.ts";

/**
 * Why nobody waits any more for what a person was to write; `null` while somebody does. An agent comes back by itself
 * and is waited for; a person may never have begun.
 */
export function staleReason(session: LiveSession, { key, agent }: StartedCall): string | null {
  const place = placeOfKey(key);
  const turn = findTurnOfCall(session, key);
  if (turn === null) return "its turn is over";
  if (session.work.ending !== null) return "the session is ending";
  const chosen = agentFor(session, agentRoleOf(place.role));
  if (chosen !== agent) return `${chosen} was chosen instead`;
  if (isAboutGaps(turn.role) && activeGaps(session, turn).length === 0) return "its gaps were taken away";
  return null;
}

// A person has the task of a call before them for as long as it takes. Where a word of the user's changes it meanwhile,
// that call is let go, and the next launch lays the task out anew, with what was written so far.

/** `before`: the session as it was when the tasks were last laid out. */
export function renewTasks(draft: Draft, before: LiveSession): void {
  if (draft.session.at === "ended" || draft.session.work.ending !== null) return;
  for (const { key, agent } of draft.session.ledger.calls) {
    const place = placeOfKey(key);
    const [then, now] = [findTurn(before, place), findTurn(draft.session, place)];
    if (agent !== PERSON || then === null || now?.state.at !== "running" || now.state.key !== key) continue;
    // Nobody needs a task without gaps: that call is let go for another reason.
    if (isAboutGaps(now.role) && activeGaps(draft.session, now).length === 0) continue;
    if (taskFacts(before, then) === taskFacts(draft.session, now)) continue;
    dismiss(draft, key, "the user has changed its task, which is laid out anew");
  }
}

/** An answer is taken back: tasks that were laid out since are laid out anew, once it is given otherwise. */
export function letGoOfTasks(draft: Draft, { before: { work } }: AmendableAnswer): void {
  const then = { ...draft.session, work };
  for (const { key, agent } of draft.session.ledger.calls) {
    const turn = findTurn(then, placeOfKey(key));
    const isSame = turn?.state.at === "running" && turn.state.key === key;
    if (agent === PERSON && !isSame)
      dismiss(draft, key, "the user has given an answer otherwise, and its task is laid out anew");
  }
}

/** What a person was to write for rounds after that one is not wanted any more. */
export function dismissUndone(draft: Draft, to: number): void {
  for (const { key, agent } of draft.session.ledger.calls) {
    if (agent === PERSON && placeOfKey(key).round > to) dismiss(draft, key, "its round was rolled back");
  }
}

/** Agents come back by themselves, and are waited for; a person may never have begun. */
export function dismissPeople(draft: Draft): void {
  for (const { key, agent } of draft.session.ledger.calls) {
    if (agent === PERSON) dismiss(draft, key, "the session is ending");
  }
}

function dismiss(draft: Draft, key: CallKey, why: string): void {
  draft.emit("AgentCallFinished", {
    ...placeOfKey(key),
    key,
    outcome: "cancelled",
    document: null,
    usage: USAGE_UNKNOWN,
    elapsedMs: 0,
    evidence: [why],
  });
}

/** What a prompt shows of the things that a user's word can change. */
function taskFacts(session: LiveSession, turn: Turn): string {
  const ids = !isAboutGaps(turn.role) ? gapsOf(session).map(({ id }) => id) : activeGaps(session, turn);
  const issues = issuesOf(session).filter(({ gaps }) => gaps.some((gap) => ids.includes(gap)));
  return JSON.stringify([
    session.work.decisions,
    turn.guidance,
    ids.map((id) => [session.work.gaps[id], session.work.inputs[id] ?? []]),
    issues.map(({ id, severity, state }) => [id, severity, state]),
  ]);
}
