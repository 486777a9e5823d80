import { describe, expect, it } from "vitest";
import { exampleGap, gapId, issueId } from "../../../test/support/example-gap.ts";
import { isRefusal } from "../shared/refusal.ts";
import { answerDivergence, type Convergence, narrowSuggestions } from "./convergence.ts";
import type { Gap, GapOrigin } from "./gap.ts";

const THRESHOLDS = { stallThreshold: 3, divergenceThreshold: 12 };
const WARNING: Convergence = { at: "DIVERGENCE_WARNING", flatRounds: 3, raisedIn: 6, causes: ["STALLED"] };
const GO_ON = {
  do: "go-on",
  state: { at: "CONVERGING" },
  thresholds: THRESHOLDS,
  nextRound: "foundations",
  defer: [],
};

describe("the answer to the divergence question", () => {
  it("narrow goes on from CONVERGING, with flat count 0, and defers the named gaps", () => {
    const gaps = [gapId("GAP-FLOW-007")];
    expect(answerDivergence(WARNING, { option: "narrow", gaps }, THRESHOLDS)).toEqual({
      ...GO_ON,
      defer: gaps,
    });
  });

  it("narrow without gaps is refused", () => {
    expect(isRefusal(answerDivergence(WARNING, { option: "narrow", gaps: [] }, THRESHOLDS))).toBe(true);
  });

  it.each([
    ["accept", GO_ON],
    ["normal", { ...GO_ON, thresholds: { stallThreshold: 6, divergenceThreshold: 24 } }],
    ["prioritise", { ...GO_ON, nextRound: "only-critical" }],
    ["pause", { do: "pause", state: { at: "PAUSED", before: WARNING } }],
    ["force", { do: "force" }],
    ["rollback", { do: "rollback", fromRound: 6 }],
  ] as const)("%s", (option, effect) => {
    expect(answerDivergence(WARNING, { option }, THRESHOLDS)).toEqual(effect);
  });

  it.each([{ at: "CONVERGING" }, { at: "FLAT", flatRounds: 1 }, { at: "COMPLETE" }] as const)(
    "given $at, then there is nothing to answer",
    (state) => {
      expect(isRefusal(answerDivergence(state, { option: "accept" }, THRESHOLDS))).toBe(true);
    },
  );
});

describe("what narrow suggests", () => {
  const spawned = (id: string, about: Parameters<typeof exampleGap>[1] = {}, origin?: GapOrigin): Gap => ({
    ...exampleGap(id, about),
    origin: origin ?? { from: "gap", parent: gapId("GAP-FLOW-001") },
  });

  it("open, spawned MEDIUM and LOW gaps that nothing waits for, by id", () => {
    const gaps = [
      spawned("GAP-FLOW-012", { severity: "LOW" }),
      spawned("GAP-FLOW-011", { severity: "MEDIUM" }),
      spawned("GAP-FLOW-013", { severity: "HIGH" }),
      spawned("GAP-FLOW-014", { severity: "CRITICAL" }),
      spawned("GAP-FLOW-015", { state: "USER_DEFERRED" }),
      spawned("GAP-FLOW-016", { state: "ACCEPTED" }),
      spawned("GAP-FLOW-017"),
      exampleGap("GAP-FLOW-018", { blockedBy: ["GAP-FLOW-017"] }),
    ];
    expect(narrowSuggestions(gaps)).toEqual(["GAP-FLOW-011", "GAP-FLOW-012"]);
  });

  it("given what it blocks is closed, then it is suggested", () => {
    const gaps = [
      spawned("GAP-FLOW-017"),
      exampleGap("GAP-FLOW-018", { blockedBy: ["GAP-FLOW-017"], state: "WONT_FIX" }),
    ];
    expect(narrowSuggestions(gaps)).toEqual(["GAP-FLOW-017"]);
  });

  it.each([
    ["an issue", { from: "review", issue: issueId("ISSUE-R2-001"), about: null }],
    ["the Final Review", { from: "final-review" }],
  ] as const)("a gap that came from %s is spawned", (_, origin) => {
    expect(narrowSuggestions([spawned("GAP-FLOW-019", {}, origin)])).toEqual(["GAP-FLOW-019"]);
  });

  it("the part of a split is spawned if the whole was", () => {
    const part = (id: string, parent: string) => spawned(id, {}, { from: "split", parent: gapId(parent) });
    const gaps = [
      exampleGap("GAP-FLOW-001", { state: "SUPERSEDED" }),
      part("GAP-FLOW-001a", "GAP-FLOW-001"),
      spawned("GAP-FLOW-002", { state: "SUPERSEDED" }),
      { ...part("GAP-FLOW-002a", "GAP-FLOW-002"), state: { at: "SUPERSEDED", by: [] } } as const,
      part("GAP-FLOW-002c", "GAP-FLOW-002a"),
    ];
    expect(narrowSuggestions(gaps)).toEqual(["GAP-FLOW-002c"]);
  });
});
