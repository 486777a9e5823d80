// How events change the disputes, and with them their tasks.
import { type Board, findDispute } from "./board.ts";
import type { BoardEventOf } from "./board-event.ts";
import type { BoardFold } from "./board-fold.ts";
import type { DisputeId } from "./board-id.ts";
import type { Dispute } from "./dispute.ts";
import { withStatus } from "./evolve-tasks.ts";
import { putById } from "./id-map.ts";

export const DISPUTE_FOLD = {
  DisputeOpened: (board, data) => {
    const { dispute, task, at, by } = data;
    const opened = { ...board, disputes: putById(board.disputes, openedDispute(data)) };
    return withStatus(opened, { task, to: "disputed", at, dispute, notes: null, role: by.role });
  },
  MinorDisputeLogged: (board, data) => ({ ...board, disputes: putById(board.disputes, loggedDispute(data)) }),
  PositionSettled: (board, { dispute, side, position }) =>
    changeDispute(board, dispute, ({ positions }) => ({
      positions: { ...positions, [side]: position },
    })),
  DisputeResolved: (board, { dispute, task, to, decision, notes, at, by }) => {
    const closed = { by: by.actor, at };
    const resolved = changeDispute(board, dispute, () => ({
      state: { at: "resolved", decision, notes, closed },
    }));
    return withStatus(resolved, { task, to, at, dispute: null, notes, role: by.role });
  },
  DisputeWithdrawn: (board, { dispute, task, to, notes, at, by }) => {
    const closed = { by: by.actor, at };
    const withdrawn = changeDispute(board, dispute, () => ({ state: { at: "withdrawn", notes, closed } }));
    return withStatus(withdrawn, { task, to, at, dispute: null, notes: null, role: by.role });
  },
  StaleAlerted: (board, { dispute, at }) => changeDispute(board, dispute, () => ({ staleAlertedAt: at })),
} satisfies Partial<BoardFold>;

function openedDispute(data: BoardEventOf<"DisputeOpened">["data"]): Dispute {
  const { dispute: id, task, title, from, raisedBy, reason, detail, positions, files, at, by } = data;
  return {
    id,
    task,
    taskTitle: title,
    weight: "major",
    raisedBy,
    reason,
    detail,
    positions,
    files,
    state: { at: "open", former: from },
    createdBy: by.actor,
    createdAt: at,
    staleAlertedAt: null,
  };
}

function loggedDispute(data: BoardEventOf<"MinorDisputeLogged">["data"]): Dispute {
  const { dispute: id, task, title, raisedBy, reason, detail, notes, at, by } = data;
  return {
    id,
    task,
    taskTitle: title,
    weight: "minor",
    raisedBy,
    reason,
    detail,
    positions: { coder: { at: "not-given" }, reviewer: { at: "not-given" } },
    files: [],
    state: { at: "resolved", decision: "coder", notes, closed: { by: by.actor, at } },
    createdBy: by.actor,
    createdAt: at,
    staleAlertedAt: null,
  };
}

function changeDispute(board: Board, id: DisputeId, change: (dispute: Dispute) => Partial<Dispute>): Board {
  const dispute = findDispute(board, id);
  if (dispute === null) throw new Error(`the dispute ${id} is not on the board`);
  return { ...board, disputes: putById(board.disputes, { ...dispute, ...change(dispute) }) };
}
