import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordOverlap } from "./word-overlap.ts";

describe("the overlap of two texts", () => {
  it.each([
    ["The retry limit is missing", "Missing: a limit for any retry", 1],
    ["Wait 3 s", "wait 3 seconds", 0.8],
    ["Wait 3 s", "wait 5 s", 0.5],
    ["Who is told", "Which colour", 0],
    ["no", "no", 0],
  ])("of %j and %j is %d", (a, b, overlap) => {
    expect(wordOverlap(a, b)).toBeCloseTo(overlap);
  });

  it("is the same both ways, between 0 and 1, and 1 with itself where there is a word", () => {
    fc.assert(
      fc.property(fc.lorem(), fc.lorem(), (a, b) => {
        const overlap = wordOverlap(a, b);
        expect(overlap).toBe(wordOverlap(b, a));
        expect(overlap).toBeGreaterThanOrEqual(0);
        expect(overlap).toBeLessThanOrEqual(1);
        expect(wordOverlap(`${a} anything`, `${a} anything`)).toBe(1);
      }),
    );
  });
});
