// What the board remembers in order to decide. Plain JSON: it is folded from events and may be cached as such.
import type { BoardQuestion } from "../build/board-question.ts";
import { BUILD_START, type BuildState } from "../build/build-state.ts";
import type { TaskWork } from "../build/task-work.ts";
import type { DisputeId, SectionId, TaskId } from "./board-id.ts";
import type { Dispute } from "./dispute.ts";
import { EMPTY_ID_MAP, getById, type IdMap, valuesOf } from "./id-map.ts";
import type { Section } from "./section.ts";
import type { PlannedFrom, RemovedTask, Task } from "./task.ts";

/** The one stream of a project's tasks and disputes. */
export const BOARD_STREAM = "board";

export interface Board {
  /** How many events there were; the number of an event is that of its audit entry. */
  readonly entries: number;
  /** The number of the last event after which `dispute.md` reads otherwise; 0 while it would be empty. */
  readonly disputesAt: number;
  readonly sections: IdMap<Section>;
  readonly tasks: IdMap<Task>;
  readonly disputes: IdMap<Dispute>;
  /** What tasks were planned from that were removed since. */
  readonly unplanned: IdMap<UnplannedTask>;
  /** Those whose lines in a checklist have not been seen to be gone. */
  readonly removed: IdMap<RemovedTask>;
  /** The highest position a task outside all sections has had. */
  readonly lastPosition: number;
  /** How far the loop is with the tasks it has touched. */
  readonly work: IdMap<TaskWork>;
  /** Open questions of the loop, oldest first. */
  readonly questions: readonly BoardQuestion[];
  readonly build: BuildState;
}

interface UnplannedTask {
  readonly id: TaskId;
  readonly planned: PlannedFrom;
}

export const BOARD_START: Board = {
  entries: 0,
  disputesAt: 0,
  sections: EMPTY_ID_MAP,
  tasks: EMPTY_ID_MAP,
  disputes: EMPTY_ID_MAP,
  unplanned: EMPTY_ID_MAP,
  removed: EMPTY_ID_MAP,
  lastPosition: 0,
  work: EMPTY_ID_MAP,
  questions: [],
  build: BUILD_START,
};

export function findTask({ tasks }: Board, id: TaskId): Task | null {
  return getById(tasks, id);
}

export function findSection({ sections }: Board, id: SectionId): Section | null {
  return getById(sections, id);
}

export function findDispute({ disputes }: Board, id: DisputeId): Dispute | null {
  return getById(disputes, id);
}

export function sectionsInOrder(board: Board): readonly Section[] {
  return [...valuesOf(board.sections)].sort(byPosition);
}

/** Top to bottom: those outside all sections, then section by section. */
export function tasksInOrder(board: Board): readonly Task[] {
  const rank = sectionRank(board);
  return [...valuesOf(board.tasks)].sort((a, b) => rank(a.section) - rank(b.section) || byPosition(a, b));
}

export function tasksOfSection(board: Board, section: SectionId | null): Task[] {
  return [...valuesOf(board.tasks)].filter((task) => task.section === section);
}

/** The place of a section among all; no section comes before every one. */
export function sectionRank(board: Board): (section: SectionId | null) => number {
  const ranks = new Map(sectionsInOrder(board).map(({ id }, index) => [id, index]));
  return (section) => (section === null ? -1 : (ranks.get(section) ?? -1));
}

export function byPosition(
  a: { readonly position: number; readonly id: string },
  b: { readonly position: number; readonly id: string },
): number {
  return a.position - b.position || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
