// Who changed what, as the table of the audit has it; a task that is gone is still in it.

import { AUDIT_TABLE } from "../../engine/board-tables.ts";
import type { Row } from "../../engine/ports.ts";
import type { Failure } from "../failure.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";
import type { AuditRow } from "../wire/board.ts";

/** Of one task, by its id or the beginning of it; without one, of the whole board. */
export async function auditOf(
  surroundings: Surroundings,
  word: string | undefined,
): Promise<readonly AuditRow[] | Failure> {
  return await withProject(surroundings, "read-only", async ({ store }) => {
    const rows = (await store.rows(AUDIT_TABLE)).map(auditRow);
    if (word === undefined) return rows;
    const typed = word.trim().toLowerCase();
    const found = rows.filter(({ taskId }) => typed !== "" && taskId?.startsWith(typed));
    const ids = [...new Set(found.map(({ taskId }) => taskId))];
    return ids.length === 1 ? found : notOne(word, ids);
  });
}

const IDS_SHOWN_MAX = 12;

function notOne(word: string, ids: readonly (string | null)[]): Failure {
  const shown = `${ids.slice(0, IDS_SHOWN_MAX).join(", ")}${ids.length > IDS_SHOWN_MAX ? " …" : ""}`;
  return {
    failed: "not-found",
    code: ids.length === 0 ? "no-task" : "several-tasks",
    message:
      ids.length === 0 ? `there never was a task ${word}` : `${word} may be any of ${ids.length} tasks`,
    fix: ids.length === 0 ? "see `parley tasks list --status all`" : shown,
  };
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
