// A task as lists and programs see it, whether it comes from the table or from the board.

import { type Board, findSection } from "../../core/board/board.ts";
import type { Task } from "../../core/board/task.ts";
import type { Row } from "../../engine/ports.ts";
import type { TaskRow } from "../wire/board.ts";

export function rowOfTask(board: Board, task: Task): TaskRow {
  const section = task.section === null ? null : findSection(board, task.section);
  return {
    id: task.id,
    title: task.title,
    status: task.status,
    section: section?.name ?? null,
    sectionId: task.section,
    position: task.position,
    sourceFile: task.sourceFile,
    after: task.after,
    files: task.files,
    rejectionCount: task.rejectionCount,
    skipped: task.skipped,
    notes: task.notes,
    createdBy: task.createdBy,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
  };
}

/** `names`: of the sections, by their ids. */
export function rowOfTable(row: Row, names: ReadonlyMap<string, string>): TaskRow {
  const sectionId = textOf(row.section_id);
  return {
    id: String(row.id),
    title: String(row.title),
    status: String(row.status),
    section: sectionId === null ? null : (names.get(sectionId) ?? null),
    sectionId,
    position: Number(row.position),
    sourceFile: textOf(row.source_file),
    after: wordsOf(row.after),
    files: wordsOf(row.files),
    rejectionCount: Number(row.rejection_count),
    skipped: row.skipped === 1,
    notes: String(row.notes),
    createdBy: String(row.created_by),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
  };
}

/** Most have none, and a long list waits for every one that is parsed. */
function wordsOf(cell: Row[string] | undefined): readonly string[] {
  return cell === "[]" ? [] : (JSON.parse(String(cell)) as readonly string[]);
}

function textOf(cell: Row[string] | undefined): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}
