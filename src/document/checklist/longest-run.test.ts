import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longestRun } from "./longest-run.ts";

/** By trying every one, for a few numbers. */
function longestLength(numbers: readonly number[]): number {
  const lengths: number[] = [];
  for (const [index, number] of numbers.entries()) {
    const shorter = lengths.filter((_, at) => at < index && (numbers[at] ?? 0) < number);
    lengths.push(1 + Math.max(0, ...shorter));
  }
  return Math.max(0, ...lengths);
}

describe("the longest run", () => {
  it("given one number out of its place, then all others stay", () => {
    expect([...longestRun([2, 3, 1, 4, 5])].sort()).toEqual([0, 1, 3, 4]);
    expect(longestRun([])).toEqual(new Set());
  });

  it("grows from one to the next, and none is longer", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 40 }), (numbers) => {
        const places = [...longestRun(numbers)].sort((a, b) => a - b);
        const run = places.map((at) => numbers[at] ?? 0);
        for (const [index, number] of run.entries())
          expect(index === 0 || (run[index - 1] ?? 0) < number).toBe(true);
        expect(run).toHaveLength(longestLength(numbers));
      }),
    );
  });
});
