import { describe, expect, it } from "vitest";
import { decisionId, gapId, issueId } from "../../../test/support/example-gap.ts";
import { isRefusal } from "../shared/refusal.ts";
import { SEVERITIES } from "../shared/severity.ts";
import { ACTORS } from "./gap-lifecycle.ts";
import { GAP_STATES } from "./gap-state.ts";
import {
  becomesNewGap,
  blocksAcceptance,
  closesIssue,
  decideIssue,
  gapsOfIssue,
  type Issue,
  type IssueMove,
  type IssueState,
  issueSeverity,
  moveIssue,
  type ReviewOfIssues,
} from "./issue.ts";

const GAP = gapId("GAP-FLOW-007");
const OTHER = gapId("GAP-FLOW-008");
const DECISION = decisionId("DECISION-R2-001");
const OPEN: Issue = {
  id: issueId("ISSUE-R2-001"),
  gaps: [GAP],
  severity: "HIGH",
  round: 2,
  state: { at: "OPEN", decision: null },
};
const SILENT: ReviewOfIssues = { round: 3, gaps: [GAP], resolved: [], open: [], raisedAgain: [], held: [] };

describe("the whole matrix of issue states × moves × actors", () => {
  const STATES: readonly IssueState[] = [
    { at: "OPEN", decision: null },
    { at: "CLOSED", round: 3 },
    { at: "OVERRULED", decision: DECISION },
    { at: "WAIVED", reason: "small" },
    { at: "WITHDRAWN", round: 2 },
  ];
  const MOVES: readonly IssueMove[] = ACTORS.flatMap((actor): IssueMove[] => [
    { to: "CLOSED", actor, review: SILENT },
    { to: "OVERRULED", actor, decision: DECISION },
    { to: "WAIVED", actor, reason: "small" },
    { to: "WITHDRAWN", actor, rolledBackRound: 2 },
  ]);

  it.each([
    ["OPEN", ["Reviewer CLOSED", "User OVERRULED", "User WAIVED", "Mediator WITHDRAWN"]],
    ["CLOSED", ["Mediator WITHDRAWN"]],
    ["OVERRULED", ["Mediator WITHDRAWN"]],
    ["WAIVED", ["Mediator WITHDRAWN"]],
    ["WITHDRAWN", []],
  ])("given %s, then exactly %j", (at, expected) => {
    const allowed = STATES.filter((state) => state.at === at).flatMap((state) =>
      MOVES.filter((move) => !isRefusal(moveIssue({ ...OPEN, state }, move))),
    );
    expect(allowed.map((move) => `${move.actor} ${move.to}`).sort()).toEqual([...expected].sort());
  });

  it("a refusal names the issue, from, to and the actor", () => {
    const move: IssueMove = { to: "WAIVED", actor: "Engineer", reason: "small" };
    expect(moveIssue(OPEN, move)).toMatchObject({
      message:
        "ISSUE-R2-001 cannot go from OPEN to WAIVED by the Engineer: only the User may do so, from OPEN.",
    });
  });

  it("a waiver needs a reason, and a withdrawal its own round", () => {
    expect(isRefusal(moveIssue(OPEN, { to: "WAIVED", actor: "User", reason: " " }))).toBe(true);
    expect(isRefusal(moveIssue(OPEN, { to: "WITHDRAWN", actor: "Mediator", rolledBackRound: 3 }))).toBe(true);
  });
});

describe("a later valid review closes an issue", () => {
  it.each([
    ["it neither lists it as open nor raises it again", {}, true],
    ["it lists it as resolved", { resolved: [OPEN.id] }, true],
    ["it lists it as open", { open: [OPEN.id] }, false],
    ["it raises it again", { raisedAgain: [OPEN.id] }, false],
    ["it lists it both as resolved and open", { resolved: [OPEN.id], open: [OPEN.id] }, false],
    ["a conflict or flag on it is open", { held: [OPEN.id] }, false],
    [
      "a conflict or flag is open though it lists it as resolved",
      { resolved: [OPEN.id], held: [OPEN.id] },
      false,
    ],
    ["it is the review that raised it", { round: 2 }, false],
    ["it does not concern the gap", { gaps: [OTHER] }, false],
    ["it does not concern the gap, yet lists it as resolved", { gaps: [OTHER], resolved: [OPEN.id] }, false],
  ])("given %s", (_, about, expected) => {
    expect(closesIssue(OPEN, { ...SILENT, ...about })).toBe(expected);
  });

  it("given an issue of two gaps, then silence on one is not enough, but its word is", () => {
    const wide = { ...OPEN, gaps: [GAP, OTHER] };
    expect(closesIssue(wide, SILENT)).toBe(false);
    expect(closesIssue(wide, { ...SILENT, resolved: [OPEN.id] })).toBe(true);
    expect(closesIssue(wide, { ...SILENT, gaps: [GAP, OTHER] })).toBe(true);
  });

  it("given the review leaves it open, then closing is refused", () => {
    const review = { ...SILENT, open: [OPEN.id] };
    expect(isRefusal(moveIssue(OPEN, { to: "CLOSED", actor: "Reviewer", review }))).toBe(true);
  });
});

describe("an issue's severity when none is stated", () => {
  it.each([
    [{ stated: "LOW", mustFix: true, verdictNeedsRevision: true }, "LOW", false],
    [{ stated: null, mustFix: true, verdictNeedsRevision: false }, "HIGH", true],
    [{ stated: null, mustFix: false, verdictNeedsRevision: true }, "HIGH", true],
    [{ stated: null, mustFix: false, verdictNeedsRevision: false }, "MEDIUM", true],
  ] as const)("given %j, then %s, noted %s", (about, severity, noted) => {
    expect(issueSeverity(about)).toEqual({ severity, noted });
  });
});

describe("the gap of an issue", () => {
  it.each([
    ["it names one", { named: [GAP], section: OTHER, underReview: [OTHER] }, [GAP]],
    ["its section has one", { named: [], section: OTHER, underReview: [GAP] }, [OTHER]],
    ["neither", { named: [], section: null, underReview: [GAP, OTHER] }, [GAP, OTHER]],
  ])("given %s", (_, place, expected) => {
    expect(gapsOfIssue(place)).toEqual(expected);
  });

  it("given it is terminal, then the issue becomes a new gap", () => {
    expect(GAP_STATES.filter(becomesNewGap)).toEqual(["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED"]);
  });
});

describe("blocking acceptance", () => {
  it("an open CRITICAL or HIGH issue blocks", () => {
    expect(SEVERITIES.filter((severity) => blocksAcceptance({ ...OPEN, severity }))).toEqual([
      "CRITICAL",
      "HIGH",
    ]);
  });

  it("an overruled or waived issue never does", () => {
    const overruled = moveIssue(OPEN, { to: "OVERRULED", actor: "User", decision: DECISION });
    const waived = moveIssue(OPEN, { to: "WAIVED", actor: "User", reason: "small" });
    expect([overruled, waived].map((issue) => !isRefusal(issue) && blocksAcceptance(issue))).toEqual([
      false,
      false,
    ]);
  });

  it("an issue decided A, C or D stays open and blocks; a closed one takes no decision", () => {
    const decided = decideIssue(OPEN, DECISION);
    expect(decided).toEqual({ ...OPEN, state: { at: "OPEN", decision: DECISION } });
    expect(!isRefusal(decided) && blocksAcceptance(decided)).toBe(true);
    expect(isRefusal(decideIssue({ ...OPEN, state: { at: "CLOSED", round: 3 } }, DECISION))).toBe(true);
  });
});
