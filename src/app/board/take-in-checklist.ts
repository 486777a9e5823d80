// A checklist that people keep, taken in: what is no task yet becomes one, what is one stays as the board has it, or
// follows what somebody changed by hand in the file where that is asked for.

import { type Board, findTask } from "../../core/board/board.ts";
import type { ChecklistChange, ImportedTask, NewSection } from "../../core/board/board-command.ts";
import { refuseMove } from "../../core/board/change-status.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import type { Who } from "../../core/board/who.ts";
import type { Checklist } from "../../document/checklist/checklist.ts";
import { checklistBoard } from "../../document/checklist/checklist-board.ts";
import {
  type DifferingMarker,
  type PlannedImport,
  planImport,
  type TitleDifference,
} from "../../document/checklist/plan-import.ts";
import { readChecklist } from "../../document/checklist/read-checklist.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { withProject } from "../sessions/with-project.ts";
import type { TaskRow } from "../wire/board.ts";
import type { ChecklistTask, ImportedChecklist, RefusedMarker, UpdatedTask } from "../wire/checklist.ts";
import { freshTaskIds } from "./add-task.ts";
import { type BoardCommandInput, changeBoard, readBoard } from "./change-board.ts";
import { freshSectionIds } from "./change-section.ts";
import { pathInProject } from "./source-link.ts";
import { rowOfTask } from "./task-row.ts";

export interface ImportResult {
  readonly checklist: ImportedChecklist;
  /** What whoever asked should hear beside it. */
  readonly notices: readonly string[];
}

/** What a checklist is worked on with, wherever that is done: plain data. */
export interface ChecklistWork extends Pick<CommandContext, "cwd" | "env" | "now"> {
  readonly place: string;
  /** `null`: it is only told what would come of it. */
  readonly by: Who | null;
}

export interface ChecklistToImport extends ChecklistWork {
  readonly text: string;
  readonly update: boolean;
}

export interface ChecklistOutcome<Result> {
  readonly outcome: Result | Failure;
  readonly warnings: readonly string[];
}

/** Nothing stops the work, and hooks are left to whoever asked for it. */
export function detachedContext(around: Pick<CommandContext, "cwd" | "env" | "now">): {
  readonly context: CommandContext;
  readonly warnings: readonly string[];
} {
  const warnings: string[] = [];
  const never = new AbortController().signal;
  const context: CommandContext = {
    ...around,
    ...{ cancel: never, cancelNow: never, background: { soon: () => undefined } },
    warn: (warning) => warnings.push(warning),
  };
  return { context, warnings };
}

export async function takeInChecklist(input: ChecklistToImport): Promise<ChecklistOutcome<ImportResult>> {
  const { text, place, update, by, ...around } = input;
  const { context, warnings } = detachedContext(around);
  const checklist = readChecklist(text);
  const take = (project: OpenProject): ImportSource => ({
    file: checklistName(project, place),
    checklist,
    update,
  });
  const outcome =
    by === null
      ? await withProject(context, "read-only", async (project) =>
          previewImport(await readBoard(project), take(project)),
        )
      : await withProject(context, "read-write", (project) => applyImport(project, by, take(project)));
  return { outcome, warnings };
}

/** How the board remembers a checklist: from the root of the project, where it is inside. */
export function checklistName({ root }: Pick<OpenProject, "root">, place: string): string {
  return pathInProject(root, place) ?? place;
}

interface ImportSource {
  readonly file: string;
  readonly checklist: Checklist;
  readonly update: boolean;
}

function previewImport(board: Board, taken: ImportSource): ImportResult {
  const plan = planOn(board, taken);
  const added = plan.tasks.map(({ title, status, section }) => ({ id: null, title, status, section }));
  return { checklist: { file: taken.file, dryRun: true, ...importSummary(plan), added }, notices: [] };
}

