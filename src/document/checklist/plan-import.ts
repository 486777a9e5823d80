// What a checklist brings to the board: the lines that are no task yet, and where they go.
import type { ImportPlace } from "../../core/board/board-command.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import { sameName } from "../../core/board/board-text.ts";
import type { ChecklistPlace } from "../../core/board/task.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { Note } from "../../core/documents/note.ts";
import type { Checklist, ChecklistItem } from "./checklist.ts";
import type { ChecklistBoard, ChecklistTask } from "./checklist-board.ts";
import { withBoardSections } from "./checklist-sections.ts";
import { matchTasks, type TaskMatches } from "./match-tasks.ts";

export interface PlannedImport {
  /** Names of sections that the board does not have, top to bottom. */
  readonly sections: readonly string[];
  readonly tasks: readonly PlannedTask[];
  /** Lines that are tasks already, and whose marker is another than the board's. */
  readonly differing: readonly DifferingMarker[];
  /** Lines that are tasks by their ids, and that somebody has given another title. */
  readonly retitled: readonly TitleDifference[];
  /** Lines whose tasks were removed from the board. */
  readonly removed: readonly RemovedItem[];
  readonly known: number;
  /** Where those tasks stand that the board and the file agree about. */
  readonly places: readonly { readonly task: TaskId; readonly origin: ChecklistPlace }[];
  /** Removed tasks of this file whose lines are gone, too. */
  readonly gone: readonly TaskId[];
  readonly unread: readonly Note[];
}

interface PlannedTask {
  readonly line: number;
  readonly title: string;
  readonly status: TaskStatus;
  readonly section: string | null;
  readonly notes: string;
  readonly origin: ChecklistPlace;
  readonly place: ImportPlace;
}

export interface StatusDifference {
  readonly line: number;
  readonly task: TaskId;
  readonly there: TaskStatus;
  readonly board: TaskStatus;
}

export interface DifferingMarker extends StatusDifference {
  /** The marker is not the one that was last written or read; else it is the board that has changed. */
  readonly byHand: boolean;
}

export interface TitleDifference {
  readonly line: number;
  readonly task: TaskId;
  readonly there: string;
  readonly board: string;
}

interface RemovedItem {
  readonly line: number;
  readonly task: TaskId;
  readonly title: string;
}

export function planImport(checklist: Checklist, board: ChecklistBoard, file: string): PlannedImport {
  const { items } = withBoardSections(checklist, board);
  const matching = matchTasks({ items }, board, file);
  const { tasks: known, removed } = matching;
  const tasks = plannedTasks(items, matching, file);
  const missing = new Map(
    tasks.flatMap(({ section }) => (section === null ? [] : [[section.toLowerCase(), section] as const])),
  );
  for (const name of board.sections) missing.delete(name.toLowerCase());
  return {
    sections: [...missing.values()],
    tasks,
    differing: differences(items, known, file),
    retitled: newTitles(items, known),
    removed: [...removed].flatMap(([index, { id: task }]) => {
      const item = items[index];
      return item === undefined ? [] : [{ line: item.line, task, title: item.title }];
    }),
    known: known.size,
    places: agreedPlaces(items, known, file),
    gone: goneLines(board, matching, file),
    unread: checklist.unread,
  };
}

/** By the tasks that stand beside it in its section, so that the board has the order of the lines. */
function plannedTasks(
  items: readonly ChecklistItem[],
  { tasks: known, removed }: TaskMatches,
  file: string,
): readonly PlannedTask[] {
  const keyOf = (section: string | null): string | null => section?.toLowerCase() ?? null;
  const atHome = (index: number): ChecklistTask | null => {
    const task = known.get(index);
    return task !== undefined && isIn(task, items[index]?.section ?? null) ? task : null;
  };
  const inhabited = new Set(items.flatMap(({ section }, index) => (atHome(index) ? [keyOf(section)] : [])));
  const aboveIn = new Map<string | null, TaskId>();
  return items.flatMap((item, index): PlannedTask[] => {
    const { line, status, title, section, notes } = item;
    const task = atHome(index);
    if (task !== null) aboveIn.set(keyOf(section), task.id);
    if (known.has(index) || removed.has(index) || status === null) return [];
    const other = aboveIn.get(keyOf(section));
    const alone: ImportPlace = { at: inhabited.has(keyOf(section)) ? "first" : "last" };
    const place: ImportPlace = other === undefined ? alone : { at: "after", other };
    return [{ line, title, status, section, notes, origin: placeOf(item, file), place }];
  });
}

export function isIn({ section }: ChecklistTask, name: string | null): boolean {
  return section === null || name === null ? section === name : sameName(section, name);
}

function placeOf({ section, under, title, status }: ChecklistItem, file: string): ChecklistPlace {
  return { file, section, under, title, ...(status === null ? {} : { status }) };
}

/** What a line says of its task, and what it said when the two last agreed where somebody has changed it since. */
export function seenPlace(item: ChecklistItem, task: ChecklistTask, file: string): ChecklistPlace {
  const { title, section } = task.origin?.file === file ? task.origin : task;
  return {
    ...placeOf(item, file),
    ...(item.title === task.title ? {} : { title }),
    ...(isIn(task, item.section) ? {} : { section }),
  };
}

/** Whether a title is one that somebody wrote: neither the board's nor the one it had in this file before. */
export function isRetitled({ title, id }: ChecklistItem, task: ChecklistTask): boolean {
  return id === task.id && title !== task.title && title !== task.origin?.title;
}

/** Whether the marker of a task's line is another than when it was last written or read, as far as that is known. */
export function isByHand({ status }: ChecklistItem, { origin }: ChecklistTask, file: string): boolean {
  return origin?.file !== file || origin.status !== status;
}

/** Removed tasks of a file that are found nowhere in it. */
export function goneLines(
  { removed }: ChecklistBoard,
  { removed: found }: Pick<TaskMatches, "removed">,
  file: string,
): readonly TaskId[] {
  const there = new Set([...found.values()].map(({ id }) => id));
  return removed.flatMap(({ id, origin }) => (origin.file === file && !there.has(id) ? [id] : []));
}

type KnownTasks = ReadonlyMap<number, ChecklistTask>;

function differences(
  items: readonly ChecklistItem[],
  known: KnownTasks,
  file: string,
): readonly DifferingMarker[] {
  return [...known]
    .flatMap(([index, task]): DifferingMarker[] => {
      const item = items[index];
      if (item === undefined || item.status === null || item.status === task.status) return [];
      const byHand = isByHand(item, task, file);
      return [{ line: item.line, task: task.id, there: item.status, board: task.status, byHand }];
    })
    .sort((a, b) => a.line - b.line);
}

/** A title that is still the one it had here before was changed on the board, not by hand. */
function newTitles(items: readonly ChecklistItem[], known: KnownTasks): readonly TitleDifference[] {
  return [...known].flatMap(([index, task]) => {
    const item = items[index];
    if (item === undefined || !isRetitled(item, task)) return [];
    return [{ line: item.line, task: task.id, there: item.title, board: task.title }];
  });
}

function agreedPlaces(
  items: readonly ChecklistItem[],
  known: KnownTasks,
  file: string,
): PlannedImport["places"] {
  return [...known].flatMap(([index, task]) => {
    const item = items[index];
    const agrees = item !== undefined && item.title === task.title && item.status === task.status;
    return agrees ? [{ task: task.id, origin: seenPlace(item, task, file) }] : [];
  });
}
