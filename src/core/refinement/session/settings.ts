import type { Thresholds } from "../convergence-thresholds.ts";
import type { AgentRole } from "../role.ts";
import type { RoundLimits } from "../round-limits.ts";

/** What a session is decided under; a change is an event of its own. */
export interface SessionSettings {
  readonly limits: RoundLimits;
  readonly thresholds: Thresholds;
  readonly criticalOverride: boolean;
  readonly backupRetentionRounds: number;
  /** Names of agents. */
  readonly agents: Readonly<Record<AgentRole, string>>;
  /** Who takes over, in this order, where an agent cannot go on. */
  readonly fallbacks?: Readonly<Record<AgentRole, readonly string[]>>;
  /** Whether agents may look at the project beside the spec. */
  readonly readProject?: boolean;
  /** Whether remarks on accepted gaps are taken up in a round of their own; absent in sessions of an older parley. */
  readonly remarksRound?: boolean;
  /** The survey before the first round; absent where there is none. */
  readonly survey?: SurveySettings;
  readonly spend: SpendLimits;
}

interface SurveySettings {
  /** Whether the Engineer's agent is asked, too. */
  readonly second: boolean;
  /** More gaps than these are not taken up. */
  readonly gapsMax: number;
  /** Only the survey is wanted now: the session waits after it, whatever it finds. */
  readonly alone?: true;
  /** What the configuration sets; the rest follows from the number of gaps, once that is known. */
  readonly given: readonly ("maxRounds" | "stallThreshold" | "divergenceThreshold")[];
}

export const SPEND_MEASURES = ["tokens", "usd", "minutes", "calls"] as const;
export type SpendMeasure = (typeof SPEND_MEASURES)[number];

/** `null`: no such limit. */
export type SpendCap = Readonly<Record<SpendMeasure, number | null>>;

export interface SpendLimits {
  /** For one call; its minutes bound the agent's run. */
  readonly run: SpendCap;
  /** For all calls of one role. */
  readonly role: SpendCap;
  readonly session: SpendCap;
}
