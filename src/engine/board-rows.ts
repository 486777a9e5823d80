// How the rows of the board's tables are made from its state.
import { auditEntry } from "../core/board/audit.ts";
import { BOARD_START, type Board } from "../core/board/board.ts";
import { type BoardEvent, upcast } from "../core/board/board-event.ts";
import { type Dispute, disputeType, type Position } from "../core/board/dispute.ts";
import { evolve } from "../core/board/evolve.ts";
import { changedValues, type Identified, type IdMap } from "../core/board/id-map.ts";
import type { Section } from "../core/board/section.ts";
import type { Task } from "../core/board/task.ts";
import type { BoardQuestion } from "../core/build/board-question.ts";
import {
  AUDIT_TABLE,
  BOARD_QUESTIONS_TABLE,
  DISPUTES_TABLE,
  SECTIONS_TABLE,
  TASKS_TABLE,
} from "./board-tables.ts";
import type { Row, RowChange, RowMaker, Table } from "./ports.ts";
import { rowChange } from "./row-change.ts";

export const BOARD_ROWS: RowMaker<Board> = {
  initial: BOARD_START,
  evolve: (board, event) => evolve(board, upcast(event)),
  changes: ({ event, before, after }) => [
    ...changedRows(TASKS_TABLE, taskRow, before.tasks, after.tasks),
    ...changedRows(SECTIONS_TABLE, sectionRow, before.sections, after.sections),
    ...changedRows(DISPUTES_TABLE, disputeRow, before.disputes, after.disputes),
    ...questionRows(before.questions, after.questions),
    ...auditRows(upcast(event), event.version),
  ],
};

function* changedRows<Value extends Identified>(
  table: Table,
  rowOf: (value: Value) => Row,
  before: IdMap<Value>,
  after: IdMap<Value>,
): Generator<RowChange> {
  for (const [was, is] of changedValues(before, after)) {
    const change = rowChange(table, was === null ? null : rowOf(was), is === null ? null : rowOf(is));
    if (change !== null) yield change;
  }
}

function taskRow(task: Task): Row {
  return {
    id: task.id,
    title: task.title,
    status: task.status,
    section_id: task.section,
    position: task.position,
    source_file: task.sourceFile,
    rejection_count: task.rejectionCount,
    skipped: toFlag(task.skipped),
    created_at: task.createdAt,
    updated_at: task.updatedAt,
    after: JSON.stringify(task.after),
    notes: task.notes,
    created_by: task.createdBy,
    files: JSON.stringify(task.files),
    session: task.planned?.session ?? null,
  };
}

/** Few are open at a time; one that is the very same has not changed. */
function* questionRows(before: Board["questions"], after: Board["questions"]): Generator<RowChange> {
  if (before === after) return;
  for (const question of before) {
    if (after.includes(question)) continue;
    const change = rowChange(BOARD_QUESTIONS_TABLE, questionRow(question), null);
    if (change !== null) yield change;
  }
  for (const question of after) {
    if (before.includes(question)) continue;
    const change = rowChange(BOARD_QUESTIONS_TABLE, null, questionRow(question));
    if (change !== null) yield change;
  }
}

function questionRow(question: BoardQuestion): Row {
  const { id, task, kind, why, askedAt } = question;
  return { id, task_id: task, kind, why, asked_at: askedAt, data: JSON.stringify(question) };
}

function sectionRow({ id, name, position, skipped, createdAt, updatedAt }: Section): Row {
  return { id, name, position, skipped: toFlag(skipped), created_at: createdAt, updated_at: updatedAt };
}

/** SQL has no truth of its own. */
function toFlag(value: boolean): number {
  return value ? 1 : 0;
}

function disputeRow({ state, positions, ...dispute }: Dispute): Row {
  const closed = state.at === "open" ? null : state.closed;
  return {
    id: dispute.id,
    task_id: dispute.task,
    task_title: dispute.taskTitle,
    type: disputeType(dispute),
    raised_by: dispute.raisedBy,
    weight: dispute.weight,
    status: state.at,
    reason: dispute.reason,
    detail: dispute.detail,
    ...positionCells("coder", positions.coder),
    ...positionCells("reviewer", positions.reviewer),
    resolution: state.at === "resolved" ? state.decision : null,
    notes: state.at === "open" ? null : state.notes,
    created_by: dispute.createdBy,
    created_at: dispute.createdAt,
    resolved_by: closed?.by ?? null,
    resolved_at: closed?.at ?? null,
    files: JSON.stringify(dispute.files),
    stale_alerted_at: dispute.staleAlertedAt,
  };
}

function positionCells(side: "coder" | "reviewer", position: Position): Row {
  const given = position.at === "given" ? position : null;
  return { [`${side}_position`]: given?.text ?? null, [`${side}_model`]: given?.model ?? null };
}

/** The audit is no part of the state: it is what the events say, an entry each. */
function auditRows(event: BoardEvent, version: number): readonly RowChange[] {
  const { table } = AUDIT_TABLE;
  if (event.type === "CommitLinked") {
    const { entry, commit } = event.data;
    return [{ table, do: "patch", key: entry, cells: { commit_sha: commit } }];
  }
  const entry = auditEntry(event, version);
  if (entry === null) return [];
  const row = {
    id: entry.id,
    task_id: entry.task,
    from_status: entry.from,
    to_status: entry.to,
    actor: entry.actor,
    notes: entry.notes,
    commit_sha: entry.commit,
    created_at: entry.at,
  };
  return [{ table, do: "put", row }];
}
