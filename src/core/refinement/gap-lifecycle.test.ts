import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decisionId, exampleGap, exampleState, gapId, issueId } from "../../../test/support/example-gap.ts";
import { isRefusal } from "../shared/refusal.ts";
import { openCount } from "./counting.ts";
import type { Gap } from "./gap.ts";
import { ACTORS, type Actor, type Move, transition } from "./gap-lifecycle.ts";
import { GAP_STATES, type GapState, type GapStateName } from "./gap-state.ts";

const ROUND = 5;
const ID = "GAP-FLOW-007";
const REVIEW = { because: "reviewed", openGraveIssues: [], openGraveConflicts: [] } as const;

const TAKEN = { reason: "fine", unfit: null, openCriticalConflicts: [], during: ROUND } as const;

/** One move with sufficient facts for each target and each kind of grounds that it may be written with. */
const WELL_FOUNDED: readonly ((actor: Actor) => Move)[] = [
  (actor) => ({ actor, round: ROUND, to: "OPEN", grounds: { because: "reason", reason: "again" } }),
  (actor) => ({ actor, round: ROUND, to: "OPEN", grounds: { because: "asked" } }),
  (actor) => ({ actor, round: ROUND, to: "OPEN", grounds: { because: "input", input: "here" } }),
  (actor) => ({ actor, round: ROUND, to: "OPEN", grounds: { because: "unaddressed" } }),
  (actor) => ({ actor, round: ROUND, to: "IN_PROGRESS", grounds: { because: "assigned" } }),
  (actor) => ({
    actor,
    round: ROUND,
    to: "PROPOSED",
    grounds: { because: "addressed", heading: true, confidence: true, body: true, blockedMarker: false },
  }),
  (actor) => ({
    actor,
    round: ROUND,
    to: "PROPOSED",
    grounds: {
      because: "settled",
      overruledOrWaived: [issueId("ISSUE-R4-001")],
      openGraveIssues: [],
      owedRevisions: [],
    },
  }),
  (actor) => ({
    actor,
    round: ROUND,
    to: "NEEDS_REVISION",
    grounds: { ...REVIEW, verdictNeedsRevision: true },
  }),
  (actor) => ({
    actor,
    round: ROUND,
    to: "NEEDS_REVISION",
    grounds: { because: "decided", decision: decisionId("DECISION-R5-001"), option: "A" },
  }),
  (actor) => ({ actor, round: ROUND, to: "NEEDS_REVISION", grounds: { because: "reason", reason: "no" } }),
  (actor) => ({ actor, round: ROUND, to: "NEEDS_REVISION", grounds: { because: "unaddressed" } }),
  (actor) => ({ actor, round: ROUND, to: "NEEDS_REVISION", grounds: { because: "displaced", why: "moved" } }),
  (actor) => ({ actor, round: ROUND, to: "USER_DEFERRED", grounds: { because: "reason", reason: "later" } }),
  (actor) => ({ actor, round: ROUND, to: "WONT_FIX", grounds: { because: "reason", reason: "never" } }),
  (actor) => ({ actor, round: ROUND, to: "BLOCKED_EXTERNAL", grounds: { because: "blocked", need: "data" } }),
  (actor) => ({ actor, round: ROUND, to: "ACCEPTED", grounds: { ...REVIEW, verdictNeedsRevision: false } }),
  (actor) => ({ actor, round: ROUND, to: "ACCEPTED", grounds: { because: "accepted", ...TAKEN } }),
  (actor) => ({
    actor,
    round: ROUND,
    to: "RESOLVED",
    grounds: { because: "drafted", inDraft: true, lastCompletedRound: ROUND + 1, terminating: false },
  }),
  (actor) => ({
    actor,
    round: ROUND,
    to: "SUPERSEDED",
    grounds: { because: "split", into: [gapId("GAP-FLOW-007a"), gapId("GAP-FLOW-007b")] },
  }),
];

