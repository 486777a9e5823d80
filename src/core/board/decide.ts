import { assertNever } from "../shared/assert-never.ts";
import type { Refusal } from "../shared/refusal.ts";
import { addTask, importTasks } from "./add-tasks.ts";
import type { Board } from "./board.ts";
import { type BoardCommand, type BoardCommandType, WHO_MAY } from "./board-command.ts";
import type { BoardEvent } from "./board-event.ts";
import { refuse } from "./board-refusal.ts";
import {
  alertStale,
  givePosition,
  logMinorDispute,
  openDispute,
  resolveDispute,
  withdrawDispute,
} from "./change-dispute.ts";
import { addSection, moveSection, removeSection, renameSection, skipSection } from "./change-section.ts";
import { approveTask, changeStatus, rejectTask, takeChanges } from "./change-status.ts";
import {
  linkCommit,
  moveTask,
  notePlaces,
  removeTask,
  renameTask,
  setNotes,
  setSource,
  skipTask,
} from "./change-task.ts";
import { Draft } from "./draft.ts";
import { setAfter } from "./set-after.ts";
import type { BoardRole } from "./who.ts";

/** The only maker of the board's events. */
export function decide(command: BoardCommand, board: Board): readonly BoardEvent[] | Refusal {
  const notTheirs = refuseRole(command.type, command.by.role);
  if (notTheirs !== null) return notTheirs;
  const draft = new Draft(board, command);
  return applyCommand(command, draft) ?? draft.events;
}

/** Why a command is not for somebody in this role, whatever it says; `null` where it is. */
export function refuseRole(type: BoardCommandType, role: BoardRole): Refusal | null {
  const theirs = WHO_MAY[type];
  if (theirs.includes(role)) return null;
  return refuse("not-yours", `this is not for the ${role} to do`, `It is for: ${theirs.join(", ")}.`);
}

function applyCommand(command: BoardCommand, draft: Draft): Refusal | null {
  switch (command.type) {
    case "AddSection":
      return addSection(draft, command);
    case "RenameSection":
      return renameSection(draft, command);
    case "MoveSection":
      return moveSection(draft, command);
    case "SkipSection":
      return skipSection(draft, command);
    case "RemoveSection":
      return removeSection(draft, command);
    case "AddTask":
      return addTask(draft, command);
    case "ImportTasks":
      return importTasks(draft, command);
    case "RenameTask":
      return renameTask(draft, command);
    case "SetSource":
      return setSource(draft, command);
    case "SetNotes":
      return setNotes(draft, command);
    case "MoveTask":
      return moveTask(draft, command);
    case "SkipTask":
      return skipTask(draft, command);
    case "SetAfter":
      return setAfter(draft, command);
    case "RemoveTask":
      return removeTask(draft, command);
    case "ChangeStatus":
      return changeStatus(draft, command);
    case "ApproveTask":
      return approveTask(draft, command);
    case "RejectTask":
      return rejectTask(draft, command);
    case "LinkCommit":
      return linkCommit(draft, command);
    case "TakeChanges":
      return takeChanges(draft, command);
    case "NotePlaces":
      return notePlaces(draft, command);
    case "OpenDispute":
      return openDispute(draft, command);
    case "LogMinorDispute":
      return logMinorDispute(draft, command);
    case "GivePosition":
      return givePosition(draft, command);
    case "ResolveDispute":
      return resolveDispute(draft, command);
    case "WithdrawDispute":
      return withdrawDispute(draft, command);
    case "AlertStale":
      return alertStale(draft, command);
    default:
      return assertNever(command);
  }
}
