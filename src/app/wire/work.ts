// What is told of what builds did with a task.
import type { BoardQuestionKind } from "../../core/build/board-question.ts";
import type { BuildRole } from "../../core/build/build-settings.ts";
import type { CheckRecord, Finding, Guidance, LandedWork, RoundOutcome } from "../../core/build/task-work.ts";
import type { Alarm } from "../../core/build/work-facts.ts";
import type { SpentAmounts } from "../../core/refinement/session/spend.ts";

export interface TaskBuild {
  /** What the loop does with it next, or is doing. */
  readonly stage: string;
  /** How often it was begun, each time in a fresh worktree. */
  readonly incarnation: number;
  /** The coder's turns, over all times. */
  readonly round: number;
  readonly running: readonly WorkRun[];
  /** Open ones about this task. */
  readonly questions: readonly TaskQuestion[];
  /** `null` while none is open. */
  readonly worktree: { readonly branch: string; readonly base: string } | null;
  /** Oldest first; the last few only. */
  readonly rounds: readonly RoundOutcome[];
  /** Of the newest commit; none while they have not run on it. */
  readonly checks: readonly Omit<CheckRecord, "output">[];
  readonly findings: readonly Finding[];
  /** About the newest work. */
  readonly alarms: readonly Alarm[];
  readonly guidance: readonly Pick<Guidance, "kind" | "text" | "by" | "at">[];
  readonly spent: SpentAmounts;
  /** The newest landing. */
  readonly landed: LandedWork | null;
}

interface WorkRun {
  readonly key: string;
  readonly role: BuildRole;
  readonly agent: string;
}

export interface TaskQuestion {
  readonly id: string;
  /** `null`: about the whole build. */
  readonly task: string | null;
  readonly kind: BoardQuestionKind;
  readonly why: string;
}
