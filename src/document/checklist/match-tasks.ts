// Which line of a checklist is which task. A comment with its id says so; else it is found by where it stands and what
// it says, as it did when it was last seen or as the board has it now; else by its title, where that is the only one.
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { Checklist, ChecklistItem } from "./checklist.ts";
import { byRank, type ChecklistBoard, type ChecklistTask, type RemovedLine } from "./checklist-board.ts";
import { sectionsOfHeadings } from "./heading-sections.ts";

export interface Matching {
  /** By the place of the item in the checklist. */
  readonly tasks: ReadonlyMap<number, ChecklistTask>;
  /** The tasks that stand nowhere in it, top to bottom. */
  readonly absent: readonly ChecklistTask[];
  /** The items whose tasks are off the board. */
  readonly removed: ReadonlyMap<number, RemovedLine>;
}

type KeyOf<Thing> = (thing: Thing) => string | null;

export function matchTasks(checklist: Checklist, board: ChecklistBoard, file: string): Matching {
  const search = new Search(itemsIn(checklist, board), board, file);
  search.byIds();
  search.asTheyWere();
  for (const way of waysToTell(file)) search.by(way);
  search.removedOnes();
  return search.matching(board.tasks);
}

/** Lines of removed tasks are set apart, and yet go to a task of the board that fits them better than none. */
class Search {
  readonly #file: string;
  readonly #items: Map<number, ChecklistItem>;
  readonly #left: Map<ChecklistTask["id"], ChecklistTask>;
  readonly #leftRemoved: Map<RemovedLine["id"], RemovedLine>;
  readonly #found = new Map<number, ChecklistTask>();
  readonly #setApart = new Map<number, RemovedLine>();

  constructor(items: readonly ChecklistItem[], { tasks, removed }: ChecklistBoard, file: string) {
    this.#items = new Map([...items.entries()].filter(([, { status }]) => status !== null));
    this.#left = new Map(tasks.map((task) => [task.id, task]));
    const here = removed.filter(({ origin }) => origin.file === file);
    this.#leftRemoved = new Map(here.map((one) => [one.id, one]));
    this.#file = file;
  }

  matching(tasks: readonly ChecklistTask[]): Matching {
    const absent = tasks.filter(({ id }) => this.#left.has(id));
    return { tasks: this.#found, absent, removed: this.#setApart };
  }

  #pair(index: number, task: ChecklistTask): void {
    this.#found.set(index, task);
    this.#items.delete(index);
    this.#left.delete(task.id);
    this.#setApart.delete(index);
  }

  #keepApart(index: number, line: RemovedLine): void {
    this.#setApart.set(index, line);
    this.#leftRemoved.delete(line.id);
  }

  byIds(): void {
    for (const [index, { id }] of [...this.#items]) {
      const task = id === null ? undefined : this.#left.get(id);
      const removed = id === null ? undefined : this.#leftRemoved.get(id);
      if (task !== undefined) this.#pair(index, task);
      else if (removed !== undefined) this.#keepApart(index, removed);
    }
  }

  /** As many lines as there were tasks, those of removed ones among them: nothing has come or gone by hand. */
  asTheyWere(): void {
    const wanted = grouped(this.#left.values(), (task) => mapped(originIn(task, this.#file), placeKey));
    const former = grouped(this.#leftRemoved.values(), ({ origin }) => placeKey(origin));
    for (const [key, lines] of grouped(this.#free(), ([, item]) => placeKey(item))) {
      const [tasks, removed] = [wanted.get(key) ?? [], former.get(key) ?? []];
      const all: (ChecklistTask | RemovedLine)[] = [...tasks, ...removed].sort(byRank);
      const candidates = lines.length === all.length ? all : lines.length === tasks.length ? tasks : [];
      for (const [index, candidate] of agreeingFirst(lines, candidates, ({ origin }) => origin?.status)) {
        if ("title" in candidate) this.#pair(index, candidate);
        else this.#keepApart(index, candidate);
      }
    }
  }

  by({ ofItem, ofTask, where }: WayToTell): void {
    const wanted = grouped(this.#left.values(), ofTask);
    const lines = where === "only one" ? this.#free() : [...this.#items];
    for (const [key, all] of grouped(lines, ([, item]) => ofItem(item))) {
      const candidates = wanted.get(key) ?? [];
      if (where === "only one" && (all.length > 1 || candidates.length > 1)) continue;
      const free = all.filter(([index]) => !this.#setApart.has(index));
      for (const [index, task] of paired(free.length < candidates.length ? all : free, candidates))
        this.#pair(index, task);
    }
  }

  /** Where there are more lines than were removed, only those that have the same notes. */
  removedOnes(): void {
    const former = grouped(this.#leftRemoved.values(), ({ origin }) => placeKey(origin));
    for (const [key, lines] of grouped(this.#free(), ([, item]) => placeKey(item))) {
      const candidates = former.get(key) ?? [];
      if (lines.length <= candidates.length) {
        for (const [at, [index]] of lines.entries()) {
          const candidate = candidates[at];
          if (candidate !== undefined) this.#keepApart(index, candidate);
        }
        continue;
      }
      const byNotes = grouped(lines, ([, { notes }]) => notes);
      for (const candidate of candidates) {
        const line = byNotes.get(candidate.notes)?.shift();
        if (line !== undefined) this.#keepApart(line[0], candidate);
      }
    }
  }

  #free(): readonly Line[] {
    return [...this.#items].filter(([index]) => !this.#setApart.has(index));
  }
}

function originIn({ origin }: ChecklistTask, file: string): ChecklistTask["origin"] {
  return origin?.file === file ? origin : null;
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
  /** How sure it must be: one of each has the key, or whatever there is in its order. */
  readonly where: "only one" | "any";
}

/** The surest first. */
function waysToTell(file: string): readonly WayToTell[] {
  const origin = (task: ChecklistTask): ChecklistTask["origin"] => originIn(task, file);
  return [
    {
      ofItem: placeKey,
      ofTask: (task) => placeKey({ ...task, under: origin(task)?.under ?? [] }),
      where: "any",
    },
    { ofItem: placeKey, ofTask: (task) => mapped(origin(task), placeKey), where: "any" },
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
  return lines.length === tasks.length
    ? zipped(lines, tasks)
    : agreeingFirst(lines, tasks, ({ status }) => status);
}

function agreeingFirst<Candidate extends { readonly id: string }>(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  statusOf: (candidate: Candidate) => TaskStatus | undefined,
): readonly [number, Candidate][] {
  const byStatus = grouped(candidates, (candidate) => statusOf(candidate) ?? null);
  const agreeing = lines.flatMap(([index, { status }]): [number, Candidate][] => {
    const candidate = byStatus.get(status ?? "")?.shift();
    return candidate === undefined ? [] : [[index, candidate]];
  });
  const taken = new Set(agreeing.map(([index]) => index));
  const used = new Set(agreeing.map(([, { id }]) => id));
  const rest = zipped(
    lines.filter(([index]) => !taken.has(index)),
    candidates.filter(({ id }) => !used.has(id)),
  );
  return [...agreeing, ...rest];
}

function zipped<Candidate>(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly [number, Candidate][] {
  return lines.flatMap(([index], at): [number, Candidate][] => {
    const candidate = candidates[at];
    return candidate === undefined ? [] : [[index, candidate]];
  });
}
