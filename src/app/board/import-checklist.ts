// A checklist that people keep, taken in: what is no task yet becomes one, what is one stays as the board has it.
import { resolve } from "node:path";
import { type Board, findTask } from "../../core/board/board.ts";
import type { ImportedTask, NewSection } from "../../core/board/board-command.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import type { Note } from "../../core/documents/note.ts";
import type { Checklist } from "../../document/checklist/checklist.ts";
import { checklistBoard } from "../../document/checklist/checklist-board.ts";
import { type Differing, type PlannedImport, planImport } from "../../document/checklist/plan-import.ts";
import { readChecklist } from "../../document/checklist/read-checklist.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { readDocument } from "../read-document.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";
import { freshTaskIds } from "./add-task.ts";
import { boardActor } from "./board-actor.ts";
import { type BoardWish, changeBoard, readBoard } from "./change-board.ts";
import { freshSectionIds } from "./change-section.ts";
import { pathInProject } from "./source-link.ts";
import { rowOfTask, type TaskRow } from "./task-row.ts";

export interface ImportWishes {
  readonly file: string;
  /** Only tells what would come of it. */
  readonly dryRun: boolean;
}

export interface ImportedChecklist {
  readonly file: string;
  readonly dryRun: boolean;
  /** The names of those that are new. */
  readonly sections: readonly string[];
  readonly added: readonly AddedTask[];
  /** How many lines were tasks already. */
  readonly known: number;
  /** Lines whose marker is another than the task's: the board's word stands. */
  readonly differing: readonly Differing[];
  /** What looks like an item and was not understood. */
  readonly unread: readonly Note[];
}

export type AddedTask = Pick<TaskRow, "title" | "status" | "section"> & {
  /** `null` where it was not added. */
  readonly id: string | null;
};

export async function importChecklist(
  surroundings: Surroundings,
  { file, dryRun }: ImportWishes,
): Promise<ImportedChecklist | Failure> {
  const document = await readDocument(surroundings, file);
  if (isFailure(document)) return document;
  const checklist = readChecklist(document.text);
  return await withProject(surroundings, dryRun ? "read-only" : "read-write", async (project) => {
    const name = checklistName(project, resolve(surroundings.cwd, file));
    const taken = { file: name, checklist };
    return dryRun ? await rehearsed(project, taken) : await takenIn(surroundings, project, taken);
  });
}

/** How the board remembers a checklist: from the root of the project, where it is inside. */
export function checklistName({ root }: Pick<OpenProject, "root">, place: string): string {
  return pathInProject(root, place) ?? place;
}

interface Taken {
  readonly file: string;
  readonly checklist: Checklist;
}

async function rehearsed(project: OpenProject, { file, checklist }: Taken): Promise<ImportedChecklist> {
  const plan = planImport(checklist, checklistBoard(await readBoard(project)), file);
  const added = plan.tasks.map(({ title, status, section }) => ({ id: null, title, status, section }));
  return { file, dryRun: true, ...told(plan), added };
}

async function takenIn(
  surroundings: Surroundings,
  project: OpenProject,
  { file, checklist }: Taken,
): Promise<ImportedChecklist | Failure> {
  const by = boardActor(surroundings, { as: undefined, model: undefined });
  if (isFailure(by)) return by;
  let plan: PlannedImport | null = null;
  const changed = await changeBoard(project, by, (board) => {
    plan = planImport(checklist, checklistBoard(board), file);
    return importOf(board, plan);
  });
  if (isFailure(changed)) return changed;
  const { board, events } = changed;
  const added = events.flatMap((event) => {
    const task = event.type === "TaskAdded" ? findTask(board, event.data.task) : null;
    return task === null ? [] : [rowOfTask(board, task)];
  });
  return { file, dryRun: false, ...told(plan), added: added.map(addedTask) };
}

function addedTask({ id, title, status, section }: TaskRow): AddedTask {
  return { id, title, status, section };
}

function told(plan: PlannedImport | null) {
  const { sections, known, differing, unread } = plan ?? NOTHING;
  return { sections, known, differing, unread };
}

const NOTHING: PlannedImport = { sections: [], tasks: [], differing: [], known: 0, unread: [] };

function importOf(board: Board, plan: PlannedImport): BoardWish {
  const sections = newSections(board, plan.sections);
  const idOf = sectionIds(board, sections);
  const ids = freshTaskIds(board, plan.tasks.length);
  const tasks = plan.tasks.flatMap(({ line: _, section, ...task }, index): ImportedTask[] => {
    const id = ids[index];
    return id === undefined ? [] : [{ ...task, id, section: idOf(section), sourceFile: null, after: [] }];
  });
  return { type: "ImportTasks", sections, tasks };
}

export function newSections(board: Board, names: readonly string[]): readonly NewSection[] {
  const ids = freshSectionIds(board, names.length);
  return names.flatMap((name, index) => {
    const id = ids[index];
    return id === undefined ? [] : [{ id, name }];
  });
}

/** By name, among those that are there and those that come. */
export function sectionIds(
  board: Board,
  coming: readonly NewSection[],
): (name: string | null) => NewSection["id"] | null {
  const all = [...valuesOf(board.sections), ...coming];
  const ids = new Map(all.map(({ id, name }) => [name.toLowerCase(), id]));
  return (name) => (name === null ? null : (ids.get(name.toLowerCase()) ?? null));
}
