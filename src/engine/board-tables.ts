// The board as plain tables that anyone can query: tasks, sections, disputes, and who changed what.
import type { Table } from "./ports.ts";

export const TASKS_TABLE = {
  table: "tasks",
  version: 3,
  key: "id",
  columns: {
    id: "text",
    title: "text",
    status: "text",
    section_id: "text",
    position: "real",
    source_file: "text",
    rejection_count: "integer",
    skipped: "integer",
    created_at: "text",
    updated_at: "text",
    after: "text",
    notes: "text",
    created_by: "text",
    files: "text",
    session: "text",
  },
} as const satisfies Table;

/** What the loop asks and nobody has answered. */
export const BOARD_QUESTIONS_TABLE = {
  table: "board_questions",
  version: 1,
  key: "id",
  columns: {
    id: "text",
    task_id: "text",
    kind: "text",
    why: "text",
    asked_at: "text",
    data: "text",
  },
} as const satisfies Table;

export const SECTIONS_TABLE = {
  table: "sections",
  version: 1,
  key: "id",
  columns: {
    id: "text",
    name: "text",
    position: "real",
    skipped: "integer",
    created_at: "text",
    updated_at: "text",
  },
} as const satisfies Table;

export const DISPUTES_TABLE = {
  table: "disputes",
  version: 1,
  key: "id",
  columns: {
    id: "text",
    task_id: "text",
    type: "text",
    raised_by: "text",
    weight: "text",
    status: "text",
    reason: "text",
    detail: "text",
    coder_position: "text",
    reviewer_position: "text",
    resolution: "text",
    notes: "text",
    created_by: "text",
    created_at: "text",
    resolved_by: "text",
    resolved_at: "text",
    task_title: "text",
    coder_model: "text",
    reviewer_model: "text",
    files: "text",
    stale_alerted_at: "text",
  },
} as const satisfies Table;

export const AUDIT_TABLE = {
  table: "audit",
  version: 1,
  key: "id",
  columns: {
    id: "integer",
    task_id: "text",
    from_status: "text",
    to_status: "text",
    actor: "text",
    notes: "text",
    commit_sha: "text",
    created_at: "text",
  },
} as const satisfies Table;
