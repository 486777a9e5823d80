import { describe, expect, it } from "vitest";
import { countDisagreements, type DisagreeCount, passedLimits, shareText } from "./rate-limits.ts";

function count(round: number, grave: number, answered: number, stated = grave): DisagreeCount {
  return { round, stated, grave, answered };
}

describe("the limits on disagreement", () => {
  it("given 6 of 6, then all that apply are passed, the gravest first", () => {
    expect(passedLimits([count(1, 6, 6)])).toEqual(["TOO_MANY_DISAGREES", "WARN_USER"]);
  });

  it("given 3 of 8 over three rounds, then there is no pattern", () => {
    expect(passedLimits([count(1, 1, 3), count(2, 1, 2), count(3, 1, 3)])).toEqual([]);
  });

  it("given 4 of 9 over three rounds, then there is one", () => {
    const history = [count(1, 2, 3), count(2, 1, 3), count(3, 1, 3)];
    expect(passedLimits(history)).toEqual(["SYSTEMATIC_ALERT"]);
    expect(shareText(history)).toBe("4 of 9 (44%)");
  });

  it("given two rounds only, then they make no pattern", () => {
    expect(passedLimits([count(1, 1, 2), count(2, 1, 2)])).toEqual([]);
  });

  it("given an old round that was worse, then only the last three count", () => {
    expect(passedLimits([count(1, 5, 5), count(2, 0, 3), count(3, 0, 3), count(4, 1, 3)])).toEqual([]);
  });

  it("given exactly half, then nobody is warned; of more than half, the user is", () => {
    expect(passedLimits([count(1, 2, 4)])).toEqual([]);
    expect(passedLimits([count(1, 3, 5)])).toEqual(["WARN_USER"]);
  });

  it("given five of any severity, then they are not too many; six are", () => {
    expect(passedLimits([count(1, 0, 9, 5)])).toEqual([]);
    expect(passedLimits([count(1, 0, 9, 6)])).toEqual(["TOO_MANY_DISAGREES"]);
  });

  it("given nothing was answered, then there is no share of it", () => {
    expect(passedLimits([count(1, 0, 0)])).toEqual([]);
    expect(passedLimits([])).toEqual([]);
  });

  it("given severities, then only HIGH and CRITICAL ones make the rate", () => {
    const stated = ["LOW", "HIGH"] as const;
    expect(countDisagreements(4, { stated, answered: [...stated, "CRITICAL", "MEDIUM"] })).toEqual({
      round: 4,
      stated: 2,
      grave: 1,
      answered: 2,
    });
  });
});
