// From a finished spec to the tasks that build it: proposed, edited by a person, added.
import { type Board, findTask } from "../../core/board/board.ts";
import type { ImportedTask } from "../../core/board/board-command.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import { knownItems, tasksByItem } from "../../core/board/known-items.ts";
import type { PlannedFrom } from "../../core/board/task.ts";
import type { SpecMap } from "../../core/documents/finished-spec.ts";
import { gapsOf } from "../../core/refinement/session/session.ts";
import { type EditedItem, readPlan, renderPlan } from "../../document/plan/plan-text.ts";
import type { PlannedItem } from "../../document/plan/spec-plan.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, refusedFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { findSession } from "../sessions/find-session.ts";
import { engineOf } from "../sessions/open-session.ts";
import { withProject } from "../sessions/with-project.ts";
import type { AddedPlan, RemovedItem } from "../wire/plan.ts";
import { workOnText } from "../work/file-work.ts";
import { freshTaskIds } from "./add-task.ts";
import { boardActor } from "./board-actor.ts";
import { type BoardCommandInput, changeBoard, readBoard } from "./change-board.ts";
import { taskNamed } from "./find-on-board.ts";
import { checkedSource } from "./source-link.ts";
import { newSections, sectionIds } from "./take-in-checklist.ts";
import { rowOfTask } from "./task-row.ts";

interface PlanInput {
  readonly session: string | undefined;
  /** Brings back what was removed from the board. */
  readonly again: boolean;
}

export interface ProposedPlan {
  readonly session: string;
  /** The finished spec, from the project's root. */
  readonly spec: string;
  readonly again: boolean;
  /** How many are proposed; what follows is left out. */
  readonly tasks: number;
  readonly known: number;
  readonly removed: readonly RemovedItem[];
  /** A checklist for editing. */
  readonly text: string;
  /** All that may be tasks. */
  readonly gaps: readonly string[];
}

export async function proposePlan(
  context: CommandContext,
  { session: wanted, again }: PlanInput,
): Outcome<ProposedPlan> {
  return await withProject(context, "read-only", async (project) => {
    const listed = await findSession(project.store, wanted);
    if (isFailure(listed)) return listed;
    const { live, documents, id: session } = await engineOf(project, listed.session);
    const { published } = live.ledger;
    if (published === null) return noSpec(session);
    const { path: spec } = published;
    const items = await workOnText("plan", {
      path: spec,
      text: await documents.text(published.sha256),
      map: JSON.parse(await documents.text(published.map)) as SpecMap,
      gaps: gapsOf(live),
    });
    const gaps = items.flatMap(({ gap }) => gap ?? []);
    const { fresh, known, removed } = await splitByBoard(project, items, { session, again });
    const text = renderPlan(fresh, { session, spec });
    return { session, spec, again, tasks: fresh.length, known, removed, text, gaps };
  });
}

async function splitByBoard(
  project: OpenProject,
  items: readonly PlannedItem[],
  { session, again }: { readonly session: string; readonly again: boolean },
) {
  const board = await readBoard(project);
  const entries = items.map(({ gap, heading, title, source }) => {
    const item = gap ?? heading;
    return { planned: item === null ? null : { session, item }, title, sourceFile: source };
  });
  const seen = knownItems(board, entries);
  const removed = entries.flatMap(({ planned, title }, index) =>
    planned !== null && seen[index]?.at === "removed" && !again ? [{ item: planned.item, title }] : [],
  );
  const fresh = items.filter(
    (_, index) => seen[index]?.at === "new" || (again && seen[index]?.at === "removed"),
  );
  return { fresh, removed, known: items.length - fresh.length - removed.length };
}

/** `text`: a plan as it was proposed, or as somebody left it. */
export async function addPlan(
  context: CommandContext,
  { session, spec, gaps, again }: ProposedPlan,
  text: string,
): Outcome<AddedPlan> {
  const by = boardActor(context);
  if (isFailure(by)) return by;
  const items = readPlan(text);
  return await withProject(context, "read-write", async (project) => {
    const sources = await sourcesOf(context, project, items);
    if (isFailure(sources)) return sources;
    const made: PlanArrival[] = [];
    const changed = await changeBoard(project, by, (board) => {
      const arrival = arrivalOf(board, { session, items, sources, gaps, again });
      if (isFailure(arrival)) return arrival;
      made.push(arrival);
      return arrival.command;
    });
    if (isFailure(changed)) return changed;
    const { board, events, notices } = changed;
    const added = events.flatMap((event) => {
      const task = event.type === "TaskAdded" ? findTask(board, event.data.task) : null;
      return task === null ? [] : [rowOfTask(board, task)];
    });
    const { known = 0, removed = [], dropped = [] } = made.at(-1) ?? {};
    return { session, spec, added, known, removed, dropped, notices };
  });
}

type Sources = ReadonlyMap<string, string | null>;

/** Each is looked at once; what a person has written is from the root, as what was proposed. */
async function sourcesOf(
  context: CommandContext,
  { root }: OpenProject,
  items: readonly EditedItem[],
): Outcome<Sources> {
  const sources = new Map<string, string | null>();
  for (const { source: link, line } of items) {
    if (link === null || sources.has(link)) continue;
    const checked = await checkedSource({ ...context, cwd: root }, { root, link });
    if (isFailure(checked)) return { ...checked, message: `line ${line} of the plan: ${checked.message}` };
    sources.set(link, checked);
  }
  return sources;
}

