// What an edited plan brings to the board as it stands.

import { type Board, findTask } from "../../core/board/board.ts";
import type { ImportedTask } from "../../core/board/board-command.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import { knownItems, tasksByItem } from "../../core/board/known-items.ts";
import type { PlannedFrom } from "../../core/board/task.ts";
import type { EditedItem } from "../../document/plan/plan-text.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { RemovedItem } from "../wire/plan.ts";
import { freshTaskIds } from "./add-task.ts";
import type { BoardCommandInput } from "./change-board.ts";
import { taskNamed } from "./find-on-board.ts";
import { newSections, sectionIds } from "./take-in-checklist.ts";

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

export interface PlanArrival {
  readonly wish: BoardCommandInput;
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

export function arrivalOf(board: Board, plan: EditedPlan): PlanArrival | Failure {
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
    wish: { type: "ImportTasks", sections: sections.filter(({ id }) => used.has(id)), tasks },
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
