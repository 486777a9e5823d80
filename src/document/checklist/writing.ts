// What is known of a checklist while it is written.
import { sameName } from "../../core/board/board-text.ts";
import type { Checklist, ChecklistItem } from "./checklist.ts";
import type { ChecklistBoard, ChecklistTask } from "./checklist-board.ts";
import { itemsIn, type Matching, placeKey } from "./match-tasks.ts";
import type { SourceText } from "./source-lines.ts";

export interface Writing {
  readonly source: SourceText;
  readonly checklist: Checklist;
  /** With the sections as the board calls them. */
  readonly items: readonly ChecklistItem[];
  readonly board: ChecklistBoard;
  readonly matching: Pick<Matching, "tasks" | "absent">;
  /** By place, how many lines there will be: more than one need their ids to be told apart. */
  readonly namesakes: ReadonlyMap<string, number>;
}

export function writingOf(about: Omit<Writing, "items" | "namesakes">): Writing {
  const { checklist, board, matching } = about;
  const items = itemsIn(checklist, board);
  const namesakes = new Map<string, number>();
  const count = (key: string): void => {
    namesakes.set(key, (namesakes.get(key) ?? 0) + 1);
  };
  for (const [index, item] of items.entries()) {
    count(placeKey({ ...item, title: matching.tasks.get(index)?.title ?? item.title }));
  }
  for (const { section, title } of matching.absent) count(placeKey({ section, under: [], title }));
  return { ...about, items, namesakes };
}

export function isIn({ section }: ChecklistTask, name: string | null): boolean {
  return section === null || name === null ? section === name : sameName(section, name);
}

/** Whether more lines than so many will stand in the same place and say the same. */
export function hasNamesake(
  { namesakes }: Writing,
  place: Parameters<typeof placeKey>[0],
  others = 1,
): boolean {
  return (namesakes.get(placeKey(place)) ?? 0) > others;
}
