import type { RollbackEntry, RollbackSummary } from "../../documents/rollback-history.ts";
import type {
  ArgumentRows,
  ConvergenceRow,
  CoverageRow,
  GapTransition,
  RoleOutcome,
  UsageLine,
} from "../../documents/round-record.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import type { Gap } from "../gap.ts";
import type { SettledEntry } from "../settled-entry.ts";

/** `status.md`: where a session stands, for a person to read; parley itself reads its events instead. */
export interface StatusDocument {
  readonly session: string;
  readonly spec: string;
  readonly round: number;
  readonly state: string;
  readonly updated: Timestamp;
  readonly configuration: readonly Setting[];
  readonly gaps: readonly Gap[];
  /** What the source itself lists as settled; none of it is counted. */
  readonly settled: readonly SettledEntry[];
  /** What was found where and by whom; empty in sessions without a survey. */
  readonly coverage: readonly CoverageRow[];
  readonly convergence: readonly ConvergenceRow[];
  readonly rounds: readonly RoundRecord[];
  readonly validation: ValidationLog;
  readonly examples: readonly ExampleUse[];
  readonly detection: DetectionMetrics;
  readonly timing: readonly RoundTiming[];
  readonly usage: readonly UsageLine[];
  readonly agentChanges: readonly AgentChange[];
  readonly rollbacks: readonly RollbackEntry[];
  readonly rollbackSummary: RollbackSummary;
}

/** Another agent took a role over. */
export interface AgentChange {
  readonly timestamp: Timestamp;
  readonly round: number;
  readonly role: string;
  readonly agent: string;
  /** `null` where the user chose, for whatever reason. */
  readonly insteadOf: string | null;
  readonly because: string | null;
}

export interface Setting {
  readonly name: string;
  readonly value: string;
}

export interface RoundRecord extends ArgumentRows {
  readonly round: number;
  readonly outcomes: readonly RoleOutcome[];
  readonly transitions: readonly GapTransition[];
}

export interface ValidationLog {
  readonly summary: readonly ValidationSummaryRow[];
  readonly log: readonly ValidationLogRow[];
  readonly retries: readonly RetryDetail[];
}

export interface ValidationSummaryRow {
  readonly round: number;
  readonly role: string;
  readonly outcome: string;
  readonly attempts: number;
  readonly finalFailure: string | null;
}

export interface ValidationLogRow {
  readonly timestamp: Timestamp;
  readonly round: number;
  readonly role: string;
  readonly attempt: number;
  /** Structure, Content, … */
  readonly validation: string;
  /** PASS, WARN, FAIL. */
  readonly result: string;
  readonly message: string | null;
}

export interface RetryDetail {
  readonly round: number;
  readonly role: string;
  readonly retry: number;
  readonly timestamp: Timestamp;
  readonly failureType: string;
  readonly promptModification: string;
  readonly exampleAttached: string | null;
  readonly outcome: string | null;
}

export interface ExampleUse {
  readonly timestamp: Timestamp;
  readonly round: number;
  readonly role: string;
  readonly failureType: string | null;
  /** 1 canonical, 2 session, 3 template. */
  readonly tier: number;
  readonly source: string;
  readonly tokens: number;
  readonly truncated: boolean;
  /** `null` while the retry runs, and for an example in a first prompt. */
  readonly succeeded: boolean | null;
}

interface DetectionMetrics {
  readonly heuristics: readonly HeuristicMetric[];
  readonly disagreeRates: readonly DisagreeRate[];
}

export interface HeuristicMetric {
  readonly heuristic: string;
  readonly flagged: number;
  readonly confirmed: number;
  readonly falsePositives: number;
  readonly weight: number;
}

export interface DisagreeRate {
  readonly round: number;
  /** DISAGREEs of any severity. */
  readonly stated: number;
  /** Of HIGH and CRITICAL issues. */
  readonly disagreed: number;
  /** Of how many HIGH and CRITICAL issues answered. */
  readonly answered: number;
  /** ALLOW, or which of WARN_USER, SYSTEMATIC_ALERT, TOO_MANY_DISAGREES are passed. */
  readonly verdict: string;
}

export interface RoundTiming {
  readonly round: number;
  readonly started: Timestamp;
  readonly finished: Timestamp | null;
  /** Agents at work. */
  readonly activeSeconds: number;
  /** Nothing to do before the user answers. */
  readonly waitingSeconds: number;
}
