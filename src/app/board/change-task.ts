// What is asked of one task that is on the board already.
import { type Board, findTask } from "../../core/board/board.ts";
import type { BoardCommand, TaskPlace } from "../../core/board/board-command.ts";
import { boardDecider } from "../../core/board/board-decider.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import type { Task } from "../../core/board/task.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { Who } from "../../core/board/who.ts";
import { isRefusal } from "../../core/shared/refusal.ts";
import { timestampFromMs } from "../../core/shared/timestamp.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { withProject } from "../sessions/with-project.ts";
import type { TaskView } from "../wire/board.ts";
import { globsNamed, tasksNamed } from "./add-task.ts";
import { type ActorInput, boardActor } from "./board-actor.ts";
import { type BoardCommandInput, boardFailure, changeBoard, readBoard } from "./change-board.ts";
import { sectionNamed, taskNamed } from "./find-on-board.ts";
import { viewOfTask } from "./show-task.ts";
import { checkedSource } from "./source-link.ts";
import { statusNamed } from "./status-named.ts";

interface TaskInput extends ActorInput {
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
  commandFor: (task: Task, board: Board) => BoardCommandInput | Failure,
): Outcome<ChangedTask> {
  const by = boardActor(context, input);
  if (isFailure(by)) return by;
  return await withProject(context, "read-write", async (project) => {
    let before: TaskView | null = null;
    const changed = await changeBoard(project, by, (board) => {
      const task = taskNamed(board, input.task);
      if (isFailure(task)) return task;
      before = viewOfTask(board, task);
      return commandFor(task, board);
    });
    return isFailure(changed) ? changed : describeChange(changed, before);
  });
}

type BoardUpdate = Pick<ChangedTask, "events" | "notices"> & { readonly board: Board };

function describeChange({ board, events, notices }: BoardUpdate, before: TaskView | null): ChangedTask {
  if (before === null) throw new Error("a task was changed that nobody named");
  const task = findTask(board, before.id as Task["id"]);
  return { task: task === null ? before : viewOfTask(board, task), events, notices };
}

interface Judgement extends TaskInput {
  readonly notes: string | undefined;
  readonly commit: string | undefined;
}

export async function approveTask(context: CommandContext, judgement: Judgement): Outcome<ChangedTask> {
  const { notes = null, commit = null } = judgement;
  return await changeTask(context, judgement, ({ id: task }) => ({
    type: "ApproveTask",
    task,
    notes,
    commit,
  }));
}

export async function rejectTask(context: CommandContext, judgement: Judgement): Outcome<ChangedTask> {
  const { notes = null, commit = null } = judgement;
  if (notes === null || notes.trim() === "") {
    const message = "a rejection needs notes: they tell the coder what has to change";
    return usageFailure("notes-needed", message, "--notes '…'");
  }
  return await changeTask(context, judgement, ({ id: task }) => ({
    type: "RejectTask",
    task,
    notes,
    commit,
  }));
}

export async function skipTask(
  context: CommandContext,
  input: TaskInput & { readonly skipped: boolean; readonly notes: string | undefined },
): Outcome<ChangedTask> {
  const { skipped, notes = null } = input;
  return await changeTask(context, input, ({ id: task }) => ({ type: "SkipTask", task, skipped, notes }));
}

