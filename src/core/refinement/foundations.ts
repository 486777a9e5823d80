import { compareGapIds, type GapId } from "../shared/gap-id.ts";
import type { Gap } from "./gap.ts";
import { isLeft } from "./gap-state.ts";

export type Foundations = ReadonlyMap<GapId, ReadonlySet<GapId>>;

/** For each gap that is left, all the gaps left that it builds on, near and far. */
export function foundationsOf(gaps: readonly Gap[]): Foundations {
  const left = new Map(gaps.filter((gap) => isLeft(gap.state.at)).map((gap) => [gap.id, gap]));
  return new Map([...left.keys()].map((id) => [id, reachableGaps(id, left)]));
}

function reachableGaps(start: GapId, left: ReadonlyMap<GapId, Gap>): ReadonlySet<GapId> {
  const found = new Set<GapId>();
  const pending = [start];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const blocker of left.get(id)?.blockedBy ?? []) {
      if (found.has(blocker) || !left.has(blocker)) continue;
      found.add(blocker);
      pending.push(blocker);
    }
  }
  return found;
}

export function buildsOn(gap: GapId, other: GapId, foundations: Foundations): boolean {
  return foundations.get(gap)?.has(other) ?? false;
}

/** Looks at what the gap builds on, which is little, and not at all the others. */
export function waitsForAny(gap: GapId, others: ReadonlySet<GapId>, foundations: Foundations): boolean {
  for (const foundation of foundations.get(gap) ?? []) {
    if (others.has(foundation) && waitsFor(gap, foundation, foundations)) return true;
  }
  return false;
}

/** Gaps in a circle do not wait for each other, or none would ever be taken. */
export function waitsFor(gap: GapId, other: GapId, foundations: Foundations): boolean {
  return buildsOn(gap, other, foundations) && !buildsOn(other, gap, foundations);
}

interface BlockerNote {
  readonly gap: GapId;
  /** What it names in vain. */
  readonly blockers: readonly GapId[];
  readonly text: string;
}

/** What `blockedBy` says in vain: an id that nobody knows, and gaps that wait for each other. */
export function blockerNotes(gaps: readonly Gap[], settled: Iterable<GapId> = []): readonly BlockerNote[] {
  const known = new Set([...gaps.map(({ id }) => id), ...settled]);
  const unknown = gaps.flatMap(({ id: gap, blockedBy }) =>
    blockedBy
      .filter((id) => !known.has(id))
      .map((id) => ({
        gap,
        blockers: [id],
        text: `${gap} names ${id} as its blocker, but there is no such gap`,
      })),
  );
  return [...unknown, ...circleNotes(gaps)];
}

function circleNotes(gaps: readonly Gap[]): readonly BlockerNote[] {
  const foundations = foundationsOf(gaps);
  return gaps.flatMap(({ id: gap }) => {
    const circle = [...(foundations.get(gap) ?? [])]
      .filter((other) => buildsOn(other, gap, foundations))
      .sort(compareGapIds);
    if (circle.length === 0) return [];
    const others = circle.filter((id) => id !== gap);
    const text =
      others.length === 0
        ? `${gap} names itself as its blocker, which blocks nothing`
        : `${gap} and ${others.join(", ")} block each other, so neither waits`;
    return [{ gap, blockers: circle, text }];
  });
}
