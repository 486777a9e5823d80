// A plan as a checklist for people to edit, and read again.

import { readTitle } from "../../core/board/board-text.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";
import { groupBy } from "../../core/shared/group-by.ts";
import { readChecklist } from "../checklist/read-checklist.ts";
import type { PlannedItem } from "./spec-plan.ts";

export interface EditedItem {
  readonly line: number;
  readonly title: string;
  readonly status: TaskStatus;
  readonly section: string | null;
  readonly notes: string;
  readonly gap: string | null;
  readonly heading: string | null;
  readonly source: string | null;
  readonly after: readonly string[];
}

export function renderPlan(
  items: readonly PlannedItem[],
  about: { readonly session: string; readonly spec: string },
): string {
  const lines = [
    `<!-- Tasks from ${neutralizeComments(about.spec)}, session ${about.session}. Each item that is left becomes a task:`,
    "     change titles, move items under other headings, delete what is not wanted, add what is missing.",
    "     `source:` is what a task is to fulfil, `after:` the gaps whose tasks must be done first. Leave `gap:` and",
    "     `heading:` as they are: by them the next plan knows a task, whatever its title is then. -->",
  ];
  let section: string | null = null;
  for (const item of groupedBySection(items)) {
    if (item.section !== section && item.section !== null)
      lines.push("", `## ${neutralizeComments(item.section)}`);
    if (item.section !== section || section === null) lines.push("");
    section = item.section;
    lines.push(...itemLines(item));
  }
  return `${lines.join("\n")}\n`;
}

/** Sections in the order of their first items. */
function groupedBySection(items: readonly PlannedItem[]): readonly PlannedItem[] {
  const isIn = ({ section }: PlannedItem) => Number(section !== null);
  const groups = groupBy(
    items.toSorted((a, b) => isIn(a) - isIn(b)),
    ({ section }) => section,
  );
  return [...groups.values()].flat();
}

function itemLines({ title, gap, heading, source, after }: PlannedItem): readonly string[] {
  return [
    `- [ ] ${neutralizeComments(readTitle(title) ?? "A task without a title")}`,
    ...(gap === null ? [] : [`  gap: ${gap}`]),
    ...(heading === null ? [] : [`  heading: ${heading}`]),
    `  source: ${source}`,
    ...(after.length === 0 ? [] : [`  after: ${after.join(", ")}`]),
  ];
}

/** A title that opens or closes a comment would take the rest of the list with it. */
function neutralizeComments(title: string): string {
  return title.replaceAll("<!--", "<! --").replaceAll("-->", "-- >");
}

const FIELD = /^(gap|heading|source|after):[ \t]*(|[^ \t].*)$/i;

export function readPlan(text: string): readonly EditedItem[] {
  return readChecklist(text).items.flatMap(({ line, title, status, section, notes }) => {
    if (status === null) return [];
    const fields: Partial<Record<string, string>> = {};
    const rest = notes.split("\n").filter((said) => {
      const [, name = "", value = ""] = FIELD.exec(said.trim()) ?? [];
      if (name === "") return true;
      fields[name.toLowerCase()] = value.trim();
      return false;
    });
    const { gap = "", heading = "", source = "", after = "" } = fields;
    const item = { line, title, status, section, notes: rest.join("\n").trim() };
    const from = { gap: gap || null, heading: heading || null };
    return [{ ...item, ...from, source: source || null, after: listOf(after) }];
  });
}

function listOf(words: string): readonly string[] {
  return words.split(/[,\s]+/).filter((word) => word !== "");
}
