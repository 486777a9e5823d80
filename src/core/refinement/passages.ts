// Where gaps stand in the source: what is marked in one passage is written as one, and a section as a whole.
import type { GapId } from "../shared/gap-id.ts";
import type { Gap, Span } from "./gap.ts";

/** The gaps of one passage, those whose blocks overlap, together; every gap is in exactly one group. */
export function passageGroups(gaps: readonly Gap[]): readonly (readonly GapId[])[] {
  const placed = gaps.flatMap((gap) => {
    const block = blockOf(gap);
    return block === null ? [] : [{ id: gap.id, block }];
  });
  const groups = new Map<GapId, GapId[]>();
  let group: GapId[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { id, block } of placed.toSorted((a, b) => a.block.from - b.block.from)) {
    if (block.from >= end) group = [];
    group.push(id);
    groups.set(id, group);
    end = Math.max(end, block.to);
  }
  return [...new Set(gaps.map(({ id }) => groups.get(id) ?? [id]))].map((ids) => sortByGaps(ids, gaps));
}

function sortByGaps(ids: readonly GapId[], gaps: readonly Gap[]): readonly GapId[] {
  if (ids.length === 1) return ids;
  return gaps.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
}

function blockOf({ origin }: Gap): Span | null {
  return origin.from === "source" ? (origin.block ?? null) : null;
}

/** How many characters of the source the passages of these gaps have; what overlaps counts once. */
export function passageChars(gaps: readonly Gap[]): number {
  const blocks = gaps.flatMap((gap) => blockOf(gap) ?? []).toSorted((a, b) => a.from - b.from);
  let [chars, end] = [0, 0];
  for (const { from, to } of blocks) {
    chars += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return chars;
}

/** The section of each gap; one that another brought up belongs to the other's. */
export function sectionsOf(gaps: readonly Gap[]): ReadonlyMap<GapId, string> {
  const byId = new Map(gaps.map((gap) => [gap.id, gap]));
  return new Map(
    gaps.flatMap((gap) => {
      const section = sectionOf(gap, byId);
      return section === null ? [] : [[gap.id, section] as const];
    }),
  );
}

/** Further back nobody looks for where a gap came from. */
export const ANCESTORS_MAX = 32;

function sectionOf(gap: Gap, byId: ReadonlyMap<GapId, Gap>): string | null {
  let at: Gap | undefined = gap;
  for (let steps = 0; at !== undefined && steps < ANCESTORS_MAX; steps += 1) {
    const { origin }: Gap = at;
    if (origin.from === "source") return origin.path === undefined ? null : JSON.stringify(origin.path);
    if (origin.from === "survey") return JSON.stringify(origin.path);
    if (origin.from === "final-review") return null;
    const parent: GapId | null = origin.from === "review" ? origin.about : origin.parent;
    at = parent === null ? undefined : byId.get(parent);
  }
  return null;
}
