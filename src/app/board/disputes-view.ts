// Disputes as programs and people see them, from the plain tables.

import { wholeDays } from "../../core/board/stale.ts";
import { DISPUTES_TABLE, TASKS_TABLE } from "../../engine/board-tables.ts";
import type { Cell, EventLog, Row, Table } from "../../engine/ports.ts";
import type { AgedDispute, DisputeView, WholeDispute } from "../wire/dispute.ts";

/** What disputes show of their tasks: a list need not read the rest. */
const TASK_CELLS = {
  ...TASKS_TABLE,
  columns: { id: "text", title: "text", status: "text" },
} as const satisfies Table;

/** Those that wait first, the longest first; then the settled ones, the latest first. */
export async function listedDisputes(log: EventLog): Promise<readonly DisputeView[]> {
  const rows = await log.rows(DISPUTES_TABLE);
  if (rows.length === 0) return [];
  const tasks = await log.rows(TASK_CELLS, { where: { id: rows.map((row) => row.task_id ?? null) } });
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  const views = rows.map((row) => viewOf(row, titles.get(row.task_id ?? null) ?? null));
  const open = views.filter(({ status }) => status === "open");
  const closed = views.filter(({ status }) => status !== "open");
  return [...open.sort(byAge), ...closed.sort((a, b) => byAge(b, a))];
}

/** The same, in the same order, with their age. */
export async function disputeViews(log: EventLog, now: Date): Promise<readonly AgedDispute[]> {
  return aged(await listedDisputes(log), now);
}

/** For a long list the calendar of the platform is the quicker one, and no view is made twice. */
function aged(views: readonly DisputeView[], now: Date): readonly AgedDispute[] {
  const nowMs = now.getTime();
  return views.map((view) => {
    const isOpen = view.status === "open";
    const daysOpen = isOpen ? wholeDays(nowMs - Date.parse(view.createdAt)) : null;
    return Object.assign(view, { daysOpen });
  });
}

export async function wholeDispute(log: EventLog, view: DisputeView, now: Date): Promise<WholeDispute> {
  const [task] = await log.rows(TASK_CELLS, { where: { id: view.taskId } });
  const [whole] = aged([view], now);
  if (whole === undefined) throw new Error(`the dispute ${view.id} has no age`);
  return { ...whole, taskStatus: textOf(task?.status) };
}

function viewOf(row: Row, title: Cell): DisputeView {
  return {
    id: String(row.id),
    taskId: String(row.task_id),
    taskTitle: String(title ?? row.task_title),
    type: String(row.type),
    raisedBy: String(row.raised_by),
    weight: String(row.weight),
    status: String(row.status),
    reason: String(row.reason),
    detail: textOf(row.detail),
    coderPosition: textOf(row.coder_position),
    coderModel: textOf(row.coder_model),
    reviewerPosition: textOf(row.reviewer_position),
    reviewerModel: textOf(row.reviewer_model),
    files: row.files === "[]" ? [] : (JSON.parse(String(row.files)) as readonly string[]),
    resolution: textOf(row.resolution),
    notes: textOf(row.notes),
    createdBy: String(row.created_by),
    createdAt: String(row.created_at),
    resolvedBy: textOf(row.resolved_by),
    resolvedAt: textOf(row.resolved_at),
    staleAlertedAt: textOf(row.stale_alerted_at),
  };
}

function textOf(cell: Cell | undefined): string | null {
  return typeof cell === "string" ? cell : null;
}

/** Since when it is as it is; ids only keep the order the same. */
function byAge(a: DisputeView, b: DisputeView): number {
  const left = a.resolvedAt ?? a.createdAt;
  const right = b.resolvedAt ?? b.createdAt;
  if (left !== right) return left < right ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
