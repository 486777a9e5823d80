import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundFolder } from "./round-folder.ts";

describe("round folders", () => {
  it("are named round_%03d", () => {
    expect(roundFolder(7)).toBe("round_007");
    expect(roundFolder(50)).toBe("round_050");
  });

  it("given any round, then its name has three digits and says which it is", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), (round) => {
        const name = roundFolder(round);
        expect(name).toMatch(/^round_\d{3}$/);
        expect(Number(name.slice("round_".length))).toBe(round);
      }),
    );
  });

  it.each([-1, 1.5, 1000, Number.NaN])("a round %d is a bug", (round) => {
    expect(() => roundFolder(round)).toThrow(RangeError);
  });
});
