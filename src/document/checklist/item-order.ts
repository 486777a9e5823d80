import type { ChecklistItem } from "./checklist.ts";
import type { Slot } from "./checklist-edit.ts";
import { isIn, type Writing } from "./writing.ts";

/**
 * The places that items of the same list change among each other so that they stand as on the board; what stands
 * between them keeps its place. Those that leave for another section leave theirs empty.
 */
export function slotsInOrder({ items, board, matching, moving }: Writing): ReadonlyMap<number, Slot> {
  const slots = new Map<number, Slot>();
  for (const item of moving.values()) slots.set(item.line, { endLine: item.endLine, filledBy: null });
  const ranks = new Map(board.tasks.map(({ id }, rank) => [id, rank]));
  const lists = new Map<string, { readonly item: ChecklistItem; readonly rank: number }[]>();
  for (const [index, item] of items.entries()) {
    const task = matching.tasks.get(index);
    if (task === undefined || moving.has(task.id) || !isIn(task, item.section)) continue;
    const list = `${item.heading} ${item.parent} ${item.indent}`;
    const entry = { item, rank: ranks.get(task.id) ?? 0 };
    const siblings = lists.get(list);
    if (siblings === undefined) lists.set(list, [entry]);
    else siblings.push(entry);
  }
  for (const siblings of lists.values()) {
    const wanted = siblings.toSorted((a, b) => a.rank - b.rank);
    for (const [index, { item }] of siblings.entries()) {
      const filledBy = wanted[index]?.item ?? item;
      if (filledBy !== item) slots.set(item.line, { endLine: item.endLine, filledBy });
    }
  }
  return slots;
}
