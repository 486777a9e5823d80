import { type Board, findTask } from "../../core/board/board.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import { isSkipped, tasksHolding } from "../../core/board/next-task.ts";
import { oldestFirst } from "../../core/board/stale.ts";
import type { Task } from "../../core/board/task.ts";
import { AUDIT_TABLE } from "../../engine/board-tables.ts";
import type { Row } from "../../engine/ports.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, type Outcome } from "../failure.ts";
import { withProject } from "../sessions/with-project.ts";
import type { AuditRow, NamedTask, TaskStory, TaskView } from "../wire/board.ts";
import { readBoard } from "./change-board.ts";
import { AUDITED_TASKS, findByStart, taskNamed } from "./find-on-board.ts";
import { buildOfTask } from "./task-build.ts";
import { rowOfTask } from "./task-row.ts";

export async function showTask(context: CommandContext, word: string): Outcome<TaskStory> {
  return await withProject(context, "read-only", async (project) => {
    const board = await readBoard(project);
    const task = taskNamed(board, word);
    return isFailure(task) ? task : { ...viewOfTask(board, task), build: buildOfTask(board, task) };
  });
}

export function viewOfTask(board: Board, task: Task): TaskView {
  const disputes = [...valuesOf(board.disputes)].filter((dispute) => dispute.task === task.id);
  const dependents = [...valuesOf(board.tasks)].filter(({ after }) => after.includes(task.id));
  return {
    ...viewOfNewTask(board, task),
    disputes: disputes.sort(oldestFirst).map(({ id }) => id),
    dependents: dependents.map(nameOf),
  };
}

/** Of one that nobody can have referred to: the board is not looked through. */
export function viewOfNewTask(board: Board, task: Task): TaskView {
  return {
    ...rowOfTask(board, task),
    dispute: task.dispute,
    disputes: [],
    passedOver: isSkipped(board, task),
    foundations: task.after.flatMap((id) => findTask(board, id) ?? []).map(nameOf),
    waitsFor: tasksHolding(board, task, { onMajor: "continue" }),
    dependents: [],
    feedback: task.feedback,
  };
}

function nameOf({ id, title, status }: Task): NamedTask {
  return { id, title, status };
}

/** Of one task, by its id or the beginning of it; without one, of the whole board. */
export async function listAudit(
  context: CommandContext,
  word: string | undefined,
): Outcome<readonly AuditRow[]> {
  return await withProject(context, "read-only", async ({ store }) => {
    const rows = (await store.rows(AUDIT_TABLE)).map(auditRow);
    if (word === undefined) return rows;
    const tasks = [...new Set(rows.flatMap(({ taskId }) => taskId ?? []))].map((id) => ({ id }));
    const task = findByStart(word, (start) => tasks.filter(({ id }) => id.startsWith(start)), AUDITED_TASKS);
    return isFailure(task) ? task : rows.filter(({ taskId }) => taskId === task.id);
  });
}

function auditRow(row: Row): AuditRow {
  return {
    id: Number(row.id),
    taskId: textOf(row.task_id),
    fromStatus: textOf(row.from_status),
    toStatus: textOf(row.to_status),
    actor: String(row.actor),
    notes: textOf(row.notes),
    commitSha: textOf(row.commit_sha),
    createdAt: String(row.created_at),
  };
}

function textOf(cell: Row[string] | undefined): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}
