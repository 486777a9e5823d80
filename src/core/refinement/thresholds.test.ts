import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { doubleThresholds, thresholdsFor } from "./convergence.ts";

describe("convergence thresholds", () => {
  it.each([
    [0, 2, 8],
    [9, 2, 8],
    [10, 3, 12],
    [30, 3, 12],
    [31, 4, 16],
    [500, 4, 16],
  ])("with %d initial gaps: stall after %d flat rounds, divergence below −%d", (gaps, stall, divergence) => {
    expect(thresholdsFor(gaps)).toEqual({ stallThreshold: stall, divergenceThreshold: divergence });
  });

  it("the config overrides each on its own", () => {
    expect(thresholdsFor(5, { stallThreshold: 7 })).toEqual({ stallThreshold: 7, divergenceThreshold: 8 });
    expect(thresholdsFor(5, { divergenceThreshold: 0 })).toEqual({
      stallThreshold: 2,
      divergenceThreshold: 0,
    });
  });

  it("more initial gaps never make them smaller", () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), (gaps, more) => {
        const [few, many] = [thresholdsFor(gaps), thresholdsFor(gaps + more)];
        expect(many.stallThreshold).toBeGreaterThanOrEqual(few.stallThreshold);
        expect(many.divergenceThreshold).toBeGreaterThanOrEqual(few.divergenceThreshold);
      }),
    );
  });

  it("“normal” doubles both", () => {
    expect(doubleThresholds(thresholdsFor(20))).toEqual({ stallThreshold: 6, divergenceThreshold: 24 });
  });
});
