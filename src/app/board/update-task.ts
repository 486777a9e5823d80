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
import { type Failure, isFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";
import { tasksNamed } from "./add-task.ts";
import { boardActor } from "./board-actor.ts";
import { boardFailure } from "./board-failure.ts";
import { type BoardWish, changeBoard, readBoard } from "./change-board.ts";
import { type ChangedTask, changedTask, type TaskWishes } from "./change-task.ts";
import { taskNamed } from "./find-on-board.ts";
import { viewOfTask } from "./show-task.ts";
import { checkedSource } from "./source-link.ts";
import { statusNamed } from "./status-named.ts";

interface UpdateWishes extends TaskWishes {
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
  surroundings: Surroundings,
  wishes: UpdateWishes,
): Promise<ChangedTask | Failure> {
  const by = boardActor(surroundings, wishes);
  if (isFailure(by)) return by;
  const status = wishes.status === undefined ? null : statusNamed(wishes.status);
  if (isFailure(status)) return status;
  const unfit = unfitWishes(wishes);
  if (unfit !== null) return unfit;
  return await withProject(surroundings, "read-write", async (project) => {
    const { source: link } = wishes;
    const source =
      link === undefined ? undefined : await checkedSource(surroundings, { root: project.root, link });
    if (isFailure(source)) return source;
    return await carryOut(project, by, (board) => wishesFor(board, wishes, { status, source }));
  });
}

function unfitWishes({ status, title, source, after, notes, commit }: UpdateWishes): Failure | null {
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

interface Looked {
  readonly status: TaskStatus | null;
  readonly source: string | null | undefined;
}

/** The status last: where it is refused, so is everything. */
function wishesFor(board: Board, wishes: UpdateWishes, { status: to, source }: Looked): Wished | Failure {
  const found = taskNamed(board, wishes.task);
  if (isFailure(found)) return found;
  const after = wishes.after === null ? null : tasksNamed(board, wishes.after);
  if (isFailure(after)) return after;
  const { id: task } = found;
  const { title, notes = null, commit = null } = wishes;
  const all: BoardWish[] = [];
  if (title !== undefined) all.push({ type: "RenameTask", task, title });
  if (source !== undefined) all.push({ type: "SetSource", task, sourceFile: source });
  if (after !== null) all.push({ type: "SetAfter", task, after });
  if (to !== null) all.push({ type: "ChangeStatus", task, to, notes, commit });
  else if (notes !== null) all.push({ type: "SetNotes", task, notes });
  return { task, all };
}

interface Wished {
  readonly task: TaskId;
  readonly all: readonly BoardWish[];
}

async function carryOut(
  project: OpenProject,
  by: Who,
  wishesOn: (board: Board) => Wished | Failure,
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
  return changedTask({ board, events, notices: [...new Set(notices)] }, before);
}

function rehearsal(seen: Board, by: Who, wishes: readonly BoardWish[]): Failure | null {
  let board = seen;
  for (const wish of wishes) {
    const decided = boardDecider.decide({ ...wish, at: ANY_TIME, by } as BoardCommand, board);
    if (isRefusal(decided)) return boardFailure(decided);
    board = decided.reduce(boardDecider.evolve, board);
  }
  return null;
}

/** No rule about tasks looks at the time. */
const ANY_TIME = timestampFromMs(0);
