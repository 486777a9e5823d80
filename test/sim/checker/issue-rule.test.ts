import { describe, expect, it } from "vitest";
import type { Fact } from "../../../src/core/shared/decider.ts";
import { A, B, course, fact, faultsOf, gap, issueMoved, raised, Story } from "../event-lists.ts";

const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "issues");
const said = (message: string) => expect.stringContaining(message);
const ID = "ISSUE-R1-001";
const first = (...issues: readonly Fact[]) =>
  new Story()
    .start([gap(A)])
    .startRound(1, A)
    .propose(1, A)
    .review(1, A, "revise", ...issues);
const second = (...moves: readonly Fact[]) =>
  first(raised(ID, 1))
    .complete(1, { open: [1, 1] }, course({ at: "FLAT", flatRounds: 1 }))
    .startRound(2, A, "NEEDS_REVISION")
    .propose(2, A)
    .review(2, A, "accept", ...moves);
const closed = (round: number) => issueMoved(ID, "OPEN", { at: "CLOSED", round }, round);

describe("raising", () => {
  it("given an issue of its round, then nothing is found", () => {
    expect(faultsOf(first(raised(ID, 1)))).toEqual([]);
  });

  it.each<[string, Fact, string]>([
    ["the id of another round", raised("ISSUE-R2-001", 1), "ISSUE-R2-001 is of round 1"],
    ["an id that is none", raised("H1", 1), "H1 is of round 1"],
    ["another round than the one under way", raised("ISSUE-R2-001", 2), "raised outside its round"],
    ["no gap", raised(ID, 1, { gaps: [] }), "is about no gap"],
    ["a gap that is unknown", raised(ID, 1, { gaps: [B] }), `is about ${B}, unknown here`],
  ])("given %s, then it is found", (_, issue, message) => {
    expect(faults(first(issue))).toContainEqual(said(message));
  });

  it("given an id twice, then it is found", () => {
    expect(faults(first(raised(ID, 1), raised(ID, 1)))).toContainEqual(`the id ${ID} is used again`);
  });
});

describe("leaving OPEN", () => {
  it("given a later review of its gap, then it may close", () => {
    expect(faultsOf(second(closed(2)))).toEqual([]);
  });

  it("given the review that raised it, or none of its gap, then closing is found", () => {
    expect(faults(first(raised(ID, 1), closed(1)))).toContainEqual(
      said("closed by the review that raised it"),
    );
    expect(faults(first(raised(ID, 1)).command(closed(1)))).toContainEqual(said("its gap is not reviewed"));
  });

  it("given it was never raised, or another state before, then it is found", () => {
    expect(faults(first().command(closed(1)))).toContainEqual(`${ID} was never raised`);
    const odd = issueMoved(ID, "WAIVED", { at: "OVERRULED", decision: "DECISION-R1-001" }, 1);
    expect(faults(first(raised(ID, 1)).command(odd))).toContainEqual(`${ID} is OPEN, not WAIVED`);
  });

  it("given overruled by a decision or waived with a reason, then nothing is found; else it is", () => {
    const move = (state: Parameters<typeof issueMoved>[2]) =>
      first(raised(ID, 1)).command(issueMoved(ID, "OPEN", state, 1));
    expect(faultsOf(move({ at: "OVERRULED", decision: "DECISION-R1-001" }))).toEqual([]);
    expect(faultsOf(move({ at: "WAIVED", reason: "known" }))).toEqual([]);
    expect(faults(move({ at: "OVERRULED", decision: "" }))).toContainEqual(said("by no decision"));
    expect(faults(move({ at: "WAIVED", reason: "" }))).toContainEqual(said("without a reason"));
    expect(faults(move({ at: "WITHDRAWN", round: 1 }))).toContainEqual(said("was not undone"));
    expect(faults(move({ at: "OPEN", decision: null }))).toContainEqual(said("from OPEN to OPEN"));
  });

  it("given it left OPEN before, then it stays where it is", () => {
    const back = issueMoved(ID, "CLOSED", { at: "OPEN", decision: "DECISION-R2-001" }, 2);
    expect(faults(second(closed(2)).command(back))).toContainEqual(said("leaves CLOSED, which is final"));
  });
});

describe("coming back", () => {
  const again = (round: number, severity: "HIGH" | "LOW" = "HIGH", issue = ID) =>
    fact("IssueRaisedAgain", { issue, round, alias: "H1", severity, document: "blob", line: 1 });

  it("given a later review that raises it again, then it stays open", () => {
    expect(faults(second(again(2)))).toEqual([]);
  });

  it.each<[string, readonly Fact[], string]>([
    ["it was never raised", [again(2, "HIGH", "ISSUE-R1-009")], "was never raised"],
    ["it is closed at the same time", [again(2), closed(2)], "closed by the review that raises it again"],
    ["it is less than it was", [again(2, "LOW")], "less grave"],
    ["it is of the same round", [again(1)], "raised again under round 1"],
  ])("given %s, then it is found", (_, moves, message) => {
    expect(faults(second(...moves))).toContainEqual(said(message));
  });
});
