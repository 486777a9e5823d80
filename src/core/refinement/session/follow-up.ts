// What follows from any decision, whatever it was about.
import { assertNever } from "../../shared/assert-never.ts";
import type { IssueId } from "../../shared/issue-id.ts";
import { isRefusal } from "../../shared/refusal.ts";
import { isGrave } from "../../shared/severity.ts";
import type { GapStateName } from "../gap-state.ts";
import type { GateClass } from "../gate.ts";
import type { Question } from "../questions/question.ts";
import type { QuestionKind } from "../questions/question-kinds.ts";
import { setAsideWords } from "../questions/rollback-questions.ts";
import { gateReason } from "../questions/session-questions.ts";
import { dropIdleAnswers } from "./answer-turn.ts";
import { askConflicts, askFlags, settleFlags } from "./conflict-steps.ts";
import { dropMootDisagreements, settleDisagreements, withdrawMootConflicts } from "./disagreements.ts";
import { conflictsStatedIn } from "./disputed.ts";
import type { Draft } from "./draft.ts";
import { activeGaps, endingCheck, openGate, unreviewedGaps } from "./owed.ts";
import { amendmentsToReview } from "./remarks-round.ts";
import { sendBackUnmarking } from "./review-proposal.ts";
import { askAboutDecisions, mayRollBack } from "./roll-back.ts";
import { findTurn, type LiveSession } from "./session.ts";
import type { TurnOutcome } from "./session-event.ts";
import { findCapFor } from "./spend.ts";
import { isSettled, outcomeOf } from "./turn.ts";

export function followUp(draft: Draft): void {
  if (draft.session.at === "ended") return;
  // Until it is known whether its rounds are undone, what has lost its ground goes, and nothing new begins.
  const goesOn = draft.session.work.rollback === null;
  dropEmptyTurns(draft);
  dropIdleAnswers(draft);
  sendBackUnmarking(draft);
  if (goesOn) openReview(draft);
  dropMootDisagreements(draft);
  if (goesOn) settleDisagreements(draft);
  withdrawMootConflicts(draft);
  withdrawStale(draft);
  settleFlags(draft);
  if (goesOn) {
    askFlags(draft);
    askConflicts(draft);
  }
  withdrawStale(draft);
}

/** A turn whose gaps the user has taken away has nothing left to do. */
function dropEmptyTurns(draft: Draft): void {
  const { round } = draft.session.work;
  const turns = [...(round?.lanes ?? []), ...(round?.reviewer ? [round.reviewer] : [])];
  for (const turn of turns) {
    const { at } = turn.state;
    if (at === "running" || at === "settled") continue;
    if (turn.gaps.length === 0 || activeGaps(draft.session, turn).length > 0) continue;
    draft.settleTurn(turn, { outcome: "IDLE", detail: "its gaps were taken away" });
  }
}

/** Once every run of the Engineer has an outcome, the Reviewer is given what nobody has reviewed. */
function openReview(draft: Draft): void {
  const { round } = draft.session.work;
  if (round === null || round.reviewer !== null || !round.lanes.every(isSettled)) return;
  const place = { round: round.number, role: "reviewer", lane: "-" } as const;
  if (round.lanes.length === 0) {
    draft.settleTurn({ ...place, role: "engineer" }, { outcome: "IDLE", detail: "nothing to assign" });
  }
  const proposals = [...unreviewedGaps(draft.session), ...amendmentsToReview(draft.session)];
  draft.emit("ReviewOpened", { round: round.number, proposals });
  if (proposals.length > 0) return;
  const outcome = withoutProposals(round.lanes.map(outcomeOf));
  draft.settleTurn(place, { outcome, detail: "nothing to review" });
}

function withoutProposals(lanes: readonly (TurnOutcome | null)[]): TurnOutcome {
  if (lanes.includes("UNCHANGED")) return "UNCHANGED";
  return lanes.includes("SKIP") ? "SKIP" : "IDLE";
}

function withdrawStale(draft: Draft): void {
  for (const question of draft.session.work.questions) {
    const reason = withdrawalReason(question, draft.session);
    if (reason === null) continue;
    draft.emit("QuestionWithdrawn", { question: question.id, reason });
    if (question.kind === "decisions") askAboutDecisions(draft);
  }
}