/** SPEC §3 once more, written out by hand: for each state, who may do what on which grounds. */
const LEGAL: Record<GapStateName | "IN_PROGRESS, before NEEDS_REVISION", readonly string[]> = {
  OPEN: [
    "Mediator assigned → IN_PROGRESS",
    "Engineer blocked → BLOCKED_EXTERNAL",
    "User reason → USER_DEFERRED",
    "User reason → WONT_FIX",
    "User split → SUPERSEDED",
  ],
  IN_PROGRESS: [
    "Engineer addressed → PROPOSED",
    "Engineer blocked → BLOCKED_EXTERNAL",
    "Mediator unaddressed → OPEN",
    "User reason → USER_DEFERRED",
    "User reason → WONT_FIX",
    "User split → SUPERSEDED",
  ],
  "IN_PROGRESS, before NEEDS_REVISION": [
    "Engineer addressed → PROPOSED",
    "Engineer blocked → BLOCKED_EXTERNAL",
    "Mediator unaddressed → NEEDS_REVISION",
    "User reason → USER_DEFERRED",
    "User reason → WONT_FIX",
    "User split → SUPERSEDED",
  ],
  PROPOSED: [
    "Reviewer reviewed → NEEDS_REVISION",
    "User decided → NEEDS_REVISION",
    "Mediator displaced → NEEDS_REVISION",
    "Reviewer reviewed → ACCEPTED",
    "User accepted → ACCEPTED",
    "User reason → USER_DEFERRED",
    "User reason → WONT_FIX",
    "User split → SUPERSEDED",
  ],
  NEEDS_REVISION: [
    "Mediator assigned → IN_PROGRESS",
    "Engineer addressed → PROPOSED",
    "Mediator settled → PROPOSED",
    "User accepted → ACCEPTED",
    "Engineer blocked → BLOCKED_EXTERNAL",
    "User reason → USER_DEFERRED",
    "User reason → WONT_FIX",
    "User split → SUPERSEDED",
  ],
  USER_DEFERRED: ["User asked → OPEN"],
  BLOCKED_EXTERNAL: [
    "User input → OPEN",
    "User reason → USER_DEFERRED",
    "User reason → WONT_FIX",
    "User split → SUPERSEDED",
  ],
  ACCEPTED: ["User drafted → RESOLVED", "Mediator drafted → RESOLVED", "User reason → NEEDS_REVISION"],
  RESOLVED: ["User reason → NEEDS_REVISION"],
  WONT_FIX: ["User reason → OPEN"],
  SUPERSEDED: [],
};

const name = (move: Move) => `${move.actor} ${move.grounds.because} → ${move.to}`;
const ALL_MOVES = ACTORS.flatMap((actor) => WELL_FOUNDED.map((make) => make(actor)));

function legalMoves(state: GapState): readonly string[] {
  return state.at === "IN_PROGRESS" && state.before === "NEEDS_REVISION"
    ? LEGAL["IN_PROGRESS, before NEEDS_REVISION"]
    : LEGAL[state.at];
}

const STATES: readonly (readonly [string, GapState])[] = [
  ...GAP_STATES.map((at) => [at, exampleState(at)] as const),
  ["IN_PROGRESS, before NEEDS_REVISION", { at: "IN_PROGRESS", before: "NEEDS_REVISION" }],
];

