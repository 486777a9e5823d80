import { describe, expect, it } from "vitest";
import { memoizeWeak } from "./memoize-weak.ts";

describe("what is remembered", () => {
  it("given the same object twice, works its value out once", () => {
    let made = 0;
    const sizeOf = memoizeWeak((list: readonly number[]) => {
      made += 1;
      return list.length;
    });
    const list = [1, 2, 3];

    expect([sizeOf(list), sizeOf(list)]).toEqual([3, 3]);
    expect(made).toBe(1);
  });

  it("given equal objects, takes each for itself", () => {
    let made = 0;
    const count = memoizeWeak((_: object) => ++made);

    expect([count({}), count({})]).toEqual([1, 2]);
  });

  it("given a value that is not there, remembers that too", () => {
    let made = 0;
    const nothing = memoizeWeak((_: object) => {
      made += 1;
      return undefined;
    });
    const from = {};
    nothing(from);
    nothing(from);

    expect(made).toBe(1);
  });
});
