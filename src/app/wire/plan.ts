// What `plan` tells programs.
import type { TaskRow } from "./board.ts";

export interface AddedPlan {
  readonly session: string;
  readonly spec: string;
  readonly added: readonly TaskRow[];
  /** How many were on the board already. */
  readonly known: number;
  /** What was on the board, was removed, and stays away. */
  readonly removed: readonly RemovedItem[];
  /** Gaps that something was to come after, and that are no tasks. */
  readonly dropped: readonly string[];
  /** What whoever asked should hear beside the outcome. */
  readonly notices: readonly string[];
}

export interface RemovedItem {
  /** A gap, or a heading by `#` and its anchor. */
  readonly item: string;
  readonly title: string;
}
