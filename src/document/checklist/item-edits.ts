// What a line of a checklist says once it says what the board does.
import { readTitle } from "../../core/board/board-text.ts";
import { MARKERS } from "../../core/board/task-status.ts";
import type { ChecklistItem } from "./checklist.ts";
import type { ChecklistTask } from "./checklist-board.ts";
import { idComment, joinItemLine, needsComment, parseItemLine } from "./item-line.ts";

export interface ItemEdit {
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
    rest: comment === "" ? parsed.rest : comment,
  });
}

/** `- [ ] Title` in the dress of the item above it. */
export function newItem(
  { title, status, id }: ChecklistTask,
  { opening, hasNamesake }: { readonly opening: string; readonly hasNamesake: boolean },
): string {
  const comment = hasNamesake || needsComment(title) ? ` ${idComment(id)}` : "";
  return `${opening}[${MARKERS[status]}] ${readTitle(title) ?? title}${comment}`;
}

/** What comes before the bracket of the next item: the same indentation and bullet, the next number. */
export function nextOpening(line: string, ahead = 1): string {
  const opening = parseItemLine(line)?.opening.slice(0, -1) ?? "- ";
  return opening.replace(/\d+/, (number) => String(Number(number) + ahead).slice(0, NUMBER_DIGITS_MAX));
}

/** Markdown takes no longer number for an item's. */
const NUMBER_DIGITS_MAX = 9;
