// What follows when an output fails the gate.
import type { GapId } from "../../shared/gap-id.ts";
import type { QuestionDraft } from "../questions/build-question.ts";
import {
  bothEmpty,
  engineerEscalation,
  type LastFailure,
  reviewerEscalation,
} from "../questions/turn-questions.ts";
import { isEmptyOutput, RETRIES_MAX } from "../validation/failure-type.ts";
import type { Verdict } from "../validation/judgement.ts";
import type { Draft } from "./draft.ts";
import { findTurn } from "./find-turn.ts";
import { unreviewed } from "./owed.ts";
import { outcomeOf, placeOf, type Turn } from "./turn.ts";

export type Failed = Extract<Verdict, { ok: false }>;

export function mayRetry({ retries }: Turn): boolean {
  return retries < RETRIES_MAX;
}

/** Once more, with a prompt that says what was wrong. */
export function retryTurn(
  draft: Draft,
  turn: Turn,
  about: { failed: Failed; gaps: readonly GapId[]; uncertain: boolean },
): void {
  const { failureType, message, line, subjects } = about.failed;
  const number = turn.retries + 1;
  const because = about.uncertain ? "UNCERTAINTY" : failureType;
  draft.emit("TurnRestarted", {
    ...placeOf(turn),
    gaps: about.gaps,
    retry: { number, because, message, line, subjects },
    retries: number,
    guidance: null,
    launchAgain: false,
    replacement: false,
    because: `retry ${number} of ${RETRIES_MAX}: ${because}`,
  });
}

/** The retries are used up: a person decides. */
export function escalate(draft: Draft, before: Turn, failed: Failed): void {
  const turn = findTurn(draft.session, before) ?? before;
  const failure = { failureType: failed.failureType, message: failed.message, line: failed.line };
  draft.ask(escalationOf(draft, turn, failure));
}

function escalationOf(draft: Draft, turn: Turn, failure: LastFailure): QuestionDraft {
  const tries = turn.failures.length;
  const wroteNothing = turn.failures.every(isEmptyOutput);
  if (wroteNothing && otherRoleHasNothing(draft, turn)) return bothEmpty(turn, failure, tries);
  return turn.role === "reviewer"
    ? reviewerEscalation(turn, failure, tries)
    : engineerEscalation(turn, failure, tries);
}

function otherRoleHasNothing({ session }: Draft, turn: Turn): boolean {
  const lanes = session.round?.lanes ?? [];
  const others = lanes.filter((lane) => lane.lane !== turn.lane || turn.role === "reviewer");
  const produced = others.some((lane) => outcomeOf(lane) === "VALID" || outcomeOf(lane) === "UNCHANGED");
  if (turn.role === "reviewer") return !produced;
  const undecided = others.some((lane) => outcomeOf(lane) === null);
  return !produced && !undecided && unreviewed(session).length === 0;
}
