// The board as a checklist shows it: names instead of ids, everything in order.
import { type Board, findSection, sectionsInOrder, tasksInOrder } from "../../core/board/board.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import type { ChecklistPlace, Task } from "../../core/board/task.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";

export interface ChecklistBoard {
  /** Names, top to bottom. */
  readonly sections: readonly string[];
  /** Top to bottom. */
  readonly tasks: readonly ChecklistTask[];
}

export interface ChecklistTask {
  readonly id: TaskId;
  readonly title: string;
  readonly status: TaskStatus;
  readonly section: string | null;
  readonly origin: ChecklistPlace | null;
}

export function checklistBoard(board: Board): ChecklistBoard {
  const nameOf = (task: Task): string | null =>
    task.section === null ? null : (findSection(board, task.section)?.name ?? null);
  return {
    sections: sectionsInOrder(board).map(({ name }) => name),
    tasks: tasksInOrder(board).map((task) => {
      const { id, title, status, origin } = task;
      return { id, title, status, section: nameOf(task), origin };
    }),
  };
}
