// What `dispute.md` tells, taken from the board.

import { type Board, findTask } from "./board.ts";
import type { BoardEvent } from "./board-event.ts";
import type { TaskId } from "./board-id.ts";
import type { Dispute } from "./dispute.ts";
import { valuesOf } from "./id-map.ts";
import { oldestFirst } from "./stale.ts";

export interface DisputesDocument {
  /** Those that have waited longest come first. */
  readonly open: readonly Dispute[];
  /** Resolved and withdrawn, the latest first. */
  readonly closed: readonly Dispute[];
}

/** With the titles that the tasks have now, where they are still there. */
export function disputesDocument(board: Board): DisputesDocument {
  const all = [...valuesOf(board.disputes)].map((dispute) => ({
    ...dispute,
    taskTitle: findTask(board, dispute.task)?.title ?? dispute.taskTitle,
  }));
  return {
    open: all.filter(({ state }) => state.at === "open").sort(oldestFirst),
    closed: all.filter(({ state }) => state.at !== "open").sort(latestFirst),
  };
}

function latestFirst(a: Dispute, b: Dispute): number {
  return oldestFirst({ ...b, createdAt: closedAt(b) }, { ...a, createdAt: closedAt(a) });
}

function closedAt({ state, createdAt }: Dispute): Dispute["createdAt"] {
  return state.at === "open" ? createdAt : state.closed.at;
}

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
