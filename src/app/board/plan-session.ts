// From a finished spec to the tasks that build it: proposed, edited by a person, added.
import { type Board, findTask } from "../../core/board/board.ts";
import type { ImportedTask } from "../../core/board/board-command.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import type { SpecMap } from "../../core/documents/finished-spec.ts";
import { gapsOf } from "../../core/refinement/session/session.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { findSession } from "../sessions/find-session.ts";
import { engineOf } from "../sessions/open-session.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";
import { freshTaskIds } from "./add-task.ts";
import { boardActor } from "./board-actor.ts";
import { type BoardWish, changeBoard } from "./change-board.ts";
import { taskNamed } from "./find-on-board.ts";
import { newSections, sectionIds } from "./import-checklist.ts";
import { type EditedItem, readPlan, renderPlan } from "./plan-text.ts";
import { checkedSource } from "./source-link.ts";
import { planOf } from "./spec-plan.ts";
import { rowOfTask, type TaskRow } from "./task-row.ts";

export interface ProposedPlan {
  readonly session: string;
  /** The finished spec, from the project's root. */
  readonly spec: string;
  readonly tasks: number;
  /** A checklist for editing. */
  readonly text: string;
  /** The gaps that are tasks in it. */
  readonly gaps: readonly string[];
}

export async function proposePlan(
  surroundings: Surroundings,
  wanted: string | undefined,
): Promise<ProposedPlan | Failure> {
  return await withProject(surroundings, "read-only", async (project) => {
    const listed = await findSession(project.store, wanted);
    if (isFailure(listed)) return listed;
    const { live, documents, id: session } = await engineOf(project, listed.session);
    const { published } = live;
    if (published === null) return noSpec(session);
    const { path: spec } = published;
    const items = planOf({
      path: spec,
      text: await documents.text(published.sha256),
      map: JSON.parse(await documents.text(published.map)) as SpecMap,
      gaps: gapsOf(live),
    });
    const gaps = items.flatMap(({ gap }) => gap ?? []);
    return { session, spec, tasks: items.length, text: renderPlan(items, { session, spec }), gaps };
  });
}

export interface AddedPlan {
  readonly session: string;
  readonly spec: string;
  readonly added: readonly TaskRow[];
  /** How many were on the board already. */
  readonly known: number;
  /** Gaps that something was to come after, and that were taken out. */
  readonly dropped: readonly string[];
}

/** `text`: the plan as it was proposed, or as somebody left it. */
export async function addPlan(
  surroundings: Surroundings,
  { session, spec, gaps }: ProposedPlan,
  text: string,
): Promise<AddedPlan | Failure> {
  const by = boardActor(surroundings, { as: undefined, model: undefined });
  if (isFailure(by)) return by;
  const items = readPlan(text);
  return await withProject(surroundings, "read-write", async (project) => {
    const sources = await sourcesOf(surroundings, project, items);
    if (isFailure(sources)) return sources;
    const made: Arrival[] = [];
    const changed = await changeBoard(project, by, (board) => {
      const arrival = arrivalOf(board, { session, items, sources, gaps: new Set(gaps) });
      if (isFailure(arrival)) return arrival;
      made.push(arrival);
      return arrival.wish;
    });
    if (isFailure(changed)) return changed;
    const { board, events } = changed;
    const added = events.flatMap((event) => {
      const task = event.type === "TaskAdded" ? findTask(board, event.data.task) : null;
      return task === null ? [] : [rowOfTask(board, task)];
    });
    const last = made.at(-1);
    return { session, spec, added, known: last?.known ?? 0, dropped: last?.dropped ?? [] };
  });
}

type Sources = ReadonlyMap<string, string | null>;

/** Each is looked at once; what a person has written is from the root, as what was proposed. */
async function sourcesOf(
  surroundings: Surroundings,
  { root }: OpenProject,
  items: readonly EditedItem[],
): Promise<Sources | Failure> {
  const sources = new Map<string, string | null>();
  for (const { source: link, line } of items) {
    if (link === null || sources.has(link)) continue;
    const checked = await checkedSource({ ...surroundings, cwd: root }, { root, link });
    if (isFailure(checked)) return { ...checked, message: `line ${line} of the plan: ${checked.message}` };
    sources.set(link, checked);
  }
  return sources;
}

