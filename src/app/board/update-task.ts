// Several things about a task at once: all of them are tried on the board as it is before the first is done.
import type { Board } from "../../core/board/board.ts";
import type { BoardCommand } from "../../core/board/board-command.ts";
import { boardDecider } from "../../core/board/board-decider.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { Who } from "../../core/board/who.ts";
import { isRefusal } from "../../core/shared/refusal.ts";
import { timestampFromMs } from "../../core/shared/timestamp.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { withProject } from "../sessions/with-project.ts";
import { tasksNamed } from "./add-task.ts";
import { boardActor } from "./board-actor.ts";
import { boardFailure } from "./board-failure.ts";
import { type BoardCommandInput, changeBoard, readBoard } from "./change-board.ts";
import { type ChangedTask, describeChange, type TaskInput } from "./change-task.ts";
import { taskNamed } from "./find-on-board.ts";
import { viewOfTask } from "./show-task.ts";
import { checkedSource } from "./source-link.ts";
import { statusNamed } from "./status-named.ts";

interface UpdateTaskInput extends TaskInput {
  readonly status: string | undefined;
  readonly title: string | undefined;
  /** Blank takes it away. */
  readonly source: string | undefined;
  /** In place of what it came after; `null` leaves that as it is. */
  readonly after: readonly string[] | null;
  /** Why the status changes; without a change of status, what is written beside the title. */
  readonly notes: string | undefined;
  readonly commit: string | undefined;
}

export async function updateTask(
  context: CommandContext,
  input: UpdateTaskInput,
): Promise<ChangedTask | Failure> {
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

function refuseInput({ status, title, source, after, notes, commit }: UpdateTaskInput): Failure | null {
  if (status === undefined && commit !== undefined) {
    return {
      failed: "usage",
      code: "no-status",
      message: "--commit belongs to a change of status",
      fix: "give --status, too",
    };
  }
  const changes = [status, title, source, after ?? undefined, notes];
  if (changes.some((change) => change !== undefined)) return null;
  return {
    failed: "usage",
    code: "nothing-to-change",
    message: "nothing is said to change",
    fix: "give --status, --title, --source, --after or --notes",
  };
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
  const { title, notes = null, commit = null } = input;
  const all: BoardCommandInput[] = [];
  if (title !== undefined) all.push({ type: "RenameTask", task, title });
  if (source !== undefined) all.push({ type: "SetSource", task, sourceFile: source });
  if (after !== null) all.push({ type: "SetAfter", task, after });
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
  wishesOn: (board: Board) => UpdateRequest | Failure,
): Promise<ChangedTask | Failure> {
  const seen = await readBoard(project);
  const wished = wishesOn(seen);
  if (isFailure(wished)) return wished;
  const refused = rehearsal(seen, by, wished.all);
  if (refused !== null) return refused;
  const found = taskNamed(seen, wished.task);
  if (isFailure(found)) return found;
  const before = viewOfTask(seen, found);
  let board = seen;
  const [events, notices]: [BoardEvent[], string[]] = [[], []];
  for (const wish of wished.all) {
    const changed = await changeBoard(project, by, () => wish);
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
  for (const wish of input) {
    const decided = boardDecider.decide({ ...wish, at: ANY_TIME, by } as BoardCommand, board);
    if (isRefusal(decided)) return boardFailure(decided);
    board = decided.reduce(boardDecider.evolve, board);
  }
  return null;
}

/** No rule about tasks looks at the time. */
const ANY_TIME = timestampFromMs(0);
