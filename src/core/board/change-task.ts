// What is done to a task apart from its status.
import { isRefusal, type Refusal } from "../shared/refusal.ts";
import { byPosition, tasksOfSection } from "./board.ts";
import type { CommandOf } from "./board-command.ts";
import { refuse } from "./board-refusal.ts";
import {
  checkFiles,
  checkTitle,
  readWords,
  refuseCommit,
  refuseLongTexts,
  refuseSource,
} from "./board-text.ts";
import type { Draft } from "./draft.ts";
import { getById, valuesOf } from "./id-map.ts";
import { isBetween, neighboursOf, positionBetween } from "./positions.ts";
import type { Section } from "./section.ts";
import { type Task, taskName } from "./task.ts";

export function renameTask(
  draft: Draft,
  command: Pick<CommandOf<"RenameTask">, "task" | "title">,
): Refusal | null {
  const task = draft.task(command.task);
  if (isRefusal(task)) return task;
  const title = checkTitle(command.title);
  if (isRefusal(title)) return title;
  if (title === task.title) return null;
  draft.emit("TaskRenamed", { task: task.id, status: task.status, title, was: task.title });
  return null;
}

export function setSource(draft: Draft, { task: id, sourceFile }: CommandOf<"SetSource">): Refusal | null {
  const task = draft.task(id);
  if (isRefusal(task)) return task;
  const refused = refuseSource(sourceFile);
  if (refused !== null) return refused;
  if (sourceFile !== task.sourceFile) draft.emit("SourceSet", { task: id, status: task.status, sourceFile });
  return null;
}

export function setNotes(draft: Draft, command: CommandOf<"SetNotes">): Refusal | null {
  const task = draft.task(command.task);
  if (isRefusal(task)) return task;
  const notes = readWords(command.notes) ?? "";
  const long = refuseLongTexts(notes);
  if (long !== null) return long;
  if (notes !== task.notes) draft.emit("NotesSet", { task: task.id, status: task.status, notes });
  return null;
}

export function moveTask(draft: Draft, { task: id, to }: CommandOf<"MoveTask">): Refusal | null {
  const task = draft.task(id);
  if (isRefusal(task)) return task;
  const other = to.at === "before" || to.at === "after" ? draft.task(to.other) : null;
  if (isRefusal(other)) return other;
  if (other?.id === id) return null;
  const target = other !== null ? other.section : "section" in to ? to.section : task.section;
  const section = target === null ? null : draft.section(target);
  if (isRefusal(section)) return section;
  const others = tasksOfSection(draft.board, target).filter((one) => one.id !== id);
  const neighbours = neighboursOf(others, to.at, other);
  if (task.section === target && isBetween(task.position, neighbours)) return null;
  const position =
    positionBetween(neighbours) ?? numberAnew(draft, { section, others, above: neighbours.above });
  const into = task.section === target ? null : (section?.name ?? "");
  draft.emit("TaskMoved", { task: id, status: task.status, section: target, position, into });
  return null;
}

interface TaskPlacement {
  readonly section: Section | null;
  readonly others: readonly Task[];
  readonly above: number | null;
}

/** Numbers the tasks of a section from one on, leaves a number free, and tells which. */
function numberAnew(draft: Draft, { section, others, above }: TaskPlacement): number {
  const before = others.filter(({ position }) => above !== null && position <= above).length;
  const positions = others
    .toSorted(byPosition)
    .map(({ id }, index) => ({ task: id, position: index < before ? index + 1 : index + 2 }));
  draft.emit("TasksRenumbered", { section: section?.id ?? null, positions });
  return before + 1;
}

export function skipTask(draft: Draft, command: CommandOf<"SkipTask">): Refusal | null {
  const task = draft.task(command.task);
  if (isRefusal(task)) return task;
  const { skipped } = command;
  if (task.skipped === skipped) return null;
  const notes = readWords(command.notes);
  const long = refuseLongTexts(notes);
  if (long !== null) return long;
  draft.emit("TaskSkipSet", { task: task.id, status: task.status, skipped, notes });
  return null;
}

/** Replaces the globs that its work is to stay in. */
export function setFiles(draft: Draft, { task: id, files: wanted }: CommandOf<"SetFiles">): Refusal | null {
  const task = draft.task(id);
  if (isRefusal(task)) return task;
  const files = checkFiles(wanted);
  if (isRefusal(files)) return files;
  const same = files.length === task.files.length && files.every((one, index) => one === task.files[index]);
  if (!same) draft.emit("FilesSet", { task: id, status: task.status, files });
  return null;
}

const DEPENDENTS_SHOWN = 5;

export function removeTask(draft: Draft, command: CommandOf<"RemoveTask">): Refusal | null {
  const task = draft.task(command.task);
  if (isRefusal(task)) return task;
  if (task.dispute !== null) {
    const message = `${taskName(task)} cannot be removed while its dispute ${task.dispute} is open`;
    return refuse("open-dispute", message, "Resolve or withdraw the dispute first.");
  }
  const waiting = [...valuesOf(draft.board.tasks)].filter(({ after }) => after.includes(task.id));
  if (waiting.length > 0) {
    const shown = waiting.slice(0, DEPENDENTS_SHOWN).map(taskName).join(", ");
    const more = waiting.length > DEPENDENTS_SHOWN ? ` and ${waiting.length - DEPENDENTS_SHOWN} more` : "";
    const message = `${taskName(task)} cannot be removed: ${shown}${more} must come after it`;
    return refuse("needed", message, "Change what those come after, or skip the task instead.");
  }
  const notes = readWords(command.notes);
  const long = refuseLongTexts(notes);
  if (long !== null) return long;
  draft.emit("TaskRemoved", { task: task.id, status: task.status, title: task.title, notes });
  return null;
}

export function linkCommit(
  draft: Draft,
  { task: id, entry, commit }: CommandOf<"LinkCommit">,
): Refusal | null {
  const task = draft.task(id);
  if (isRefusal(task)) return task;
  const unfit = refuseCommit(commit);
  if (unfit !== null) return unfit;
  const number = entry ?? task.moves.at(-1) ?? 0;
  if (!task.moves.includes(number)) {
    const message = `entry ${number} of the audit is none of the last changes of status of ${taskName(task)}`;
    return refuse("unknown-entry", message);
  }
  draft.emit("CommitLinked", { task: id, status: task.status, entry: number, commit });
  return null;
}

/**
 * Only of tasks that are still there, and only what is new. A task belongs to one checklist: written into another as
 * well, it keeps the place in its own.
 */
export function notePlaces(draft: Draft, command: CommandOf<"NotePlaces">): null {
  const { tasks, removed } = draft.board;
  const places = command.places.filter(({ task: id, origin }) => {
    const task = getById(tasks, id);
    if (task === null || (task.origin !== null && task.origin.file !== origin.file)) return false;
    return JSON.stringify(task.origin) !== JSON.stringify(origin);
  });
  const gone = (command.gone ?? []).filter((id) => getById(removed, id) !== null);
  if (gone.length > 0) draft.emit("PlacesNoted", { places, gone });
  else if (places.length > 0) draft.emit("PlacesNoted", { places });
  return null;
}
