// What a session owes: derived from its state alone, never stored. After a crash the same debt is derived again.

import type { Access } from "../../shared/access.ts";
import { assertNever } from "../../shared/assert-never.ts";
import type { CallKey } from "../../shared/call-key.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { memoizeWeak } from "../../shared/memoize-weak.ts";
import { isRefusal, type Refusal } from "../../shared/refusal.ts";
import { MINUTE_MS } from "../../shared/time-units.ts";
import { assignGaps } from "../assignment.ts";
import { type Focus, focusOf } from "../convergence.ts";
import { isAssignable } from "../gap-state.ts";
import { passageGroups } from "../passages.ts";
import type { OptionOf, QuestionKind } from "../questions/question-kinds.ts";
import { accessOf, agentRoleOf, isAboutGaps, isSide, PERSON, type Role, type Side } from "../role.ts";
import type { RoundArchive } from "../rollback/rollback.ts";
import { checkEnding, type EndingFacts, type FinalReview, type NextStep } from "../termination.ts";
import { gapsInConflict, isRoundHeld, undecidedIssues, withTogether } from "./disputed.ts";
import { activeRemarkGaps, gapsForRemarks, isRemarksTurn } from "./remarks-round.ts";
import { agentFor, gapsOf, type LiveSession, type Session } from "./session.ts";
import type { RetryReason } from "./session-event.ts";
import { findCapFor } from "./spend.ts";
import { isSettled, nextKey, resumeOf, type Turn } from "./turn.ts";

export type Effect =
  | { readonly do: "call"; readonly order: CallOrder }
  | Mediation
  /** The finished spec is put where people look for it. */
  | { readonly do: "publish" }
  | RollbackEffect;

/** A step on the way of rounds that are undone; anybody may take it, and again. */
export type RollbackEffect =
  | { readonly do: "analyse-rollback" }
  | { readonly do: "undo-rounds" }
  | { readonly do: "archive"; readonly archive: RoundArchive }
  | { readonly do: "clear-archives"; readonly option: OptionOf<"archives"> };

/** The rules by which commands are decided today. Those of older sessions are folded as they were decided. */
export const RULES = 10;

/** Since these rules, proposals are edits with a place in the draft. */
export const RULES_OF_EDITS = 2;

/** An agent's call that may start now. */
export interface CallOrder {
  readonly key: CallKey;
  readonly role: Role;
  readonly lane: string;
  readonly round: number;
  readonly gaps: readonly GapId[];
  readonly agent: string;
  readonly retry: RetryReason | null;
  readonly guidance: readonly string[];
  readonly wallMs: number | null;
  readonly access: Access;
  readonly readsProject: boolean;
  /** What the agent is resumed with; `null`: it begins afresh. */
  readonly resume: string | null;
  /** The prompts that the resumed conversation has been given; none where it begins afresh. */
  readonly told: readonly string[];
  /** Its provider is to be left alone until then; `null`: it may start at once. */
  readonly notBeforeMs: number | null;
}

/** A step of the Mediator's own. */
export interface Mediation {
  readonly do: "mediate";
  readonly step:
    | "start-round"
    | "complete-round"
    | "request-survey"
    | "join-survey"
    | "request-final-review"
    | "ask-blocked"
    | "ask-divergence"
    | "ask-max-rounds"
    | "ask-ending"
    | "ask-gate"
    | "ask-spend-engineer"
    | "ask-spend-reviewer"
    | "withdraw-ending"
    | "end";
}

/** Independent things that may go on now, without those already started. */
export function owed(session: Session): readonly Effect[] {
  if (session.at === "none") return [];
  const first = owedToRollback(session);
  if (session.at === "ended") return [...(owesSpec(session) ? [{ do: "publish" } as const] : []), ...first];
  // Until it is known whether rounds are undone, nothing begins in them.
  if (first.length > 0 || session.work.rollback !== null) return first;
  if (session.at !== "active") return [];
  // Who has asked to end is not made to pay for another call; those that run are waited for.
  if (session.work.ending !== null) return session.ledger.calls.length > 0 ? [] : endingSteps(session);
  return [...divergenceStep(session), ...answerSteps(session), ...draftSteps(session), ...workOf(session)];
}

/** Also while the session is paused: an undone round is put away before anything else happens. */
export function owedToRollback({ at, work: { rollback }, ledger }: LiveSession): readonly RollbackEffect[] {
  const archive = ledger.archives.find(({ written }) => written === null);
  if (archive !== undefined) return [{ do: "archive", archive }];
  if (at === "ended") {
    const { archivesSettled: settled } = ledger;
    return settled === null || settled.done ? [] : [{ do: "clear-archives", option: settled.option }];
  }
  if (rollback === null) return [];
  if (rollback.analysis === null) return [{ do: "analyse-rollback" }];
  return rollback.order === null ? [] : [{ do: "undo-rounds" }];
}

/** Every session leaves its spec behind but one that was abandoned. */
export function owesSpec({ at, ledger: { ended, published } }: LiveSession): boolean {
  return at === "ended" && ended?.type !== "ABANDONED" && published === null;
}

