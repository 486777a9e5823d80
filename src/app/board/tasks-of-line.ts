// From a finished spec to the board: the tasks that are to fulfil one of its lines, and what was committed for them.
import { valuesOf } from "../../core/board/id-map.ts";
import type { Task } from "../../core/board/task.ts";
import { anchorsOf } from "../../document/spec/anchors.ts";
import type { SpecSection } from "../../document/spec/outline.ts";
import { specOf } from "../../document/spec/spec.ts";
import { AUDIT_TABLE } from "../../engine/board-tables.ts";
import type { EventLog } from "../../engine/ports.ts";
import type { OpenProject } from "../project.ts";
import type { LineStory, LineTask, TaskCommit } from "../wire/line.ts";
import { readBoard } from "./change-board.ts";

interface AskedLine extends Pick<LineStory, "session" | "line"> {
  readonly gaps: readonly { readonly id: string }[];
  /** From the project's root. */
  readonly path: string;
  readonly lines: readonly string[];
}

export async function tasksOfLine(project: OpenProject, asked: AskedLine): Promise<readonly LineTask[]> {
  const board = await readBoard(project);
  const anchors = anchorsAround(asked);
  const found = [...valuesOf(board.tasks)].flatMap((task) => {
    const because = reasonFor(task, asked, anchors);
    return because === null ? [] : [{ task, because }];
  });
  return await Promise.all(
    found.map(async ({ task: { id, title, status }, because }) => ({
      ...{ id, title, status, because },
      commits: await commitsOf(project.store, id),
    })),
  );
}

function reasonFor(
  { planned, sourceFile }: Task,
  { session, gaps, path }: AskedLine,
  anchors: ReadonlySet<string>,
): LineTask["because"] | null {
  if (planned?.session === session && gaps.some(({ id }) => id === planned.item)) return "gap";
  // A task of a gap points at that gap's section: other lines of it are none of its business.
  if (planned !== undefined && !planned.item.startsWith("#")) return null;
  const [file, anchor] = sourceFile?.split("#") ?? [];
  return file === path && anchor !== undefined && anchors.has(anchor) ? "heading" : null;
}

/** Of the headings that the line stands under, outermost first. */
function anchorsAround({ lines, line }: AskedLine): ReadonlySet<string> {
  const sections = anchoredSections(lines.join("\n"));
  return new Set(
    sections.flatMap(({ section, anchor }) =>
      section.line <= line && line <= section.endLine ? anchor : [],
    ),
  );
}

interface AnchoredSection {
  readonly section: SpecSection;
  readonly anchor: string;
}

export function anchoredSections(text: string): readonly AnchoredSection[] {
  const { sections } = specOf(text);
  const anchors = anchorsOf(sections.map(({ title }) => title));
  return sections.map((section, index) => ({ section, anchor: anchors[index] ?? "" }));
}

async function commitsOf(log: EventLog, task: string): Promise<readonly TaskCommit[]> {
  const rows = await log.rows(AUDIT_TABLE, { where: { task_id: task }, order: ["id"] });
  return rows.flatMap(({ commit_sha: commit, actor, created_at: at }) =>
    typeof commit === "string" ? { commit, actor: String(actor), at: String(at) } : [],
  );
}
