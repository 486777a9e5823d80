import fc from "fast-check";
import { expect, test } from "vitest";
import { USAGE_UNKNOWN } from "../../core/shared/usage.ts";
import { addUsage, countSince } from "./usage-counting.ts";

test("given a count that only grows, then the runs add up to it", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1 }), (runs) => {
      let before: number | null = null;
      let total = 0;
      for (const run of runs) {
        const now: number = (before ?? 0) + run;
        total += countSince(before, now) ?? 0;
        before = now;
      }
      expect(total).toBe(before);
    }),
  );
});

test("what is unknown stays unknown, and a count begun anew is the run's own", () => {
  expect(countSince(5, null)).toBeNull();
  expect(countSince(null, 5)).toBe(5);
  expect(countSince(9, 5)).toBe(5);
});

test("given one usage that is unknown, then the sum is the other", () => {
  const usage = { inputTokens: 1, outputTokens: null, usd: 0.5 };
  expect(addUsage(usage, USAGE_UNKNOWN)).toEqual(usage);
  expect(addUsage(usage, usage)).toEqual({ inputTokens: 2, outputTokens: null, usd: 1 });
});
