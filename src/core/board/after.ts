// What must be done before what.
import type { TaskId } from "./board-id.ts";

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
