// What is asked of one task that is on the board already.

import { type Board, findTask } from "../../core/board/board.ts";
import type { TaskPlace } from "../../core/board/board-command.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import type { Task } from "../../core/board/task.ts";
import { type Failure, isFailure } from "../failure.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";
import type { TaskView } from "../wire/board.ts";
import { type ActorWishes, boardActor } from "./board-actor.ts";
import { type BoardWish, changeBoard } from "./change-board.ts";
import { sectionNamed, taskNamed } from "./find-on-board.ts";
import { viewOfTask } from "./show-task.ts";

export interface TaskWishes extends ActorWishes {
  readonly task: string;
}

export interface ChangedTask {
  /** As it is now; as it was, where it is gone. */
  readonly task: TaskView;
  readonly events: readonly BoardEvent[];
  readonly notices: readonly string[];
}

async function changeTask(
  surroundings: Surroundings,
  wishes: TaskWishes,
  wish: (task: Task, board: Board) => BoardWish | Failure,
): Promise<ChangedTask | Failure> {
  const by = boardActor(surroundings, wishes);
  if (isFailure(by)) return by;
  return await withProject(surroundings, "read-write", async (project) => {
    let before: TaskView | null = null;
    const changed = await changeBoard(project, by, (board) => {
      const task = taskNamed(board, wishes.task);
      if (isFailure(task)) return task;
      before = viewOfTask(board, task);
      return wish(task, board);
    });
    return isFailure(changed) ? changed : changedTask(changed, before);
  });
}

type Changed = Pick<ChangedTask, "events" | "notices"> & { readonly board: Board };

export function changedTask({ board, events, notices }: Changed, before: TaskView | null): ChangedTask {
  if (before === null) throw new Error("a task was changed that nobody named");
  const task = findTask(board, before.id as Task["id"]);
  return { task: task === null ? before : viewOfTask(board, task), events, notices };
}

interface Judgement extends TaskWishes {
  readonly notes: string | undefined;
  readonly commit: string | undefined;
}

export async function approveTask(
  surroundings: Surroundings,
  judgement: Judgement,
): Promise<ChangedTask | Failure> {
  const { notes = null, commit = null } = judgement;
  return await changeTask(surroundings, judgement, ({ id: task }) => ({
    type: "ApproveTask",
    task,
    notes,
    commit,
  }));
}

export async function rejectTask(
  surroundings: Surroundings,
  judgement: Judgement,
): Promise<ChangedTask | Failure> {
  const { notes = null, commit = null } = judgement;
  if (notes === null || notes.trim() === "") return noNotes();
  return await changeTask(surroundings, judgement, ({ id: task }) => ({
    type: "RejectTask",
    task,
    notes,
    commit,
  }));
}

function noNotes(): Failure {
  return {
    failed: "usage",
    code: "notes-needed",
    message: "a rejection needs notes: they tell the coder what has to change",
    fix: "--notes '…'",
  };
}

export async function skipTask(
  surroundings: Surroundings,
  wishes: TaskWishes & { readonly skipped: boolean; readonly notes: string | undefined },
): Promise<ChangedTask | Failure> {
  const { skipped, notes = null } = wishes;
  return await changeTask(surroundings, wishes, ({ id: task }) => ({
    type: "SkipTask",
    task,
    skipped,
    notes,
  }));
}

export async function removeTask(
  surroundings: Surroundings,
  wishes: TaskWishes & { readonly notes: string | undefined },
): Promise<ChangedTask | Failure> {
  const { notes = null } = wishes;
  return await changeTask(surroundings, wishes, ({ id: task }) => ({ type: "RemoveTask", task, notes }));
}

interface MoveWishes extends TaskWishes {
  /** Blank: above all sections. */
  readonly section: string | undefined;
  readonly before: string | undefined;
  readonly afterTask: string | undefined;
  /** Of its section; else the last. */
  readonly first: boolean;
  readonly last: boolean;
}

export async function moveTask(
  surroundings: Surroundings,
  wishes: MoveWishes,
): Promise<ChangedTask | Failure> {
  const { section, before, afterTask, first, last } = wishes;
  const ways = [section !== undefined || first || last, before !== undefined, afterTask !== undefined];
  if (ways.filter(Boolean).length !== 1 || (first && last)) return unclear();
  return await changeTask(surroundings, wishes, (task, board) => {
    const to = placeOf(board, task, wishes);
    return isFailure(to) ? to : { type: "MoveTask", task: task.id, to };
  });
}

function placeOf(board: Board, task: Task, wishes: MoveWishes): TaskPlace | Failure {
  const { section: name, before, afterTask, first } = wishes;
  const beside = before ?? afterTask;
  if (beside !== undefined) {
    const other = taskNamed(board, beside);
    return isFailure(other) ? other : { at: before === undefined ? "after" : "before", other: other.id };
  }
  const at = first ? "first" : "last";
  if (name === undefined) return { at, section: task.section };
  if (name.trim() === "") return { at, section: null };
  const section = sectionNamed(board, name);
  return isFailure(section) ? section : { at, section: section.id };
}

function unclear(): Failure {
  return {
    failed: "usage",
    code: "place",
    message: "say one place to move it to",
    fix: "--section S, --before ID, --after-task ID, --first or --last",
  };
}
