// Tasks that a checklist does not hold yet: at the end of the list of their section, new sections at the end.
import { MARKERS } from "../../core/board/task-status.ts";
import { groupBy } from "../../core/shared/group-by.ts";
import { isBlank } from "../markdown/lines.ts";
import type { Checklist, ChecklistItem } from "./checklist.ts";
import type { ChecklistTask } from "./checklist-board.ts";
import { type ChecklistEdit, GAP, type Gap } from "./checklist-edit.ts";
import { headingLine } from "./checklist-sections.ts";
import { idComment, parseItemLine } from "./item-line.ts";
import { readChecklist } from "./read-checklist.ts";
import type { SourceText } from "./source-lines.ts";

const HEADING_LEVEL = 2;
const OPENING = "- ";

export function appendTasks(
  edit: ChecklistEdit,
  tasks: readonly ChecklistTask[],
  { checklist, source }: { readonly checklist: Checklist; readonly source: SourceText },
): void {
  const { headings, items, openFrom } = checklist;
  const places = new Map<string, number>(
    headings.map(({ section }, index) => [section.toLowerCase(), index]),
  );
  const lasts = new Map<number | null, ListEnd>();
  for (const item of items) {
    if (item.parent !== null || edit.leaving.has(item.line)) continue;
    lasts.set(item.heading, { item, above: lasts.get(item.heading)?.item ?? null });
  }
  const used = items.find(({ heading }) => heading !== null)?.heading ?? null;
  const level = (used === null ? undefined : headings[used]?.level) ?? HEADING_LEVEL;
  for (const [section, coming] of groupBy(tasks, (task) => task.section)) {
    const heading = section === null ? null : places.get(section.toLowerCase());
    const last = heading === undefined ? undefined : lasts.get(heading);
    if (last !== undefined) edit.insert(last.item.endLine, linesAfterItem(last, coming, source));
    else if (heading !== undefined) {
      const end = sectionEnd(checklist, source, heading);
      const next = source.lines[end]?.text ?? "";
      const lines = [...(end === 0 ? [] : [GAP]), ...newList(coming), ...(isBlank(next) ? [] : [GAP])];
      edit.insert(end, lines);
    } else {
      const lines = [GAP, headingLine(level, section ?? ""), GAP, ...newList(coming)];
      edit.insert((openFrom ?? source.lines.length + 1) - 1, openFrom === null ? lines : [...lines, GAP]);
    }
  }
}

/** The last item of a list that is nested under none, and the one before it. */
interface ListEnd {
  readonly item: ChecklistItem;
  readonly above: ChecklistItem | null;
}

function newList(tasks: readonly ChecklistTask[]): readonly (string | Gap)[] {
  return joinBlocks(tasks.map((task) => newItem(task, OPENING)));
}

/** In the dress of the last item: its indentation and bullet, the next numbers, blank lines where it has one above. */
function linesAfterItem(
  { item, above }: ListEnd,
  tasks: readonly ChecklistTask[],
  source: SourceText,
): readonly (string | Gap)[] {
  const textAt = (line: number): string => source.lines[line - 1]?.text ?? "";
  const between = above === null ? [] : source.lines.slice(above.endLine, item.line - 1);
  const isLoose = between.length > 0 && between.every(({ text }) => isBlank(text));
  const [before, last] = [above === null ? "" : openingOf(textAt(above.line)), openingOf(textAt(item.line))];
  const step = before === last ? 0 : 1;
  const block = source.lines.slice(item.line - 1, item.endLine).map(({ text }) => text);
  const blocks = tasks.map((task, index) => newItem(task, nextOpening(last, step * (index + 1))));
  return joinBlocks([block, ...blocks], isLoose).slice(block.length);
}

/** Blocks of lines below one another; a blank line where the first line of one would be taken for more of the other. */
function joinBlocks(blocks: readonly (readonly string[])[], isLoose = false): readonly (string | Gap)[] {
  const lines: (string | Gap)[] = [];
  for (const [index, block] of blocks.entries()) {
    const above = blocks[index - 1];
    if (above !== undefined && (isLoose || wouldAbsorb(above, block[0] ?? ""))) lines.push(GAP);
    for (const line of block) lines.push(line);
  }
  return lines;
}

/** A numbered item may be taken for more of a quote, one with a bar for more of a table. */
function wouldAbsorb([, ...notes]: readonly string[], line: string): boolean {
  const [isNumbered, hasBar] = [/^[ \t]*\d/.test(line), line.includes("|")];
  return notes.some((note) => (isNumbered && /^[ \t]*>/.test(note)) || (hasBar && note.includes("|")));
}

/** `- [ ] Title`, and its notes below. */
function newItem({ title, status, id, notes }: ChecklistTask, opening: string): readonly string[] {
  return [`${opening}[${MARKERS[status]}] ${title} ${idComment(id)}`, ...noteLines(notes, opening)];
}

/** Notes that would be read as anything else are quoted. */
function noteLines(notes: string, opening: string): readonly string[] {
  if (notes === "") return [];
  const lines = notes.split("\n");
  const plain = indentLines(lines, opening);
  const { items, headings, unread, openFrom } = readChecklist([`${opening}[ ] x`, ...plain].join("\n"));
  const [item, ...others] = items;
  const isRead = item?.notes === notes && others.length + headings.length + unread.length === 0;
  if (isRead && openFrom === null) return plain;
  const quoted = lines.map((line) => `> ${line}`.trimEnd());
  return indentLines(quoted, opening);
}

/** To where the text of the item begins. */
function indentLines(lines: readonly string[], opening: string): readonly string[] {
  const margin = opening.replace(/\S/g, " ");
  return lines.map((line) => (isBlank(line) ? "" : `${margin}${line}`));
}

/** What comes before the bracket of an item. */
function openingOf(line: string): string {
  return parseItemLine(line)?.opening.slice(0, -1) ?? OPENING;
}

function nextOpening(opening: string, ahead: number): string {
  return opening.replace(/\d+/, (number) => String(Number(number) + ahead).slice(0, NUMBER_DIGITS_MAX));
}

/** Markdown takes no longer number for an item's. */
const NUMBER_DIGITS_MAX = 9;

/** The last line under a heading, or above the first, that is not blank; the heading's own where there is none. */
function sectionEnd(
  { headings, openFrom }: Checklist,
  { lines }: SourceText,
  heading: number | null,
): number {
  const first = heading === null ? 0 : (headings[heading]?.endLine ?? 0);
  const next = headings[heading === null ? 0 : heading + 1]?.line ?? lines.length + 1;
  let last = Math.min(next, openFrom ?? next) - 1;
  while (last > first && isBlank(lines[last - 1]?.text ?? "")) last -= 1;
  return Math.max(first, last);
}
