import { BUILD_DECIDERS } from "../build/decide/decide-build.ts";
import { followUp } from "../build/decide/follow-up.ts";
import type { Refusal } from "../shared/refusal.ts";
import { addTask, importTasks } from "./add-tasks.ts";
import type { Board } from "./board.ts";
import { type BoardCommand, type BoardCommandType, type CommandOf, WHO_MAY } from "./board-command.ts";
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
  setFiles,
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
  const apply = DECIDERS[command.type] as (draft: Draft, command: BoardCommand) => Refusal | null;
  const refused = apply(draft, command);
  if (refused !== null) return refused;
  followUp(draft);
  return draft.events;
}

/** Why a command is not for somebody in this role, whatever it says; `null` where it is. */
export function refuseRole(type: BoardCommandType, role: BoardRole): Refusal | null {
  const theirs = WHO_MAY[type];
  if (theirs.includes(role)) return null;
  return refuse("not-yours", `this is not for the ${role} to do`, `It is for: ${theirs.join(", ")}.`);
}

type Deciders = {
  readonly [Type in BoardCommandType]: (draft: Draft, command: CommandOf<Type>) => Refusal | null;
};

const DECIDERS: Deciders = {
  ...BUILD_DECIDERS,
  AddSection: addSection,
  RenameSection: renameSection,
  MoveSection: moveSection,
  SkipSection: skipSection,
  RemoveSection: removeSection,
  AddTask: addTask,
  ImportTasks: importTasks,
  RenameTask: renameTask,
  SetSource: setSource,
  SetNotes: setNotes,
  MoveTask: moveTask,
  SkipTask: skipTask,
  SetAfter: setAfter,
  SetFiles: setFiles,
  RemoveTask: removeTask,
  ChangeStatus: changeStatus,
  ApproveTask: approveTask,
  RejectTask: rejectTask,
  LinkCommit: linkCommit,
  TakeChanges: takeChanges,
  NotePlaces: notePlaces,
  OpenDispute: openDispute,
  LogMinorDispute: logMinorDispute,
  GivePosition: givePosition,
  ResolveDispute: resolveDispute,
  WithdrawDispute: withdrawDispute,
  AlertStale: alertStale,
};
