import { isRefusal, type Refusal } from "../../shared/refusal.ts";
import { CONVERGENCE_END } from "../convergence.ts";
import { archivesQuestion } from "../questions/rollback-questions.ts";
import { checkEnding } from "../termination.ts";
import type { TerminationType } from "../termination-type.ts";
import type { Draft } from "./draft.ts";
import { endingFacts } from "./owed.ts";
import { dismissPeople } from "./person-calls.ts";
import { resolveAccepted } from "./review-proposal.ts";

/** A wish to end: abandoning needs nothing, anything else what its gates ask for. */
export function requestEnding(
  draft: Draft,
  type: Exclude<TerminationType, "COMPLETE">,
  trigger: string,
): Refusal | null {
  if (type === "ABANDONED") {
    dismissPeople(draft);
    // What runs is stopped first, and what it cost is recorded.
    if (draft.session.ledger.calls.length > 0) draft.emit("EndingRequested", { type, trigger });
    else endSession(draft, type, trigger);
    return null;
  }
  // As if it were requested already: a Final Review that is still to come is no reason to take the wish.
  const check = checkEnding(
    endingFacts({ ...draft.session, work: { ...draft.session.work, ending: { type, trigger, passed: [] } } }),
  );
  if (isRefusal(check)) return check;
  dismissPeople(draft);
  draft.emit("EndingRequested", { type, trigger });
  return null;
}

export function endSession(draft: Draft, type: TerminationType, trigger: string): void {
  if (type !== "ABANDONED") {
    const { completedRounds, round: underWay } = draft.session.work;
    // A round that is complete keeps its record: what comes later belongs to the one under way.
    const round = underWay?.number ?? Math.max(1, completedRounds);
    resolveAccepted(draft, { round, lastCompletedRound: completedRounds, terminating: true });
  }
  for (const { id } of draft.session.work.questions) {
    draft.emit("QuestionWithdrawn", { question: id, reason: `the session ended as ${type}` });
  }
  if (type !== "ABANDONED") {
    draft.emit("ConvergenceChanged", {
      state: CONVERGENCE_END,
      nextFocus: null,
      because: `ended as ${type}`,
    });
  }
  draft.emit("SessionEnded", { type, trigger });
  const { archives } = draft.session.ledger;
  if (archives.length > 0) draft.ask(archivesQuestion(archives));
}
