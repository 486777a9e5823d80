// Plain tables over all sessions, for lists that must not fold every session.
import type { Table } from "./ports.ts";

export const SESSIONS_TABLE = {
  table: "sessions",
  version: 5,
  key: "session",
  columns: {
    session: "text",
    spec: "text",
    state: "text",
    round: "integer",
    initial_gaps: "integer",
    open_after_round: "real",
    started_at: "text",
    updated_at: "text",
    output: "text",
    /** The session it was forked from, and where; empty where it began by itself. */
    origin: "text",
    origin_cut: "text",
  },
} as const satisfies Table;

export const QUESTIONS_TABLE = {
  table: "questions",
  version: 1,
  key: "id",
  columns: {
    id: "text",
    position: "integer",
    session: "text",
    question: "text",
    kind: "text",
    why: "text",
    asked_at: "text",
    data: "text",
  },
} as const satisfies Table;

/** What was decided in all sessions, oldest first by position. */
export const DECISIONS_TABLE = {
  table: "decisions",
  version: 1,
  key: "id",
  columns: {
    id: "text",
    position: "integer",
    session: "text",
    decision: "text",
    /** The entry as `decisions.md` has it. */
    data: "text",
  },
} as const satisfies Table;

/** What the detector flagged in all sessions, and what became of it. */
export const FLAGS_TABLE = {
  table: "flags",
  version: 1,
  key: "id",
  columns: {
    id: "text",
    position: "integer",
    session: "text",
    issue: "text",
    round: "integer",
    heuristics: "text",
    escalation: "text",
    /** Null while it stands. */
    outcome: "text",
    /** Whether the outcome says if the flag was right. */
    judged: "integer",
  },
} as const satisfies Table;
