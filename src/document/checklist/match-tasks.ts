// Which line of a checklist is which task: the comment on it says so. A line without one is known where it
// stands and reads exactly as it did when it was last read or written, or as the board has it now; elsewhere, where it
// is the only one left that reads as the line of just one task of this file did; else it is new.
import type { TaskId } from "../../core/board/board-id.ts";
import { groupBy } from "../../core/shared/group-by.ts";
import type { Checklist, ChecklistItem } from "./checklist.ts";
import {
  byRank,
  type ChecklistBoard,
  type ChecklistTask,
  type RemovedChecklistLine,
} from "./checklist-board.ts";

export interface TaskMatches {
  /** By the place of the item in the checklist. */
  readonly tasks: ReadonlyMap<number, ChecklistTask>;
  /** The tasks that stand nowhere in it, top to bottom. */
  readonly absent: readonly ChecklistTask[];
  /** The items whose tasks are off the board. */
  readonly removed: ReadonlyMap<number, RemovedChecklistLine>;
  /** Whether parley has written its comments into it before. */
  readonly linked: boolean;
}

type Candidate = ChecklistTask | RemovedChecklistLine;

/** `items`: with the sections as the board calls them. */
export function matchTasks(
  { items }: Pick<Checklist, "items">,
  board: ChecklistBoard,
  file: string,
): TaskMatches {
  const tasks = new Map<number, ChecklistTask>();
  const removed = new Map<number, RemovedChecklistLine>();
  const lines = new Map(items.entries());
  const here = board.removed.filter(({ origin }) => origin.file === file);
  const left = new Map<TaskId, Candidate>([...board.tasks, ...here].map((one) => [one.id, one]));
  const pair = (index: number, candidate: Candidate): void => {
    if ("title" in candidate) tasks.set(index, candidate);
    else removed.set(index, candidate);
    lines.delete(index);
    left.delete(candidate.id);
  };
  for (const [id, same] of groupBy(lines, ([, item]) => item.id ?? undefined)) {
    const named = left.get(id);
    if (named !== undefined) pair(theOriginal(same, lastSeen(named, file)), named);
  }
  const linked = tasks.size > 0;
  for (const { ofItem, ofCandidate } of WAYS_WITHOUT_COMMENT) {
    const wanted = groupBy(left.values(), (candidate) => ofCandidate(candidate, file));
    const readable = [...lines].filter(([, { status }]) => status !== null);
    for (const [key, same] of groupBy(readable, ([, item]) => ofItem(item))) {
      const candidates = orderCandidates(wanted.get(key) ?? [], same.length);
      for (const [at, candidate] of candidates.slice(0, same.length).entries())
        pair(same[at]?.[0] ?? 0, candidate);
    }
  }
  const strays = groupBy(left.values(), (one) =>
    "title" in one && one.origin?.file === file ? one.origin.title : undefined,
  );
  for (const [title, [line, another]] of groupBy(lines, ([, { status, title }]) =>
    status === null ? undefined : title,
  )) {
    const [task, other] = strays.get(title) ?? [];
    if (line !== undefined && task !== undefined && another === undefined && other === undefined)
      pair(line[0], task);
  }
  return { tasks, absent: board.tasks.filter(({ id }) => left.has(id)), removed, linked };
}

/** Of lines with one id the one that reads most as it did; what was copied from it may stand above it. */
function theOriginal(same: readonly (readonly [number, ChecklistItem])[], seen: Line | null): number {
  const reads = (key: (line: Line) => string) =>
    same.find(([, item]) => seen !== null && key(item) === key(seen));
  return (reads(lineKey) ?? reads(placeKey) ?? reads(({ title }) => title) ?? same[0])?.[0] ?? 0;
}

interface MatchKey {
  readonly ofItem: (item: ChecklistItem) => string;
  readonly ofCandidate: (candidate: Candidate, file: string) => string | undefined;
}

/** Its marker as it was tells lines apart that say the same; it may have been ticked since. */
const WAYS_WITHOUT_COMMENT: readonly MatchKey[] = [
  { ofItem: lineKey, ofCandidate: (candidate, file) => keyOf(lastSeen(candidate, file), lineKey) },
  { ofItem: placeKey, ofCandidate: (candidate, file) => keyOf(lastSeen(candidate, file), placeKey) },
  { ofItem: placeKey, ofCandidate: (candidate, file) => keyOf(onBoard(candidate, file), placeKey) },
];

/** As it stood in this file; as the board has it, where it never did. */
function lastSeen(candidate: Candidate, file: string): Line | null {
  const { origin } = candidate;
  return origin?.file === file ? origin : onBoard(candidate, file);
}

function onBoard(candidate: Candidate, file: string): Line | null {
  if (!("title" in candidate)) return null;
  const { section, title, status, origin } = candidate;
  return { section, title, status, under: origin?.file === file ? origin.under : [] };
}

function keyOf(line: Line | null, key: (line: Line) => string): string | undefined {
  return line === null ? undefined : key(line);
}

type Line = Pick<ChecklistItem, "section" | "under" | "title"> & {
  readonly status?: ChecklistItem["status"];
};

function lineKey(line: Line): string {
  return `${line.status ?? ""} ${placeKey(line)}`;
}

/** Where a line stands and what it says, as one text. */
function placeKey({ section, under, title }: Line): string {
  return JSON.stringify([section?.toLowerCase() ?? null, under, title]);
}

/** From top to bottom where there is a line for each; else those of the board come before those that are off it. */
function orderCandidates(candidates: readonly Candidate[], lines: number): readonly Candidate[] {
  return candidates.length === lines ? candidates.toSorted(byRank) : candidates;
}