interface Planned {
  readonly session: string;
  readonly items: readonly EditedItem[];
  readonly sources: Sources;
  readonly gaps: ReadonlySet<string>;
}

interface Arrival {
  readonly wish: BoardWish;
  readonly known: number;
  readonly dropped: readonly string[];
}

function arrivalOf(board: Board, { session, items, sources, gaps }: Planned): Arrival | Failure {
  const sourceOf = ({ source }: EditedItem): string | null =>
    source === null ? null : (sources.get(source) ?? null);
  const there = tasksThere(board);
  const fresh = freshTaskIds(board, items.length);
  const ids = items.map((item, index) => there.get(keyOf(item.title, sourceOf(item))) ?? fresh[index]);
  const byGap = new Map(items.map(({ gap }, index) => [gap, ids[index]]));
  const names = missingSections(board, items);
  const sections = newSections(board, names);
  const idOfSection = sectionIds(board, sections);
  const dropped = new Set<string>();
  const tasks: ImportedTask[] = [];
  for (const [index, item] of items.entries()) {
    const id = ids[index];
    if (id === undefined || findTask(board, id) !== null) continue;
    const after = afterOf(board, item, { byGap, gaps, dropped });
    if (isFailure(after)) return after;
    const { title, status } = item;
    const section = idOfSection(item.section);
    const notes = notesOf(item, session);
    const place = { at: "last" } as const;
    tasks.push({ id, title, status, section, sourceFile: sourceOf(item), after, notes, origin: null, place });
  }
  const used = new Set(tasks.map(({ section }) => section));
  const wish: BoardWish = {
    type: "ImportTasks",
    sections: sections.filter(({ id }) => used.has(id)),
    tasks,
  };
  return { wish, known: items.length - tasks.length, dropped: [...dropped] };
}

/** A plan that is added twice adds nothing the second time. */
function tasksThere(board: Board): ReadonlyMap<string, TaskId> {
  const tasks = [...valuesOf(board.tasks)];
  return new Map(tasks.map(({ id, title, sourceFile }) => [keyOf(title, sourceFile), id]));
}

function keyOf(title: string, sourceFile: string | null): string {
  return JSON.stringify([title.toLowerCase(), sourceFile]);
}

function missingSections(board: Board, items: readonly EditedItem[]): readonly string[] {
  const names = new Map(
    items.flatMap(({ section }) => (section === null ? [] : [[section.toLowerCase(), section] as const])),
  );
  for (const { name } of valuesOf(board.sections)) names.delete(name.toLowerCase());
  return [...names.values()];
}

interface Labels {
  readonly byGap: ReadonlyMap<string | null, TaskId | undefined>;
  readonly gaps: ReadonlySet<string>;
  readonly dropped: Set<string>;
}

function afterOf(
  board: Board,
  { after, line }: EditedItem,
  { byGap, gaps, dropped }: Labels,
): readonly TaskId[] | Failure {
  const ids: TaskId[] = [];
  for (const word of after) {
    const planned = byGap.get(word) ?? byGap.get(word.toUpperCase());
    const isGap = gaps.has(word.toUpperCase());
    const task = planned !== undefined || isGap ? null : taskNamed(board, word);
    if (isFailure(task)) return { ...task, message: `line ${line} of the plan: ${task.message}` };
    if (planned !== undefined) ids.push(planned);
    else if (task !== null) ids.push(task.id);
    else dropped.add(word);
  }
  return ids;
}

function notesOf({ gap, notes }: EditedItem, session: string): string {
  const from = gap === null ? "" : `${gap} of the session ${session}`;
  return [from, notes].filter((text) => text !== "").join("\n\n");
}

function noSpec(session: string): Failure {
  return {
    failed: "refused",
    code: "no-spec",
    message: `the session ${session} has left no finished spec`,
    fix: `see \`parley status ${session}\`; go on with \`parley resume ${session}\``,
  };
}
