// What is asked of one task that is on the board already.

import { type Board, findTask } from "../../core/board/board.ts";
import type { TaskPlace } from "../../core/board/board-command.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import type { Task } from "../../core/board/task.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import { withProject } from "../sessions/with-project.ts";
import type { TaskView } from "../wire/board.ts";
import { type ActorInput, boardActor } from "./board-actor.ts";
import { type BoardCommandInput, changeBoard } from "./change-board.ts";
import { sectionNamed, taskNamed } from "./find-on-board.ts";
import { viewOfTask } from "./show-task.ts";

export interface TaskInput extends ActorInput {
  readonly task: string;
}

export interface ChangedTask {
  /** As it is now; as it was, where it is gone. */
  readonly task: TaskView;
  readonly events: readonly BoardEvent[];
  readonly notices: readonly string[];
}

async function changeTask(
  context: CommandContext,
  input: TaskInput,
  wish: (task: Task, board: Board) => BoardCommandInput | Failure,
): Promise<ChangedTask | Failure> {
  const by = boardActor(context, input);
  if (isFailure(by)) return by;
  return await withProject(context, "read-write", async (project) => {
    let before: TaskView | null = null;
    const changed = await changeBoard(project, by, (board) => {
      const task = taskNamed(board, input.task);
      if (isFailure(task)) return task;
      before = viewOfTask(board, task);
      return wish(task, board);
    });
    return isFailure(changed) ? changed : describeChange(changed, before);
  });
}

type BoardUpdate = Pick<ChangedTask, "events" | "notices"> & { readonly board: Board };

export function describeChange(
  { board, events, notices }: BoardUpdate,
  before: TaskView | null,
): ChangedTask {
  if (before === null) throw new Error("a task was changed that nobody named");
  const task = findTask(board, before.id as Task["id"]);
  return { task: task === null ? before : viewOfTask(board, task), events, notices };
}

interface Judgement extends TaskInput {
  readonly notes: string | undefined;
  readonly commit: string | undefined;
}

export async function approveTask(
  context: CommandContext,
  judgement: Judgement,
): Promise<ChangedTask | Failure> {
  const { notes = null, commit = null } = judgement;
  return await changeTask(context, judgement, ({ id: task }) => ({
    type: "ApproveTask",
    task,
    notes,
    commit,
  }));
}

export async function rejectTask(
  context: CommandContext,
  judgement: Judgement,
): Promise<ChangedTask | Failure> {
  const { notes = null, commit = null } = judgement;
  if (notes === null || notes.trim() === "") return noNotes();
  return await changeTask(context, judgement, ({ id: task }) => ({
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
  context: CommandContext,
  input: TaskInput & { readonly skipped: boolean; readonly notes: string | undefined },
): Promise<ChangedTask | Failure> {
  const { skipped, notes = null } = input;
  return await changeTask(context, input, ({ id: task }) => ({
    type: "SkipTask",
    task,
    skipped,
    notes,
  }));
}

export async function removeTask(
  context: CommandContext,
  input: TaskInput & { readonly notes: string | undefined },
): Promise<ChangedTask | Failure> {
  const { notes = null } = input;
  return await changeTask(context, input, ({ id: task }) => ({ type: "RemoveTask", task, notes }));
}

interface MoveTaskInput extends TaskInput {
  /** Blank: above all sections. */
  readonly section: string | undefined;
  readonly before: string | undefined;
  readonly afterTask: string | undefined;
  /** Of its section; else the last. */
  readonly first: boolean;
  readonly last: boolean;
}

export async function moveTask(
  context: CommandContext,
  input: MoveTaskInput,
): Promise<ChangedTask | Failure> {
  const { section, before, afterTask, first, last } = input;
  const ways = [section !== undefined || first || last, before !== undefined, afterTask !== undefined];
  if (ways.filter(Boolean).length !== 1 || (first && last)) return unclearPlace();
  return await changeTask(context, input, (task, board) => {
    const to = placeOf(board, task, input);
    return isFailure(to) ? to : { type: "MoveTask", task: task.id, to };
  });
}

function placeOf(board: Board, task: Task, input: MoveTaskInput): TaskPlace | Failure {
  const { section: name, before, afterTask, first } = input;
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

function unclearPlace(): Failure {
  return {
    failed: "usage",
    code: "place",
    message: "say one place to move it to",
    fix: "--section S, --before ID, --after-task ID, --first or --last",
  };
}