describe("the whole matrix of states × states × actors × grounds", () => {
  it("has a move to every state, so that nothing is left out", () => {
    expect(new Set(ALL_MOVES.map((move) => move.to))).toEqual(new Set(GAP_STATES));
  });

  it.each(STATES)("given %s, then exactly the listed moves are allowed", (_, state) => {
    const gap = { ...exampleGap(ID), state };
    const allowed = ALL_MOVES.filter((move) => !isRefusal(transition(gap, move)));
    expect(allowed.map(name).sort()).toEqual([...legalMoves(state)].sort());
  });

  it.each(STATES)("given %s, when moved, then it arrives and notes the round", (_, state) => {
    const gap = { ...exampleGap(ID), state };
    for (const move of ALL_MOVES) {
      const moved = transition(gap, move);
      if (isRefusal(moved)) continue;
      expect(moved).toEqual({ ...gap, state: moved.state, roundUpdated: ROUND });
      expect(moved.state.at).toBe(move.to);
    }
  });

  it("a refused move names the gap, from, to, the actor and what is allowed instead", () => {
    const refused = transition(exampleGap(ID), {
      actor: "Engineer",
      round: ROUND,
      to: "ACCEPTED",
      grounds: { ...REVIEW, verdictNeedsRevision: false },
    });
    expect(refused).toEqual({
      refused: "illegal-transition",
      message: "GAP-FLOW-007 cannot go from OPEN to ACCEPTED by the Engineer.",
      fix:
        "Allowed from OPEN: IN_PROGRESS (Mediator: assigned to a round), " +
        "USER_DEFERRED or WONT_FIX (User: a reason is given), " +
        "BLOCKED_EXTERNAL (Engineer: the document marks it BLOCKED_NEEDS_INPUT), " +
        "SUPERSEDED (User: split into sub-gaps).",
    });
  });

  it("a superseded gap goes nowhere", () => {
    const move: Move = { actor: "User", round: ROUND, to: "OPEN", grounds: { because: "asked" } };
    expect(transition(exampleGap(ID, { state: "SUPERSEDED" }), move)).toMatchObject({
      fix: "Allowed from SUPERSEDED: nothing, it is final.",
    });
  });

  it("a move that lacks something is not among what is allowed instead", () => {
    const unfit = { because: "accepted", ...TAKEN, unfit: "nothing is proposed for it" } as const;
    const accepted: Move = { actor: "User", round: ROUND, to: "ACCEPTED", grounds: unfit };
    expect(transition(exampleGap(ID, { state: "NEEDS_REVISION" }), accepted)).toMatchObject({
      refused: "unmet-guard",
      fix: expect.not.stringContaining("taken as it is"),
    });
    const reopened: Move = {
      actor: "User",
      round: ROUND,
      to: "NEEDS_REVISION",
      grounds: { because: "reason", reason: "" },
    };
    expect(transition(exampleGap(ID, { state: "RESOLVED" }), reopened)).toMatchObject({
      fix: "Allowed from RESOLVED: nothing else.",
    });
  });

  it("the wrong grounds for a legal step are told what it needs", () => {
    const move: Move = { actor: "User", round: ROUND, to: "OPEN", grounds: { because: "asked" } };
    expect(transition(exampleGap(ID, { state: "BLOCKED_EXTERNAL" }), move)).toMatchObject({
      message:
        "GAP-FLOW-007 cannot go from BLOCKED_EXTERNAL to OPEN by the User: this needs: the input is given.",
    });
  });
});

describe("any history", () => {
  const WEIGHT: Record<GapStateName, number> = {
    OPEN: 1,
    IN_PROGRESS: 1,
    PROPOSED: 1,
    NEEDS_REVISION: 1,
    USER_DEFERRED: 0.5,
    BLOCKED_EXTERNAL: 0.25,
    ACCEPTED: 0,
    RESOLVED: 0,
    WONT_FIX: 0,
    SUPERSEDED: 0,
  };
  const GAPS = 4;
  const step = fc.record({
    gap: fc.integer({ min: 0, max: GAPS - 1 }),
    pick: fc.nat(),
    /** One step in five is any move at all; the others are legal, so that walks go deep. */
    wild: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
  });

  function choose(state: GapState, { pick, wild }: { pick: number; wild: boolean }): Move | undefined {
    const legal = ALL_MOVES.filter((move) => legalMoves(state).includes(name(move)));
    const moves = wild || legal.length === 0 ? ALL_MOVES : legal;
    return moves[pick % moves.length];
  }

  it("moves gaps only as listed, and the open count is the formula at every step", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 80 }), (steps) => {
        const gaps = Array.from({ length: GAPS }, () => exampleGap(ID));
        for (const each of steps) {
          const gap = gaps[each.gap] ?? exampleGap(ID);
          const move = choose(gap.state, each);
          if (move === undefined) throw new Error("no move");
          const moved = transition(gap, move);
          expect(!isRefusal(moved)).toBe(legalMoves(gap.state).includes(name(move)));
          if (!isRefusal(moved)) gaps[each.gap] = moved;
          expect(openCount(gaps)).toBe(gaps.map(({ state }) => WEIGHT[state.at]).reduce((a, b) => a + b));
        }
      }),
      { numRuns: 200 },
    );
  });

  it("can bring a gap into every state", () => {
    const reached = new Map<GapStateName, Gap>();
    const waiting: Gap[] = [exampleGap(ID)];
    for (let gap = waiting.pop(); gap !== undefined; gap = waiting.pop()) {
      if (reached.has(gap.state.at)) continue;
      reached.set(gap.state.at, gap);
      for (const move of ALL_MOVES) {
        const moved = transition(gap, move);
        if (!isRefusal(moved)) waiting.push(moved);
      }
    }
    expect(new Set(reached.keys())).toEqual(new Set(GAP_STATES));
  });
});
