import type { AgentOutcome } from "../../core/shared/agent-outcome.ts";
import { USAGE_UNKNOWN } from "../../core/shared/usage.ts";
import type { AgentPort, AgentResult } from "../../engine/ports.ts";
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
  const result: AgentResult = {
    outcome: OUTCOMES[code],
    document: null,
    text: null,
    usage: USAGE_UNKNOWN,
    elapsedMs: 0,
    evidence: [message, fix],
  };
  return { ...made, start: async () => result };
}
