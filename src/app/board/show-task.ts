import { type Board, findTask } from "../../core/board/board.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import { heldBy, isSkipped } from "../../core/board/next-task.ts";
import { oldestFirst } from "../../core/board/stale.ts";
import type { Task } from "../../core/board/task.ts";
import { type Failure, isFailure } from "../failure.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";
import type { NamedTask, TaskView } from "../wire/board.ts";
import { readBoard } from "./change-board.ts";
import { taskNamed } from "./find-on-board.ts";
import { rowOfTask } from "./task-row.ts";

export async function showTask(surroundings: Surroundings, word: string): Promise<TaskView | Failure> {
  return await withProject(surroundings, "read-only", async (project) => {
    const board = await readBoard(project);
    const task = taskNamed(board, word);
    return isFailure(task) ? task : viewOfTask(board, task);
  });
}

export function viewOfTask(board: Board, task: Task): TaskView {
  const disputes = [...valuesOf(board.disputes)].filter((dispute) => dispute.task === task.id);
  const dependents = [...valuesOf(board.tasks)].filter(({ after }) => after.includes(task.id));
  return {
    ...rowOfTask(board, task),
    dispute: task.dispute,
    disputes: disputes.sort(oldestFirst).map(({ id }) => id),
    passedOver: isSkipped(board, task),
    foundations: task.after.flatMap((id) => findTask(board, id) ?? []).map(nameOf),
    waitsFor: heldBy(board, task, { onMajor: "continue" }),
    dependents: dependents.map(nameOf),
    feedback: task.feedback,
  };
}

function nameOf({ id, title, status }: Task): NamedTask {
  return { id, title, status };
}
