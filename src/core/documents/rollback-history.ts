import type { GapId } from "../shared/gap-id.ts";
import type { Timestamp } from "../shared/timestamp.ts";

/** One undone round. It closes `status.md` and `decisions.md`. */
export interface RollbackEntry {
  readonly round: number;
  /** The how manyth rollback of this round; it names the archive too. */
  readonly attempt: number;
  readonly timestamp: Timestamp;
  /** `INTERACTIVE`, `AUTO_RETRY` or `STRICT`. */
  readonly mode: string;
  readonly reason: string;
  readonly adjustments: readonly string[];
  /** What the user added. */
  readonly context: string | null;
  readonly rootCause: RootCause | null;
  readonly userDecision: string | null;
  /** Where the round was done again without anybody being asked. */
  readonly autoRetry: AutoRetry | null;
  readonly archive: string;
  /** `null` until the round has been done again. */
  readonly outcome: string | null;
}

interface AutoRetry {
  /** What the documents showed, each pattern with what was found. */
  readonly patterns: readonly string[];
}

interface RootCause {
  readonly detected: string;
  readonly recommendation: string;
}

/** Several rounds undone at once count once, so none of this follows from the entries. */
export interface RollbackSummary {
  readonly used: number;
  readonly limit: number;
  readonly successfulRetries: number;
  readonly rootCauseAnalyses: number;
  readonly gapsSplit: readonly GapId[];
}
