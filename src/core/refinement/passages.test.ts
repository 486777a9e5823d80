import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleGap } from "../../../test/support/example-gap.ts";
import type { Gap, Span } from "./gap.ts";
import { passageChars, passageGroups } from "./passages.ts";

function marked(number: number, block: Span | null): Gap {
  const gap = exampleGap(`GAP-FLOW-${String(number).padStart(3, "0")}`);
  return block === null ? gap : { ...gap, origin: { from: "source", line: 1, heading: null, block } };
}

describe("the gaps of one passage", () => {
  it("given blocks that overlap in a chain, then they are one group; blocks that only touch are not", () => {
    const blocks = [
      { from: 5, to: 12 },
      { from: 0, to: 6 },
      { from: 12, to: 20 },
      null,
      { from: 18, to: 30 },
    ];
    const gaps = blocks.map((block, index) => marked(index + 1, block));
    expect(passageGroups(gaps)).toEqual([
      ["GAP-FLOW-001", "GAP-FLOW-002"],
      ["GAP-FLOW-003", "GAP-FLOW-005"],
      ["GAP-FLOW-004"],
    ]);
  });

  const spans = fc.array(
    fc.option(
      fc
        .tuple(fc.nat(60), fc.integer({ min: 1, max: 12 }))
        .map(([from, length]) => ({ from, to: from + length })),
    ),
    { maxLength: 14 },
  );

  it("given any blocks, then every gap is in one group, and gaps are together if their blocks overlap", () => {
    fc.assert(
      fc.property(spans, (blocks) => {
        const gaps = blocks.map((block, index) => marked(index + 1, block));
        const groups = passageGroups(gaps);
        expect(groups.flat().sort()).toEqual(gaps.map(({ id }) => id).sort());
        for (const [index, a] of blocks.entries()) {
          for (const [other, b] of blocks.entries()) {
            if (a === null || b === null || a.from >= b.to || b.from >= a.to) continue;
            const group = groups.find((ids) => ids.includes(gaps[index]?.id as Gap["id"]));
            expect(group).toContain(gaps[other]?.id);
          }
        }
      }),
    );
  });

  it("given any blocks, then each character counts once", () => {
    fc.assert(
      fc.property(spans, (blocks) => {
        const covered = new Set<number>();
        for (const block of blocks)
          for (let at = block?.from ?? 0; at < (block?.to ?? 0); at += 1) covered.add(at);
        expect(passageChars(blocks.map((block, index) => marked(index + 1, block)))).toBe(covered.size);
      }),
    );
  });
});
