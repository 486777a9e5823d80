import { describe, expect, it } from "vitest";
import { exampleGap, gapId } from "../../../test/support/example-gap.ts";
import { isRefusal } from "../shared/refusal.ts";
import { raiseSeverity } from "../shared/severity.ts";
import { newGapsOfRound } from "./gap.ts";
import { relink, splitGap } from "./gap-split.ts";

const PARTS = [
  { title: "First", description: "one" },
  { title: "Second", description: "two" },
];

function split(id: string, used: readonly string[] = []) {
  const gap = exampleGap(id, { severity: "LOW", blockedBy: ["GAP-DATA-001"], round: 1 });
  const raised = { ...gap, severity: raiseSeverity(gap.severity, "CRITICAL") };
  const done = splitGap(raised, { actor: "User", round: 6, parts: PARTS, used: used.map(gapId) });
  if (isRefusal(done)) throw new Error(done.message);
  return { gap: raised, ...done };
}

describe("splitting a gap", () => {
  it("given GAP-FLOW-007, then it is superseded by a and b, which are linked to it", () => {
    const { superseded, subGaps } = split("GAP-FLOW-007");
    expect(superseded.state).toEqual({ at: "SUPERSEDED", by: ["GAP-FLOW-007a", "GAP-FLOW-007b"] });
    expect(subGaps.map(({ id, title, origin }) => ({ id, title, origin }))).toEqual([
      { id: "GAP-FLOW-007a", title: "First", origin: { from: "split", parent: "GAP-FLOW-007" } },
      { id: "GAP-FLOW-007b", title: "Second", origin: { from: "split", parent: "GAP-FLOW-007" } },
    ]);
  });

  it("given a part is split, then its parts take the next free letters", () => {
    const { subGaps } = split("GAP-FLOW-007a", ["GAP-FLOW-007a", "GAP-FLOW-007b"]);
    expect(subGaps.map(({ id }) => id)).toEqual(["GAP-FLOW-007c", "GAP-FLOW-007d"]);
  });

  it("the parts inherit severity and blockers, and are open", () => {
    const { gap, subGaps } = split("GAP-FLOW-007");
    for (const part of subGaps) {
      expect(part).toMatchObject({ severity: gap.severity, blockedBy: gap.blockedBy, state: { at: "OPEN" } });
    }
  });

  it("the parts are not new for convergence, though they enter in this round", () => {
    const { subGaps } = split("GAP-FLOW-007");
    const spawned = exampleGap("GAP-FLOW-008", { round: 6 });
    expect(subGaps.map(({ roundEntered }) => roundEntered)).toEqual([6, 6]);
    expect(newGapsOfRound([...subGaps, spawned, exampleGap("GAP-FLOW-009", { round: 5 })], 6)).toEqual([
      spawned,
    ]);
  });

  it("only the user splits, and only an open gap", () => {
    const request = { round: 6, parts: PARTS, used: [] };
    expect(isRefusal(splitGap(exampleGap("GAP-FLOW-007"), { ...request, actor: "Mediator" }))).toBe(true);
    const accepted = exampleGap("GAP-FLOW-007", { state: "ACCEPTED" });
    expect(isRefusal(splitGap(accepted, { ...request, actor: "User" }))).toBe(true);
  });

  it("is refused when the letters are exhausted", () => {
    const used = [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => gapId(`GAP-FLOW-007${letter}`));
    const request = { actor: "User", round: 6, parts: PARTS, used } as const;
    expect(splitGap(exampleGap("GAP-FLOW-007"), request)).toMatchObject({ refused: "gap-id" });
  });

  it("conflicts, issues and dependents follow to the parts", () => {
    const into = [gapId("GAP-FLOW-007a"), gapId("GAP-FLOW-007b")];
    const links = [gapId("GAP-DATA-001"), gapId("GAP-FLOW-007")];
    expect(relink(links, gapId("GAP-FLOW-007"), into)).toEqual(["GAP-DATA-001", ...into]);
    expect(relink(links, gapId("GAP-FLOW-008"), into)).toBe(links);
  });
});