function noSpec(session: string): Failure {
  return refusedFailure(
    "no-spec",
    `the session ${session} has left no finished spec`,
    `see \`parley status ${session}\`; go on with \`parley resume ${session}\``,
  );
}

interface EditedPlan {
  readonly session: string;
  readonly items: readonly EditedItem[];
  /** As they were checked, by how they were written. */
  readonly sources: ReadonlyMap<string, string | null>;
  /** All of the session that may be tasks. */
  readonly gaps: readonly string[];
  /** Brings back what was removed. */
  readonly again: boolean;
}

interface PlanArrival {
  readonly command: BoardCommandInput;
  readonly known: number;
  readonly removed: readonly RemovedItem[];
  /** Gaps that something was to come after, and that are no tasks. */
  readonly dropped: readonly string[];
}

interface ArrivalEntry {
  readonly item: EditedItem;
  readonly planned: PlannedFrom | null;
  readonly title: string;
  readonly sourceFile: string | null;
}

/** What an edited plan brings to the board as it stands. */
function arrivalOf(board: Board, plan: EditedPlan): PlanArrival | Failure {
  const gaps = new Map(plan.gaps.map((gap) => [gap.toLowerCase(), gap]));
  const entries = plan.items.map((item) => entryOf(item, plan, gaps));
  const seen = knownItems(board, entries);
  const fresh = freshTaskIds(board, entries.length);
  const ids = seen.map((known, index) => {
    if (known.at === "known") return known.task;
    return known.at === "new" || plan.again ? fresh[index] : undefined;
  });
  const byLabel = indexByLabel(board, { plan, entries, ids });
  const sections = newSections(board, missingSections(board, plan.items));
  const idOfSection = sectionIds(board, sections);
  const dropped = new Set<string>();
  const tasks: ImportedTask[] = [];
  for (const [index, { item, planned, title, sourceFile }] of entries.entries()) {
    const id = ids[index];
    if (id === undefined || findTask(board, id) !== null) continue;
    const after = afterOf(board, item, { byLabel, gaps, dropped });
    if (isFailure(after)) return after;
    const { status } = item;
    const section = idOfSection(item.section);
    const notes = notesOf(item, plan.session);
    const task = { id, title, status, section, sourceFile, after, notes, origin: null };
    tasks.push({ ...task, ...(planned === null ? {} : { planned }), place: { at: "last" } });
  }
  const used = new Set(tasks.map(({ section }) => section));
  return {
    command: { type: "ImportTasks", sections: sections.filter(({ id }) => used.has(id)), tasks },
    known: seen.filter(({ at }) => at === "known").length,
    removed: entries.flatMap(({ planned, title }, index) =>
      planned === null || ids[index] !== undefined ? [] : [{ item: planned.item, title }],
    ),
    dropped: [...dropped],
  };
}

type Gaps = ReadonlyMap<string, string>;

/** A gap that is none of the session's is only a label. */
function entryOf(item: EditedItem, { session, sources }: EditedPlan, gaps: Gaps): ArrivalEntry {
  const from = item.gap === null ? item.heading : gaps.get(item.gap.toLowerCase());
  const planned = from === null || from === undefined ? null : { session, item: from };
  const sourceFile = item.source === null ? null : (sources.get(item.source) ?? null);
  return { item, planned, title: item.title, sourceFile };
}

type ByLabel = ReadonlyMap<string, readonly TaskId[]>;

/** The tasks that `after:` may mean by a gap: those of this plan, else those of an earlier one. */
function indexByLabel(
  board: Board,
  about: {
    readonly plan: EditedPlan;
    readonly entries: readonly ArrivalEntry[];
    readonly ids: readonly (TaskId | undefined)[];
  },
): ByLabel {
  const coming = new Map<string, TaskId[]>();
  for (const [index, { item }] of about.entries.entries()) {
    const id = about.ids[index];
    if (item.gap === null || id === undefined) continue;
    const label = item.gap.toLowerCase();
    coming.set(label, [...(coming.get(label) ?? []), id]);
  }
  const there = [...tasksByItem(board, about.plan.session)];
  return new Map([...there.map(([item, tasks]) => [item.toLowerCase(), tasks] as const), ...coming]);
}

function missingSections(board: Board, items: readonly EditedItem[]): readonly string[] {
  const names = new Map(
    items.flatMap(({ section }) => (section === null ? [] : [[section.toLowerCase(), section] as const])),
  );
  for (const { name } of valuesOf(board.sections)) names.delete(name.toLowerCase());
  return [...names.values()];
}

interface LabelIndex {
  readonly byLabel: ByLabel;
  readonly gaps: Gaps;
  readonly dropped: Set<string>;
}

function afterOf(
  board: Board,
  { after, line }: EditedItem,
  { byLabel, gaps, dropped }: LabelIndex,
): readonly TaskId[] | Failure {
  const ids: TaskId[] = [];
  for (const word of after) {
    const label = word.toLowerCase();
    const planned = byLabel.get(label);
    const task = planned !== undefined || gaps.has(label) ? null : taskNamed(board, word);
    if (isFailure(task)) return { ...task, message: `line ${line} of the plan: ${task.message}` };
    if (planned !== undefined) ids.push(...planned);
    else if (task !== null) ids.push(task.id);
    else dropped.add(word);
  }
  return ids;
}

function notesOf({ gap, notes }: EditedItem, session: string): string {
  const from = gap === null ? "" : `${gap} of the session ${session}`;
  return [from, notes].filter((text) => text !== "").join("\n\n");
}
