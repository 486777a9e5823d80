// How events change the tasks.
import type { Timestamp } from "../shared/timestamp.ts";
import { type Board, findTask } from "./board.ts";
import type { BoardEventOf } from "./board-event.ts";
import type { BoardFold } from "./board-fold.ts";
import type { TaskId } from "./board-id.ts";
import { withLastPosition } from "./evolve-sections.ts";
import { putById, removeById } from "./id-map.ts";
import type { Feedback, Task } from "./task.ts";
import type { TaskStatus } from "./task-status.ts";
import type { BoardRole } from "./who.ts";

/** What a coder is told again and again helps no more; the log keeps the rest. */
const FEEDBACK_KEPT = 20;
/** A commit that becomes known later than that many changes of status is linked to none. */
const MOVES_KEPT = 20;

export const TASK_FOLD = {
  TaskAdded: addTask,
  TaskRenamed: (board, { task, title, at }) => changeTask(board, task, { title, updatedAt: at }),
  SourceSet: (board, { task, sourceFile, at }) => changeTask(board, task, { sourceFile, updatedAt: at }),
  NotesSet: (board, { task, notes, at }) => changeTask(board, task, { notes, updatedAt: at }),
  TaskMoved: (board, { task, section, position, at }) => {
    const moved = changeTask(board, task, { section, position, updatedAt: at });
    return withLastPosition(moved, section, position);
  },
  TasksRenumbered: (board, { positions, section }) =>
    positions.reduce(
      (changed, { task, position }) =>
        withLastPosition(changeTask(changed, task, { position }), section, position),
      board,
    ),
  TaskSkipSet: (board, { task, skipped, at }) => changeTask(board, task, { skipped, updatedAt: at }),
  AfterSet: (board, { task, after, at }) => changeTask(board, task, { after, updatedAt: at }),
  FilesSet: (board, { task, files, at }) => changeTask(board, task, { files, updatedAt: at }),
  TaskRemoved: removeTask,
  StatusChanged: (board, data) => {
    const { task, to, rejections, because, at, by } = data;
    const notes = because === "read" ? null : data.notes;
    return withStatus(board, { task, to, at, rejections, notes, role: by.role, dispute: null });
  },
  CommitLinked: (board) => board,
  PlacesNoted: (board, { places, gone = [] }) => {
    const forgotten = gone.reduce((left, id) => removeById(left, id), board.removed);
    return places.reduce((changed, { task, origin }) => changeTask(changed, task, { origin }), {
      ...board,
      removed: forgotten,
    });
  },
} satisfies Partial<BoardFold>;

function addTask(board: Board, data: BoardEventOf<"TaskAdded">["data"]): Board {
  const { task: id, title, status, section, position, sourceFile, after, notes, origin, at, by } = data;
  const task: Task = {
    id,
    title,
    status,
    section,
    position,
    sourceFile,
    after,
    files: data.files ?? [],
    rejectionCount: 0,
    skipped: false,
    notes,
    origin,
    ...(data.planned === undefined ? {} : { planned: data.planned }),
    dispute: null,
    feedback: [],
    moves: [board.entries],
    createdBy: by.actor,
    createdAt: at,
    updatedAt: at,
  };
  return withLastPosition({ ...board, tasks: putById(board.tasks, task) }, section, position);
}

/** What it was planned from and where it stood is remembered, so that no plan and no checklist brings it back. */
function removeTask(board: Board, { task: id }: BoardEventOf<"TaskRemoved">["data"]): Board {
  const { planned, origin, section, position, notes } = taskOf(board, id);
  return {
    ...board,
    tasks: removeById(board.tasks, id),
    unplanned: planned === undefined ? board.unplanned : putById(board.unplanned, { id, planned }),
    removed:
      origin === null ? board.removed : putById(board.removed, { id, origin, section, position, notes }),
  };
}

interface NewStatus {
  readonly task: TaskId;
  readonly to: TaskStatus;
  readonly at: Timestamp;
  readonly dispute: Task["dispute"];
  /** Unchanged where it is not said. */
  readonly rejections?: number;
  readonly notes: string | null;
  readonly role: BoardRole;
}

export function withStatus(board: Board, status: NewStatus): Board {
  const { task: id, to, at, dispute, rejections, notes, role } = status;
  const task = taskOf(board, id);
  return changeTask(board, id, {
    status: to,
    dispute,
    rejectionCount: rejections ?? task.rejectionCount,
    feedback: feedbackAfter(task, to, notes === null ? null : { role, text: notes, at }),
    moves: [...task.moves, board.entries].slice(-MOVES_KEPT),
    updatedAt: at,
  });
}

/** Notes on the way back to the coder are for the coder; work that is done needs none. */
function feedbackAfter({ feedback }: Task, to: TaskStatus, said: Feedback | null): readonly Feedback[] {
  if (to === "completed") return [];
  const forCoder = to === "pending" || to === "in_progress" || to === "failed";
  return said === null || !forCoder ? feedback : [...feedback, said].slice(-FEEDBACK_KEPT);
}

function changeTask(board: Board, id: TaskId, change: Partial<Task>): Board {
  return { ...board, tasks: putById(board.tasks, { ...taskOf(board, id), ...change }) };
}

function taskOf(board: Board, id: TaskId): Task {
  const task = findTask(board, id);
  if (task === null) throw new Error(`the task ${id} is not on the board`);
  return task;
}
