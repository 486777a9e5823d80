/** The three digits of an id. */
export const NUMBER_MAX = 999;

/**
 * The number after the highest one used; where an agent has minted 999, the lowest never used; `null` when
 * all are gone. `used` holds every number of the session, also those of rolled-back rounds.
 */
export function nextFreeNumber(used: Iterable<number>): number | null {
  const taken = new Set(used);
  const next = Math.max(0, ...taken) + 1;
  if (next <= NUMBER_MAX) return next;
  for (let number = 1; number <= NUMBER_MAX; number++) if (!taken.has(number)) return number;
  return null;
}

export function threeDigits(number: number): string {
  return String(number).padStart(3, "0");
}
