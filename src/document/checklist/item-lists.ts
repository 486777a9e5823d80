// In which list of a checklist each task stands, and in which order: as on the board, with as few lines moved as can be.
import type { TaskId } from "../../core/board/board-id.ts";
import type { ChecklistItem } from "./checklist.ts";
import { byRank, type ChecklistTask } from "./checklist-board.ts";
import { longestRun } from "./longest-run.ts";
import { isIn, type Writing } from "./writing.ts";

/** What is nested under one item, or under none in one section; in the order of the board. */
export interface ItemList {
  /** Where it has no item yet, and something is to come. */
  readonly section: string | null;
  readonly entries: readonly ListEntry[];
}

export interface ListEntry {
  readonly task: ChecklistTask;
  /** `null` for one that is not in the checklist. */
  readonly item: ChecklistItem | null;
  /** It is where it should be; all others go beside such ones. */
  readonly stays: boolean;
}

export function itemLists(writing: Writing): readonly ItemList[] {
  const lists = new Lists();
  const leaving = leavingItems(writing);
  for (const [index, item] of writing.items.entries()) {
    const task = writing.matching.tasks.get(index);
    if (task === undefined) continue;
    if (leaving.has(index)) lists.add(topKey(task.section), task, { item, arrives: true });
    else if (isIn(task, item.section)) lists.add(listKey(item), task, { item, arrives: false });
  }
  for (const [item, task] of strangersWithTasks(writing)) lists.addStranger(item, task);
  for (const { task, parent } of placedAbsent(writing, leaving))
    lists.add(parent === null ? topKey(task.section) : `under ${parent}`, task, null);
  return lists.inOrder();
}

/** What is nested stays where it is, and so does what somebody put under a heading that the board does not know. */
function leavingItems({ items, board, matching }: Writing): ReadonlySet<number> {
  const known = new Set(board.sections.map((name) => name.toLowerCase()));
  return new Set(
    items.flatMap((item, index) => {
      const task = matching.tasks.get(index);
      if (task === undefined || item.parent !== null || isIn(task, item.section)) return [];
      return item.section === null || known.has(item.section.toLowerCase()) ? [index] : [];
    }),
  );
}

/** The items that are no task, with the first task that is nested under them and in their section. */
function strangersWithTasks({ items, matching }: Writing): ReadonlyMap<ChecklistItem, ChecklistTask> {
  const found = new Map<ChecklistItem, ChecklistTask>();
  for (const [index, { section, parent }] of items.entries()) {
    const task = matching.tasks.get(index);
    if (task === undefined || !isIn(task, section)) continue;
    for (let at = parent; at !== null && !matching.tasks.has(at); at = items[at]?.parent ?? null) {
      const item = items[at];
      if (item === undefined || found.has(item)) break;
      found.set(item, task);
    }
  }
  return found;
}

function topKey(section: string | null): string {
  return `in ${JSON.stringify(section?.toLowerCase() ?? null)}`;
}

function listKey({ parent, section }: ChecklistItem): string {
  return parent === null ? topKey(section) : `under ${parent}`;
}

interface Member {
  readonly task: ChecklistTask;
  readonly item: ChecklistItem | null;
  /** It was in no list, or in another one. */
  readonly arrives: boolean;
}

class Lists {
  readonly #lists = new Map<string, Member[]>();
  readonly #strangers = new Map<string, ListEntry[]>();

  add(
    key: string,
    task: ChecklistTask,
    from: (Pick<Member, "arrives"> & { item: ChecklistItem }) | null,
  ): void {
    const member = { task, item: from?.item ?? null, arrives: from?.arrives ?? true };
    push(this.#lists, key, member);
  }

  /** An item that is no task, with the first task under it: others may stand beside it, and it stays. */
  addStranger(item: ChecklistItem, task: ChecklistTask): void {
    push(this.#strangers, listKey(item), { task, item, stays: true });
  }

  inOrder(): readonly ItemList[] {
    return [...this.#lists].map(([key, members]) => {
      const there = members.filter(({ arrives }) => !arrives);
      const run = longestRun(there.map(({ task }) => task.rank));
      const staying = new Set(there.flatMap(({ task }, index) => (run.has(index) ? [task.id] : [])));
      const entries = members.map(({ task, item }): ListEntry => {
        return { task, item, stays: staying.has(task.id) };
      });
      const anchors = entries.filter(({ stays }) => stays);
      const strangers = fittingIn(anchors, this.#strangers.get(key) ?? []);
      const all = [...entries, ...strangers].sort((a, b) => byRank(a.task, b.task));
      return { section: all[0]?.task.section ?? null, entries: all };
    });
  }
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Those that stand in the file among the same ones as on the board. */
function fittingIn(anchors: readonly ListEntry[], strangers: readonly ListEntry[]): readonly ListEntry[] {
  if (strangers.length === 0) return [];
  const isAnchor = new Set(anchors);
  const byLine = [...anchors, ...strangers].sort((a, b) => (a.item?.line ?? 0) - (b.item?.line ?? 0));
  let above = Number.NEGATIVE_INFINITY;
  const behind = byLine.filter((entry) => {
    const fits = entry.task.rank > above;
    if (isAnchor.has(entry)) above = entry.task.rank;
    return fits;
  });
  let below = Number.POSITIVE_INFINITY;
  return behind.reverse().filter((entry) => {
    if (entry.task.rank >= below) return false;
    below = entry.task.rank;
    return !isAnchor.has(entry);
  });
}

interface Placed {
  readonly task: ChecklistTask;
  /** The item it goes under, by its place. */
  readonly parent: number | null;
}

/** A new task is nested only where it is between an item and what is nested under that, or within what is. */
function placedAbsent(writing: Writing, leaving: ReadonlySet<number>): readonly Placed[] {
  const { items, board, matching } = writing;
  const absent = new Set(matching.absent.map(({ id }) => id));
  if (absent.size === 0) return [];
  const places = placesAtHome(writing, leaving);
  const placed: Placed[] = [];
  const above = new Map<string, number>();
  const waiting = new Map<string, ChecklistTask[]>();
  const settle = (key: string, below: number | null): void => {
    for (const task of waiting.get(key) ?? [])
      placed.push({ task, parent: parentBetween(items, above.get(key) ?? null, below) });
    waiting.delete(key);
  };
  for (const task of board.tasks) {
    const key = topKey(task.section);
    const place = places.get(task.id);
    if (absent.has(task.id)) {
      const others = waiting.get(key);
      if (others === undefined) waiting.set(key, [task]);
      else others.push(task);
    } else if (place !== undefined) {
      settle(key, place);
      above.set(key, place);
    }
  }
  for (const key of [...waiting.keys()]) settle(key, null);
  return placed;
}

/** The tasks whose lines are and stay in their section. */
function placesAtHome(
  { items, matching }: Writing,
  leaving: ReadonlySet<number>,
): ReadonlyMap<TaskId, number> {
  const away = new Set<number>(leaving);
  const places = new Map<TaskId, number>();
  for (const [index, item] of items.entries()) {
    if (item.parent !== null && away.has(item.parent)) away.add(index);
    const task = matching.tasks.get(index);
    if (task !== undefined && !away.has(index) && isIn(task, item.section)) places.set(task.id, index);
  }
  return places;
}

function parentBetween(
  items: readonly ChecklistItem[],
  above: number | null,
  below: number | null,
): number | null {
  const parent = below === null ? null : (items[below]?.parent ?? null);
  if (parent === null) return null;
  for (let at = above; at !== null; at = items[at]?.parent ?? null) if (at === parent) return parent;
  return null;
}
