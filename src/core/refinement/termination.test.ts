import { describe, expect, it } from "vitest";
import { exampleGap, gapId, issueId } from "../../../test/support/example-gap.ts";
import type { OpenConflict } from "./open-conflict.ts";
import { acceptedEndingType, checkEnding, type EndingFacts } from "./termination.ts";
import { TERMINATION_TYPES } from "./termination-type.ts";

const DONE = exampleGap("GAP-FLOW-001", { state: "ACCEPTED" });
const OPEN = exampleGap("GAP-FLOW-002", { severity: "LOW" });
const deferred = (severity: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW", id = "GAP-FLOW-003") =>
  exampleGap(id, { severity, state: "USER_DEFERRED" });
const conflict = (severity: OpenConflict["severity"]): OpenConflict => ({
  id: issueId("ISSUE-R1-001"),
  gaps: [gapId("GAP-FLOW-001")],
  severity,
});

const FACTS: EndingFacts = {
  gaps: [DONE],
  conflicts: [],
  finalReview: { at: "ready" },
  completedRounds: 3,
  limits: { gapsPerRound: 1, maxRounds: 10, hardLimit: 50, parallelGaps: 1 },
  diverging: false,
  request: null,
};
const check = (about: Partial<EndingFacts>) => checkEnding({ ...FACTS, ...about });
const AT_LIMIT = { gaps: [DONE, OPEN], completedRounds: 10 };

describe("the order of the checks", () => {
  it("is COMPLETE, MAX_ROUNDS, GOOD_ENOUGH, USER_APPROVED, STALL_EXIT, ABANDONED", () => {
    expect(TERMINATION_TYPES).toEqual([
      "COMPLETE",
      "MAX_ROUNDS",
      "GOOD_ENOUGH",
      "USER_APPROVED",
      "STALL_EXIT",
      "ABANDONED",
    ]);
  });

  it("given it is complete, then COMPLETE, whatever else applies", () => {
    for (const request of ["MAX_ROUNDS", "GOOD_ENOUGH", "USER_APPROVED", "STALL_EXIT"] as const) {
      expect(check({ request, completedRounds: 10 })).toEqual({ next: "end", type: "COMPLETE" });
    }
  });

  it("given the rounds are used up, then that is asked, unless the user has asked to end already", () => {
    expect(check(AT_LIMIT)).toMatchObject({ question: "max-rounds" });
    expect(check({ ...AT_LIMIT, request: "USER_APPROVED" })).toMatchObject({ type: "USER_APPROVED" });
  });

  it("given open gaps and rounds left, then the session goes on", () => {
    expect(check({ gaps: [DONE, OPEN] })).toEqual({ next: "go-on" });
  });
});

describe("COMPLETE", () => {
  const isComplete = (about: Partial<EndingFacts>) => {
    const step = check(about);
    return "next" in step && step.next === "end" && step.type === "COMPLETE";
  };

  it.each(["OPEN", "IN_PROGRESS", "PROPOSED", "NEEDS_REVISION", "BLOCKED_EXTERNAL"] as const)(
    "needs that no gap is %s",
    (state) => {
      expect(isComplete({ gaps: [exampleGap("GAP-FLOW-001", { state })] })).toBe(false);
    },
  );

  it.each([
    ["one CRITICAL", [deferred("CRITICAL")], false],
    ["one HIGH, though it weighs 4", [deferred("HIGH")], false],
    ["two MEDIUM, weight 4", [deferred("MEDIUM"), deferred("MEDIUM", "GAP-FLOW-004")], true],
    ["MEDIUM, MEDIUM and LOW, weight 5", [deferred("MEDIUM"), deferred("MEDIUM"), deferred("LOW")], false],
    ["four LOW, weight 4", [deferred("LOW"), deferred("LOW"), deferred("LOW"), deferred("LOW")], true],
  ])("given deferred: %s", (_, gaps, expected) => {
    expect(isComplete({ gaps: [DONE, ...gaps] })).toBe(expected);
  });

  it.each([
    ["CRITICAL", false],
    ["HIGH", false],
    ["MEDIUM", true],
    ["LOW", true],
  ] as const)("given an open %s conflict: %s", (severity, expected) => {
    expect(isComplete({ conflicts: [conflict(severity)] })).toBe(expected);
  });

  it("runs the Final Review first, and again once its blockers are dealt with", () => {
    expect(check({ finalReview: { at: "not-run" } })).toEqual({ next: "final-review" });
    expect(check({ finalReview: { at: "not-ready", blockers: 2 } })).toEqual({ next: "final-review" });
  });

  it("given blockers became gaps, then the session goes on", () => {
    expect(check({ gaps: [DONE, OPEN], finalReview: { at: "not-ready", blockers: 1 } })).toEqual({
      next: "go-on",
    });
  });

  it("given something grave is deferred, then no Final Review is spent on it", () => {
    expect(check({ gaps: [deferred("HIGH")], finalReview: { at: "not-run" } })).toMatchObject({
      question: "ending",
    });
  });
});

describe("MAX_ROUNDS", () => {
  it("given rounds = maxRounds, then extend, accept and abandon are offered, but not a round earlier", () => {
    expect(check(AT_LIMIT)).toEqual({
      next: "ask",
      question: "max-rounds",
      options: ["extend", "accept", "abandon"],
    });
    expect(check({ ...AT_LIMIT, completedRounds: 9 })).toEqual({ next: "go-on" });
  });

  it("given maxRounds is the hard limit of 50, then extend is not offered", () => {
    const limits = { ...FACTS.limits, maxRounds: 50 };
    expect(check({ ...AT_LIMIT, limits, completedRounds: 50 })).toMatchObject({
      options: ["accept", "abandon"],
    });
  });

  it("given an open CRITICAL conflict, then accept is not offered", () => {
    expect(check({ ...AT_LIMIT, conflicts: [conflict("CRITICAL")] })).toMatchObject({
      options: ["extend", "abandon"],
    });
  });

  it("given accept, then through the gates as MAX_ROUNDS; before the limit it is refused", () => {
    expect(check({ ...AT_LIMIT, request: "MAX_ROUNDS" })).toMatchObject({
      next: "gates",
      type: "MAX_ROUNDS",
      gates: [{ class: "MEDIUM/LOW" }],
    });
    expect(check({ ...AT_LIMIT, completedRounds: 9, request: "MAX_ROUNDS" })).toMatchObject({
      refused: "termination",
    });
  });
});

describe("GOOD_ENOUGH", () => {
  it("given only MEDIUM and LOW are left, then their list is acknowledged", () => {
    const gaps = [DONE, OPEN, deferred("MEDIUM")];
    expect(check({ gaps, request: "GOOD_ENOUGH" })).toMatchObject({
      next: "gates",
      type: "GOOD_ENOUGH",
      gates: [{ class: "MEDIUM/LOW", gaps: ["GAP-FLOW-002", "GAP-FLOW-003"], phrase: null }],
    });
  });

  it.each([
    exampleGap("GAP-FLOW-009", { severity: "HIGH" }),
    exampleGap("GAP-FLOW-009", { severity: "CRITICAL" }),
    deferred("HIGH", "GAP-FLOW-009"),
    deferred("CRITICAL", "GAP-FLOW-009"),
  ])("given a $severity.level gap is $state.at, then it is refused and the gap named", (gap) => {
    expect(check({ gaps: [OPEN, gap], request: "GOOD_ENOUGH" })).toEqual({
      refused: "termination",
      message: "the session cannot end as GOOD_ENOUGH: CRITICAL or HIGH gaps are left: GAP-FLOW-009",
    });
  });

  it("given an open HIGH conflict, then it is refused", () => {
    const facts = { gaps: [OPEN], conflicts: [conflict("HIGH")], request: "GOOD_ENOUGH" } as const;
    expect(check(facts)).toMatchObject({ refused: "termination" });
  });
});

describe("USER_APPROVED", () => {
  it("goes through every gate that applies", () => {
    const gaps = [exampleGap("GAP-FLOW-005", { severity: "CRITICAL" }), deferred("HIGH"), OPEN];
    expect(check({ gaps, request: "USER_APPROVED" })).toMatchObject({
      type: "USER_APPROVED",
      gates: [{ class: "CRITICAL" }, { class: "HIGH" }, { class: "MEDIUM/LOW" }],
    });
  });

  it("given a HIGH conflict, then it is acknowledged; given a CRITICAL one, then it is refused", () => {
    const facts = { gaps: [OPEN], request: "USER_APPROVED" } as const;
    expect(check({ ...facts, conflicts: [conflict("HIGH")] })).toMatchObject({
      gates: [{ class: "HIGH", conflicts: ["ISSUE-R1-001"] }, { class: "MEDIUM/LOW" }],
    });
    expect(check({ ...facts, conflicts: [conflict("CRITICAL")] })).toEqual({
      refused: "termination",
      message: "the session cannot end as USER_APPROVED: the conflict on ISSUE-R1-001 is not decided",
    });
  });

  it("given nothing is left, then it ends without a gate", () => {
    expect(check({ finalReview: { at: "failed" }, request: "USER_APPROVED" })).toEqual({
      next: "end",
      type: "USER_APPROVED",
    });
  });
});

describe("STALL_EXIT", () => {
  const facts = { gaps: [OPEN], request: "STALL_EXIT" } as const;

  it("leads out of a divergence warning, through the gates", () => {
    expect(check({ ...facts, diverging: true })).toMatchObject({ next: "gates", type: "STALL_EXIT" });
    expect(check(facts)).toMatchObject({ refused: "termination" });
  });

  it("given an open CRITICAL conflict, then it is refused", () => {
    expect(check({ ...facts, diverging: true, conflicts: [conflict("CRITICAL")] })).toMatchObject({
      refused: "termination",
    });
  });
});

describe("ABANDONED", () => {
  it("needs nothing and nothing stands before it", () => {
    const facts = { ...AT_LIMIT, conflicts: [conflict("CRITICAL")], request: "ABANDONED" } as const;
    expect(check(facts)).toEqual({ next: "end", type: "ABANDONED" });
    expect(check({ finalReview: { at: "not-run" }, request: "ABANDONED" })).toMatchObject({
      type: "ABANDONED",
    });
  });
});

describe("no open gap, yet not complete", () => {
  it.each([
    ["CRITICAL deferred", { gaps: [deferred("CRITICAL")] }, ["grave-deferred", "too-much-deferred"]],
    ["HIGH deferred", { gaps: [deferred("HIGH")] }, ["grave-deferred"]],
    [
      "three MEDIUM deferred",
      { gaps: [1, 2, 3].map((n) => deferred("MEDIUM", `GAP-FLOW-00${n}`)) },
      ["too-much-deferred"],
    ],
    ["Final Review failed", { finalReview: { at: "failed" } }, ["final-review-failed"]],
    [
      "NOT_READY without a blocker",
      { finalReview: { at: "not-ready", blockers: 0 } },
      ["final-review-not-ready"],
    ],
    [
      "HIGH deferred after the Final Review's blockers were dealt with",
      { gaps: [deferred("HIGH")], finalReview: { at: "not-ready", blockers: 2 } },
      ["grave-deferred"],
    ],
    ["a HIGH conflict", { conflicts: [conflict("HIGH")] }, ["conflict-open"]],
  ] as const)("given %s, then the ending is asked, with the causes", (_, about, causes) => {
    expect(check(about)).toEqual({
      next: "ask",
      question: "ending",
      options: ["reopen", "review-again", "accept", "abandon"],
      causes,
    });
  });

  it("is asked instead of max-rounds, as more rounds would be idle", () => {
    expect(check({ completedRounds: 10, finalReview: { at: "failed" } })).toMatchObject({
      question: "ending",
    });
  });

  it("given an open CRITICAL conflict, then accept is not offered", () => {
    expect(check({ conflicts: [conflict("CRITICAL")] })).toMatchObject({
      options: ["reopen", "review-again", "abandon"],
    });
  });

  it("given there never was a gap, then there is none to reopen", () => {
    expect(check({ gaps: [], finalReview: { at: "failed" } })).toMatchObject({
      options: ["review-again", "accept", "abandon"],
    });
  });

  it.each([
    ["only MEDIUM and LOW are deferred", { gaps: [deferred("MEDIUM")] }, "GOOD_ENOUGH"],
    ["a HIGH gap is deferred", { gaps: [deferred("HIGH")] }, "USER_APPROVED"],
    ["a HIGH conflict is open", { conflicts: [conflict("HIGH")] }, "USER_APPROVED"],
  ] as const)("given %s, then accept is recorded as $2", (_, about, type) => {
    expect(acceptedEndingType({ ...FACTS, ...about })).toBe(type);
  });
});
