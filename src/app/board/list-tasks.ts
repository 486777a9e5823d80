// Tasks and sections as the tables have them: nothing is folded for a list.

import { TASK_STATUSES, type TaskStatus } from "../../core/board/task-status.ts";
import { SECTIONS_TABLE, TASKS_TABLE } from "../../engine/board-tables.ts";
import type { EventLog, Row, Table } from "../../engine/ports.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome } from "../failure.ts";
import { withProject } from "../sessions/with-project.ts";
import type { ListedSection, SectionRow, TaskRow } from "../wire/board.ts";
import { sectionAmong } from "./find-on-board.ts";
import { ALL, statusNamed } from "./status-named.ts";
import { rowOfTable } from "./task-row.ts";

interface ListTasksInput {
  /** Without one all but the completed; `all` for every task. */
  readonly status: string | undefined;
  readonly section: string | undefined;
}

export interface TaskList {
  readonly tasks: readonly TaskRow[];
  /** Whether there is any task at all. */
  readonly isEmpty: boolean;
  /** The ids of the sections that are passed over. */
  readonly skippedSections: ReadonlySet<string>;
}

export async function listTasks(context: CommandContext, input: ListTasksInput): Outcome<TaskList> {
  const status = statusesWanted(input.status);
  if (isFailure(status)) return status;
  return await withProject(context, "read-only", async ({ store }) => {
    const sections = await tableSections(store);
    const section = input.section === undefined ? null : sectionAmong(sections, input.section);
    if (isFailure(section)) return section;
    const names = new Map(sections.map(({ id, name }) => [id, name]));
    const ranks = new Map(sections.map(({ id }, index) => [id, index]));
    const rank = ({ sectionId }: TaskRow): number => (sectionId === null ? -1 : (ranks.get(sectionId) ?? -1));
    const where = { status, ...(section === null ? {} : { section_id: section.id }) };
    const rows = await store.rows(TASKS_TABLE, { where, order: ["position"] });
    const isEmpty = rows.length === 0 && (await store.rows(TASKS_TABLE, { limit: 1 })).length === 0;
    const tasks = rows.map((row) => rowOfTable(row, names)).sort((a, b) => rank(a) - rank(b));
    const skipped = sections.filter((one) => one.skipped).map(({ id }) => id);
    return { tasks, isEmpty, skippedSections: new Set(skipped) };
  });
}

function statusesWanted(word: string | undefined): readonly TaskStatus[] | Failure {
  if (word === undefined) return TASK_STATUSES.filter((status) => status !== "completed");
  const wanted = statusNamed(word, ALL);
  if (isFailure(wanted)) return wanted;
  return wanted === ALL ? TASK_STATUSES : [wanted];
}

/** What a list of sections counts. */
const TASK_PLACES = {
  ...TASKS_TABLE,
  columns: { id: "text", section_id: "text", status: "text" },
} as const satisfies Table;

export async function listSections(context: CommandContext): Outcome<readonly ListedSection[]> {
  return await withProject(context, "read-only", async ({ store }) => {
    const counts = new Map<unknown, { tasks: number; completed: number }>();
    for (const { section_id: id, status } of await store.rows(TASK_PLACES)) {
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
  return (await log.rows(SECTIONS_TABLE, { order: ["position"] })).map(sectionOf);
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
