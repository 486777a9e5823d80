// How events change the disputes, and with them their tasks.
import { assertNever } from "../shared/assert-never.ts";
import { type Board, findDispute } from "./board.ts";
import type { BoardEventOf } from "./board-event.ts";
import type { DisputeId } from "./board-id.ts";
import type { Dispute } from "./dispute.ts";
import { withStatus } from "./evolve-tasks.ts";
import { putById } from "./id-map.ts";

type DisputeEvent = BoardEventOf<
  | "DisputeOpened"
  | "MinorDisputeLogged"
  | "PositionSettled"
  | "DisputeResolved"
  | "DisputeWithdrawn"
  | "StaleAlerted"
>;

export function evolveDisputes(board: Board, event: DisputeEvent): Board {
  switch (event.type) {
    case "DisputeOpened": {
      const { dispute, task, at, by } = event.data;
      const opened = { ...board, disputes: putById(board.disputes, openedDispute(event)) };
      return withStatus(opened, { task, to: "disputed", at, dispute, notes: null, role: by.role });
    }
    case "MinorDisputeLogged":
      return { ...board, disputes: putById(board.disputes, loggedDispute(event)) };
    case "PositionSettled": {
      const { dispute, side, position } = event.data;
      return changeDispute(board, dispute, ({ positions }) => ({
        positions: { ...positions, [side]: position },
      }));
    }
    case "DisputeResolved": {
      const { dispute, task, to, decision, notes, at, by } = event.data;
      const closed = { by: by.actor, at };
      const resolved = changeDispute(board, dispute, () => ({
        state: { at: "resolved", decision, notes, closed },
      }));
      return withStatus(resolved, { task, to, at, dispute: null, notes, role: by.role });
    }
    case "DisputeWithdrawn": {
      const { dispute, task, to, notes, at, by } = event.data;
      const closed = { by: by.actor, at };
      const withdrawn = changeDispute(board, dispute, () => ({ state: { at: "withdrawn", notes, closed } }));
      return withStatus(withdrawn, { task, to, at, dispute: null, notes: null, role: by.role });
    }
    case "StaleAlerted":
      return changeDispute(board, event.data.dispute, () => ({ staleAlertedAt: event.data.at }));
    default:
      return assertNever(event);
  }
}

function openedDispute({ data }: BoardEventOf<"DisputeOpened">): Dispute {
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

function loggedDispute({ data }: BoardEventOf<"MinorDisputeLogged">): Dispute {
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
