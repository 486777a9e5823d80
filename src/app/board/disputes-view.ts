// Disputes as programs and people see them, from the plain tables.

import { wholeDays } from "../../core/board/stale.ts";
import { DISPUTES_TABLE, TASKS_TABLE } from "../../engine/board-tables.ts";
import type { Cell, EventLog, Table } from "../../engine/ports.ts";
import type { AgedDispute, WholeDispute } from "../wire/dispute.ts";

/** What disputes show of their tasks: a list need not read the rest. */
const TASK_CELLS = {
  ...TASKS_TABLE,
  columns: { id: "text", title: "text", status: "text" },
} as const satisfies Table;

type EmptyColumn =
  | ("detail" | "notes" | "resolution" | "resolved_by" | "resolved_at" | "stale_alerted_at")
  | `${"coder" | "reviewer"}_${"position" | "model"}`;

/** The table is strict, and only some of its cells may be null. */
type DisputeRow = {
  readonly [Column in keyof typeof DISPUTES_TABLE.columns]: Column extends EmptyColumn
    ? string | null
    : string;
};

/** Those that wait first, the longest first; then the settled ones, the latest first. */
export async function disputeViews(log: EventLog, now: Date): Promise<readonly AgedDispute[]> {
  const rows = (await log.rows(DISPUTES_TABLE)) as readonly DisputeRow[];
  if (rows.length === 0) return [];
  const tasks = await log.rows(TASK_CELLS, { where: { id: rows.map((row) => row.task_id) } });
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  const nowMs = now.getTime();
  const views = rows.map((row) => viewOf(row, titles.get(row.task_id), nowMs));
  const open = views.filter(({ status }) => status === "open");
  const closed = views.filter(({ status }) => status !== "open");
  return [...open.sort(byAge), ...closed.sort((a, b) => byAge(b, a))];
}

export async function wholeDispute(log: EventLog, view: AgedDispute): Promise<WholeDispute> {
  const [task] = await log.rows(TASK_CELLS, { where: { id: view.taskId } });
  return { ...view, taskStatus: textOf(task?.status) };
}

/** For a long list: each cell is only passed on, and the calendar of the platform is the quicker one. */
function viewOf(row: DisputeRow, title: Cell | undefined, nowMs: number): AgedDispute {
  return {
    id: row.id,
    taskId: row.task_id,
    taskTitle: textOf(title) ?? row.task_title,
    type: row.type,
    raisedBy: row.raised_by,
    weight: row.weight,
    status: row.status,
    reason: row.reason,
    detail: row.detail,
    coderPosition: row.coder_position,
    coderModel: row.coder_model,
    reviewerPosition: row.reviewer_position,
    reviewerModel: row.reviewer_model,
    files: row.files === "[]" ? [] : (JSON.parse(row.files) as readonly string[]),
    resolution: row.resolution,
    notes: row.notes,
    createdBy: row.created_by,
    createdAt: row.created_at,
    resolvedBy: row.resolved_by,
    resolvedAt: row.resolved_at,
    staleAlertedAt: row.stale_alerted_at,
    daysOpen: row.status === "open" ? wholeDays(nowMs - Date.parse(row.created_at)) : null,
  };
}

function textOf(cell: Cell | undefined): string | null {
  return typeof cell === "string" ? cell : null;
}

/** Since when it is as it is; ids only keep the order the same. */
function byAge(a: AgedDispute, b: AgedDispute): number {
  const left = a.resolvedAt ?? a.createdAt;
  const right = b.resolvedAt ?? b.createdAt;
  if (left !== right) return left < right ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
