import { OUTCOME_RULES } from "../../shared/agent-outcome.ts";
import { assertNever } from "../../shared/assert-never.ts";
import type { Refusal } from "../../shared/refusal.ts";
import { execution } from "../questions/turn-questions.ts";
import { agentRoleOf, type Role } from "../role.ts";
import type { Draft } from "./draft.ts";
import { findTurn } from "./find-turn.ts";
import { agentFor } from "./session.ts";
import type { CommandOf, Output } from "./session-command.ts";
import { takeEngineerOutput } from "./take-engineer-output.ts";
import { takeFinalOutput } from "./take-final-output.ts";
import { takeReviewerOutput } from "./take-reviewer-output.ts";
import { launchesLeft, placeOfKey, type Turn } from "./turn.ts";

export function finishCall(draft: Draft, command: CommandOf<"FinishCall">): Refusal | null {
  const { key, outcome, usage, elapsedMs, evidence, output } = command;
  if (!draft.session.calls.some((call) => call.key === key)) {
    return { refused: "not-running", message: `the call ${key} was not started, or is finished already` };
  }
  const place = placeOfKey(key);
  const turn = findTurn(draft.session, place);
  draft.emit("AgentCallFinished", {
    ...place,
    key,
    outcome,
    document: output.ref,
    usage,
    elapsedMs,
    evidence,
  });
  if (turn === null || draft.session.ending?.type === "ABANDONED") return null;
  const { next } = OUTCOME_RULES[outcome];
  switch (next) {
    case "judge":
      takeOutput(draft, turn, output);
      return null;
    case "stop":
      return null;
    case "wait":
    case "launch-again":
      if (!launchesLeft(turn)) askExecution(draft, turn, command);
      return null;
    case "ask":
      askExecution(draft, turn, command);
      return null;
    default:
      return assertNever(next);
  }
}

function askExecution(draft: Draft, turn: Turn, { outcome, evidence }: CommandOf<"FinishCall">): void {
  const agent = agentFor(draft.session, agentRoleOf(turn.role));
  draft.ask(execution(turn, { agent, outcome, evidence }));
}

const TAKERS: Record<Role, (draft: Draft, turn: Turn, output: Output) => void> = {
  engineer: takeEngineerOutput,
  reviewer: takeReviewerOutput,
  final: takeFinalOutput,
};

/** Judges what came back, and does what follows: applies it, asks for another, or asks a person. */
export function takeOutput(draft: Draft, turn: Turn, output: Output): void {
  TAKERS[turn.role](draft, turn, output);
}
