import type { Board } from "../../core/board/board.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import { valuesOf } from "../../core/board/id-map.ts";

/** Whether `dispute.md` may read otherwise after an event. */
export function isShownInDisputes(board: Board, event: BoardEvent): boolean {
  switch (event.type) {
    case "DisputeOpened":
    case "MinorDisputeLogged":
    case "PositionSettled":
    case "DisputeResolved":
    case "DisputeWithdrawn":
      return true;
    case "TaskRenamed":
    case "TaskRemoved":
      return wasDisputed(board, event.data.task);
    default:
      return false;
  }
}

function wasDisputed({ disputes }: Board, id: TaskId): boolean {
  for (const { task } of valuesOf(disputes)) if (task === id) return true;
  return false;
}
