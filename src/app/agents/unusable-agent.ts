import { type AgentOutcome, emptyResult } from "../../core/shared/agent-outcome.ts";
import type { AgentPort } from "../../engine/ports.ts";
import type { Unusable } from "./describe-agent.ts";

const OUTCOMES: Record<Unusable["code"], AgentOutcome> = {
  "not-installed": "not-installed",
  "no-key": "unauthorised",
  "bad-address": "refused",
  "no-model": "not-installed",
  "cannot-drive": "not-installed",
  "no-player": "not-installed",
};

/**
 * An agent that cannot be started here: what it would take is in the evidence. What it did before is still there, and
 * paid for, so it is picked up as ever.
 */
export function unusableAgent(
  { code, message, fix }: Unusable,
  made: Pick<AgentPort, "recover" | "tidyUp">,
): AgentPort {
  const result = emptyResult(OUTCOMES[code], message, fix);
  return { ...made, start: async () => result };
}
