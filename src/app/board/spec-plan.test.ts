import { expect, it } from "vitest";
import type { SpecMap } from "../../core/documents/finished-spec.ts";
import { enterGap, type Gap } from "../../core/refinement/gap.ts";
import type { GapState } from "../../core/refinement/gap-state.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { readPlan, renderPlan } from "./plan-text.ts";
import { planOf } from "./spec-plan.ts";

function gapId(text: string): GapId {
  const id = parseGapId(text);
  if (id === null) throw new Error(text);
  return id;
}

const [A, B, C] = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003"].map(gapId) as [GapId, GapId, GapId];

function gap(id: GapId, at: GapState, blockedBy: readonly GapId[] = []): Gap {
  const origin = { from: "source", line: 1, heading: null } as const;
  const entered = enterGap({
    id,
    title: `about ${id}`,
    description: "",
    stated: null,
    origin,
    blockedBy,
    round: 0,
  });
  return { ...entered, state: at };
}

const TEXT = [
  "# Shop", // 1
  "",
  "A shop on the web.", // 3
  "",
  "## Overview", // 5
  "",
  "People must like it.", // 7
  "",
  "## Pay", // 9
  "",
  "The card must be valid.", // 11
  "A declined card is tried once more.", // 12, of A
  "",
  "## Receipts", // 14
  "",
  "A receipt goes out by mail.", // 16
  "",
  "### Tests", // 18
  "",
  "Kept for ten years.", // 20, of C
  "",
  "## Decisions", // 22, added
  "",
  "It must be so.", // 24
  "",
].join("\n");

const MAP: SpecMap = [
  { from: 1, to: 11, origin: { of: "source", line: 1 } },
  { from: 12, to: 12, origin: { of: "resolution", gaps: [A] } },
  { from: 13, to: 19, origin: { of: "source", line: 13 } },
  { from: 20, to: 20, origin: { of: "blended", line: 20, gaps: [C] } },
  { from: 21, to: 24, origin: { of: "added" } },
];

it("given gaps and requirements, then each is a task in its place, and foundations reach through what is no task", () => {
  const gaps = [
    gap(A, { at: "RESOLVED" }),
    gap(B, { at: "WONT_FIX", reason: "no" }, [A]),
    gap(C, { at: "ACCEPTED", round: 1 }, [B]),
  ];
  const items = planOf({ path: "shop_v1.md", text: TEXT, map: MAP, gaps });
  expect(items).toEqual([
    { gap: null, heading: "#pay", title: "Pay", section: "Pay", source: "shop_v1.md#pay", after: [] },
    { gap: A, heading: null, title: `about ${A}`, section: "Pay", source: "shop_v1.md#pay", after: [] },
    {
      gap: null,
      heading: "#receipts",
      title: "Receipts",
      section: "Receipts",
      source: "shop_v1.md#receipts",
      after: [],
    },
    {
      gap: C,
      heading: null,
      title: `about ${C}`,
      section: "Receipts",
      source: "shop_v1.md#tests",
      after: [A],
    },
  ]);
  const read = readPlan(renderPlan(items, { session: "shop", spec: "shop_v1.md" }));
  expect(read.map(({ line: _, status: __, notes: ___, ...item }) => item)).toEqual(items);
  expect(read.map(({ status, notes }) => [status, notes])).toEqual(items.map(() => ["pending", ""]));
});

it("given titles that would open a comment, then the plan still reads as it was written", () => {
  const items = [
    { gap: A, heading: null, title: "what of <!-- this?", section: "One -->", source: "a.md#one", after: [] },
    { gap: B, heading: null, title: "and that?", section: "Two", source: "a.md#two", after: [A] },
  ];
  const read = readPlan(renderPlan(items, { session: "s", spec: "a.md" }));
  expect(read.map(({ gap: of, after }) => [of, after])).toEqual([
    [A, []],
    [B, [A]],
  ]);
});
