import { describe, expect, it } from "vitest";
import { decisionId, exampleGap, issueId } from "../../../test/support/example-gap.ts";
import { isRefusal } from "../shared/refusal.ts";
import { type ReevaluationFacts, reevaluationMoves, reviewMove } from "./acceptance.ts";
import { type EngineerOutcome, engineerMove } from "./engineer-outcome.ts";
import type { Gap } from "./gap.ts";
import { transition } from "./gap-lifecycle.ts";
import type { GapStateName } from "./gap-state.ts";

const ISSUE = issueId("ISSUE-R4-001");
const at = (state: GapStateName) => exampleGap("GAP-FLOW-007", { state });

describe("what an engineer's document does to a gap", () => {
  const OUTCOME: EngineerOutcome = {
    round: 5,
    heading: true,
    confidence: true,
    body: true,
    blockedMarker: false,
    need: "",
  };

  it("given it is addressed, then it is proposed", () => {
    expect(engineerMove(at("IN_PROGRESS"), OUTCOME)).toMatchObject({ actor: "Engineer", to: "PROPOSED" });
  });

  it("given a proposal and a BLOCKED marker, then BLOCKED beats the proposal", () => {
    const move = engineerMove(at("IN_PROGRESS"), { ...OUTCOME, blockedMarker: true, need: "prices" });
    expect(move).toMatchObject({ actor: "Engineer", to: "BLOCKED_EXTERNAL" });
    expect(move === null ? null : transition(at("IN_PROGRESS"), move)).toMatchObject({
      state: { at: "BLOCKED_EXTERNAL", need: "prices" },
    });
  });

  it("given it is not addressed, then the Mediator takes it back to the state before", () => {
    const before = { ...at("IN_PROGRESS"), state: { at: "IN_PROGRESS", before: "NEEDS_REVISION" } } as const;
    expect(engineerMove(before, { ...OUTCOME, body: false })).toMatchObject({
      actor: "Mediator",
      to: "NEEDS_REVISION",
    });
    expect(engineerMove(at("NEEDS_REVISION"), { ...OUTCOME, body: false })).toBeNull();
  });
});

describe("what a review does to a proposal", () => {
  const review = { verdictNeedsRevision: false, openGraveIssues: [], openGraveConflicts: [] };

  it("accepts it when nothing grave is open", () => {
    expect(reviewMove(review, 5)).toMatchObject({ actor: "Reviewer", to: "ACCEPTED" });
  });

  it("sends it back for a grave issue or by its verdict", () => {
    expect(reviewMove({ ...review, openGraveIssues: [ISSUE] }, 5)).toMatchObject({ to: "NEEDS_REVISION" });
    expect(reviewMove({ ...review, verdictNeedsRevision: true }, 5)).toMatchObject({ to: "NEEDS_REVISION" });
  });

  it("leaves it proposed while only a conflict is open", () => {
    expect(reviewMove({ ...review, openGraveConflicts: [ISSUE] }, 5)).toBeNull();
  });
});

describe("acceptance re-evaluated", () => {
  const FACTS: ReevaluationFacts = {
    round: 5,
    overruledOrWaived: [ISSUE],
    openGraveIssues: [],
    openGraveConflicts: [],
    owedRevisions: [],
    reviewed: true,
  };

  function path(gap: Gap, facts: Partial<ReevaluationFacts>): readonly string[] {
    let current = gap;
    return reevaluationMoves(gap, { ...FACTS, ...facts }).map((move) => {
      const moved = transition(current, move);
      if (isRefusal(moved)) throw new Error(moved.message);
      current = moved;
      return `${move.actor} → ${current.state.at}`;
    });
  }

  it.each([
    ["NEEDS_REVISION", {}, ["Mediator → PROPOSED", "Reviewer → ACCEPTED"]],
    ["NEEDS_REVISION", { reviewed: false }, ["Mediator → PROPOSED"]],
    ["NEEDS_REVISION", { openGraveConflicts: [ISSUE] }, ["Mediator → PROPOSED"]],
    ["NEEDS_REVISION", { openGraveIssues: [ISSUE] }, []],
    ["NEEDS_REVISION", { overruledOrWaived: [] }, []],
    ["NEEDS_REVISION", { owedRevisions: [decisionId("DECISION-R4-001")] }, []],
    ["PROPOSED", {}, ["Reviewer → ACCEPTED"]],
    ["PROPOSED", { overruledOrWaived: [] }, ["Reviewer → ACCEPTED"]],
    ["PROPOSED", { reviewed: false }, []],
    ["PROPOSED", { openGraveIssues: [ISSUE] }, []],
    ["PROPOSED", { owedRevisions: [decisionId("DECISION-R4-001")] }, []],
    ["OPEN", {}, []],
    ["ACCEPTED", {}, []],
  ] as const)("given %s and %j, then %j", (state, facts, expected) => {
    expect(path(at(state), facts)).toEqual(expected);
  });
});
