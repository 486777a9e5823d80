// What the board remembers of builds, beside the work on each task.
import type { TaskId } from "../board/board-id.ts";
import type { StartedCall } from "../refinement/session/session.ts";
import type { SpendMeasure } from "../refinement/session/settings.ts";
import type { SpentAmounts } from "../refinement/session/spend.ts";
import type { BuildRole, BuildScope, BuildSettings, WorkRole } from "./build-settings.ts";
import { NOTHING_SPENT } from "./task-work.ts";

export interface BuildState {
  /** How many builds there were; 0 while nothing was ever built here. */
  readonly run: number;
  /** Of the newest; `null` before the first. */
  readonly settings: BuildSettings | null;
  readonly scope: BuildScope;
  /** Tasks that this build has taken up, in order. */
  readonly taken: readonly TaskId[];
  /** Tasks whose work it has landed, pushed alone, or could not, whichever build took them up; in order. */
  readonly finishing: readonly TaskId[];
  /** Why nothing more is begun until the next build; `null` while it goes on. */
  readonly paused: string | null;
  /** Started, and not back; of whatever build. */
  readonly calls: readonly BuildCall[];
  /** In this build. */
  readonly spent: SpentAmounts;
  readonly raisedLimits: Readonly<Partial<Record<SpendMeasure, number>>>;
  /** Who plays a role since another could not, or a person said so; in this build. */
  readonly chosen: Readonly<Partial<Record<BuildRole, string>>>;
  /** Those whom a person named instead, for later builds, too, until no task is under way. */
  readonly named: Readonly<Partial<Record<BuildRole, NamedAgent>>>;
  readonly givenUp: Readonly<Record<WorkRole, readonly string[]>>;
  /** How many numbers of questions are used. */
  readonly questionsAsked: number;
  /** As many tests as ran on what landed last; `null` where that is not known. */
  readonly testsLanded: number | null;
}

interface NamedAgent {
  readonly agent: string;
  /** As the settings had it. */
  readonly insteadOf: string | null;
}

export interface BuildCall extends StartedCall {
  readonly task: TaskId;
  readonly role: BuildRole;
  /** Of the coder or the reviewer, who look at the worktree. */
  readonly inWorktree: boolean;
}

export const BUILD_START: BuildState = {
  run: 0,
  settings: null,
  scope: { task: null, section: null, once: false },
  taken: [],
  finishing: [],
  paused: null,
  calls: [],
  spent: NOTHING_SPENT,
  raisedLimits: {},
  chosen: {},
  named: {},
  givenUp: { coder: [], reviewer: [] },
  questionsAsked: 0,
  testsLanded: null,
};
