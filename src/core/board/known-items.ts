// Which items of a plan the board has seen before: by what they were made of, whatever their titles are now.
import { type Board, tasksInOrder } from "./board.ts";
import type { TaskId } from "./board-id.ts";
import { valuesOf } from "./id-map.ts";
import type { PlannedFrom, Task } from "./task.ts";

export interface PlanEntry {
  /** `null` for what somebody has added to the plan. */
  readonly planned: PlannedFrom | null;
  readonly title: string;
  readonly sourceFile: string | null;
}

type KnownItem =
  | { readonly at: "new" }
  | { readonly at: "known"; readonly task: TaskId }
  /** It was on the board, and was removed. */
  | { readonly at: "removed" };

/** For each entry. One item may have become several tasks: each stands for one entry of that item. */
export function knownItems(board: Board, entries: readonly PlanEntry[]): readonly KnownItem[] {
  const live = new Map<string, Task[]>();
  const unlinked = new Map<string, TaskId>();
  for (const task of tasksInOrder(board)) {
    if (task.planned !== undefined) groupOf(live, keyOf(task.planned)).push(task);
    else unlinked.set(wordsKey(task), task.id);
  }
  const removed = new Map<string, TaskId[]>();
  for (const { id, planned } of valuesOf(board.unplanned)) groupOf(removed, keyOf(planned)).push(id);
  const titled = entries.map((entry) => claimTitled(live, entry));
  return entries.map((entry, index): KnownItem => {
    const key = entry.planned === null ? null : keyOf(entry.planned);
    const linked = titled[index] ?? (key === null ? undefined : live.get(key)?.shift());
    const task = linked?.id ?? unlinked.get(wordsKey(entry));
    if (task !== undefined) return { at: "known", task };
    const gone = key === null ? undefined : removed.get(key)?.shift();
    return gone === undefined ? { at: "new" } : { at: "removed" };
  });
}

/** Of several tasks of an item, an entry stands for the one that has its title. */
function claimTitled(live: ReadonlyMap<string, Task[]>, { planned, title }: PlanEntry): Task | undefined {
  const tasks = planned === null ? [] : (live.get(keyOf(planned)) ?? []);
  const at = tasks.findIndex((task) => task.title.toLowerCase() === title.toLowerCase());
  return at < 0 ? undefined : tasks.splice(at, 1)[0];
}

/** The tasks that were made of each item of a session. */
export function tasksByItem(board: Board, session: string): ReadonlyMap<string, readonly TaskId[]> {
  const tasks = new Map<string, TaskId[]>();
  for (const { id, planned } of valuesOf(board.tasks)) {
    if (planned?.session === session) groupOf(tasks, planned.item).push(id);
  }
  return tasks;
}

function groupOf<Value>(groups: Map<string, Value[]>, key: string): Value[] {
  const group = groups.get(key) ?? [];
  groups.set(key, group);
  return group;
}

function keyOf({ session, item }: PlannedFrom): string {
  return JSON.stringify([session, item]);
}

/** What was written without a plan is told by its words alone. */
function wordsKey({ title, sourceFile }: Pick<PlanEntry, "title" | "sourceFile">): string {
  return JSON.stringify([title.toLowerCase(), sourceFile]);
}
