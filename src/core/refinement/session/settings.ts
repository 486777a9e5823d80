import type { FlagThresholds } from "../conflicts/flag.ts";
import type { Thresholds } from "../convergence.ts";
import type { Side } from "../role.ts";
import { ROLLBACK_DEFAULTS, type RollbackSettings } from "../rollback/rollback.ts";
import type { RoundLimits } from "../round-limits.ts";

/** What a session is decided under; a change is an event of its own. */
export interface SessionSettings {
  readonly limits: RoundLimits;
  readonly thresholds: Thresholds;
  readonly criticalOverride: boolean;
  /** When silence is put to the user, and what counts as an answer in substance; absent in older logs. */
  readonly detection?: { readonly thresholds: FlagThresholds; readonly semanticOverlapMinimum: number };
  readonly backupRetentionRounds: number;
  /** Absent in sessions of an older parley. */
  readonly rollback?: RollbackSettings;
  /** Names of agents; without a drafter nobody is asked to draft. */
  readonly agents: Readonly<Record<Side, string>> & { readonly drafter?: string };
  /** Who takes over, in this order, where an agent cannot go on. */
  readonly fallbacks?: Readonly<Record<Side, readonly string[]>>;
  /** What is behind each agent, by its name: two of one family think alike. Absent where nobody drafts. */
  readonly families?: Readonly<Record<string, string>>;
  /** Whether agents may look at the project beside the spec. */
  readonly readProject?: boolean;
  /** Whether remarks on accepted gaps are taken up in a round of their own; absent in sessions of an older parley. */
  readonly remarksRound?: boolean;
  /** The survey before the first round; absent where there is none. */
  readonly survey?: SurveySettings;
  readonly spend: SpendLimits;
}

export function rollbackSettings({ rollback }: Pick<SessionSettings, "rollback">): RollbackSettings {
  return rollback ?? ROLLBACK_DEFAULTS;
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
