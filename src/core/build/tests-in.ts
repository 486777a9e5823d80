import type { CheckRecord } from "./task-work.ts";

/** How many tests ran in all; `null` where nothing told. */
export function testsIn(results: readonly CheckRecord[]): number | null {
  const counts = results.flatMap(({ tests }) => (tests === null ? [] : [tests]));
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}
