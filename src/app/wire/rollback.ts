// What is told of rounds that were undone.
import type { Question } from "../../core/refinement/questions/question.ts";
import type { RollbackTarget } from "../../core/refinement/questions/rollback-questions.ts";

export interface RollbackResult {
  readonly session: string;
  /**
   * `asked`: a question has to be answered first. `requested`: the process that runs the session sees to it, or `resume`.
   * `stands`: nothing was undone after all.
   */
  readonly at: "undone" | "asked" | "requested" | "stands";
  /** Newest first; empty where nothing was undone. */
  readonly undone: readonly { readonly round: number; readonly attempt: number; readonly archive: string }[];
  /** The session stands as at the end of this round; `null` where nothing was undone. */
  readonly to: number | null;
  /** What the analysis suggests to the next attempt. */
  readonly adjustments: readonly string[];
  /** What you added: a decision that binds both roles; `null` where nothing was added. */
  readonly context: string | null;
  /** Decisions that bind nobody any more since then, and can be taken up again. */
  readonly setAside: readonly SetAsideRow[];
  readonly rollbacksUsed: number;
  readonly rollbacksMax: number;
  /** Whether another process runs the session. */
  readonly attended: boolean;
  /** Open ones about it. */
  readonly questions: readonly string[];
  readonly next: Question | null;
  /** Of the session. */
  readonly folder: string;
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
  /** Only of a session that has ended: none of them can be gone back to any more, only forked from. */
  readonly ended?: true;
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
