import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../shared/refusal.ts";
import { extendRounds, mayExtend, type RoundLimits, roundLimits } from "./round-limits.ts";

function limits(initialGaps: number, config: Partial<RoundLimits> = {}): RoundLimits {
  const found = roundLimits(initialGaps, config);
  if (isRefusal(found)) throw new Error(found.message);
  return found;
}

describe("round limits", () => {
  it.each([0, 1, 26, 200])("with %d initial gaps a round takes ten", (gaps) => {
    expect(limits(gaps).gapsPerRound).toBe(10);
  });

  it.each([
    [0, 10],
    [23, 10],
    [50, 10],
    [51, 11],
    [200, 40],
    [251, 50],
  ])("with %d initial gaps maxRounds is %d", (gaps, maxRounds) => {
    expect(limits(gaps).maxRounds).toBe(maxRounds);
  });

  it("the hard limit is 50 and maxRounds never passes it", () => {
    expect(limits(1000, { gapsPerRound: 1 })).toMatchObject({ hardLimit: 50, maxRounds: 50 });
    expect(limits(3, { hardLimit: 4 }).maxRounds).toBe(4);
  });

  it("what is set counts", () => {
    expect(limits(100, { gapsPerRound: 7, maxRounds: 3, hardLimit: 20, parallelGaps: 2 })).toEqual({
      gapsPerRound: 7,
      maxRounds: 3,
      hardLimit: 20,
      parallelGaps: 2,
    });
    expect(limits(14, { gapsPerRound: 2 }).maxRounds).toBe(14);
  });

  it("parallelGaps is 1 by default and at most 4", () => {
    expect(limits(5).parallelGaps).toBe(1);
    expect(limits(5, { parallelGaps: 4 }).parallelGaps).toBe(4);
    expect(roundLimits(5, { parallelGaps: 5 })).toMatchObject({
      message: "parallelGaps is 5, but must be a whole number from 1 to 4",
    });
  });

  it.each([
    { maxRounds: 51 },
    { maxRounds: 0 },
    { gapsPerRound: 0 },
    { gapsPerRound: 1.5 },
    { hardLimit: 0 },
    { hardLimit: 100 },
    { parallelGaps: 0 },
  ])("refuses %j", (config) => {
    expect(isRefusal(roundLimits(5, config))).toBe(true);
  });

  it("given any number of gaps, then each can be taken twice, or the hard limit is reached", () => {
    fc.assert(
      fc.property(fc.nat(2000), (gaps) => {
        const { gapsPerRound, maxRounds, hardLimit } = limits(gaps);
        expect(gapsPerRound * maxRounds >= 2 * gaps || maxRounds === hardLimit).toBe(true);
        expect(maxRounds).toBeLessThanOrEqual(hardLimit);
      }),
    );
  });
});

describe("extending", () => {
  it.each([
    [10, 15],
    [44, 49],
    [45, 50],
    [48, 50],
  ])("given maxRounds %d, when extended by 5, then %d, never past 50", (maxRounds, expected) => {
    expect(extendRounds(limits(5, { maxRounds }))).toMatchObject({ maxRounds: expected });
  });

  it("is not offered at the hard limit", () => {
    expect(mayExtend(limits(5, { maxRounds: 49 }))).toBe(true);
    expect(mayExtend(limits(5, { maxRounds: 50 }))).toBe(false);
    expect(isRefusal(extendRounds(limits(5, { maxRounds: 50 })))).toBe(true);
  });
});
