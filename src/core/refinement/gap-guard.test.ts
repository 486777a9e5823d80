import { describe, expect, it } from "vitest";
import { decisionId, exampleGap, gapId, issueId } from "../../../test/support/example-gap.ts";
import { isRefusal } from "../shared/refusal.ts";
import type { Gap } from "./gap.ts";
import {
  type AcceptanceFacts,
  type AddressedFacts,
  type Move,
  type ReviewFacts,
  type SettledFacts,
  transition,
} from "./gap-lifecycle.ts";
import type { GapStateName } from "./gap-state.ts";

const ID = "GAP-FLOW-007";
const ISSUE = issueId("ISSUE-R4-001");
const at = (state: GapStateName) => exampleGap(ID, { state });

/** `null` when the move is made, else the reason at the end of the message. */
function obstacle(gap: Gap, move: Move): string | null {
  const moved = transition(gap, move);
  return isRefusal(moved) ? moved.message.slice(moved.message.indexOf(": ") + 2) : null;
}

describe("IN_PROGRESS → PROPOSED: the gap is addressed", () => {
  const ADDRESSED: AddressedFacts = { heading: true, confidence: true, body: true, blockedMarker: false };
  const propose = (facts: Partial<AddressedFacts>) =>
    obstacle(at("IN_PROGRESS"), {
      actor: "Engineer",
      round: 5,
      to: "PROPOSED",
      grounds: { because: "addressed", ...ADDRESSED, ...facts },
    });

  it.each([
    [{}, null],
    [{ heading: false }, "it lacks a resolution heading."],
    [{ confidence: false }, "it lacks a Confidence."],
    [{ body: false }, "it lacks a body."],
    [{ heading: false, body: false }, "it lacks a resolution heading, a body."],
    [{ blockedMarker: true }, "the document marks it BLOCKED_NEEDS_INPUT."],
  ])("given %j, then %j", (facts, expected) => {
    expect(propose(facts)).toBe(expected);
  });
});

describe("acceptance by the user", () => {
  const TAKEN: AcceptanceFacts = { reason: "fine", unfit: null, openCriticalConflicts: [], during: 4 };

  it.each([
    [{}, null],
    [{ reason: " " }, "a reason is required."],
    [{ unfit: "nothing is proposed for it" }, "nothing is proposed for it."],
    [{ openCriticalConflicts: [{ id: ISSUE }] }, "the conflict on ISSUE-R4-001 is not decided."],
    [
      { openCriticalConflicts: [{ id: ISSUE, pending: true as const }] },
      "the disagreement on ISSUE-R4-001 waits for the Reviewer's answer.",
    ],
  ])("given %j, then %j", (facts, expected) => {
    for (const state of ["PROPOSED", "NEEDS_REVISION"] as const) {
      const grounds = { because: "accepted", ...TAKEN, ...facts } as const;
      expect(obstacle(at(state), { actor: "User", round: 5, to: "ACCEPTED", grounds })).toBe(expected);
    }
  });

  it("given between two rounds, then the next is the further round after which it is resolved", () => {
    const grounds = { because: "accepted", ...TAKEN } as const;
    const accepted = transition(at("PROPOSED"), { actor: "User", round: 5, to: "ACCEPTED", grounds });
    expect(accepted).toMatchObject({ state: { at: "ACCEPTED", round: 4 }, roundUpdated: 5 });
  });
});

describe("a review of a proposal", () => {
  const CLEAN: ReviewFacts = { verdictNeedsRevision: false, openGraveIssues: [], openGraveConflicts: [] };
  const review = (to: "ACCEPTED" | "NEEDS_REVISION", facts: Partial<ReviewFacts>) =>
    obstacle(at("PROPOSED"), {
      actor: "Reviewer",
      round: 5,
      to,
      grounds: { because: "reviewed", ...CLEAN, ...facts },
    });

  it.each([
    [{}, null],
    [{ openGraveIssues: [ISSUE] }, "ISSUE-R4-001 is open."],
    [{ openGraveConflicts: [ISSUE] }, "the conflict on ISSUE-R4-001 is open."],
    [{ verdictNeedsRevision: true }, "the verdict is NEEDS_REVISION."],
  ])("given %j, when accepted, then %j", (facts, expected) => {
    expect(review("ACCEPTED", facts)).toBe(expected);
  });

  it.each([
    [{ openGraveIssues: [ISSUE] }, null],
    [{ verdictNeedsRevision: true }, null],
    [{}, "the verdict does not ask for it and no CRITICAL or HIGH issue is open."],
    [
      { openGraveConflicts: [ISSUE] },
      "the verdict does not ask for it and no CRITICAL or HIGH issue is open.",
    ],
  ])("given %j, when sent back, then %j", (facts, expected) => {
    expect(review("NEEDS_REVISION", facts)).toBe(expected);
  });
});

describe("a decision on a proposal", () => {
  it.each([
    ["A", true],
    ["B", false],
    ["C", true],
    ["D", true],
  ] as const)("option %s sends it to revision: %s", (option, sent) => {
    const decision = decisionId("DECISION-R5-001");
    const move: Move = {
      actor: "User",
      round: 5,
      to: "NEEDS_REVISION",
      grounds: { because: "decided", decision, option },
    };
    expect(obstacle(at("PROPOSED"), move) === null).toBe(sent);
  });
});

