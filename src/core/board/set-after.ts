// What a task comes after: other tasks that are there, and never, over however many, itself.
import { isRefusal, type Refusal } from "../shared/refusal.ts";
import { findTask } from "./board.ts";
import type { CommandOf } from "./board-command.ts";
import type { TaskId } from "./board-id.ts";
import { refuse } from "./board-refusal.ts";
import type { Draft } from "./draft.ts";
import { type Task, taskName } from "./task.ts";

/** More foundations than that are a section, not a list. */
const AFTER_MAX = 1_000;
const CYCLE_SHOWN_MAX = 8;

/** Replaces what a task comes after. */
export function setAfter(draft: Draft, { task: id, after: wanted }: CommandOf<"SetAfter">): Refusal | null {
  const task = draft.task(id);
  if (isRefusal(task)) return task;
  const after = [...new Set(wanted)];
  const refused = refuseAfter(draft, { ...task, after }, new Set());
  if (refused !== null) return refused;
  const cycle = findCycle([id], (one) => (one === id ? after : (findTask(draft.board, one)?.after ?? [])));
  if (cycle !== null) return refuseCycle(cycle);
  const same = after.length === task.after.length && after.every((one, index) => one === task.after[index]);
  if (!same) draft.emit("AfterSet", { task: id, status: task.status, after });
  return null;
}

/** `coming`: tasks that will be there once the command is done. */
export function refuseAfter(
  draft: Draft,
  task: Pick<Task, "id" | "title" | "after">,
  coming: ReadonlySet<TaskId>,
): Refusal | null {
  const { id, after } = task;
  if (after.length > AFTER_MAX) {
    return refuse("too-many", `${taskName(task)} cannot come after more than ${AFTER_MAX} tasks`);
  }
  if (after.includes(id)) return refuse("cycle", `${taskName(task)} cannot come after itself`);
  const unknown = after.find((one) => !coming.has(one) && findTask(draft.board, one) === null);
  return unknown === undefined
    ? null
    : refuse("unknown-task", `there is no task ${unknown} for ${taskName(task)} to come after`);
}

/** Each waits for the next, and the last for the first. */
export function refuseCycle(cycle: readonly TaskId[]): Refusal {
  const shown = cycle.length > CYCLE_SHOWN_MAX ? [...cycle.slice(0, CYCLE_SHOWN_MAX), "…"] : cycle;
  const message = `these would wait for each other in a circle: ${[...shown, cycle[0]].join(" after ")}`;
  return refuse("cycle", message, "Take one of them out of what another comes after.");
}

/**
 * A way from one of the tasks back to itself along `after`, each once and in order; `null` where there is none. Every
 * task is gone into once, and without recursion: a chain may be as long as the board.
 */
export function findCycle(
  tasks: Iterable<TaskId>,
  afterOf: (task: TaskId) => readonly TaskId[],
): readonly TaskId[] | null {
  const left = new Set<TaskId>();
  for (const start of tasks) {
    if (left.has(start)) continue;
    const path: { readonly task: TaskId; readonly rest: TaskId[] }[] = [];
    const onPath = new Set<TaskId>();
    const enter = (task: TaskId): void => {
      path.push({ task, rest: [...afterOf(task)] });
      onPath.add(task);
    };
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.pop();
      if (next === undefined) {
        path.pop();
        onPath.delete(top.task);
        left.add(top.task);
      } else if (onPath.has(next)) {
        const names = path.map(({ task }) => task);
        return names.slice(names.indexOf(next));
      } else if (!left.has(next)) enter(next);
    }
  }
  return null;
}
