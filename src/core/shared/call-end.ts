import type { AgentOutcome } from "./agent-outcome.ts";
import type { CallKey } from "./call-key.ts";
import type { Usage } from "./usage.ts";

/** How a call of an agent ended, and what it took. */
export interface CallEnd {
  readonly key: CallKey;
  readonly outcome: AgentOutcome;
  readonly usage: Usage;
  readonly elapsedMs: number;
  readonly evidence: readonly string[];
  /** Why parley stopped it before its end. */
  readonly stoppedBecause?: string;
  /** How long the provider is to be left alone before the next launch, where it says so. */
  readonly waitMs?: number;
  /** What the agent can be resumed with. */
  readonly sessionRef?: string;
}