export async function removeTask(
  context: CommandContext,
  input: TaskInput & { readonly notes: string | undefined },
): Outcome<ChangedTask> {
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

export async function moveTask(context: CommandContext, input: MoveTaskInput): Outcome<ChangedTask> {
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
  return usageFailure(
    "place",
    "say one place to move it to",
    "--section S, --before ID, --after-task ID, --first or --last",
  );
}

interface UpdateTaskInput extends TaskInput {
  readonly status: string | undefined;
  readonly title: string | undefined;
  /** Blank takes it away. */
  readonly source: string | undefined;
  /** In place of what it came after; `null` leaves that as it is. */
  readonly after: readonly string[] | null;
  /** In place of the globs its work was to stay in, blank ones are none; `null` leaves those as they are. */
  readonly files: readonly string[] | null;
  /** Why the status changes; without a change of status, what is written beside the title. */
  readonly notes: string | undefined;
  readonly commit: string | undefined;
}

/** Several things at once: all of them are tried on the board as it is before the first is done. */
export async function updateTask(context: CommandContext, input: UpdateTaskInput): Outcome<ChangedTask> {
  const by = boardActor(context, input);
  if (isFailure(by)) return by;
  const status = input.status === undefined ? null : statusNamed(input.status);
  if (isFailure(status)) return status;
  const unfit = refuseInput(input);
  if (unfit !== null) return unfit;
  return await withProject(context, "read-write", async (project) => {
    const { source: link } = input;
    const source =
      link === undefined ? undefined : await checkedSource(context, { root: project.root, link });
    if (isFailure(source)) return source;
    return await applyUpdate(project, by, (board) => updateCommands(board, input, { status, source }));
  });
}

function refuseInput({ status, commit, ...input }: UpdateTaskInput): Failure | null {
  if (status === undefined && commit !== undefined) {
    return usageFailure("no-status", "--commit belongs to a change of status", "give --status, too");
  }
  const { title, source, after, files, notes } = input;
  const changes = [status, title, source, after ?? undefined, files ?? undefined, notes];
  if (changes.some((change) => change !== undefined)) return null;
  return usageFailure(
    "nothing-to-change",
    "nothing is said to change",
    "give --status, --title, --source, --after, --files or --notes",
  );
}

interface CheckedInput {
  readonly status: TaskStatus | null;
  readonly source: string | null | undefined;
}

/** The status last: where it is refused, so is everything. */
function updateCommands(
  board: Board,
  input: UpdateTaskInput,
  { status: to, source }: CheckedInput,
): UpdateRequest | Failure {
  const found = taskNamed(board, input.task);
  if (isFailure(found)) return found;
  const after = input.after === null ? null : tasksNamed(board, input.after);
  if (isFailure(after)) return after;
  const { id: task } = found;
  const { title, files, notes = null, commit = null } = input;
  const all: BoardCommandInput[] = [];
  if (title !== undefined) all.push({ type: "RenameTask", task, title });
  if (source !== undefined) all.push({ type: "SetSource", task, sourceFile: source });
  if (after !== null) all.push({ type: "SetAfter", task, after });
  if (files !== null) all.push({ type: "SetFiles", task, files: globsNamed(files) });
  if (to !== null) all.push({ type: "ChangeStatus", task, to, notes, commit });
  else if (notes !== null) all.push({ type: "SetNotes", task, notes });
  return { task, all };
}

interface UpdateRequest {
  readonly task: TaskId;
  readonly all: readonly BoardCommandInput[];
}

async function applyUpdate(
  project: OpenProject,
  by: Who,
  requestOn: (board: Board) => UpdateRequest | Failure,
): Outcome<ChangedTask> {
  const seen = await readBoard(project);
  const request = requestOn(seen);
  if (isFailure(request)) return request;
  const refused = rehearsal(seen, by, request.all);
  if (refused !== null) return refused;
  const found = taskNamed(seen, request.task);
  if (isFailure(found)) return found;
  const before = viewOfTask(seen, found);
  let board = seen;
  const [events, notices]: [BoardEvent[], string[]] = [[], []];
  for (const command of request.all) {
    const changed = await changeBoard(project, by, () => command);
    if (isFailure(changed)) return changed;
    board = changed.board;
    events.push(...changed.events);
    notices.push(...changed.notices);
  }
  // Each change may have met the same trouble.
  return describeChange({ board, events, notices: [...new Set(notices)] }, before);
}

function rehearsal(seen: Board, by: Who, input: readonly BoardCommandInput[]): Failure | null {
  let board = seen;
  for (const command of input) {
    const decided = boardDecider.decide({ ...command, at: ANY_TIME, by } as BoardCommand, board);
    if (isRefusal(decided)) return boardFailure(decided);
    board = decided.reduce(boardDecider.evolve, board);
  }
  return null;
}

/** No rule about tasks looks at the time. */
const ANY_TIME = timestampFromMs(0);
