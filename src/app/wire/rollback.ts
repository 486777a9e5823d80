// What is told of rounds that were undone.
import type { Question } from "../../core/refinement/questions/question.ts";
import type { RollbackTarget } from "../../core/refinement/questions/rollback-questions.ts";

export interface RollbackResult {
  readonly session: string;
  /** Newest first; empty where somebody has to be asked first. */
  readonly undone: readonly { readonly round: number; readonly attempt: number; readonly archive: string }[];
  /** The session stands as at the end of this round; `null` where nothing was undone. */
  readonly to: number | null;
  /** What the next attempt is told. */
  readonly adjustments: readonly string[];
  /** Decisions that bind nobody any more, and can be taken up again. */
  readonly setAside: readonly SetAsideRow[];
  readonly rollbacksUsed: number;
  /** Open ones about it. */
  readonly questions: readonly string[];
  readonly next: Question | null;
}

export interface SetAsideRow {
  readonly decision: string;
  readonly round: number;
  readonly archive: string;
  readonly title: string;
  readonly says: string;
  readonly gaps: readonly string[];
}

export interface RollbackTargets {
  readonly session: string;
  /** The newest, which is undone first. */
  readonly round: number;
  /** Newest first. */
  readonly targets: readonly RollbackTarget[];
  readonly setAside: readonly SetAsideRow[];
}

export interface RecoveredDecisions {
  readonly session: string;
  readonly recorded: readonly { readonly decision: string; readonly title: string }[];
  readonly setAside: readonly SetAsideRow[];
}
