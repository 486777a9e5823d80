import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareGapIds,
  findGapIds,
  type GapId,
  gapIdParts,
  makeGapId,
  nextGapId,
  nextSplitIds,
  parseGapId,
} from "./gap-id.ts";
import { isRefusal } from "./refusal.ts";

const parts = fc.record({
  category: fc.stringMatching(/^[A-Z]{2,10}$/),
  number: fc.integer({ min: 0, max: 999 }),
  letter: fc.option(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz")),
});

function id(text: string): GapId {
  const parsed = parseGapId(text);
  if (parsed === null) throw new Error(text);
  return parsed;
}

const ids = (...texts: string[]) => texts.map(id);
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

describe("parsing a gap id", () => {
  it.each(["GAP-FLOW-007", "GAP-FLOW-007a", "GAP-AB-000", "GAP-ABCDEFGHIJ-999z"])("accepts %s", (text) => {
    expect(parseGapId(text)).toBe(text);
  });

  it.each([
    "",
    "GAP-A-001",
    "GAP-ABCDEFGHIJK-001",
    "GAP-FLOW-07",
    "GAP-FLOW-0071",
    "GAP-FLOW-007A",
    "GAP-FLOW-007ab",
    "gap-flow-007",
    "GAP-flow-007",
    "XGAP-FLOW-007",
    " GAP-FLOW-007",
    "GAP-FLOW-007\n",
    "GAP_FLOW_007",
  ])("rejects %j", (text) => {
    expect(parseGapId(text)).toBeNull();
  });

  it("given any parts of the grammar, when made and taken apart, then they are the same", () => {
    fc.assert(
      fc.property(parts, (given) => {
        const made = makeGapId(given);
        expect(made === null ? null : gapIdParts(made)).toEqual(given);
      }),
    );
  });

  it("given any text, when it parses, then it is exactly what its parts make", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseGapId(text);
        if (parsed !== null) expect(makeGapId(gapIdParts(parsed))).toBe(text);
      }),
    );
  });

  it.each([
    { category: "F", number: 1, letter: null },
    { category: "FLOW", number: 1000, letter: null },
    { category: "FLOW", number: -1, letter: null },
    { category: "FLOW", number: 1.5, letter: null },
    { category: "FLOW", number: 1, letter: "A" },
  ])("refuses to make one of $category $number $letter", (bad) => {
    expect(makeGapId(bad)).toBeNull();
  });
});

describe("finding gap ids in a text", () => {
  const found = (text: string) => findGapIds(text).map((mention) => mention.id);

  it("gives the place of each", () => {
    const text = "See GAP-FLOW-007, and GAP-FLOW-007a.";
    const mentions = findGapIds(text);
    expect(mentions.map(({ start, end }) => text.slice(start, end))).toEqual([
      "GAP-FLOW-007",
      "GAP-FLOW-007a",
    ]);
    expect(mentions.map(({ start }) => start)).toEqual([4, 22]);
  });

  it.each([
    "GAP-FLOW-0071",
    "XGAP-FLOW-007",
    "_GAP-FLOW-007",
    "GAP-FLOW-007_x",
    "GAP-FLOW-007A",
    "GAP-FLOW-007ab",
  ])("finds nothing in %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("does not find GAP-FLOW-007 inside GAP-FLOW-007a", () => {
    expect(found("GAP-FLOW-007a")).toEqual(["GAP-FLOW-007a"]);
  });

  it.each([
    "GAP-FLOW-007-related",
    "(GAP-FLOW-007)",
    "engineer.GAP-FLOW-007.md",
    "GAP-FLOW-007's",
    "`GAP-FLOW-007`",
    "参见GAP-FLOW-007的",
  ])("finds it in %s", (text) => {
    expect(found(text)).toEqual(["GAP-FLOW-007"]);
  });

  it("given any ids between spaces, when searched, then all are found in order", () => {
    fc.assert(
      fc.property(fc.array(parts), (many) => {
        const written = many.map((one) => makeGapId(one) ?? "");
        expect(found(written.join(" "))).toEqual(written);
      }),
    );
  });
});

