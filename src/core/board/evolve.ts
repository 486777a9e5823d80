import { BUILD_FOLD } from "../build/evolve-build.ts";
import type { Board } from "./board.ts";
import type { BoardEvent } from "./board-event.ts";
import type { BoardFold } from "./board-fold.ts";
import { isShownInDisputes } from "./disputes-document.ts";
import { DISPUTE_FOLD } from "./evolve-disputes.ts";
import { SECTION_FOLD } from "./evolve-sections.ts";
import { TASK_FOLD } from "./evolve-tasks.ts";

/** What the board remembers after an event. No rule is applied here: those made the event. */
export function evolve(board: Board, event: BoardEvent): Board {
  const entries = board.entries + 1;
  const disputesAt = isShownInDisputes(board, event) ? entries : board.disputesAt;
  const fold = FOLD[event.type] as (board: Board, data: BoardEvent["data"]) => Board;
  return fold({ ...board, entries, disputesAt }, event.data);
}

const FOLD: BoardFold = { ...SECTION_FOLD, ...TASK_FOLD, ...DISPUTE_FOLD, ...BUILD_FOLD };
