// What is known of a checklist while it is written.
import type { TaskId } from "../../core/board/board-id.ts";
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
  readonly matching: Matching;
  /** By place, how many lines there will be: more than one need their ids to be told apart. */
  readonly namesakes: ReadonlyMap<string, number>;
  /** The items that go to another section, with what is nested under them. */
  readonly moving: ReadonlyMap<TaskId, ChecklistItem>;
}

export function writingOf(about: {
  readonly source: SourceText;
  readonly checklist: Checklist;
  readonly board: ChecklistBoard;
  readonly matching: Matching;
}): Writing {
  const { source, checklist, board, matching } = about;
  const items = itemsIn(checklist, board);
  const namesakes = new Map<string, number>();
  const count = (key: string): void => {
    namesakes.set(key, (namesakes.get(key) ?? 0) + 1);
  };
  for (const [index, item] of items.entries()) {
    count(placeKey({ ...item, title: matching.tasks.get(index)?.title ?? item.title }));
  }
  for (const { section, title } of matching.absent) count(placeKey({ section, under: [], title }));
  return {
    source,
    checklist,
    items,
    board,
    matching,
    namesakes,
    moving: movingItems(items, board, matching),
  };
}

/** What is nested stays where it is, and so does what somebody put under a heading that the board does not know. */
function movingItems(
  items: readonly ChecklistItem[],
  { sections }: ChecklistBoard,
  { tasks }: Matching,
): ReadonlyMap<TaskId, ChecklistItem> {
  const known = new Set(sections.map((name) => name.toLowerCase()));
  const moving = new Map<TaskId, ChecklistItem>();
  for (const [index, item] of items.entries()) {
    const task = tasks.get(index);
    if (task === undefined || item.parent !== null || isIn(task, item.section)) continue;
    if (item.section === null || known.has(item.section.toLowerCase())) moving.set(task.id, item);
  }
  return moving;
}

export function isIn({ section }: ChecklistTask, name: string | null): boolean {
  return section === null || name === null ? section === name : sameName(section, name);
}

export function hasNamesake({ namesakes }: Writing, place: Parameters<typeof placeKey>[0]): boolean {
  return (namesakes.get(placeKey(place)) ?? 0) > 1;
}
