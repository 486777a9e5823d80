import { type Board, byPosition, findTask, sectionRank } from "./board.ts";
import type { DisputeId, TaskId } from "./board-id.ts";
import type { OnMajor } from "./dispute.ts";
import { getById, valuesOf } from "./id-map.ts";
import type { Task } from "./task.ts";
import type { TaskStatus } from "./task-status.ts";

export type NextTask =
  | { readonly at: "task"; readonly task: Task; readonly does: "review" | "resume" | "start" }
  /** Nothing can be done; `waiting` could be, were it not for what they come after. */
  | { readonly at: "idle"; readonly waiting: number }
  | { readonly at: "stopped"; readonly disputes: readonly DisputeId[] };

/** The lowest comes first; a status that is not here is passed over. */
const TURN: Partial<Record<TaskStatus, number>> = { review: 0, in_progress: 1, pending: 2 };
const NEXT_ACTIONS = ["review", "resume", "start"] as const;

/** Whether what comes after a task in this status may be taken up. */
const IS_DONE: Record<TaskStatus, boolean> = {
  pending: false,
  in_progress: false,
  review: false,
  completed: true,
  disputed: true,
  failed: false,
};

/** By status, then top to bottom by section and position; `mayTake`: those that it refuses are passed over. */
export function nextTask(
  board: Board,
  { onMajor, mayTake }: { readonly onMajor: OnMajor; readonly mayTake?: (task: Task) => boolean },
): NextTask {
  if (onMajor === "stop") {
    const open = [...valuesOf(board.disputes)].filter(({ state }) => state.at === "open");
    if (open.length > 0) return { at: "stopped", disputes: open.map(({ id }) => id).sort() };
  }
  const rank = sectionRank(board);
  const earlier = (a: Task, b: Task): number =>
    turnOf(a) - turnOf(b) || rank(a.section) - rank(b.section) || byPosition(a, b);
  let best: Task | null = null;
  let waiting = 0;
  for (const task of valuesOf(board.tasks)) {
    if (TURN[task.status] === undefined || isSkipped(board, task)) continue;
    if (mayTake?.(task) === false) continue;
    if (!task.after.every((id) => isOutOfTheWay(board, id, onMajor))) waiting += 1;
    else if (best === null || earlier(task, best) < 0) best = task;
  }
  if (best === null) return { at: "idle", waiting };
  return { at: "task", task: best, does: NEXT_ACTIONS[turnOf(best)] ?? "start" };
}

function turnOf({ status }: Task): number {
  return TURN[status] ?? NEXT_ACTIONS.length;
}

/** By itself or with its section. */
export function isSkipped(board: Board, { skipped, section }: Task): boolean {
  return skipped || (section !== null && getById(board.sections, section)?.skipped === true);
}

/** What is skipped will not be done and keeps nobody waiting; nor does what is gone. */
function isOutOfTheWay(board: Board, id: TaskId, onMajor: OnMajor): boolean {
  const task = findTask(board, id);
  if (task === null) return true;
  if (task.status === "disputed" && onMajor === "hold-dependents") return false;
  return IS_DONE[task.status] || isSkipped(board, task);
}

/** What keeps a task waiting. */
export function tasksHolding(
  board: Board,
  task: Task,
  { onMajor }: { readonly onMajor: OnMajor },
): readonly TaskId[] {
  return task.after.filter((id) => !isOutOfTheWay(board, id, onMajor));
}
