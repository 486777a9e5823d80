// A call of an agent: it starts only where it is owed, and what comes of it follows from its outcome.
import { type AgentOutcome, OUTCOME_RULES } from "../../shared/agent-outcome.ts";
import { assertNever } from "../../shared/assert-never.ts";
import { callKeyParts } from "../../shared/call-key.ts";
import type { Refusal } from "../../shared/refusal.ts";
import { executionQuestion } from "../questions/turn-questions.ts";
import { agentRoleOf, isAboutGaps, isSide, type Role, type Side } from "../role.ts";
import { takeAnswerOutput } from "./answer-turn.ts";
import type { Draft } from "./draft.ts";
import { giveUpDraft, takeDraftOutput } from "./draft-turn.ts";
import { activeGaps, owed } from "./owed.ts";
import {
  agentFor,
  findTurn,
  findTurnOfCall,
  isByHand,
  type LiveSession,
  type StartedCall,
} from "./session.ts";
import type { CommandOf, Output } from "./session-command.ts";
import { isLimited, runLimitPassed, unknownOf } from "./spend.ts";
import { takeSurveyOutput } from "./survey.ts";
import { takeEngineerOutput } from "./take-engineer-output.ts";
import { takeFinalOutput } from "./take-final-output.ts";
import { takeReviewerOutput } from "./take-reviewer-output.ts";
import { launchesLeft, placeOfKey, type Turn } from "./turn.ts";
import { waitAfter } from "./waiting.ts";

/** A call may start only while it is owed: not twice, not past a limit, not after a question took its place. */
export function startCall(draft: Draft, command: CommandOf<"StartCall">): Refusal | null {
  const { key, agent, prompt, example, seal } = command;
  const order = owed(draft.session).find((effect) => effect.do === "call" && effect.order.key === key);
  if (order?.do !== "call") return { refused: "not-owed", message: `the call ${key} is not owed` };
  // Whoever was quicker has chosen another meanwhile.
  if (order.order.agent !== agent)
    return { refused: "not-owed", message: `the call ${key} is owed to ${order.order.agent}, not ${agent}` };
  const { attempt, launch } = callKeyParts(key);
  draft.emit("AgentCallStarted", {
    ...placeOfKey(key),
    key,
    attempt,
    launch,
    agent,
    prompt,
    retry: order.order.retry,
    example,
    ...(seal === undefined ? {} : { seal }),
  });
  return null;
}

/** Only one that was started and has not come back; a person's bears no seal. */
export function sealCall(draft: Draft, { key, seal }: CommandOf<"SealCall">): Refusal | null {
  const call = draft.session.ledger.calls.find((started) => started.key === key);
  if (call === undefined || isByHand(call))
    return { refused: "not-started", message: `the call ${key} is not under way` };
  draft.emit("AgentCallSealed", { ...placeOfKey(key), key, seal });
  return null;
}

export function finishCall(draft: Draft, command: CommandOf<"FinishCall">): Refusal | null {
  const { key, outcome, usage, elapsedMs, evidence, sessionRef, stoppedBecause } = command;
  const call = draft.session.ledger.calls.find((one) => one.key === key);
  if (call === undefined) {
    return { refused: "not-running", message: `the call ${key} was not started, or is finished already` };
  }
  const place = placeOfKey(key);
  const turn = findTurnOfCall(draft.session, key);
  const output = acceptableOutput(outcome, command.output);
  const waitMs = turn === null ? null : waitAfter(turn, command);
  draft.emit("AgentCallFinished", {
    ...place,
    key,
    outcome,
    document: output.ref,
    usage,
    elapsedMs,
    evidence,
    ...(stoppedBecause === undefined ? {} : { stoppedBecause }),
    ...(waitMs === null ? {} : { waitMs }),
    ...(sessionRef === undefined ? {} : { sessionRef }),
  });
  warnOfSilence(draft, call, command);
  if (turn === null || draft.session.work.ending?.type === "ABANDONED") return null;
  const { next } = OUTCOME_RULES[outcome];
  const atRunLimit = outcome === "budget" && runLimitPassed(usage, draft.session.settings.spend.run) !== null;
  const failed = { agent: call.agent, outcome, evidence, atRunLimit };
  switch (next) {
    case "judge":
      takeOutput(draft, turn, output);
      return null;
    case "stop":
      return null;
    case "wait":
      if (waitMs === null) giveUp(draft, turn, failed);
      return null;
    case "launch-again":
      if (!launchesLeft(turn)) giveUp(draft, turn, failed);
      return null;
    case "ask":
      giveUp(draft, turn, failed);
      return null;
    default:
      return assertNever(next);
  }
}

