import { type Board, findTask } from "../../core/board/board.ts";
import { freshIds, type TaskId, taskIdFromHex } from "../../core/board/board-id.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "../failure.ts";
import { withProject } from "../sessions/with-project.ts";
import type { TaskView } from "../wire/board.ts";
import { type ActorInput, boardActor } from "./board-actor.ts";
import { type BoardCommandInput, changeBoard, randomHex } from "./change-board.ts";
import { sectionNamed, taskNamed } from "./find-on-board.ts";
import { viewOfNewTask } from "./show-task.ts";
import { checkedSource } from "./source-link.ts";

interface AddTaskInput extends ActorInput {
  readonly title: string;
  readonly section: string | undefined;
  readonly source: string | undefined;
  readonly after: readonly string[];
  /** Globs from the top of the project; blank ones are none. */
  readonly files: readonly string[];
  readonly notes: string | undefined;
  /** The task that it goes before, into that one's section; else it goes to the end. */
  readonly before: string | undefined;
}

interface AddedTask {
  readonly task: TaskView;
  readonly notices: readonly string[];
}

export async function addTask(context: CommandContext, input: AddTaskInput): Outcome<AddedTask> {
  const by = boardActor(context, input);
  if (isFailure(by)) return by;
  if (input.section !== undefined && input.before !== undefined) return twoPlaces();
  return await withProject(context, "read-write", async (project) => {
    const { source: link = "" } = input;
    const source = await checkedSource(context, { root: project.root, link });
    if (isFailure(source)) return source;
    const changed = await changeBoard(project, by, (board) => addCommand(board, input, source));
    if (isFailure(changed)) return changed;
    const { board, events, notices } = changed;
    const added = events.find((event) => event.type === "TaskAdded");
    const task = added === undefined ? null : findTask(board, added.data.task);
    if (task === null) throw new Error("a task was added, and is not there");
    return { task: viewOfNewTask(board, task), notices };
  });
}

function addCommand(
  board: Board,
  input: AddTaskInput,
  sourceFile: string | null,
): BoardCommandInput | Failure {
  const after = tasksNamed(board, input.after);
  if (isFailure(after)) return after;
  const { title, notes = "" } = input;
  const [id] = freshTaskIds(board, 1);
  const task = { id: id as TaskId, title, sourceFile, after, notes, files: globsNamed(input.files) };
  if (input.before !== undefined) {
    const other = taskNamed(board, input.before);
    if (isFailure(other)) return other;
    const place = { at: "before", other: other.id } as const;
    const arriving = { ...task, section: other.section, status: "pending", origin: null, place } as const;
    return { type: "ImportTasks", sections: [], tasks: [arriving] };
  }
  const section = input.section === undefined ? null : sectionNamed(board, input.section);
  if (isFailure(section)) return section;
  return { type: "AddTask", ...task, section: section?.id ?? null };
}

export function freshTaskIds(board: Board, count: number): readonly TaskId[] {
  return freshIds(
    count,
    () => taskIdFromHex(randomHex()),
    (id) => findTask(board, id) !== null,
  );
}

/** Also several in one word, with commas; blank words name none. */
export function tasksNamed(board: Board, words: readonly string[]): readonly TaskId[] | Failure {
  const ids: TaskId[] = [];
  for (const word of words.flatMap((list) => list.split(","))) {
    if (word.trim() === "") continue;
    const task = taskNamed(board, word);
    if (isFailure(task)) return task;
    ids.push(task.id);
  }
  return ids;
}

export function globsNamed(words: readonly string[]): readonly string[] {
  return words.map((word) => word.trim()).filter((word) => word !== "");
}

function twoPlaces(): Failure {
  return usageFailure(
    "two-places",
    "--section and --before name two places",
    "--before alone: it also means that task's section",
  );
}
