// What a line of a checklist says once it says what the board does.
import { readTitle } from "../../core/board/board-text.ts";
import { MARKERS } from "../../core/board/task-status.ts";
import { isBlank } from "../markdown/lines.ts";
import type { ChecklistItem } from "./checklist.ts";
import type { ChecklistTask } from "./checklist-board.ts";
import { idComment, joinItemLine, needsComment, parseItemLine } from "./item-line.ts";
import { readChecklist } from "./read-checklist.ts";

interface ItemEdit {
  readonly item: ChecklistItem;
  readonly task: ChecklistTask;
  /** Another line in the same place says the same. */
  readonly hasNamesake: boolean;
}

/** `null` where the line says it already: a marker written as `[X]` and blanks within a title are its author's. */
export function editedItem(line: string, { item, task, hasNamesake }: ItemEdit): string | null {
  const sameMarker = item.status === task.status;
  const sameTitle = item.title === task.title;
  if (sameMarker && sameTitle) return null;
  const parsed = parseItemLine(line);
  if (parsed === null) throw new Error(`line ${item.line} is no item`);
  const title = sameTitle ? parsed.title : task.title;
  const comment = hasNamesake || parsed.id !== null || needsComment(title) ? ` ${idComment(task.id)}` : "";
  return joinItemLine({
    opening: parsed.opening,
    inside: sameMarker ? parsed.inside : MARKERS[task.status],
    gap: parsed.gap,
    title,
    rest: comment === "" ? parsed.rest : `${oddBlanks(parsed.rest)}${comment}`,
  });
}

/** What stands between a title and our comment and is no plain blank is its author's, seen or not. */
function oddBlanks(rest: string): string {
  return (rest.split("<!--")[0] ?? "").replaceAll(/[ \t]/g, "");
}

/** `- [ ] Title` in the dress of the item above it, and its notes below. */
export function newItem(
  { title, status, id, notes }: ChecklistTask,
  { opening, hasNamesake }: { readonly opening: string; readonly hasNamesake: boolean },
): readonly string[] {
  const comment = hasNamesake || needsComment(title) ? ` ${idComment(id)}` : "";
  const line = `${opening}[${MARKERS[status]}] ${readTitle(title) ?? title}${comment}`;
  return [line, ...noteLines(notes, opening)];
}

/** Notes that would be read as anything else are quoted. */
function noteLines(notes: string, opening: string): readonly string[] {
  if (notes === "") return [];
  const lines = notes.split("\n");
  const plain = below(lines, opening);
  const { items, headings, unread, openFrom } = readChecklist([`${opening}[ ] x`, ...plain].join("\n"));
  const [item, ...others] = items;
  const isRead = item?.notes === notes && others.length + headings.length + unread.length === 0;
  return isRead && openFrom === null
    ? plain
    : below(
        lines.map((line) => `> ${line}`.trimEnd()),
        opening,
      );
}

/** Indented to where the text of the item begins. */
function below(lines: readonly string[], opening: string): readonly string[] {
  const margin = opening.replace(/\S/g, " ");
  return lines.map((line) => (isBlank(line) ? "" : `${margin}${line}`));
}

/** What comes before the bracket of the next item: the same indentation and bullet, the next number. */
export function nextOpening(line: string, ahead = 1): string {
  const opening = parseItemLine(line)?.opening.slice(0, -1) ?? "- ";
  return opening.replace(/\d+/, (number) => String(Number(number) + ahead).slice(0, NUMBER_DIGITS_MAX));
}

/** Markdown takes no longer number for an item's. */
const NUMBER_DIGITS_MAX = 9;