/** What the user wants to know is asked beside whatever else goes on. */
function answerSteps(session: LiveSession): readonly Effect[] {
  return turnEffects(
    session,
    session.work.answering.map(({ turn }) => turn),
    1,
  );
}

/** Both drafts of a conflict at once; the next conflict follows. */
const DRAFTS_AT_ONCE = 2;

function draftSteps(session: LiveSession): readonly Effect[] {
  const turns = session.work.drafting.flatMap((drafting) => drafting.turns);
  const byHand = agentFor(session, "drafter") === PERSON;
  return turnEffects(session, turns, byHand ? 1 : DRAFTS_AT_ONCE);
}

function workOf(session: LiveSession): readonly Effect[] {
  const { round, finalTurn, survey } = session.work;
  if (survey.at === "due") return [mediate("request-survey")];
  if (survey.at === "under-way") return surveySteps(session, survey.turns);
  if (survey.at === "asking") return [];
  if (finalTurn !== null) return turnEffects(session, [finalTurn], 1);
  if (round === null) return endingSteps(session);
  if (round.reviewer === null) return turnEffects(session, round.lanes, session.settings.limits.parallelGaps);
  if (!isSettled(round.reviewer)) return turnEffects(session, [round.reviewer], 1);
  return isRoundHeld(session) ? [] : [mediate("complete-round")];
}

function surveySteps(session: LiveSession, turns: readonly Turn[]): readonly Effect[] {
  if (turns.every(isSettled)) return [mediate("join-survey")];
  return turns.filter((turn) => !isSettled(turn)).flatMap((turn) => turnEffects(session, [turn], 1));
}

function turnEffects(session: LiveSession, turns: readonly Turn[], atOnce: number): readonly Effect[] {
  const running = turns.filter(({ state }) => state.at === "running").length;
  const due = turns.filter(({ state }) => state.at === "due").slice(0, Math.max(0, atOnce - running));
  const [first] = due;
  if (first === undefined) return [];
  const role = agentRoleOf(first.role);
  // What a person writes costs nothing: no limit stands before it.
  const free = agentFor(session, role) === PERSON;
  if (!free && findCapFor(session.ledger.spend, role, session.settings) !== null)
    return isSide(role) ? spendStep(session, role) : [];
  return due.map((turn) => ({ do: "call", order: orderOf(session, turn) }));
}

export function orderOf(session: LiveSession, turn: Turn): CallOrder {
  const { role, lane, round, guidance, state, lastCall } = turn;
  const { minutes } = session.settings.spend.run;
  const agent = agentFor(session, agentRoleOf(role));
  const resume = resumeOf(turn, agent);
  return {
    key: nextKey(session, turn),
    role,
    lane,
    round,
    gaps: activeGaps(session, turn),
    agent,
    retry: state.at === "settled" ? null : state.retry,
    guidance,
    wallMs: minutes === null ? null : Math.round(minutes * MINUTE_MS),
    access: accessOf(role),
    readsProject: session.settings.readProject === true,
    resume,
    told: resume === null ? [] : (lastCall?.told ?? []),
    notBeforeMs: lastCall?.agent === agent ? lastCall.notBeforeMs : null,
  };
}

/** The user may have taken gaps away since the turn began. */
export function activeGaps(session: LiveSession, turn: Turn): readonly GapId[] {
  const { role, gaps } = turn;
  if (!isAboutGaps(role)) return gaps;
  if (isRemarksTurn(session, turn)) return activeRemarkGaps(session, turn);
  const wanted = role === "engineer" ? "IN_PROGRESS" : "PROPOSED";
  return gaps.filter((id) => session.work.gaps[id]?.state.at === wanted);
}

function spendStep(session: LiveSession, role: Side): readonly Effect[] {
  const asked = session.work.questions.some(({ subject }) => subject.of === "spend" && subject.role === role);
  return asked ? [] : [mediate(role === "engineer" ? "ask-spend-engineer" : "ask-spend-reviewer")];
}

function divergenceStep(session: LiveSession): readonly Effect[] {
  const warned = session.work.convergence.at === "DIVERGENCE_WARNING";
  return warned && !isAsked(session, "divergence") ? [mediate("ask-divergence")] : [];
}

function endingSteps(session: LiveSession): readonly Effect[] {
  const next = endingCheck(session);
  if (isRefusal(next)) return [mediate("withdraw-ending")];
  switch (next.next) {
    case "go-on":
      return roundSteps(session);
    case "final-review":
      return [mediate(gapsForRemarks(session).length > 0 ? "start-round" : "request-final-review")];
    case "ask":
      if (isAsked(session, next.question)) return [];
      return [mediate(next.question === "ending" ? "ask-ending" : "ask-max-rounds")];
    case "gates":
      return openGate(session, next) === null ? [mediate("end")] : gateStep(session);
    case "end":
      // What still runs was asked for: the session does not end over it.
      return session.ledger.calls.length > 0 ? [] : [mediate("end")];
    default:
      return assertNever(next);
  }
}

