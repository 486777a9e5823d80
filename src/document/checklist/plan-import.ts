// What a checklist brings to the board: the lines that are no task yet, and where they go.
import type { ImportPlace } from "../../core/board/board-command.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import { sameName } from "../../core/board/board-text.ts";
import type { ChecklistPlace } from "../../core/board/task.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { Note } from "../../core/documents/note.ts";
import type { Checklist, ChecklistItem } from "./checklist.ts";
import type { ChecklistBoard, ChecklistTask } from "./checklist-board.ts";
import { itemsIn, matchTasks } from "./match-tasks.ts";

export interface PlannedImport {
  /** Names of sections that the board does not have, top to bottom. */
  readonly sections: readonly string[];
  readonly tasks: readonly PlannedTask[];
  /** Lines that are tasks already, and say something else than the board: the board's word stands. */
  readonly differing: readonly Differing[];
  readonly known: number;
  readonly unread: readonly Note[];
}

export interface PlannedTask {
  readonly line: number;
  readonly title: string;
  readonly status: TaskStatus;
  readonly section: string | null;
  readonly notes: string;
  readonly origin: ChecklistPlace;
  readonly place: ImportPlace;
}

export interface Differing {
  readonly line: number;
  readonly task: TaskId;
  readonly there: TaskStatus;
  readonly board: TaskStatus;
}

export function planImport(checklist: Checklist, board: ChecklistBoard, file: string): PlannedImport {
  const { tasks: known } = matchTasks(checklist, board, file);
  const items = itemsIn(checklist, board);
  const tasks = plannedTasks(items, known, file);
  const missing = new Map(
    tasks.flatMap(({ section }) => (section === null ? [] : [[section.toLowerCase(), section] as const])),
  );
  for (const name of board.sections) missing.delete(name.toLowerCase());
  return {
    sections: [...missing.values()],
    tasks,
    differing: differences(items, known),
    known: known.size,
    unread: checklist.unread,
  };
}

/** By the tasks that stand beside it in its section, so that the board has the order of the lines. */
function plannedTasks(
  items: readonly ChecklistItem[],
  known: ReadonlyMap<number, ChecklistTask>,
  file: string,
): readonly PlannedTask[] {
  const keyOf = (section: string | null): string | null => section?.toLowerCase() ?? null;
  const atHome = (index: number): ChecklistTask | null => {
    const task = known.get(index);
    return task !== undefined && sectionIs(task.section, items[index]?.section ?? null) ? task : null;
  };
  const inhabited = new Set(items.flatMap(({ section }, index) => (atHome(index) ? [keyOf(section)] : [])));
  const aboveIn = new Map<string | null, TaskId>();
  return items.flatMap((item, index): PlannedTask[] => {
    const { line, status, title, section, notes } = item;
    const task = atHome(index);
    if (task !== null) aboveIn.set(keyOf(section), task.id);
    if (known.has(index) || status === null) return [];
    const other = aboveIn.get(keyOf(section));
    const alone: ImportPlace = { at: inhabited.has(keyOf(section)) ? "first" : "last" };
    const place: ImportPlace = other === undefined ? alone : { at: "after", other };
    return [{ line, title, status, section, notes, origin: placeOf(item, file), place }];
  });
}

function sectionIs(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : sameName(a, b);
}

export function placeOf(
  { section, under, title }: Pick<ChecklistItem, "section" | "under" | "title">,
  file: string,
): ChecklistPlace {
  return { file, section, under, title };
}

function differences(
  items: readonly ChecklistItem[],
  known: ReadonlyMap<number, ChecklistTask>,
): readonly Differing[] {
  return [...known].flatMap(([index, { id: task, status: board }]) => {
    const item = items[index];
    if (item === undefined || item.status === null || item.status === board) return [];
    return [{ line: item.line, task, there: item.status, board }];
  });
}
