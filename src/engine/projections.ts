// Every table that is derived from the log.
import { BOARD_STREAM } from "../core/board/board.ts";
import {
  AUDIT_TABLE,
  BOARD_QUESTIONS_TABLE,
  DISPUTES_TABLE,
  SECTIONS_TABLE,
  TASKS_TABLE,
} from "./board-tables.ts";
import type { Projection } from "./ports.ts";
import { isSessionStream } from "./session-stream.ts";
import { DECISIONS_TABLE, FLAGS_TABLE, QUESTIONS_TABLE, SESSIONS_TABLE } from "./session-tables.ts";

export const BOARD_PROJECTION: Projection = {
  tables: [SECTIONS_TABLE, TASKS_TABLE, DISPUTES_TABLE, BOARD_QUESTIONS_TABLE, AUDIT_TABLE],
  covers: (stream) => stream === BOARD_STREAM,
  load: async () => (await import("./board-rows.ts")).BOARD_ROWS,
};

export const SESSION_PROJECTION: Projection = {
  tables: [SESSIONS_TABLE, QUESTIONS_TABLE, DECISIONS_TABLE, FLAGS_TABLE],
  covers: isSessionStream,
  load: async () => (await import("./session-rows.ts")).SESSION_ROWS,
};
