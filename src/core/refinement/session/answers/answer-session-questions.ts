import { assertNever } from "../../../shared/assert-never.ts";
import type { GapId } from "../../../shared/gap-id.ts";
import { isRefusal, type Refusal } from "../../../shared/refusal.ts";
import { answerDivergence, type DivergenceAnswer } from "../../convergence.ts";
import { checkGateAnswer } from "../../gate.ts";
import { extendRounds } from "../../round-limits.ts";
import { acceptedEndingType } from "../../termination.ts";
import type { Draft } from "../draft.ts";
import { requestEnding } from "../end-session.ts";
import { enterPause } from "../halt.ts";
import { endingCheck, endingFacts } from "../owed.ts";
import { requestRollback } from "../roll-back.ts";
import { findCapFor, raisedCap } from "../spend.ts";
import { type AnsweredQuestion, rationaleFor } from "./answered-question.ts";
import { putAside, reopenGap, unknownGap } from "./user-moves.ts";

export function answerDivergenceQuestion(
  draft: Draft,
  { question, answer }: AnsweredQuestion,
): Refusal | null {
  const {
    settings,
    work: { convergence },
  } = draft.session;
  const option = answer.option as DivergenceAnswer["option"];
  const wish: DivergenceAnswer = option === "narrow" ? { option, gaps: answer.gaps } : { option };
  const effect = answerDivergence(convergence, wish, settings.thresholds);
  if (isRefusal(effect)) return effect;
  const because = `${question.id} answered ${option}`;
  switch (effect.do) {
    case "go-on": {
      if (effect.thresholds !== settings.thresholds) {
        draft.changeSettings({ ...settings, thresholds: effect.thresholds }, because);
      }
      const nextFocus = effect.nextRound === "foundations" ? null : effect.nextRound;
      draft.emit("ConvergenceChanged", { state: effect.state, nextFocus, because });
      const reasonFor = (gap: string) => rationaleFor(answer, gap) || "narrowed after a divergence warning";
      return putAside(draft, { gaps: effect.defer, to: "USER_DEFERRED", by: answer.by, reasonFor });
    }
    case "pause":
      enterPause(draft, answer.by, because);
      return null;
    case "force":
      return requestEnding(draft, "STALL_EXIT", because);
    case "rollback":
      return requestRollback(draft, {
        to: effect.fromRound - 1,
        reason: question.why,
        by: answer.by,
        trigger: "divergence",
      });
    default:
      return assertNever(effect);
  }
}

export function answerMaxRounds(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  const because = `${question.id} answered ${answer.option}`;
  if (answer.option === "accept") return requestEnding(draft, "MAX_ROUNDS", because);
  if (answer.option === "abandon") {
    return requestEnding(draft, "ABANDONED", because);
  }
  const { settings } = draft.session;
  const limits = extendRounds(settings.limits);
  if (isRefusal(limits)) return limits;
  draft.changeSettings({ ...settings, limits }, because);
  return null;
}

export function answerEnding(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  const because = `${question.id} answered ${answer.option}`;
  switch (answer.option) {
    case "reopen":
      return reopen(draft, {
        gaps: answer.gaps,
        reasonFor: (gap) => rationaleFor(answer, gap) || "reopened at the end",
        by: answer.by,
      });
    case "review-again":
      draft.emit("FinalReviewRequested", {});
      return null;
    default:
      return endAsWished(draft, answer.option, because);
  }
}

/** Whichever type it qualifies for. */
function accept(draft: Draft, because: string): Refusal | null {
  return requestEnding(draft, acceptedEndingType(endingFacts(draft.session)), because);
}

function reopen(
  draft: Draft,
  { gaps, reasonFor, by }: { gaps: readonly GapId[]; reasonFor: (gap: GapId) => string; by: string },
): Refusal | null {
  for (const gap of new Set(gaps)) {
    const refused = unknownGap(draft, gap) ?? reopenGap(draft, { gap, reason: reasonFor(gap), by });
    if (refused !== null) return refused;
  }
  return null;
}

export function answerGate(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  const because = `${question.id} answered ${answer.option}`;
  if (answer.option === "back") {
    draft.emit("EndingWithdrawn", { reason: because });
    return null;
  }
  const next = endingCheck(draft.session);
  const subject = question.subject;
  const gate =
    !isRefusal(next) && next.next === "gates" && subject.of === "gate"
      ? next.gates.find((one) => one.class === subject.class)
      : undefined;
  if (gate === undefined) return { refused: "gate", message: "this gate no longer applies" };
  const rationales = gateRationales(gate.gaps, answer);
  const passage = checkGateAnswer(gate, { option: "acknowledge", phrase: answer.phrase, rationales });
  if (isRefusal(passage)) return passage;
  draft.emit("GatePassed", {
    class: gate.class,
    rationales: passage.at === "passed" ? passage.rationales : [],
  });
  return null;
}

/** One text for all gaps is a policy's; a person gives each its own, or the only one plainly. */
function gateRationales(gaps: readonly GapId[], answer: AnsweredQuestion["answer"]): Record<string, string> {
  const { "*": every, ...named } = answer.rationales;
  const forAll = every !== undefined && (gaps.length === 1 || answer.by.startsWith("policy:"));
  return forAll ? { ...Object.fromEntries(gaps.map((gap) => [gap, every])), ...named } : named;
}

export function answerSpend(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  const because = `${question.id} answered ${answer.option}`;
  switch (answer.option) {
    case "raise":
      raise(
        draft,
        question.subject.of === "spend" ? (question.subject.role ?? "engineer") : "engineer",
        because,
      );
      return null;
    case "pause":
      enterPause(draft, answer.by, because);
      return null;
    default:
      return endAsWished(draft, answer.option, because);
  }
}

/** The options that every question about an end has. */
function endAsWished(draft: Draft, option: string, because: string): Refusal | null {
  if (option === "accept") return accept(draft, because);
  if (option === "abandon") return requestEnding(draft, "ABANDONED", because);
  throw new Error(`a question about an end has no option ${option}`);
}

function raise(draft: Draft, role: "engineer" | "reviewer", because: string): void {
  const {
    settings,
    ledger: { spend },
  } = draft.session;
  const reached = findCapFor(spend, role, settings);
  if (reached === null) return;
  const { scope } = reached;
  const raised = { ...settings.spend, [scope]: raisedCap(settings.spend[scope], reached) };
  draft.changeSettings({ ...settings, spend: raised }, because);
}
