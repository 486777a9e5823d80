import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRoundFolder, roundFolder } from "./round-folder.ts";

describe("round folders", () => {
  it("are named round_%03d", () => {
    expect(roundFolder(7)).toBe("round_007");
    expect(roundFolder(50)).toBe("round_050");
  });

  it("given any round, when named and read back, then it is the same", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), (round) => {
        expect(parseRoundFolder(roundFolder(round))).toBe(round);
      }),
    );
  });

  it.each(["round_7", "round_0007", "round_007x", "Round_007", "round_007_rolled_back_1.tar.gz", ""])(
    "%j is not one",
    (name) => {
      expect(parseRoundFolder(name)).toBeNull();
    },
  );

  it.each([-1, 1.5, 1000, Number.NaN])("a round %d is a bug", (round) => {
    expect(() => roundFolder(round)).toThrow(RangeError);
  });
});
