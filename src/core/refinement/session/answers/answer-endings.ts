import type { GapId } from "../../../shared/gap-id.ts";
import { isRefusal, type Refusal } from "../../../shared/refusal.ts";
import { checkGateAnswer } from "../../gate.ts";
import { extendRounds } from "../../round-limits.ts";
import { acceptedEndingType } from "../../termination.ts";
import type { Draft } from "../draft.ts";
import { requestEnding } from "../end-session.ts";
import { halt } from "../halt.ts";
import { endingCheck, endingFacts } from "../owed.ts";
import { currentRound } from "../session.ts";
import { capReached, raisedCap } from "../spend.ts";
import { type Answering, rationaleFor } from "./answering.ts";
import { unknownGap } from "./user-moves.ts";

export function answerMaxRounds(draft: Draft, { question, answer }: Answering): Refusal | null {
  const because = `${question.id} answered ${answer.option}`;
  if (answer.option === "accept") return requestEnding(draft, "MAX_ROUNDS", because);
  if (answer.option === "abandon") {
    return requestEnding(draft, "ABANDONED", because);
  }
  const { settings } = draft.session;
  const limits = extendRounds(settings.limits);
  if (isRefusal(limits)) return limits;
  draft.emit("SettingsChanged", { settings: { ...settings, limits }, because });
  return null;
}

export function answerEnding(draft: Draft, { question, answer }: Answering): Refusal | null {
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
    case "accept":
      return accept(draft, because);
    case "abandon":
      return requestEnding(draft, "ABANDONED", because);
    default:
      throw new Error(`an ending question has no option ${answer.option}`);
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
  const round = currentRound(draft.session);
  for (const id of new Set(gaps)) {
    const unknown = unknownGap(draft, id);
    if (unknown !== null) return unknown;
    const { at } = draft.gap(id).state;
    const reason = reasonFor(id);
    const refused =
      at === "USER_DEFERRED"
        ? draft.tryMove(id, { actor: "User", to: "OPEN", round, grounds: { because: "asked" } }, reason)
        : draft.tryMove(
            id,
            {
              actor: "User",
              to: at === "WONT_FIX" ? "OPEN" : "NEEDS_REVISION",
              round,
              grounds: { because: "reason", reason },
            },
            reason,
          );
    if (refused !== null) return refused;
    const unrecorded = recordReopening(draft, id, reason, by);
    if (unrecorded !== null) return unrecorded;
  }
  return null;
}

function recordReopening(draft: Draft, id: GapId, reason: string, by: string): Refusal | null {
  const { title, severity, state } = draft.gap(id);
  return draft.recordDecision({
    title: `Reopened: ${title}`,
    about: { of: "other", option: "reopen" },
    gaps: [id],
    severity: severity.level,
    decision: `${id} is taken up again.`,
    rationale: reason,
    constraints: null,
    actionForEngineer: `Revise ${id}: ${reason}`,
    actionForGap: state.at,
    decidedBy: by,
  });
}

export function answerGate(draft: Draft, { question, answer }: Answering): Refusal | null {
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
function gateRationales(gaps: readonly GapId[], answer: Answering["answer"]): Record<string, string> {
  const { "*": every, ...named } = answer.rationales;
  const forAll = every !== undefined && (gaps.length === 1 || answer.by.startsWith("policy:"));
  return forAll ? { ...Object.fromEntries(gaps.map((gap) => [gap, every])), ...named } : named;
}

export function answerSpend(draft: Draft, { question, answer }: Answering): Refusal | null {
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
      halt(draft, answer.by, because);
      return null;
    case "accept":
      return accept(draft, because);
    case "abandon":
      return requestEnding(draft, "ABANDONED", because);
    default:
      throw new Error(`a spend question has no option ${answer.option}`);
  }
}

function raise(draft: Draft, role: "engineer" | "reviewer", because: string): void {
  const { settings, spend } = draft.session;
  const reached = capReached(spend, role, settings);
  if (reached === null) return;
  const scope = reached.role === null ? "session" : "role";
  const raised = { ...settings.spend, [scope]: raisedCap(settings.spend[scope], reached) };
  draft.emit("SettingsChanged", { settings: { ...settings, spend: raised }, because });
}