/** A gate is asked about as long as it is the next and names what is left. */
function isShut(session: LiveSession, gate: GateClass, why: string): boolean {
  const next = endingCheck(session);
  if (isRefusal(next) || next.next !== "gates") return false;
  const open = openGate(session, next);
  return open?.class === gate && gateReason(open) === why;
}

/** The state in which a gap is as long as a question about it has a point. */
const GAP_STATE_ASKED_ABOUT: Partial<Record<QuestionKind, GapStateName>> = {
  blocked: "BLOCKED_EXTERNAL",
  loss: "PROPOSED",
  repeat: "NEEDS_REVISION",
};

/** Why a question has lost its subject; `null` while it has one. */
function withdrawalReason(question: Question, session: LiveSession): string | null {
  const { id, kind, subject, why } = question;
  switch (subject.of) {
    case "gap": {
      const state = session.work.gaps[subject.gap]?.state.at;
      return state === GAP_STATE_ASKED_ABOUT[kind] ? null : `${subject.gap} is ${state ?? "gone"}`;
    }
    case "turn": {
      const turn = findTurn(session, subject);
      const asking = turn?.state.at === "asking" && turn.state.question === id;
      return asking ? null : "the turn it is about is over";
    }
    case "conflict":
    case "conflicts":
      return conflictReason(question, session);
    case "rate":
      return conflictsStatedIn(session, subject.round).length > 0 ? null : "none of its conflicts is open";
    case "flag": {
      const raised = session.work.flags[subject.issue];
      if (raised?.outcome !== null) return `the flag on ${subject.issue} is settled`;
      return offersConflict(question) && isRuledOn(session, subject.issue)
        ? `${subject.issue} is decided by now`
        : null;
    }
    case "round":
      return session.work.convergence.at === "DIVERGENCE_WARNING"
        ? null
        : `the session is ${session.work.convergence.at}`;
    case "spend": {
      const role = subject.role ?? "engineer";
      return findCapFor(session.ledger.spend, role, session.settings) === null
        ? "the limit allows more calls"
        : null;
    }
    case "gate":
      return isShut(session, subject.class, why) ? null : "the ending it belongs to has changed";
    case "survey":
      return session.work.survey.at === "asking" ? null : "the survey is settled";
    case "rollback": {
      const { rollback } = session.work;
      return rollback !== null && rollback.order === null ? null : "the rollback is settled";
    }
    case "set-aside":
      return setAsideReason(session, why);
    case "session": {
      if (kind === "rollback-limit") return mayRollBack(session) ? "more rollbacks are allowed by now" : null;
      const next = endingCheck(session);
      const asks = !isRefusal(next) && next.next === "ask" && next.question === kind;
      return asks ? null : "what it asked about has changed";
    }
    default:
      return assertNever(subject);
  }
}

function offersConflict({ options }: Question): boolean {
  return options.some(({ id }) => id === "convert");
}

function isRuledOn({ work: { issues } }: LiveSession, issue: IssueId): boolean {
  const state = issues[issue]?.issue.state;
  return state?.at === "OPEN" && state.decision !== null;
}

/** What is asked about is all that is set aside, and nothing else. */
function setAsideReason({ ledger: { setAside } }: LiveSession, why: string): string | null {
  if (setAside.length === 0) return "every one of them is settled";
  return setAsideWords(setAside) === why ? null : "other decisions are set aside by now";
}

/** A question about conflicts has lost its subject where one is settled, or weighs more than it says. */
function conflictReason({ kind, subject, options }: Question, { work }: LiveSession): string | null {
  const ids =
    subject.of === "conflict" ? [subject.conflict] : subject.of === "conflicts" ? subject.conflicts : [];
  const settled = ids.filter((id) => work.conflicts[id]?.state.at !== "open");
  if (settled.length > 0) return `the conflict on ${settled.join(", ")} is settled`;
  const offersOwn = options.some((option) => option.id === "d");
  const heavier = ids.filter((id) => {
    const severity = work.issues[id]?.issue.severity ?? "LOW";
    return kind === "conflict-batch" ? isGrave(severity) : severity === "CRITICAL" && !offersOwn;
  });
  return heavier.length === 0 ? null : `${heavier.join(", ")} weighs more by now`;
}