/** A limit that does not see what an agent uses holds only by chance: the user is told, once for each agent. */
function warnOfSilence(draft: Draft, call: StartedCall, finished: CommandOf<"FinishCall">): void {
  const {
    settings,
    ledger: { silentAgents },
  } = draft.session;
  // Whoever broke off, or never began, may tell it the next time.
  if (OUTCOME_RULES[finished.outcome].next !== "judge" || isByHand(call)) return;
  const of = unknownOf(finished).filter((measure) => isLimited(settings, measure));
  if (of.length === 0 || silentAgents.includes(call.agent)) return;
  draft.emit("UsageNotTold", { role: agentRoleOf(placeOfKey(call.key).role), agent: call.agent, of });
}

const NOTHING: Output = { ref: null, written: { at: "missing" }, content: null };

/** Nothing is taken of an agent that went where it may not go, nor a text of one that left none. */
function acceptableOutput(outcome: AgentOutcome, output: Output): Output {
  const disowned = outcome === "trespassed" || (outcome === "empty" && output.content !== null);
  return disowned ? NOTHING : output;
}

interface FailedCall {
  readonly agent: string;
  readonly outcome: AgentOutcome;
  readonly evidence: readonly string[];
  /** We stopped it: what is asked then is whether one run may use more. */
  readonly atRunLimit: boolean;
}

/** This agent gets no further: the next that is named takes over, else a person decides. */
function giveUp(draft: Draft, before: Turn, failed: FailedCall): void {
  const turn = findTurn(draft.session, before) ?? before;
  const role = agentRoleOf(turn.role);
  if (!isSide(role)) {
    const because = OUTCOME_RULES[failed.outcome].because;
    giveUpDraft(draft, turn, `${failed.agent} could not go on: ${failed.outcome}, ${because}`);
    return;
  }
  // The user took all of its gaps away while it ran: nobody needs to go on.
  if (isAboutGaps(turn.role) && activeGaps(draft.session, turn).length === 0) return;
  if (failed.atRunLimit) {
    launchAgain(draft, turn, "it was stopped at the limit of one run");
    return;
  }
  const chosen = agentFor(draft.session, role);
  if (chosen !== failed.agent) {
    launchAgain(draft, turn, `${chosen} was chosen meanwhile`);
    return;
  }
  const agent = fallbackFor(draft.session, role, failed.agent);
  if (agent === null) {
    draft.ask(executionQuestion(before, { ...failed, before: draft.session.ledger.givenUp[role] }));
    return;
  }
  const because = `${failed.outcome}: ${OUTCOME_RULES[failed.outcome].because}`;
  const other: Side = role === "engineer" ? "reviewer" : "engineer";
  draft.emit("AgentChosen", {
    ...{ role, agent, insteadOf: failed.agent, outcome: failed.outcome, because },
    ...(agentFor(draft.session, other) === agent ? { alsoPlays: other } : {}),
  });
  launchAgain(draft, turn, `${agent} takes over from ${failed.agent}`);
}

const OUTPUT_HANDLERS: Record<Role, (draft: Draft, turn: Turn, output: Output) => void> = {
  engineer: takeEngineerOutput,
  "answer-issue": takeAnswerOutput,
  reviewer: takeReviewerOutput,
  draft: takeDraftOutput,
  final: takeFinalOutput,
  survey: takeSurveyOutput,
  "second-survey": takeSurveyOutput,
};

/** Judges what came back, and does what follows: applies it, asks for another, or asks a person. */
export function takeOutput(draft: Draft, turn: Turn, output: Output): void {
  OUTPUT_HANDLERS[turn.role](draft, turn, output);
}

/** The same attempt, with as many launches again. */
export function launchAgain(draft: Draft, turn: Turn, because: string): void {
  draft.restartTurn(turn, {
    gaps: activeGaps(draft.session, turn),
    retry: turn.state.at === "settled" ? null : turn.state.retry,
    retries: turn.retries,
    launchAgain: true,
    because,
  });
}

/** Who takes over from an agent that cannot go on; `null` where nobody is left. */
function fallbackFor(session: LiveSession, role: Side, failed: string): string | null {
  const named = session.settings.fallbacks?.[role] ?? [];
  return (
    named.find(
      (agent) => agent !== failed && !session.ledger.givenUp[role].some((one) => one.agent === agent),
    ) ?? null
  );
}