function gateStep(session: LiveSession): readonly Effect[] {
  return isAsked(session, "gate") ? [] : [mediate("ask-gate")];
}

type Gates = Extract<NextStep, { next: "gates" }>;

/** The gravest gate that is still shut. */
export function openGate(session: LiveSession, { gates }: Gates): Gates["gates"][number] | null {
  return gates.find((gate) => !session.work.ending?.passed.includes(gate.class)) ?? null;
}

function roundSteps(session: LiveSession): readonly Effect[] {
  if (assignable(session).length > 0 || unreviewedGaps(session).length > 0) return [mediate("start-round")];
  return blockedWithoutQuestion(session).length > 0 ? [mediate("ask-blocked")] : [];
}

/** What the next round would be about: remarks, where nothing else is left before the Final Review. */
export function nextRound(session: LiveSession): { readonly focus: Focus; readonly gaps: readonly GapId[] } {
  const ending = endingCheck(session);
  const remarks = !isRefusal(ending) && ending.next === "final-review" ? gapsForRemarks(session) : [];
  if (remarks.length > 0) return { focus: "remarks", gaps: remarks };
  return { focus: session.work.nextFocus ?? focusOf(session.work.convergence), gaps: assignable(session) };
}

/** What the next round would take up. */
const assignable = memoizeWeak((session: LiveSession): readonly GapId[] =>
  assignGaps({
    gaps: gapsOf(session),
    gapsPerRound: session.settings.limits.gapsPerRound,
    focus: session.work.nextFocus ?? focusOf(session.work.convergence),
    held: new Set([...heldGaps(session), ...outsideRetry(session)]),
    tries: session.work.tries,
  }),
);

/** What a round that is done again leaves, where it is narrowed to some passages; as ever where none of them is free. */
function outsideRetry(session: LiveSession): readonly GapId[] {
  const wanted = session.work.retry?.gaps ?? [];
  if (wanted.length === 0) return [];
  const held = heldGaps(session);
  const free = gapsOf(session).filter(({ id, state }) => isAssignable(state.at) && !held.has(id));
  const outside = passageGroups(free).filter((passage) => !passage.some((id) => wanted.includes(id)));
  const left = outside.flat();
  return left.length === free.length ? [] : left;
}

/** Gaps that wait for the user's word on a conflict, or on a text that keeps coming back; the others go on. */
export function heldGaps(session: LiveSession): ReadonlySet<GapId> {
  const repeated = session.work.questions.flatMap(({ kind, subject }) =>
    kind === "repeat" && subject.of === "gap" ? [subject.gap] : [],
  );
  return new Set(withTogether(session, [...repeated, ...gapsInConflict(session, ["CRITICAL", "HIGH"])]));
}

/** Proposals that no valid review has seen; one that loses something waits for the user. */
export function unreviewedGaps(session: LiveSession): readonly GapId[] {
  return gapsOf(session)
    .filter((gap) => gap.state.at === "PROPOSED" && session.work.proposals[gap.id]?.review === null)
    .map((gap) => gap.id)
    .filter((gap) => !isHeldForLoss(session, gap));
}

function isHeldForLoss({ work: { questions, proposals } }: LiveSession, gap: GapId): boolean {
  const together = proposals[gap]?.together ?? [gap];
  return questions.some(
    ({ kind, subject }) => kind === "loss" && subject.of === "gap" && together.includes(subject.gap),
  );
}

/** Blocked gaps about which nobody is being asked. */
export function blockedWithoutQuestion(session: LiveSession): readonly GapId[] {
  const asked = session.work.questions.flatMap(({ kind, subject }) =>
    kind === "blocked" && subject.of === "gap" ? [subject.gap] : [],
  );
  return gapsOf(session)
    .filter((gap) => gap.state.at === "BLOCKED_EXTERNAL" && !asked.includes(gap.id))
    .map((gap) => gap.id);
}

export function endingFacts(session: LiveSession): EndingFacts {
  return {
    gaps: gapsOf(session),
    conflicts: undecidedIssues(session),
    finalReview: finalReviewFor(session),
    completedRounds: session.work.completedRounds,
    limits: session.settings.limits,
    diverging: session.work.convergence.at === "DIVERGENCE_WARNING",
    request: session.work.ending?.type ?? null,
  };
}

/** Who has asked to end is not sent through a Final Review first. */
function finalReviewFor({ work: { ending, finalReview } }: LiveSession): FinalReview {
  return ending !== null && finalReview.at !== "ready" ? { at: "failed" } : finalReview;
}

export function endingCheck(session: LiveSession): NextStep | Refusal {
  return checkEnding(endingFacts(session));
}

function isAsked(session: LiveSession, kind: QuestionKind): boolean {
  return session.work.questions.some((question) => question.kind === kind);
}

function mediate(step: Mediation["step"]): Mediation {
  return { do: "mediate", step };
}
