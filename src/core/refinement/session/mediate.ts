// The Mediator's own steps: each only where it is owed.

import { assertNever } from "../../shared/assert-never.ts";
import { ONLY_LANE } from "../../shared/call-key.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { isRefusal, type Refusal } from "../../shared/refusal.ts";
import { engineerRuns } from "../assignment.ts";
import { blockedQuestion } from "../questions/gap-questions.ts";
import {
  divergenceQuestion,
  endingQuestion,
  gateQuestion,
  maxRoundsQuestion,
  spendQuestion,
} from "../questions/session-questions.ts";
import type { Side } from "../role.ts";
import { rollbackBefore, suggestionsOf, timesUndone } from "../rollback/rollback.ts";
import type { NextStep } from "../termination.ts";
import { completeRound } from "./complete-round.ts";
import type { Draft } from "./draft.ts";
import { endSession } from "./end-session.ts";
import { blockedWithoutQuestion, endingCheck, nextRound, openGate, owed } from "./owed.ts";
import { gapsOf, type LiveSession } from "./session.ts";
import type { CommandOf } from "./session-command.ts";
import type { SessionEventOf } from "./session-event.ts";
import { findCapFor } from "./spend.ts";
import { closeSurvey } from "./survey.ts";

export function mediate(draft: Draft, command: CommandOf<"Mediate">): Refusal | null {
  const { step } = command;
  if (!owed(draft.session).some((effect) => effect.do === "mediate" && effect.step === step)) {
    return { refused: "not-owed", message: `the step ${step} is not owed` };
  }
  switch (step) {
    case "start-round":
      return startRound(draft, command);
    case "complete-round":
      completeRound(draft);
      return null;
    case "request-survey": {
      const { survey } = draft.session.settings;
      draft.emit("SurveyRequested", { roles: survey?.second ? ["survey", "second-survey"] : ["survey"] });
      return null;
    }
    case "join-survey":
      closeSurvey(draft);
      return null;
    case "request-final-review":
      draft.emit("FinalReviewRequested", {});
      return null;
    case "ask-blocked":
      askBlocked(draft);
      return null;
    case "ask-divergence":
      askDivergence(draft);
      return null;
    case "ask-max-rounds":
    case "ask-ending":
    case "ask-gate":
      askAboutEnd(draft);
      return null;
    case "ask-spend-engineer":
      askSpend(draft, "engineer");
      return null;
    case "ask-spend-reviewer":
      askSpend(draft, "reviewer");
      return null;
    case "withdraw-ending": {
      const next = endingCheck(draft.session);
      draft.emit("EndingWithdrawn", { reason: isRefusal(next) ? next.message : "it no longer applies" });
      return null;
    }
    case "end":
      end(draft);
      return null;
    default:
      return assertNever(step);
  }
}

function startRound(draft: Draft, { backup }: CommandOf<"Mediate">): Refusal | null {
  if (backup === null) return { refused: "no-backup", message: "a round starts with a backup" };
  const { session } = draft;
  const { retry, completedRounds } = session.work;
  const { focus, gaps: assigned } = nextRound(session);
  const round = completedRounds + 1;
  draft.emit("RoundStarted", {
    round,
    incarnation: timesUndone(session.ledger.rollbacks, round),
    focus,
    lanes: focus === "remarks" ? [{ lane: ONLY_LANE, gaps: assigned }] : lanesOf(draft, assigned),
    backup: { round: completedRounds, ...backup },
    ...(retry === null ? {} : toldAgain(session, round, retry.adjustments)),
  });
  // Remarks are taken up while their gaps stay accepted.
  for (const gap of focus === "remarks" ? [] : assigned) draft.assign(gap, round);
  return null;
}

/** A rollback that an older parley ordered has the user's words among its adjustments. */
function toldAgain(
  { ledger: { rollbacks } }: LiveSession,
  round: number,
  adjustments: readonly string[],
): Pick<SessionEventOf<"RoundStarted">["data"], "suggestions" | "guidance"> {
  const analysis = rollbackBefore(rollbacks, round)?.analysis ?? null;
  const suggestions = suggestionsOf({ adjustments, analysis });
  const guidance = adjustments.filter((text) => !suggestions.some((one) => one.text === text));
  return {
    ...(suggestions.length === 0 ? {} : { suggestions }),
    ...(guidance.length === 0 ? {} : { guidance }),
  };
}

function lanesOf({ session }: Draft, assigned: readonly GapId[]) {
  const runs = engineerRuns(assigned, gapsOf(session), session.settings.limits.parallelGaps);
  // A single run needs no name of its own; the others go by their first gap.
  return runs.map((gaps) => ({ lane: runs.length === 1 ? ONLY_LANE : (gaps[0] ?? ONLY_LANE), gaps }));
}

function askBlocked(draft: Draft): void {
  for (const id of blockedWithoutQuestion(draft.session)) {
    const gap = draft.gap(id);
    const need = gap.state.at === "BLOCKED_EXTERNAL" ? gap.state.need : "";
    const spec = draft.session.spec.path;
    draft.ask(blockedQuestion(gap, { round: gap.roundUpdated, need, spec, evidence: [], nothingElse: true }));
  }
}

function askDivergence(draft: Draft): void {
  const { convergence } = draft.session.work;
  if (convergence.at !== "DIVERGENCE_WARNING") return;
  draft.ask(
    divergenceQuestion({
      warning: convergence,
      gaps: gapsOf(draft.session),
      net: draft.session.work.lastNet,
    }),
  );
}

function askAboutEnd(draft: Draft): void {
  const { session } = draft;
  const next = endingCheck(session);
  if (isRefusal(next)) return;
  if (next.next === "gates") {
    const gate = openGate(session, next);
    if (gate !== null) draft.ask(gateQuestion(gate, { gaps: gapsOf(session), spec: session.spec.path }));
    return;
  }
  if (next.next !== "ask") return;
  const gaps = gapsOf(session);
  draft.ask(
    next.question === "ending"
      ? endingQuestion({ causes: next.causes, gaps, options: next.options })
      : maxRoundsQuestion({ rounds: session.work.completedRounds, gaps, options: next.options }),
  );
}

function askSpend(draft: Draft, role: Side): void {
  const reached = findCapFor(draft.session.ledger.spend, role, draft.session.settings);
  if (reached !== null) draft.ask(spendQuestion(role, { reached, spend: draft.session.ledger.spend }));
}

function end(draft: Draft): void {
  const next = endingCheck(draft.session);
  if (isRefusal(next)) return;
  const type = endingType(next);
  if (type === null) return;
  const trigger = draft.session.work.ending?.trigger ?? "nothing is left to do and the Final Review is ready";
  endSession(draft, type, trigger);
}

function endingType(next: NextStep) {
  return next.next === "end" || next.next === "gates" ? next.type : null;
}
