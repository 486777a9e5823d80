// Which items of a plan come before which: what their gaps wait for, never in a circle.
import type { Gap } from "../../core/refinement/gap.ts";
import type { GapId } from "../../core/shared/gap-id.ts";

interface Item {
  /** The first is its name. */
  readonly gaps: readonly GapId[];
}

/** For each item the names of those before it; through gaps that are no item to those that are. */
export function foundationsOf(gaps: readonly Gap[], items: readonly Item[]): readonly (readonly GapId[])[] {
  const byId = new Map(gaps.map((gap) => [gap.id, gap]));
  const itemOf = new Map(items.flatMap((item) => item.gaps.map((gap) => [gap, item] as const)));
  const before = new Map<Item, Set<Item>>();
  for (const item of items) {
    const own = new Set<Item>();
    before.set(item, own);
    for (const other of itemsAwaited(item, byId, itemOf)) {
      if (other !== item && !precedes(item, other, before)) own.add(other);
    }
  }
  return items.map((item) => [...(before.get(item) ?? [])].flatMap(({ gaps: [name] }) => name ?? []).sort());
}

function itemsAwaited(
  { gaps }: Item,
  byId: ReadonlyMap<GapId, Gap>,
  itemOf: ReadonlyMap<GapId, Item>,
): ReadonlySet<Item> {
  const found = new Set<Item>();
  const seen = new Set<GapId>(gaps);
  const open = gaps.flatMap((gap) => byId.get(gap)?.blockedBy ?? []);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const item = itemOf.get(id);
    if (item === undefined) open.push(...(byId.get(id)?.blockedBy ?? []));
    else found.add(item);
  }
  return found;
}

function precedes(item: Item, other: Item, before: ReadonlyMap<Item, ReadonlySet<Item>>): boolean {
  const seen = new Set<Item>();
  const open = [other];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === item) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(before.get(next) ?? []));
  }
  return false;
}
