// Where a checklist is not as the board is, and stays so: what is nested, and the order of headings.
import type { Note } from "../../core/documents/note.ts";
import type { Checklist, ChecklistItem } from "./checklist.ts";
import type { ChecklistBoard, ChecklistTask } from "./checklist-board.ts";
import { sectionsOfHeadings } from "./heading-sections.ts";
import { longestRun } from "./longest-run.ts";
import { isIn } from "./writing.ts";

export const OTHER_SECTION = "other-section";
export const OTHER_ORDER = "other-order";

export interface Standing {
  readonly item: ChecklistItem;
  readonly task: ChecklistTask;
}

/** `standing`: the tasks of the checklist, from its first line to its last. */
export function boardDifferences(
  checklist: Checklist,
  board: ChecklistBoard,
  standing: readonly Standing[],
): readonly Note[] {
  const away = standing.filter(({ item, task }) => !isIn(task, item.section));
  const home = new Map<string | null, Standing[]>();
  for (const one of standing) {
    if (!isIn(one.task, one.item.section)) continue;
    const key = one.item.section?.toLowerCase() ?? null;
    const others = home.get(key);
    if (others === undefined) home.set(key, [one]);
    else others.push(one);
  }
  return [
    ...away.map(otherSection),
    ...[...home.values()].flatMap(otherOrder),
    ...headingOrder(checklist, board, new Set(home.keys())),
  ];
}

function otherSection({ item, task }: Standing): Note {
  const where = task.section === null ? "in no section" : `in the section "${task.section}"`;
  const stays = item.parent === null ? "under its heading" : `under "${item.under.at(-1)}"`;
  const message = `"${item.title}" is ${where} on the board, and stays here ${stays}`;
  return { code: OTHER_SECTION, line: item.line, message };
}

function otherOrder(standing: readonly Standing[]): readonly Note[] {
  const run = longestRun(standing.map(({ task }) => task.rank));
  return standing.flatMap(({ item }, index) => {
    if (run.has(index)) return [];
    const message = `"${item.title}" has another place on the board; what is nested stays with its item`;
    return [{ code: OTHER_ORDER, line: item.line, message }];
  });
}

function headingOrder(
  { headings }: Checklist,
  { sections }: ChecklistBoard,
  used: ReadonlySet<string | null>,
): readonly Note[] {
  const ranks = new Map(sections.map((name, rank) => [name.toLowerCase(), rank]));
  const names = sectionsOfHeadings(headings, sections);
  const seen = new Set<string>();
  const shown = headings.flatMap(({ line }, index) => {
    const name = names[index] ?? "";
    const rank = ranks.get(name.toLowerCase());
    if (rank === undefined || !used.has(name.toLowerCase()) || seen.has(name.toLowerCase())) return [];
    seen.add(name.toLowerCase());
    return [{ line, name, rank }];
  });
  const run = longestRun(shown.map(({ rank }) => rank));
  return shown.flatMap(({ line, name }, index) => {
    if (run.has(index)) return [];
    const message = `the section "${name}" has another place on the board: headings are not moved`;
    return [{ code: OTHER_ORDER, line, message }];
  });
}
