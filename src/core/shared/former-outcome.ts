import type { AgentOutcome } from "./agent-outcome.ts";

/** What earlier versions wrote into the log, and what it is called now. */
const FORMER: Readonly<Record<string, AgentOutcome>> = {
  timeout: "timeout-wall",
  "not-started": "not-installed",
};

/** An outcome by its word of today. */
export function presentOutcome(word: string): AgentOutcome {
  return FORMER[word] ?? (word as AgentOutcome);
}
