// Tasks and sections as the tables have them: nothing is folded for a list.

import { sameName } from "../../core/board/board-text.ts";
import { nearest } from "../../core/shared/nearest.ts";
import type { EventLog, Row } from "../../engine/ports.ts";
import { type Failure, isFailure } from "../failure.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";
import type { ListedSection, SectionRow, TaskRow } from "../wire/board.ts";
import { SECTIONS_TABLE, TASKS_TABLE } from "./board-tables.ts";
import { statusNamed } from "./status-named.ts";
import { rowOfTable } from "./task-row.ts";

interface TaskListWishes {
  /** Without one all but the completed; `all` for every task. */
  readonly status: string | undefined;
  readonly section: string | undefined;
}

const ALL = "all";

export interface TaskList {
  readonly tasks: readonly TaskRow[];
  /** Whether there is any task at all. */
  readonly isEmpty: boolean;
  /** The ids of the sections that are passed over. */
  readonly skippedSections: ReadonlySet<string>;
}

export async function listTasks(
  surroundings: Surroundings,
  wishes: TaskListWishes,
): Promise<TaskList | Failure> {
  const isWanted = statusFilter(wishes.status);
  if (isFailure(isWanted)) return isWanted;
  return await withProject(surroundings, "read-only", async ({ store }) => {
    const sections = await tableSections(store);
    const section = wishes.section === undefined ? null : sectionOfTable(sections, wishes.section);
    if (isFailure(section)) return section;
    const names = new Map(sections.map(({ id, name }) => [id, name]));
    const ranks = new Map(sections.map(({ id }, index) => [id, index]));
    const rank = ({ sectionId }: TaskRow): number => (sectionId === null ? -1 : (ranks.get(sectionId) ?? -1));
    const rows = await store.rows(TASKS_TABLE);
    const tasks = rows
      .map((row) => rowOfTable(row, names))
      .filter((task) => isWanted(task) && (section === null || task.sectionId === section.id))
      .sort((a, b) => rank(a) - rank(b) || byPosition(a, b));
    const skipped = sections.filter((one) => one.skipped).map(({ id }) => id);
    return { tasks, isEmpty: rows.length === 0, skippedSections: new Set(skipped) };
  });
}

function statusFilter(word: string | undefined): ((task: TaskRow) => boolean) | Failure {
  if (word === undefined) return ({ status }) => status !== "completed";
  if (word.trim().toLowerCase() === ALL) return () => true;
  const wanted = statusNamed(word, [ALL]);
  return isFailure(wanted) ? wanted : ({ status }) => status === wanted;
}

export async function listSections(surroundings: Surroundings): Promise<readonly ListedSection[] | Failure> {
  return await withProject(surroundings, "read-only", async ({ store }) => {
    const counts = new Map<unknown, { tasks: number; completed: number }>();
    for (const { section_id: id, status } of await store.rows(TASKS_TABLE)) {
      const before = counts.get(id) ?? { tasks: 0, completed: 0 };
      const completed = before.completed + (status === "completed" ? 1 : 0);
      counts.set(id, { tasks: before.tasks + 1, completed });
    }
    const none = { tasks: 0, completed: 0 };
    return (await tableSections(store)).map((section) => ({
      ...section,
      ...(counts.get(section.id) ?? none),
    }));
  });
}

async function tableSections(log: EventLog): Promise<readonly SectionRow[]> {
  return (await log.rows(SECTIONS_TABLE)).map(sectionOf).sort(byPosition);
}

function sectionOf(row: Row): SectionRow {
  return {
    id: String(row.id),
    name: String(row.name),
    position: Number(row.position),
    skipped: row.skipped === 1,
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
  };
}

function byPosition(
  a: { readonly position: number; readonly id: string },
  b: { readonly position: number; readonly id: string },
): number {
  return a.position - b.position || (a.id < b.id ? -1 : 1);
}

function sectionOfTable(sections: readonly SectionRow[], word: string): SectionRow | Failure {
  const typed = word.trim().toLowerCase();
  const called = sections.find(({ name }) => sameName(name, word.trim()));
  const begun = typed === "" ? [] : sections.filter(({ id }) => id.startsWith(typed));
  const [only] = begun;
  if (called !== undefined) return called;
  if (only !== undefined && begun.length === 1) return only;
  const names = sections.map(({ name }) => name);
  const meant = nearest(word, names);
  return {
    failed: "not-found",
    code: "no-section",
    message:
      begun.length > 1 ? `${word} may be any of ${begun.length} sections` : `there is no section ${word}`,
    fix: meant === undefined ? "see `parley sections list`" : `did you mean "${meant}"?`,
  };
}
