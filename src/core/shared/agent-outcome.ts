// What became of an agent's run, by the evidence it left, and what parley does next. An exit code alone proves nothing:
// these programs end with 0 after a denied tool or an interrupt.
import { USAGE_UNKNOWN } from "./usage.ts";

export const AGENT_OUTCOMES = [
  "ok",
  "empty",
  "refused",
  "denied",
  "rate-limited",
  "overloaded",
  "unauthorised",
  "context-too-long",
  "budget",
  "timeout-wall",
  "timeout-idle",
  "timeout-after-result",
  "trespassed",
  "crashed",
  "cancelled",
  "not-installed",
] as const;

export type AgentOutcome = (typeof AGENT_OUTCOMES)[number];

/**
 * `judge`: what it left goes through the gate. `wait`: the same call again once the provider may be asked again.
 * `launch-again`: the same call again, at once. `ask`: another agent takes over where one is named, else a person is
 * asked. `stop`: it was our own wish.
 */
export type NextStepAfter = "judge" | "wait" | "launch-again" | "ask" | "stop";

export interface OutcomeRule {
  readonly next: NextStepAfter;
  readonly because: string;
}

export const OUTCOME_RULES: Record<AgentOutcome, OutcomeRule> = {
  ok: { next: "judge", because: "it came to an end of its own and left something to judge" },
  empty: { next: "judge", because: "it came to an end and left nothing, which no gate takes for an answer" },
  refused: { next: "ask", because: "it will not do it, and would not the next time" },
  denied: { next: "ask", because: "it was not allowed what it needed; more access is for a person to give" },
  "rate-limited": { next: "wait", because: "the provider takes no more for now; waiting costs nothing" },
  overloaded: { next: "wait", because: "the provider's own trouble passes" },
  unauthorised: { next: "ask", because: "no launch works without a key or a login that is accepted" },
  "context-too-long": { next: "ask", because: "the same prompt would be too long again" },
  budget: { next: "ask", because: "only a person may spend more" },
  "timeout-wall": { next: "launch-again", because: "it did not finish within its time" },
  "timeout-idle": { next: "launch-again", because: "it was silent for too long" },
  "timeout-after-result": {
    next: "launch-again",
    because: "it said it was done, left nothing and did not end",
  },
  trespassed: { next: "ask", because: "it changed what it may only read: nothing it says is taken" },
  crashed: { next: "launch-again", because: "it broke off; nothing says that it would do so again" },
  cancelled: { next: "stop", because: "we stopped it ourselves" },
  "not-installed": { next: "ask", because: "there is no such program to start" },
};

/** The result of a call that no agent worked on. */
export function emptyResult(outcome: AgentOutcome, ...evidence: readonly string[]) {
  return { outcome, document: null, text: null, usage: USAGE_UNKNOWN, elapsedMs: 0, evidence };
}

/** What earlier versions wrote into the log, and what it is called now. */
const FORMER_OUTCOMES: Readonly<Record<string, AgentOutcome>> = {
  timeout: "timeout-wall",
  "not-started": "not-installed",
};

/** An outcome by its word of today. */
export function presentOutcome(word: string): AgentOutcome {
  return FORMER_OUTCOMES[word] ?? (word as AgentOutcome);
}
