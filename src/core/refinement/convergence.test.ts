import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  advanceConvergence,
  CONVERGENCE_END,
  CONVERGENCE_START,
  type CompletedRound,
  type Convergence,
  type ConvergenceSettings,
  focusOf,
  pause,
  questionChange,
  resume,
} from "./convergence.ts";

const SETTINGS: ConvergenceSettings = { stallThreshold: 2, divergenceThreshold: 8, criticalOverride: true };
const CONVERGING: Convergence = { at: "CONVERGING" };
const flat = (flatRounds: number): Convergence => ({ at: "FLAT", flatRounds });
const warning: Convergence = {
  at: "DIVERGENCE_WARNING",
  flatRounds: 2,
  raisedIn: 3,
  causes: ["STALLED"],
};

function judged(
  state: Convergence,
  about: Partial<CompletedRound>,
  settings: Partial<ConvergenceSettings> = {},
) {
  const round = { round: 4, weightedNet: 0, newCriticalGaps: 0, countsTowardsStall: true, ...about };
  return advanceConvergence(state, round, { ...SETTINGS, ...settings });
}

describe("convergence after a round", () => {
  it.each([
    ["CONVERGING", CONVERGING, 1, CONVERGING],
    ["CONVERGING", CONVERGING, 0, flat(1)],
    ["CONVERGING", CONVERGING, -8, flat(1)],
    ["FLAT 1", flat(1), 1, CONVERGING],
  ] as const)("given %s, when the net is $2, then as expected", (_, before, weightedNet, expected) => {
    expect(judged(before, { weightedNet })).toEqual(expected);
  });

  it("given the flat count reaches the stall threshold, then STALLED is at once a warning", () => {
    expect(judged(flat(1), {})).toEqual({
      at: "DIVERGENCE_WARNING",
      flatRounds: 2,
      raisedIn: 4,
      causes: ["STALLED"],
    });
    expect(judged(flat(1), {}, { stallThreshold: 3 })).toEqual(flat(2));
  });

  it("given a net of exactly −8, then no warning; of −9, then one: strictly below", () => {
    expect(judged(CONVERGING, { weightedNet: -8 })).toEqual(flat(1));
    expect(judged(CONVERGING, { weightedNet: -9 })).toMatchObject({
      at: "DIVERGENCE_WARNING",
      flatRounds: 1,
      causes: ["NET_BELOW_THRESHOLD"],
    });
  });

  it("given a new CRITICAL gap, then a warning even with progress, unless criticalOverride is off", () => {
    const round = { weightedNet: 5, newCriticalGaps: 1 };
    expect(judged(CONVERGING, round)).toMatchObject({ flatRounds: 0, causes: ["NEW_CRITICAL"] });
    expect(judged(CONVERGING, round, { criticalOverride: false })).toEqual(CONVERGING);
  });

  it("names all causes at once", () => {
    expect(judged(flat(1), { weightedNet: -16, newCriticalGaps: 1 })).toMatchObject({
      causes: ["STALLED", "NET_BELOW_THRESHOLD", "NEW_CRITICAL"],
    });
  });

  it.each([0, 5])(
    "given a role was skipped or all were blocked and the net is %d, then all stays",
    (weightedNet) => {
      const round = { weightedNet, countsTowardsStall: false };
      expect(judged(flat(1), round)).toEqual(flat(1));
      expect(judged(CONVERGING, round)).toEqual(CONVERGING);
    },
  );

  it("given a role was skipped, then divergence is still seen, with the count as it was", () => {
    const skipped = { countsTowardsStall: false };
    expect(judged(flat(1), { ...skipped, weightedNet: -9 })).toMatchObject({
      flatRounds: 1,
      causes: ["NET_BELOW_THRESHOLD"],
    });
    expect(judged(flat(1), { ...skipped, newCriticalGaps: 1 })).toMatchObject({ causes: ["NEW_CRITICAL"] });
  });

  it("given it is complete, then nothing changes it", () => {
    expect(judged(CONVERGENCE_END, { weightedNet: -99 })).toBe(CONVERGENCE_END);
  });
});