describe("the order of gap ids", () => {
  it("is by category, number, letter", () => {
    const sorted = ids(
      "GAP-AB-002",
      "GAP-ABC-001",
      "GAP-FLOW-007",
      "GAP-FLOW-007a",
      "GAP-FLOW-007b",
      "GAP-FLOW-010",
    );
    expect([...sorted].reverse().sort(compareGapIds)).toEqual(sorted);
  });

  it("is total: only an id itself is equal to it", () => {
    const some = parts.map((one) => makeGapId(one)).filter((made) => made !== null);
    fc.assert(
      fc.property(some, some, (a, b) => {
        expect(Math.sign(compareGapIds(a, b))).toBe(a === b ? 0 : -Math.sign(compareGapIds(b, a)));
        expect(compareGapIds(a, b) === 0).toBe(a === b);
        expect(compareGapIds(a, a)).toBe(0);
      }),
    );
  });
});

describe("the next gap id of a category", () => {
  it.each([
    { used: [], next: "GAP-FLOW-001" },
    { used: ["GAP-FLOW-001", "GAP-FLOW-004b", "GAP-DATA-009"], next: "GAP-FLOW-005" },
    { used: ["GAP-FLOW-998"], next: "GAP-FLOW-999" },
    { used: ["GAP-FLOW-001", "GAP-FLOW-999"], next: "GAP-FLOW-002" },
    { used: ["GAP-FLOW-002", "GAP-FLOW-999"], next: "GAP-FLOW-001" },
  ])("given $used, then it is $next", ({ used, next }) => {
    expect(nextGapId("FLOW", used.map(id))).toBe(next);
  });

  it("is refused when all numbers are gone, and for a category outside the grammar", () => {
    const all = Array.from({ length: 999 }, (_, index) =>
      id(`GAP-FLOW-${String(index + 1).padStart(3, "0")}`),
    );
    expect(isRefusal(nextGapId("FLOW", all))).toBe(true);
    expect(isRefusal(nextGapId("flow", []))).toBe(true);
  });

  it("given any used ids, then the number is used by none of the category", () => {
    fc.assert(
      fc.property(fc.array(parts), (many) => {
        const next = nextGapId(
          "FLOW",
          many.map((one) => makeGapId({ ...one, category: "FLOW" })).filter((made) => made !== null),
        );
        if (isRefusal(next)) throw new Error(next.message);
        expect(many.map((one) => one.number)).not.toContain(gapIdParts(next).number);
      }),
    );
  });
});

describe("the letters of a split", () => {
  it.each([
    { split: "GAP-FLOW-007", used: ["GAP-FLOW-007"], into: ["GAP-FLOW-007a", "GAP-FLOW-007b"] },
    {
      split: "GAP-FLOW-007a",
      used: ["GAP-FLOW-007", "GAP-FLOW-007a", "GAP-FLOW-007b"],
      into: ["GAP-FLOW-007c", "GAP-FLOW-007d"],
    },
    {
      split: "GAP-FLOW-007",
      used: ["GAP-FLOW-008a", "GAP-DATA-007a"],
      into: ["GAP-FLOW-007a", "GAP-FLOW-007b"],
    },
    { split: "GAP-FLOW-007a", used: [], into: ["GAP-FLOW-007b", "GAP-FLOW-007c"] },
  ])("given $used, when $split is split, then $into", ({ split, used, into }) => {
    expect(nextSplitIds(id(split), 2, used.map(id))).toEqual(into);
  });

  it("is refused when the letters are exhausted", () => {
    const used = LETTERS.slice(0, 25).map((letter) => id(`GAP-FLOW-007${letter}`));
    expect(nextSplitIds(id("GAP-FLOW-007"), 1, used)).toEqual(["GAP-FLOW-007z"]);
    expect(nextSplitIds(id("GAP-FLOW-007"), 2, used)).toMatchObject({
      message: "GAP-FLOW-007 cannot be split into 2: 1 letters of its number are free",
    });
  });
});
