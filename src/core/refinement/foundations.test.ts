import { describe, expect, it } from "vitest";
import { exampleGap, gapId } from "../../../test/support/example-gap.ts";
import { blockerNotes } from "./foundations.ts";

const [A, B, C] = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003"] as const;
const textsOf = (...args: Parameters<typeof blockerNotes>) => blockerNotes(...args).map(({ text }) => text);

describe("notes on blockers", () => {
  it("given an id that nobody knows, then it is noted; what the source lists as settled is known", () => {
    const gaps = [exampleGap(A, { blockedBy: [B, C, "GAP-GONE-001"] }), exampleGap(B)];
    expect(textsOf(gaps, [gapId(C)])).toEqual([
      `${A} names GAP-GONE-001 as its blocker, but there is no such gap`,
    ]);
  });

  it("given a circle, then each of its gaps is noted, and no other", () => {
    const gaps = [
      exampleGap(A, { blockedBy: [B] }),
      exampleGap(B, { blockedBy: [A] }),
      exampleGap(C, { blockedBy: [A] }),
    ];
    expect(blockerNotes(gaps)).toEqual([
      { gap: A, blockers: [A, B], text: `${A} and ${B} block each other, so neither waits` },
      { gap: B, blockers: [A, B], text: `${B} and ${A} block each other, so neither waits` },
    ]);
    expect(textsOf([exampleGap(A, { blockedBy: [A] })])).toEqual([
      `${A} names itself as its blocker, which blocks nothing`,
    ]);
  });
});