describe("a warning that is not answered", () => {
  it("given another flat round, even a diverging one, then it is the same question", () => {
    const then = judged(warning, { weightedNet: -99, newCriticalGaps: 1 });
    expect(then).toEqual({ ...warning, flatRounds: 3 });
    expect(questionChange(warning, then)).toBe("none");
  });

  it("given a round with net > 0, then it is withdrawn, also where a role was skipped", () => {
    for (const countsTowardsStall of [true, false]) {
      const then = judged(warning, { weightedNet: 1, countsTowardsStall });
      expect(then).toEqual(CONVERGING);
      expect(questionChange(warning, then)).toBe("withdraw");
    }
  });

  it("given progress together with a new CRITICAL gap, then a new question takes its place", () => {
    const then = judged(warning, { weightedNet: 1, newCriticalGaps: 1 });
    expect(then).toMatchObject({ raisedIn: 4, causes: ["NEW_CRITICAL"] });
    expect(questionChange(warning, then)).toBe("replace");
  });

  it("given it is raised, then it is asked", () => {
    expect(questionChange(flat(1), warning)).toBe("ask");
    expect(questionChange(flat(1), CONVERGING)).toBe("none");
  });

  it("meanwhile CRITICAL gaps go first", () => {
    expect(focusOf(warning)).toBe("critical-first");
    expect(focusOf(flat(1))).toBe("foundations");
  });
});

describe("a pause", () => {
  it.each([CONVERGING, flat(1), warning])(
    "given $at, when paused and resumed, then it is as before",
    (state) => {
      expect(pause(state)).toEqual({ at: "PAUSED", before: state });
      expect(resume(pause(state))).toEqual(state);
      expect(pause(pause(state))).toEqual(pause(state));
    },
  );

  it("asks nothing while it lasts and asks again afterwards", () => {
    expect(questionChange(warning, pause(warning))).toBe("withdraw");
    expect(questionChange(pause(warning), warning)).toBe("ask");
  });

  it("given a running round completes meanwhile, then its result waits", () => {
    expect(judged(pause(flat(1)), {})).toMatchObject({ at: "PAUSED", before: { at: "DIVERGENCE_WARNING" } });
  });

  it("does not open what is complete", () => {
    expect(pause(CONVERGENCE_END)).toBe(CONVERGENCE_END);
    expect(resume(CONVERGENCE_END)).toBe(CONVERGENCE_END);
  });
});

describe("any sequence of rounds", () => {
  const round = fc.record({
    weightedNet: fc.integer({ min: -12, max: 8 }),
    newCriticalGaps: fc.nat(1),
    countsTowardsStall: fc.boolean(),
  });

  it("warns exactly when the flat count, the net or a CRITICAL gap says so, recomputed by hand", () => {
    fc.assert(
      fc.property(fc.array(round, { maxLength: 30 }), (rounds) => {
        let state = CONVERGENCE_START;
        let [count, warned] = [0, false];
        for (const [index, each] of rounds.entries()) {
          const progress = each.weightedNet > 0;
          if (each.countsTowardsStall) count = progress ? 0 : count + 1;
          const stalled = each.countsTowardsStall && count >= 2;
          const diverges = stalled || each.weightedNet < -8 || each.newCriticalGaps > 0;
          if (warned && progress && !each.countsTowardsStall && !diverges) count = 0;
          warned = warned && !progress ? true : diverges;
          state = advanceConvergence(state, { ...each, round: index + 1 }, SETTINGS);
          expect(state.at === "DIVERGENCE_WARNING").toBe(warned);
          if (state.at === "FLAT") expect(state.flatRounds).toBe(count);
        }
      }),
    );
  });

  it("depends only on its inputs", () => {
    fc.assert(
      fc.property(fc.array(round), (rounds) => {
        const run = () =>
          rounds.reduce(
            (state, each, index) => advanceConvergence(state, { ...each, round: index + 1 }, SETTINGS),
            CONVERGENCE_START,
          );
        expect(run()).toEqual(run());
      }),
    );
  });
});
