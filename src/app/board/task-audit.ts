// Who changed what, as the table of the audit has it; a task that is gone is still in it.

import { AUDIT_TABLE } from "../../engine/board-tables.ts";
import type { Row } from "../../engine/ports.ts";
import { type Failure, isFailure } from "../failure.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";
import type { AuditRow } from "../wire/board.ts";
import { AUDITED_TASKS, findByStart } from "./find-on-board.ts";

/** Of one task, by its id or the beginning of it; without one, of the whole board. */
export async function auditOf(
  surroundings: Surroundings,
  word: string | undefined,
): Promise<readonly AuditRow[] | Failure> {
  return await withProject(surroundings, "read-only", async ({ store }) => {
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
