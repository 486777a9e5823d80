// How a task gets from one status to another, disputes aside.
import { isRefusal, type Refusal } from "../shared/refusal.ts";
import type { CommandOf } from "./board-command.ts";
import { refuse } from "./board-refusal.ts";
import { readWords, refuseCommit, refuseLongTexts } from "./board-text.ts";
import { renameTask } from "./change-task.ts";
import type { Draft } from "./draft.ts";
import { REJECTIONS_MAX, type Task, taskName } from "./task.ts";
import { mayMove, movesFrom, statusWords, type TaskStatus } from "./task-status.ts";
import type { BoardRole } from "./who.ts";

export function changeStatus(draft: Draft, command: CommandOf<"ChangeStatus">): Refusal | null {
  const task = draft.task(command.task);
  if (isRefusal(task)) return task;
  const { to } = command;
  const refused = refuseMove(task, to, draft.by.role) ?? refuseNotes(command);
  if (refused !== null) return refused;
  emitChange(draft, task, { to, because: "said", rejections: rejectionsAfter(task), ...readNotes(command) });
  return null;
}

/** Whoever restores a failed task gives it as many tries again. */
function rejectionsAfter({ status, rejectionCount }: Task): number {
  return status === "failed" ? 0 : rejectionCount;
}

export function takeChanges(draft: Draft, { changes }: CommandOf<"TakeChanges">): Refusal | null {
  for (const change of changes) {
    const { task: id, title, to, where } = change;
    const renamed = title === null ? null : renameTask(draft, { ...change, title });
    if (renamed !== null) return renamed;
    const task = draft.task(id);
    if (isRefusal(task)) return task;
    if (to === null) continue;
    const refused = refuseMove(task, to, draft.by.role) ?? refuseLongTexts(where);
    if (refused !== null) return refused;
    const rejections = rejectionsAfter(task);
    emitChange(draft, task, { to, because: "read", rejections, notes: where, commit: null });
  }
  return null;
}

/** Why a task may not go there by saying so; `null` where it may. */
export function refuseMove(task: Task, to: TaskStatus, role: BoardRole): Refusal | null {
  const { status, dispute } = task;
  if (status === to) return refuse("illegal-move", `${taskName(task)} is ${statusWords(to)} already`);
  if (dispute !== null) {
    const message = `${taskName(task)} is disputed [!] and stays so while its dispute ${dispute} is open`;
    return refuse("open-dispute", message, "Resolve or withdraw the dispute.");
  }
  if (to === "disputed") {
    return refuse(
      "illegal-move",
      `${taskName(task)} becomes disputed [!] only by a dispute`,
      "Create a dispute.",
    );
  }
  if (mayMove(status, to, role)) return null;
  const possible = movesFrom(status, role).map(statusWords).join(", ");
  return refuse(
    "illegal-move",
    `${taskName(task)} cannot go from ${statusWords(status)} to ${statusWords(to)} by the ${role}`,
    possible === "" ? undefined : `Possible for the ${role}: ${possible}.`,
  );
}

export function approveTask(draft: Draft, command: CommandOf<"ApproveTask">): Refusal | null {
  const task = draft.task(command.task);
  if (isRefusal(task)) return task;
  const refused = refuseJudgement(task, "approved") ?? refuseNotes(command);
  if (refused !== null) return refused;
  const { rejectionCount: rejections } = task;
  emitChange(draft, task, { to: "completed", because: "approved", rejections, ...readNotes(command) });
  return null;
}

export function rejectTask(
  draft: Draft,
  command: Pick<CommandOf<"RejectTask">, "task" | "notes" | "commit">,
): Refusal | null {
  const task = draft.task(command.task);
  if (isRefusal(task)) return task;
  const refused = refuseJudgement(task, "rejected") ?? refuseNotes(command);
  if (refused !== null) return refused;
  const { notes, commit } = readNotes(command);
  if (notes === null) {
    const message = `${taskName(task)} is not rejected without notes`;
    return refuse("notes-needed", message, "Say in the notes what has to change.");
  }
  const rejections = task.rejectionCount + 1;
  const to = rejections >= REJECTIONS_MAX ? "failed" : "in_progress";
  emitChange(draft, task, { to, because: "rejected", rejections, notes, commit });
  return null;
}

function refuseJudgement(task: Task, judged: "approved" | "rejected"): Refusal | null {
  if (task.status === "review") return null;
  const message = `${taskName(task)} is ${statusWords(task.status)}: only a task in review [o] can be ${judged}`;
  return refuse("illegal-move", message);
}

type StatusNotes = Pick<CommandOf<"ChangeStatus">, "notes" | "commit">;

function readNotes({ notes, commit }: StatusNotes): StatusNotes {
  return { notes: readWords(notes), commit };
}

function refuseNotes({ notes, commit }: StatusNotes): Refusal | null {
  return refuseLongTexts(notes) ?? refuseCommit(commit);
}

interface StatusChange extends StatusNotes {
  readonly to: TaskStatus;
  readonly because: "said" | "approved" | "rejected" | "read";
  readonly rejections: number;
}

function emitChange(
  draft: Draft,
  task: Task,
  { to, because, rejections, notes, commit }: StatusChange,
): void {
  draft.emit("StatusChanged", { task: task.id, from: task.status, to, because, rejections, notes, commit });
}
