import type { Board } from "./board.ts";
import type { BoardEvent } from "./board-event.ts";
import type { TaskId } from "./board-id.ts";
import { valuesOf } from "./id-map.ts";

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
