// The board as a checklist shows it: names instead of ids, everything in order.
import { type Board, byPosition, findSection, sectionRank, sectionsInOrder } from "../../core/board/board.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import type { ChecklistPlace, RemovedTask, Task } from "../../core/board/task.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";

export interface ChecklistBoard {
  /** Names, top to bottom. */
  readonly sections: readonly string[];
  /** Top to bottom. */
  readonly tasks: readonly ChecklistTask[];
  /** Those that are off the board, and whose lines may still stand in a checklist. */
  readonly removed: readonly RemovedChecklistLine[];
}

export interface ChecklistTask {
  readonly id: TaskId;
  readonly title: string;
  readonly status: TaskStatus;
  readonly section: string | null;
  readonly notes: string;
  readonly origin: ChecklistPlace | null;
  /** Its place among all tasks, the removed ones included. */
  readonly rank: number;
}

export interface RemovedChecklistLine {
  readonly id: TaskId;
  readonly origin: ChecklistPlace;
  readonly notes: string;
  /** As a task's. */
  readonly rank: number;
}

export function checklistBoard(board: Board): ChecklistBoard {
  const ranks = ranksOn(board);
  const nameOf = ({ section }: Task): string | null =>
    section === null ? null : (findSection(board, section)?.name ?? null);
  const tasks = [...valuesOf(board.tasks)].map((task): ChecklistTask => {
    const { id, title, status, notes, origin } = task;
    return { id, title, status, section: nameOf(task), notes, origin, rank: ranks.get(id) ?? 0 };
  });
  const removed = [...valuesOf(board.removed)].map(({ id, origin, notes }): RemovedChecklistLine => {
    return { id, origin, notes, rank: ranks.get(id) ?? 0 };
  });
  return {
    sections: sectionsInOrder(board).map(({ name }) => name),
    tasks: tasks.sort(byRank),
    removed: removed.sort(byRank),
  };
}

function ranksOn(board: Board): ReadonlyMap<TaskId, number> {
  const rank = sectionRank(board);
  const all: (Task | RemovedTask)[] = [...valuesOf(board.tasks), ...valuesOf(board.removed)];
  all.sort((a, b) => rank(a.section) - rank(b.section) || byPosition(a, b));
  return new Map(all.map(({ id }, index) => [id, index]));
}

export function byRank(a: { readonly rank: number }, b: { readonly rank: number }): number {
  return a.rank - b.rank;
}
