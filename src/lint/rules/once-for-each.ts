import type { Hit } from "../lint-finding.ts";

/** What is missing is one gap, however many places lead to it. */
export function onceForEach(hits: readonly Hit[], leads: "Linked from" | "Referred to in"): readonly Hit[] {
  const times = new Map<string, number>();
  for (const { subject } of hits) times.set(subject, (times.get(subject) ?? 0) + 1);
  const told = new Set<string>();
  return hits.flatMap((hit) => {
    if (told.has(hit.subject)) return [];
    told.add(hit.subject);
    const others = (times.get(hit.subject) ?? 1) - 1;
    if (others === 0) return [hit];
    return [{ ...hit, note: `${leads} ${others} more ${others === 1 ? "place" : "places"}.` }];
  });
}
