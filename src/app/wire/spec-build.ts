// What is told of one spec: how far its tasks are built.
import type { StatusCounts } from "./board.ts";
import type { BuiltTask } from "./build.ts";
import type { TaskQuestion } from "./work.ts";

/** What the board has of one spec, and how far builds are with it. */
export interface SpecBuild {
  /** Its tasks, and how many of them are in which status. */
  readonly tasks: number;
  readonly counts: StatusCounts;
  /** How many of them are on the target. */
  readonly landed: number;
  /** Those that a build is in the middle of. */
  readonly underWay: readonly BuiltTask[];
  /** Open ones about them, or about the whole build. */
  readonly questions: readonly TaskQuestion[];
  /** Of the newest build, whatever it was about; `null` before the first. */
  readonly newest: BuildStanding | null;
}

interface BuildStanding {
  readonly build: number;
  /** `stopped`: nobody runs it, and it could go on. */
  readonly at: "running" | "paused" | "waiting" | "stopped" | "done";
  /** Why it was paused. */
  readonly because: string | null;
}
