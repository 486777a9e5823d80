import type { AgentOutcome } from "../core/shared/agent-outcome.ts";
import { USAGE_UNKNOWN } from "../core/shared/usage.ts";
import type { AgentResult } from "../engine/ports.ts";

/** The result of a call that no agent worked on. */
export function nothingCame(outcome: AgentOutcome, because: string): AgentResult {
  return { outcome, document: null, text: null, usage: USAGE_UNKNOWN, elapsedMs: 0, evidence: [because] };
}
