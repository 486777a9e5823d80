// Which line of a checklist is which task. A comment with its id says so; else it is found by where it stands and what
// it says, as it did when it was last seen or as the board has it now; else by its title, where that is the only one.
import type { Checklist, ChecklistItem } from "./checklist.ts";
import type { ChecklistBoard, ChecklistTask } from "./checklist-board.ts";
import { sectionsOfHeadings } from "./heading-sections.ts";

export interface Matching {
  /** By the place of the item in the checklist. */
  readonly tasks: ReadonlyMap<number, ChecklistTask>;
  /** The tasks that stand nowhere in it, top to bottom. */
  readonly absent: readonly ChecklistTask[];
  /** The items that are no task, in the order of their lines. */
  readonly strangers: readonly number[];
}

type KeyOf<Thing> = (thing: Thing) => string | null;

export function matchTasks(checklist: Checklist, board: ChecklistBoard, file: string): Matching {
  const { tasks } = board;
  const items = new Map([...itemsIn(checklist, board).entries()].filter(([, { status }]) => status !== null));
  const left = new Map(tasks.map((task) => [task.id, task]));
  const found = new Map<number, ChecklistTask>();
  const pair = (item: number, task: ChecklistTask): void => {
    found.set(item, task);
    items.delete(item);
    left.delete(task.id);
  };
  for (const [index, { id }] of [...items]) {
    const task = id === null ? undefined : left.get(id);
    if (task !== undefined) pair(index, task);
  }
  for (const { ofItem, ofTask, where } of waysToTell(file)) {
    const wanted = grouped(left.values(), ofTask);
    for (const [key, lines] of grouped([...items], ([, item]) => ofItem(item))) {
      const candidates = wanted.get(key) ?? [];
      if (where === "as many" && lines.length !== candidates.length) continue;
      if (where === "only one" && (lines.length > 1 || candidates.length > 1)) continue;
      for (const [index, task] of paired(lines, candidates)) pair(index, task);
    }
  }
  const strangers = [...checklist.items.keys()].filter((index) => !found.has(index));
  return { tasks: found, absent: tasks.filter(({ id }) => left.has(id)), strangers };
}

/** The items with the sections as the board calls them. */
export function itemsIn({ items, headings }: Checklist, board: ChecklistBoard): readonly ChecklistItem[] {
  const names = sectionsOfHeadings(headings, board.sections);
  return items.map((item) => ({
    ...item,
    section: item.heading === null ? null : (names[item.heading] ?? item.section),
  }));
}

interface WayToTell {
  readonly ofItem: KeyOf<ChecklistItem>;
  readonly ofTask: KeyOf<ChecklistTask>;
  /** How sure it must be: as many lines as tasks have the key, one of each, or whatever there is in its order. */
  readonly where: "as many" | "only one" | "any";
}

/** The surest first. */
function waysToTell(file: string): readonly WayToTell[] {
  const origin = (task: ChecklistTask): ChecklistTask["origin"] =>
    task.origin?.file === file ? task.origin : null;
  const asItWas: Pick<WayToTell, "ofItem" | "ofTask"> = {
    ofItem: placeKey,
    ofTask: (task) => mapped(origin(task), placeKey),
  };
  return [
    { ...asItWas, where: "as many" },
    {
      ofItem: placeKey,
      ofTask: (task) => placeKey({ ...task, under: origin(task)?.under ?? [] }),
      where: "any",
    },
    { ...asItWas, where: "any" },
    // The board knows nothing of what a line is nested under.
    {
      ofItem: (item) => placeKey({ ...item, under: [] }),
      ofTask: (task) => placeKey({ ...task, under: [] }),
      where: "any",
    },
    // A line that somebody has put elsewhere.
    {
      ofItem: ({ title }) => title,
      ofTask: (task) => (origin(task) === null ? null : task.title),
      where: "only one",
    },
    {
      ofItem: ({ title }) => title,
      ofTask: (task) => origin(task)?.title ?? null,
      where: "only one",
    },
  ];
}

function mapped<From, To>(value: From | null, map: (value: From) => To): To | null {
  return value === null ? null : map(value);
}

/** Where a line stands and what it says, as one text. */
export function placeKey({
  section,
  under,
  title,
}: Pick<ChecklistItem, "section" | "under" | "title">): string {
  return JSON.stringify([section?.toLowerCase() ?? null, under, title]);
}

function grouped<Thing>(things: Iterable<Thing>, keyOf: KeyOf<Thing>): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}

type Line = readonly [number, ChecklistItem];

/** In order; where one side has more, those whose markers agree come first. */
function paired(lines: readonly Line[], tasks: readonly ChecklistTask[]): readonly [number, ChecklistTask][] {
  if (lines.length === tasks.length) return zipped(lines, tasks);
  const byStatus = grouped(tasks, ({ status }) => status);
  const agreeing = lines.flatMap(([index, { status }]): [number, ChecklistTask][] => {
    const task = byStatus.get(status ?? "")?.shift();
    return task === undefined ? [] : [[index, task]];
  });
  const taken = new Set(agreeing.map(([index]) => index));
  const used = new Set(agreeing.map(([, { id }]) => id));
  const rest = zipped(
    lines.filter(([index]) => !taken.has(index)),
    tasks.filter(({ id }) => !used.has(id)),
  );
  return [...agreeing, ...rest];
}

function zipped(lines: readonly Line[], tasks: readonly ChecklistTask[]): readonly [number, ChecklistTask][] {
  return lines.flatMap(([index], at): [number, ChecklistTask][] => {
    const task = tasks[at];
    return task === undefined ? [] : [[index, task]];
  });
}
