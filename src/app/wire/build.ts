// What is told of a build: what it came to, and where its tasks stand.
import type { BuildTarget, CheckStep } from "../../core/build/work-facts.ts";
import type { SpentAmounts } from "../../core/refinement/session/spend.ts";
import type { AwaitedWork } from "./awaited.ts";

export interface BuildView {
  /** How many builds there were here; 0 before the first. */
  readonly build: number;
  /** `null` before the first. */
  readonly target: BuildTarget | null;
  /** What it came to land of earlier builds, then what it has taken up, in order. */
  readonly tasks: readonly BuiltTask[];
  /** Tasks of its scope that are still to be done: what is skipped, in dispute or failed is not counted. */
  readonly left: number;
  /** Of them, those whose work could not land and that a person lands. */
  readonly byHand: number;
  readonly running: readonly { readonly key: string; readonly agent: string }[];
  /** The ids of those that are open. */
  readonly questions: readonly string[];
  /** The ids of those that wait for a person's decision, about whatever task. */
  readonly disputes: readonly string[];
  readonly spent: SpentAmounts;
}

export interface BuiltTask {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  /** What the loop does with it next, or is doing. */
  readonly stage: string;
  readonly round: number;
  readonly rejectionCount: number;
  /** The commit on the target; `null` where none has landed. */
  readonly commit: string | null;
}

export interface BuildResult extends BuildView {
  /** `waiting`: for answers, or for documents of people. */
  readonly end: "done" | "nothing" | "waiting" | "paused" | "stopped";
  /** Why it was paused. */
  readonly because: string | null;
  /** What people are to write. */
  readonly awaited: readonly AwaitedWork[];
}

/** What a build is about to begin with. */
export interface BuildStart {
  readonly coder: string;
  readonly reviewer: string;
  readonly checks: readonly { readonly step: CheckStep; readonly command: string }[];
  /** By which files commands were found. */
  readonly detectedBy: readonly string[];
  readonly target: BuildTarget;
  /** What whoever watches should know: of the agents, of the repository. */
  readonly notes: readonly string[];
}
