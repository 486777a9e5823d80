import type { BoardRole } from "./who.ts";

export const TASK_STATUSES = ["pending", "in_progress", "review", "completed", "disputed", "failed"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** What stands between the brackets of a checklist. */
export const MARKERS: Record<TaskStatus, string> = {
  pending: " ",
  in_progress: "-",
  review: "o",
  completed: "x",
  disputed: "!",
  failed: "F",
};

export function statusOfMarker(marker: string): TaskStatus | null {
  return TASK_STATUSES.find((status) => MARKERS[status] === marker) ?? null;
}

type Moves = Partial<Record<TaskStatus, readonly BoardRole[]>>;

/**
 * Who may move a task from where to where by saying so. Approving, rejecting and disputing have their own commands and
 * rules. A person may put right whatever happened; `disputed` is reached and left by disputes alone, except where a
 * checklist brought the marker and there is no dispute to settle.
 */
const MOVES: Record<TaskStatus, Moves> = {
  pending: {
    in_progress: ["coder", "human", "system"],
    review: ["human"],
    completed: ["human"],
    failed: ["human"],
  },
  in_progress: {
    pending: ["human", "system"],
    review: ["coder", "human", "system"],
    completed: ["human"],
    failed: ["human"],
  },
  review: {
    pending: ["human"],
    in_progress: ["human", "system"],
    completed: ["human"],
    failed: ["human"],
  },
  completed: { pending: ["human"], in_progress: ["human"], review: ["human"] },
  disputed: { pending: ["human"], in_progress: ["human"], review: ["human"], completed: ["human"] },
  failed: { pending: ["human"], in_progress: ["human"], review: ["human"], completed: ["human"] },
};

export function mayMove(from: TaskStatus, to: TaskStatus, role: BoardRole): boolean {
  return MOVES[from][to]?.includes(role) ?? false;
}

/** Where somebody in this role may move a task from here. */
export function movesFrom(from: TaskStatus, role: BoardRole): readonly TaskStatus[] {
  return TASK_STATUSES.filter((to) => mayMove(from, to, role));
}

/** `review [o]`: a status as people read it in a list. */
export function statusWords(status: TaskStatus): string {
  return `${status} [${MARKERS[status]}]`;
}
