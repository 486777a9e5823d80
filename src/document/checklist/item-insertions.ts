// Where tasks go that a checklist does not have in their section.
import { isBlank } from "../markdown/lines.ts";
import type { ChecklistItem } from "./checklist.ts";
import type { ChecklistTask } from "./checklist-board.ts";
import type { Insertion } from "./checklist-edit.ts";
import { sectionsOfHeadings } from "./heading-sections.ts";
import { newItem, nextOpening } from "./item-edits.ts";
import { headingLine } from "./renamed-headings.ts";
import { hasNamesake, type Writing } from "./writing.ts";

const HEADING_LEVEL = 2;
const OPENING = "- ";
const GAP: Insertion = { of: "gap" };

/** By the line before which they go in. */
export function insertions(writing: Writing): ReadonlyMap<number, readonly Insertion[]> {
  const inserted = new Map<number, Insertion[]>();
  const insert = (line: number, what: readonly Insertion[]): void => {
    const there = inserted.get(line) ?? [];
    for (const one of what) there.push(one);
    inserted.set(line, there);
  };
  const { source, checklist, board } = writing;
  const headings = new Map(
    sectionsOfHeadings(checklist.headings, board.sections).map((name, index) => [name.toLowerCase(), index]),
  );
  const lasts = new Map(
    writing.items.flatMap((item) => (item.parent === null ? [[item.heading, item] as const] : [])),
  );
  const homeless: (readonly [string, readonly ChecklistTask[]])[] = [];
  for (const [section, tasks] of arrivalsBySection(writing)) {
    const heading = section === null ? null : headings.get(section.toLowerCase());
    if (section !== null && heading === undefined) homeless.push([section, tasks]);
    else {
      const { line, what } = inSection(writing, { heading: heading ?? null, lasts, tasks });
      insert(line, what);
    }
  }
  const end = checklist.openFrom ?? source.lines.length + 1;
  for (const [section, tasks] of homeless) insert(end, newSection(writing, section, tasks));
  return inserted;
}

/** In the order of the board. */
function arrivalsBySection({
  board,
  matching,
  moving,
}: Writing): ReadonlyMap<string | null, ChecklistTask[]> {
  const arriving = new Set([...matching.absent.map(({ id }) => id), ...moving.keys()]);
  const bySection = new Map<string | null, ChecklistTask[]>();
  for (const task of board.tasks) {
    if (!arriving.has(task.id)) continue;
    const others = bySection.get(task.section);
    if (others === undefined) bySection.set(task.section, [task]);
    else others.push(task);
  }
  return bySection;
}

interface SectionArrivals {
  readonly heading: number | null;
  /** The last item of every heading that is nested under no other. */
  readonly lasts: ReadonlyMap<number | null, ChecklistItem>;
  readonly tasks: readonly ChecklistTask[];
}

function inSection(
  writing: Writing,
  { heading, lasts, tasks }: SectionArrivals,
): { readonly line: number; readonly what: readonly Insertion[] } {
  const { source } = writing;
  const last = lasts.get(heading);
  if (last !== undefined) {
    const above = source.lines[last.line - 1]?.text ?? "";
    return { line: last.endLine + 1, what: arrivals(writing, tasks, above) };
  }
  const end = lastLineOf(writing, heading);
  const next = source.lines[end]?.text ?? "";
  const before = end === 0 ? [] : [GAP];
  const after = isBlank(next) ? [] : [GAP];
  return { line: end + 1, what: [...before, ...arrivals(writing, tasks, null), ...after] };
}

/** The last line under a heading, or above the first, that is not blank; the heading's own where there is none. */
function lastLineOf({ source, checklist }: Writing, heading: number | null): number {
  const { headings, openFrom } = checklist;
  const first = heading === null ? 0 : (headings[heading]?.endLine ?? 0);
  const next = headings[heading === null ? 0 : heading + 1]?.line ?? source.lines.length + 1;
  let last = Math.min(next, openFrom ?? next) - 1;
  while (last > first && isBlank(source.lines[last - 1]?.text ?? "")) last -= 1;
  return Math.max(first, last);
}

function newSection(
  writing: Writing,
  section: string,
  tasks: readonly ChecklistTask[],
): readonly Insertion[] {
  const { checklist, items } = writing;
  const used = items.find((item) => item.heading !== null)?.heading ?? null;
  const level = (used === null ? undefined : checklist.headings[used]?.level) ?? HEADING_LEVEL;
  const after = checklist.openFrom === null ? [] : [GAP];
  return [
    GAP,
    { of: "line", text: headingLine(level, section), task: null },
    GAP,
    ...arrivals(writing, tasks, null),
    ...after,
  ];
}

/** In the dress of the item above, where there is one. */
function arrivals(
  writing: Writing,
  tasks: readonly ChecklistTask[],
  above: string | null,
): readonly Insertion[] {
  return tasks.map((task, index): Insertion => {
    const item = writing.moving.get(task.id);
    if (item !== undefined) return movedBlock(writing, item, indentText(above ?? ""));
    const opening = above === null ? OPENING : nextOpening(above, index + 1);
    const namesake = hasNamesake(writing, { section: task.section, under: [], title: task.title });
    return { of: "line", text: newItem(task, { opening, hasNamesake: namesake }), task: task.id };
  });
}

function movedBlock({ source }: Writing, item: ChecklistItem, indent: string): Insertion {
  const own = indentText(source.lines[item.line - 1]?.text ?? "");
  const reindent = (text: string): string => {
    if (isBlank(text)) return text;
    return `${indent}${text.startsWith(own) ? text.slice(own.length) : text.trimStart()}`;
  };
  return { of: "block", range: item, reindent };
}

function indentText(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