describe("ACCEPTED → RESOLVED, accepted in round 1", () => {
  const resolve = (
    actor: "User" | "Mediator",
    facts: { inDraft?: boolean; last?: number; ending?: boolean },
  ) =>
    obstacle(at("ACCEPTED"), {
      actor,
      round: 5,
      to: "RESOLVED",
      grounds: {
        because: "drafted",
        inDraft: facts.inDraft ?? true,
        lastCompletedRound: facts.last ?? 1,
        terminating: facts.ending ?? false,
      },
    });

  it.each([
    ["User", {}, null],
    ["Mediator", {}, "no round has completed since it was accepted in round 1."],
    ["Mediator", { last: 2 }, null],
    ["Mediator", { ending: true }, null],
    ["User", { inDraft: false }, "its text is not in the draft of the finished spec."],
    ["Mediator", { inDraft: false, last: 2 }, "its text is not in the draft of the finished spec."],
    ["Mediator", { inDraft: false, ending: true }, "its text is not in the draft of the finished spec."],
  ] as const)("by the %s, given %j, then %j", (actor, facts, expected) => {
    expect(resolve(actor, facts)).toBe(expected);
  });
});

describe("NEEDS_REVISION → PROPOSED by the Mediator", () => {
  const SETTLED: SettledFacts = { overruledOrWaived: [ISSUE], openGraveIssues: [], owedRevisions: [] };
  const settle = (facts: Partial<SettledFacts>) =>
    obstacle(at("NEEDS_REVISION"), {
      actor: "Mediator",
      round: 5,
      to: "PROPOSED",
      grounds: { because: "settled", ...SETTLED, ...facts },
    });

  it.each([
    [{}, null],
    [{ overruledOrWaived: [] }, "no CRITICAL or HIGH issue was overruled or waived."],
    [{ openGraveIssues: [issueId("ISSUE-R4-002")] }, "ISSUE-R4-002 is still open."],
    [{ owedRevisions: [decisionId("DECISION-R4-001")] }, "DECISION-R4-001 still asks for a revision."],
  ])("given %j, then %j", (facts, expected) => {
    expect(settle(facts)).toBe(expected);
  });
});

describe("reasons and input", () => {
  const blank = { because: "reason", reason: "  " } as const;

  it.each([
    ["OPEN", "USER_DEFERRED"],
    ["PROPOSED", "WONT_FIX"],
    ["BLOCKED_EXTERNAL", "USER_DEFERRED"],
  ] as const)("%s → %s is refused without a reason", (from, to) => {
    expect(obstacle(at(from), { actor: "User", round: 5, to, grounds: blank })).toBe("a reason is required.");
  });

  it.each([
    ["ACCEPTED", "NEEDS_REVISION"],
    ["RESOLVED", "NEEDS_REVISION"],
    ["WONT_FIX", "OPEN"],
  ] as const)("%s is not reopened without a reason", (from, to) => {
    expect(obstacle(at(from), { actor: "User", round: 5, to, grounds: blank })).toBe("a reason is required.");
  });

  it("a blocked gap is not freed by empty input", () => {
    const move: Move = { actor: "User", round: 5, to: "OPEN", grounds: { because: "input", input: "" } };
    expect(obstacle(at("BLOCKED_EXTERNAL"), move)).toBe("the input is missing.");
  });

  it("the reason is kept in the state", () => {
    const move: Move = {
      actor: "User",
      round: 5,
      to: "WONT_FIX",
      grounds: { because: "reason", reason: "legal" },
    };
    expect(transition(at("OPEN"), move)).toMatchObject({ state: { at: "WONT_FIX", reason: "legal" } });
  });
});

describe("assigned but not addressed", () => {
  it("given it was NEEDS_REVISION before, then it goes back there and not to OPEN", () => {
    const assigned = transition(at("NEEDS_REVISION"), {
      actor: "Mediator",
      round: 5,
      to: "IN_PROGRESS",
      grounds: { because: "assigned" },
    });
    if (isRefusal(assigned)) throw new Error(assigned.message);
    const back = { actor: "Mediator", round: 5, grounds: { because: "unaddressed" } } as const;
    expect(obstacle(assigned, { ...back, to: "OPEN" })).toBe("its state before was NEEDS_REVISION.");
    expect(obstacle(assigned, { ...back, to: "NEEDS_REVISION" })).toBeNull();
  });
});

describe("a split", () => {
  const split = (...into: string[]) =>
    obstacle(at("OPEN"), {
      actor: "User",
      round: 5,
      to: "SUPERSEDED",
      grounds: { because: "split", into: into.map(gapId) },
    });

  it.each([
    [["GAP-FLOW-007a", "GAP-FLOW-007b"], null],
    [[], "a split needs 2 or more sub-gaps."],
    [["GAP-FLOW-007a"], "a split needs 2 or more sub-gaps."],
    [["GAP-FLOW-007a", "GAP-FLOW-007a"], "a split needs 2 or more sub-gaps."],
    [["GAP-FLOW-007a", "GAP-FLOW-008b"], "GAP-FLOW-008b is not a lettered part of GAP-FLOW-007."],
    [["GAP-FLOW-007a", "GAP-DATA-007b"], "GAP-DATA-007b is not a lettered part of GAP-FLOW-007."],
    [["GAP-FLOW-007a", "GAP-FLOW-007"], "GAP-FLOW-007 is not a lettered part of GAP-FLOW-007."],
  ])("into %j: %j", (into, expected) => {
    expect(split(...into)).toBe(expected);
  });

  it.each(["GAP-FLOW-007", "GAP-FLOW-007a"])("of a part does not lead back to %s", (stranger) => {
    const into = [gapId(stranger), gapId("GAP-FLOW-007b")];
    const move: Move = { actor: "User", round: 5, to: "SUPERSEDED", grounds: { because: "split", into } };
    expect(obstacle(exampleGap("GAP-FLOW-007a"), move)).toBe(
      `${stranger} is not a lettered part of GAP-FLOW-007a.`,
    );
  });
});