/** What is new first: it is what everybody imports for. */
async function applyImport(project: OpenProject, by: Who, taken: ImportSource): Outcome<ImportResult> {
  const plans: Plan[] = [];
  const changed = await changeBoard(project, by, (board) => {
    const plan = planOn(board, taken);
    plans.push(plan);
    return importOf(board, plan);
  });
  if (isFailure(changed)) return changed;
  const { board, events } = changed;
  const added = events.flatMap((event) => {
    const task = event.type === "TaskAdded" ? findTask(board, event.data.task) : null;
    return task === null ? [] : [addedTask(rowOfTask(board, task))];
  });
  const updated = await withChanges(project, by, { taken, plan: plans.at(-1) ?? planOn(board, taken) });
  if (isFailure(updated)) return updated;
  const noted = await changeBoard(project, by, (now) => {
    const { places, gone } = planOn(now, taken);
    return { type: "NotePlaces", places, gone };
  });
  if (isFailure(noted)) return noted;
  const notices = [...changed.notices, ...updated.notices, ...noted.notices];
  const checklist = { file: taken.file, dryRun: false, ...importSummary(updated.plan), added };
  return { checklist, notices: [...new Set(notices)] };
}

/** The plan with what was taken of it in the end. */
async function withChanges(
  project: OpenProject,
  by: Who,
  { taken, plan }: { readonly taken: ImportSource; readonly plan: Plan },
): Outcome<{ readonly plan: Plan; readonly notices: readonly string[] }> {
  if (plan.changes.length === 0) return { plan, notices: [] };
  const plans: Plan[] = [];
  const changed = await changeBoard(project, by, (board) => {
    const now = planOn(board, taken);
    plans.push(now);
    return { type: "TakeChanges", changes: now.changes };
  });
  if (isFailure(changed)) return changed;
  const { updated, refused, differing, retitled, changes } = plans.at(-1) ?? plan;
  return { plan: { ...plan, updated, refused, differing, retitled, changes }, notices: changed.notices };
}

function addedTask({ id, title, status, section }: TaskRow): ChecklistTask {
  return { id, title, status, section };
}

interface Plan extends PlannedImport, Pick<ImportedChecklist, "updated" | "refused"> {
  readonly changes: readonly ChecklistChange[];
}

function importSummary({ sections, known, updated, refused, differing, retitled, removed, unread }: Plan) {
  return { sections, known, updated, refused, differing, retitled, removed, unread };
}

/** Which of the differences are taken: those that somebody made in the file, as far as a person may make that move. */
function planOn(board: Board, { file, checklist, update }: ImportSource): Plan {
  const plan = planImport(checklist, checklistBoard(board), file);
  if (!update) return { ...plan, updated: [], refused: [], changes: [] };
  const wanted = plan.differing.filter(({ byHand }) => byHand);
  const refused = wanted.flatMap((marker): RefusedMarker[] => {
    const reason = refusalOf(board, marker);
    return reason === null ? [] : [{ ...marker, reason }];
  });
  const stopped = new Set(refused.map(({ line }) => line));
  const markers = wanted.filter(({ line }) => !stopped.has(line));
  const updated = updatesOf(markers, plan.retitled);
  return {
    ...plan,
    differing: plan.differing.filter(({ byHand }) => !byHand),
    retitled: [],
    updated: updated.map(({ line, task, status, title }) => ({ line, task, status, title })),
    refused,
    changes: updated.map(({ line, id, title, to }) => {
      return { task: id, title: title?.to ?? null, to, where: `${file}:${line}` };
    }),
  };
}

function refusalOf(board: Board, { task: id, there }: DifferingMarker): string | null {
  const task = findTask(board, id);
  return task === null ? "it is off the board" : (refuseMove(task, there, "human")?.message ?? null);
}

type Update = UpdatedTask & { readonly id: DifferingMarker["task"]; readonly to: ChecklistChange["to"] };

function updatesOf(
  markers: readonly DifferingMarker[],
  titles: readonly TitleDifference[],
): readonly Update[] {
  const updates = new Map<number, Update>();
  for (const { line, task, there: to, board: from } of markers)
    updates.set(line, { line, task, id: task, to, status: { from, to }, title: null });
  for (const { line, task, there: to, board: from } of titles) {
    const other = updates.get(line) ?? { line, task, id: task, to: null, status: null };
    updates.set(line, { ...other, title: { from, to } });
  }
  return [...updates.values()].sort((a, b) => a.line - b.line);
}

function importOf(board: Board, plan: PlannedImport): BoardCommandInput {
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
