import type { SectionId, TaskId } from "../board/board-id.ts";
import type { OnMajor } from "../board/dispute.ts";
import type { SpendCap } from "../refinement/session/settings.ts";
import type { BuildTarget, CheckStep } from "./work-facts.ts";

/** Who works on a task. */
export const WORK_ROLES = ["coder", "reviewer"] as const;
export type WorkRole = (typeof WORK_ROLES)[number];

/** The drafter is optional, and what it drafts binds nobody. */
export type BuildRole = WorkRole | "drafter";

/** What a build is decided by, as it was when `parley build` began; the log needs no configuration beside it. */
export interface BuildSettings {
  /** Names of agents; without a drafter nobody drafts guidance. */
  readonly agents: Readonly<Record<WorkRole, string>> & { readonly drafter?: string };
  /** Who takes over, in this order, where an agent cannot go on. */
  readonly fallbacks: Readonly<Record<WorkRole, readonly string[]>>;
  readonly limits: BuildLimits;
  /** In the order in which they run; a step that is not here is left out. */
  readonly checks: readonly CheckCommand[];
  readonly target: BuildTarget;
  /** From the top of the repository to the project, without `/` at its end; left out where they are the same. */
  readonly folder?: string;
  readonly onMajor: OnMajor;
  /** What becomes of disputed code whose checks are green. */
  readonly land: DisputedCode;
  /** So many tasks are worked on at once. */
  readonly parallel: number;
}

const DISPUTED_CODE = ["merge", "branch"] as const;
type DisputedCode = (typeof DISPUTED_CODE)[number];

interface BuildLimits {
  /** For one call; its minutes bound the agent's run. */
  readonly run: SpendCap;
  /** For all calls about one task, over all builds. */
  readonly task: SpendCap;
  /** For all calls of one build. */
  readonly build: SpendCap;
}

export interface CheckCommand {
  readonly step: CheckStep;
  /** A line for the shell. */
  readonly command: string;
  readonly timeLimitMs: number;
}

/** What of the board a build is about. */
export interface BuildScope {
  /** This task alone. */
  readonly task: TaskId | null;
  /** Tasks of this section alone. */
  readonly section: SectionId | null;
  /** It ends after one task. */
  readonly once: boolean;
}
