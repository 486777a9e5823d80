// Positions: numbers between those of neighbours, and where imported tasks go. The board is looked through once, however many come.
import { byPosition } from "./board.ts";
import type { ImportedTask } from "./board-command.ts";
import type { SectionId, TaskId } from "./board-id.ts";
import type { Draft } from "./draft.ts";
import { valuesOf } from "./id-map.ts";
import type { Task } from "./task.ts";

/** The positions of those that do not simply go to the end; numbers a section anew where there is no room. */
export function importPositions(draft: Draft, tasks: readonly ImportedTask[]): ReadonlyMap<TaskId, number> {
  const positions = new Map<TaskId, number>();
  const arriving = bySection(tasks.filter(({ place }) => place.at !== "last"));
  if (arriving.size === 0) return positions;
  const there = bySection(valuesOf(draft.board.tasks));
  for (const [section, coming] of arriving) {
    const siblings = (there.get(section) ?? []).sort(byPosition);
    const runs = runsBetween(siblings, coming);
    const placed =
      positionsOf(
        runs,
        siblings.map(({ position }) => position),
      ) ?? positionsOf(runs, renumberTasks(draft, section, siblings));
    for (const [id, position] of placed ?? []) positions.set(id, position);
  }
  return positions;
}

function bySection<Placed extends { readonly section: SectionId | null }>(
  all: Iterable<Placed>,
): Map<SectionId | null, Placed[]> {
  const groups = new Map<SectionId | null, Placed[]>();
  for (const one of all) {
    const group = groups.get(one.section);
    if (group === undefined) groups.set(one.section, [one]);
    else group.push(one);
  }
  return groups;
}

/** Those that come, by how many of the tasks that are there stand above them; below all of them is the end. */
type Runs = ReadonlyMap<number, readonly ImportedTask[]>;

function runsBetween(there: readonly Task[], coming: readonly ImportedTask[]): Runs {
  const places = new Map(there.map(({ id }, index) => [id, index]));
  const runs = new Map<number, ImportedTask[]>();
  for (const task of coming) {
    const above = countAbove(task, places);
    if (above === null || above >= there.length) continue;
    const run = runs.get(above);
    if (run === undefined) runs.set(above, [task]);
    else run.push(task);
  }
  return runs;
}

/** A neighbour that is not there is none to stand by. */
function countAbove({ place }: ImportedTask, places: ReadonlyMap<TaskId, number>): number | null {
  switch (place.at) {
    case "first":
      return 0;
    case "last":
      return null;
    case "before":
      return places.get(place.other) ?? null;
    case "after": {
      const index = places.get(place.other);
      return index === undefined ? null : index + 1;
    }
  }
}

/** `null` where there is no room between two neighbours. */
function positionsOf(runs: Runs, there: readonly number[]): readonly (readonly [TaskId, number])[] | null {
  const placed: (readonly [TaskId, number])[] = [];
  for (const [above, run] of runs) {
    const neighbours = { above: there[above - 1] ?? null, below: there[above] ?? null };
    const room = positionsBetween(neighbours, run.length);
    if (room === null) return null;
    for (const [index, { id }] of run.entries()) placed.push([id, room[index] ?? 0]);
  }
  return placed;
}

function renumberTasks(draft: Draft, section: SectionId | null, there: readonly Task[]): readonly number[] {
  const positions = there.map(({ id }, index) => ({ task: id, position: index + 1 }));
  draft.emit("TasksRenumbered", { section, positions });
  return positions.map(({ position }) => position);
}

/** Below this, numbers between two neighbours get long before they run out. */
const GAP_MIN = 2 ** -40;

interface Neighbours {
  /** `null` where there is none on that side. */
  readonly above: number | null;
  readonly below: number | null;
}

/** A number between the neighbours; `null` where there is none left, and all have to be numbered anew. */
export function positionBetween({ above, below }: Neighbours): number | null {
  if (above === null) return below === null ? 1 : Math.ceil(below) - 1;
  if (below === null) return Math.floor(above) + 1;
  return below - above < GAP_MIN ? null : (above + below) / 2;
}

/** As many numbers, evenly between the neighbours; `null` as above. */
function positionsBetween({ above, below }: Neighbours, count: number): readonly number[] | null {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  if (below === null) return numbers.map((number) => Math.floor(above ?? 0) + number);
  if (above === null) return numbers.map((number) => Math.ceil(below) - 1 - count + number);
  const step = (below - above) / (count + 1);
  return step < GAP_MIN ? null : numbers.map((number) => above + number * step);
}

interface Placed {
  readonly id: string;
  readonly position: number;
}

/** Who would stand above and below a thing that is put there; `others` are all but the thing itself. */
export function neighboursOf(
  others: readonly Placed[],
  at: "first" | "last" | "before" | "after",
  other: Placed | null,
): Neighbours {
  switch (at) {
    case "first":
      return { above: null, below: lowest(others) };
    case "last":
      return { above: highest(others), below: null };
    case "before": {
      const below = other?.position ?? null;
      return { above: highest(others.filter(({ position }) => below !== null && position < below)), below };
    }
    case "after": {
      const above = other?.position ?? null;
      return { above, below: lowest(others.filter(({ position }) => above !== null && position > above)) };
    }
  }
}

function lowest(placed: readonly Placed[]): number | null {
  return placed.reduce<number | null>(
    (low, { position }) => (low === null ? position : Math.min(low, position)),
    null,
  );
}

function highest(placed: readonly Placed[]): number | null {
  return placed.reduce<number | null>(
    (top, { position }) => (top === null ? position : Math.max(top, position)),
    null,
  );
}

/** Whether a thing stands there already. */
export function isBetween(position: number, { above, below }: Neighbours): boolean {
  return (above === null || position > above) && (below === null || position < below);
}
