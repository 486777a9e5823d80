// Tasks that come to the board, one by one or a whole list at once.
import { isRefusal, type Refusal } from "../shared/refusal.ts";
import { findSection, findTask } from "./board.ts";
import type { CommandOf, ImportedTask } from "./board-command.ts";
import type { TaskId } from "./board-id.ts";
import { refuse } from "./board-refusal.ts";
import { checkFiles, checkTitle, readWords, refuseLongTexts, refuseSource } from "./board-text.ts";
import { addSection } from "./change-section.ts";
import type { Draft } from "./draft.ts";
import { importPositions } from "./positions.ts";
import { findCycle, refuseAfter, refuseCycle } from "./set-after.ts";

/** One command may bring so many; a larger list comes in parts. */
const IMPORT_TASKS_MAX = 200_000;

export function addTask(draft: Draft, command: CommandOf<"AddTask">): Refusal | null {
  const task: ImportedTask = { ...command, status: "pending", origin: null, place: { at: "last" } };
  return addOne(draft, task, { coming: new Set(), positions: new Map() });
}

export function importTasks(draft: Draft, { sections, tasks }: CommandOf<"ImportTasks">): Refusal | null {
  if (tasks.length > IMPORT_TASKS_MAX) {
    return refuse("too-many", `${tasks.length} tasks at once are too many: at most ${IMPORT_TASKS_MAX}`);
  }
  for (const section of sections) {
    const refused = addSection(draft, section);
    if (refused !== null) return refused;
  }
  const coming = new Set(tasks.map(({ id }) => id));
  const positions = importPositions(draft, tasks);
  for (const task of tasks) {
    const refused = addOne(draft, task, { coming, positions });
    if (refused !== null) return refused;
  }
  // Nothing that was there before can be after what has only just come.
  const own = new Map(tasks.map(({ id, after }) => [id, after]));
  const cycle = findCycle(coming, (id) => own.get(id) ?? []);
  return cycle === null ? null : refuseCycle(cycle);
}

interface ArrivingTasks {
  /** All that come with the same command. */
  readonly coming: ReadonlySet<TaskId>;
  /** Of those that do not go to the end. */
  readonly positions: ReadonlyMap<TaskId, number>;
}

function addOne(draft: Draft, task: ImportedTask, { coming, positions }: ArrivingTasks): Refusal | null {
  if (findTask(draft.board, task.id) !== null) {
    return refuse("id-taken", `there is a task ${task.id} already`, "Try again with another id.");
  }
  const title = checkTitle(task.title);
  if (isRefusal(title)) return title;
  const notes = readWords(task.notes) ?? "";
  const section = task.section === null ? null : findSection(draft.board, task.section);
  if (task.section !== null && section === null) {
    return refuse("unknown-section", `there is no section ${task.section} on the board`);
  }
  const { session = null, item = null } = task.planned ?? {};
  const files = checkFiles(task.files ?? []);
  if (isRefusal(files)) return files;
  const refused =
    refuseLongTexts(notes, session, item) ??
    refuseSource(task.sourceFile) ??
    refuseAfter(draft, task, coming);
  if (refused !== null) return refused;
  draft.emit("TaskAdded", {
    task: task.id,
    title,
    status: task.status,
    section: task.section,
    position: positions.get(task.id) ?? Math.floor(section?.lastPosition ?? draft.board.lastPosition) + 1,
    sourceFile: task.sourceFile,
    after: [...new Set(task.after)],
    notes,
    origin: task.origin,
    ...(task.planned === undefined ? {} : { planned: task.planned }),
    ...(files.length === 0 ? {} : { files }),
  });
  return null;
}
