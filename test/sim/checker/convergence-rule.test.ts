import { describe, expect, it } from "vitest";
import type { Fact } from "../../../src/core/shared/decider.ts";
import {
  A,
  answered,
  asked,
  B,
  type Completing,
  changed,
  course,
  fact,
  faultsOf,
  gap,
  moved,
  Story,
  settings,
  spawned,
  warning,
  withdrawn,
  without,
} from "../event-lists.ts";

const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "convergence");
const said = (message: string) => expect.stringContaining(message);
const STILL: Completing = { open: [1, 1] };
const FLAT = course({ at: "FLAT", flatRounds: 1 });
const CONVERGING = course({ at: "CONVERGING" });
const STALLED = warning(2, 2, ["STALLED"]);
const OPTIONS = ["narrow", "accept", "normal", "prioritise", "pause", "force"];
const ask = (id = "Q1", round = 2) => asked(id, "divergence", OPTIONS, { subject: { of: "round", round } });

const oneFlat = (...more: readonly Fact[]) =>
  new Story()
    .start([gap(A)])
    .round(1, A, "revise")
    .complete(1, STILL, ...more);
const stalled = () =>
  oneFlat(FLAT).round(2, A, "revise", "NEEDS_REVISION").complete(2, STILL, course(STALLED)).command(ask());

describe("after a round", () => {
  it("given no net, then FLAT with its count; a gain, then CONVERGING", () => {
    const story = oneFlat(FLAT)
      .round(2, A, "accept", "NEEDS_REVISION")
      .complete(2, { open: [1, 0], resolved: [A], weighted: 2 }, CONVERGING);
    expect(faultsOf(story)).toEqual([]);
  });

  it("given a state that does not follow, or none, then it is found", () => {
    expect(faults(oneFlat())).toContainEqual(said('the session is {"at":"FLAT","flatRounds":1}'));
    expect(faults(oneFlat(course({ at: "FLAT", flatRounds: 2 })))).toContainEqual(said("recorded is"));
    expect(faults(oneFlat(CONVERGING))).toContainEqual(said("recorded is"));
  });

  it("given a change out of nowhere, then it is found", () => {
    expect(faults(oneFlat(FLAT).command(CONVERGING))).toContainEqual(said("recorded is"));
  });

  it("given COMPLETE without an end, then it is found", () => {
    expect(faults(oneFlat(FLAT).command(course({ at: "COMPLETE" })))).toContainEqual(
      said("COMPLETE without"),
    );
  });
});

describe("warnings", () => {
  it("given the stall threshold is reached, then the warning is due, no earlier and no later", () => {
    expect(faultsOf(stalled())).toEqual([]);
    const late = oneFlat(FLAT)
      .round(2, A, "revise", "NEEDS_REVISION")
      .complete(2, STILL, course({ at: "FLAT", flatRounds: 2 }));
    expect(faults(late)).toContainEqual(said("DIVERGENCE_WARNING"));
    expect(faults(oneFlat(course(warning(1, 1, ["STALLED"]))))).toContainEqual(said("recorded is"));
  });

  it("given the wrong cause or round, then it is found", () => {
    const wrong = (state: ReturnType<typeof warning>) =>
      oneFlat(FLAT).round(2, A, "revise", "NEEDS_REVISION").complete(2, STILL, course(state));
    expect(faults(wrong(warning(2, 2, ["NEW_CRITICAL"])))).not.toEqual([]);
    expect(faults(wrong(warning(1, 2, ["STALLED"])))).not.toEqual([]);
  });

  const born = (
    severities: readonly ("CRITICAL" | "HIGH" | "LOW")[],
    state: Parameters<typeof course>[0],
  ) => {
    const ids = severities.map((_, index) => `GAP-NEW-00${index + 1}`);
    const weights = { CRITICAL: 16, HIGH: 4, LOW: 1 };
    const critical = ids.filter((_, index) => severities[index] === "CRITICAL");
    const weighted = -severities.reduce((sum, severity) => sum + weights[severity], 0);
    return new Story()
      .start([gap(A)])
      .startRound(1, A)
      .propose(1, A, ...severities.map((severity, index) => spawned(ids[index] ?? "", severity, 1)))
      .review(1, A, "revise")
      .complete(
        1,
        { open: [1, 1 + ids.length], created: ids, weighted, newCritical: critical },
        course(state),
      );
  };

  it("given a net of exactly the threshold, then no warning; strictly below, then one", () => {
    expect(faultsOf(born(["HIGH", "HIGH"], { at: "FLAT", flatRounds: 1 }))).toEqual([]);
    expect(faultsOf(born(["HIGH", "HIGH", "LOW"], warning(1, 1, ["NET_BELOW_THRESHOLD"])))).toEqual([]);
    expect(faults(born(["HIGH", "HIGH", "LOW"], { at: "FLAT", flatRounds: 1 }))).not.toEqual([]);
    expect(faults(born(["HIGH", "HIGH"], warning(1, 1, ["NET_BELOW_THRESHOLD"])))).not.toEqual([]);
  });

  it("given a new CRITICAL gap, then the warning is due", () => {
    const causes = ["NET_BELOW_THRESHOLD", "NEW_CRITICAL"];
    expect(faultsOf(born(["CRITICAL"], warning(1, 1, causes)))).toEqual([]);
    expect(faults(born(["CRITICAL"], warning(1, 1, ["NET_BELOW_THRESHOLD"])))).not.toEqual([]);
  });

  it("given thresholds that a settings event changed, then those rule", () => {
    const patient = settings({ thresholds: { stallThreshold: 3, divergenceThreshold: 8 } });
    const story = oneFlat(FLAT)
      .command(fact("SettingsChanged", { settings: patient, because: "test" }))
      .round(2, A, "revise", "NEEDS_REVISION")
      .complete(2, STILL, course({ at: "FLAT", flatRounds: 2 }));
    expect(faultsOf(story)).toEqual([]);
  });

  const third = (story: Story, focus = "critical-first") =>
    story
      .startRound(3, A, "NEEDS_REVISION", focus)
      .propose(3, A)
      .review(3, A, "revise")
      .complete(3, STILL, course({ ...STALLED, flatRounds: 3 }));

  it("given an unanswered warning, then rounds go on with CRITICAL gaps first", () => {
    expect(faultsOf(third(stalled()))).toEqual([]);
    expect(faults(third(stalled(), "foundations"))).toContainEqual(said("the focus is critical-first"));
  });

  it("given a warning that nobody is asked about by the end of the next round, then it is found", () => {
    expect(faults(without(third(stalled()).events, "QuestionAsked"))).toContainEqual(
      said("nobody was asked"),
    );
  });

  it("given a question without a warning, or one that outlives it, then it is found", () => {
    expect(faults(oneFlat(FLAT).command(ask()))).toContainEqual(said("without a warning"));
    const over = (...more: Fact[]) =>
      new Story()
        .start([gap(A), gap(B)])
        .round(1, A, "revise")
        .complete(1, { open: [2, 2] }, FLAT)
        .round(2, B, "revise")
        .complete(2, { open: [2, 2] }, course(STALLED))
        .command(ask())
        .startRound(3, A, "NEEDS_REVISION", "critical-first")
        .propose(3, A)
        .review(3, A, "accept")
        .complete(3, { open: [2, 1], resolved: [A], weighted: 2 }, CONVERGING, ...more)
        .startRound(4, B, "NEEDS_REVISION");
    expect(faultsOf(over(withdrawn("Q1")))).toEqual([]);
    expect(faults(over())).toContainEqual(said("a warning that is over is still asked about"));
  });
});

describe("rounds that leave the count as it was", () => {
  it("given a counting round declared as not counting, or the other way round, then it is found", () => {
    const idle = changed(oneFlat().events, "RoundCompleted", { countsTowardsStall: false });
    expect(faults(idle)).toEqual(["a round with both roles at work does not count"]);
    const skipped = (counts: boolean, ...more: Fact[]) =>
      new Story()
        .start([gap(A)])
        .startRound(1, A)
        .command(
          moved({ id: A, from: "IN_PROGRESS", to: { at: "OPEN" }, by: "Mediator", round: 1 }),
          fact("TurnSettled", {
            round: 1,
            role: "engineer",
            lane: "-",
            outcome: "SKIP",
            detail: null,
            document: null,
          }),
          fact("ReviewOpened", { round: 1, proposals: [] }),
        )
        .complete(1, { ...STILL, counts }, ...more);
    expect(faultsOf(skipped(false))).toEqual([]);
    expect(faults(skipped(true, FLAT))).toEqual(["a round with a role skipped counts"]);
  });
});

describe("answers to a warning", () => {
  const doubled = settings({ thresholds: { stallThreshold: 4, divergenceThreshold: 16 } });
  const reply = (option: string, ...more: Fact[]) => stalled().command(answered("Q1", option), ...more);

  it("given accept, normal, prioritise, then back to CONVERGING with a count of none", () => {
    expect(faultsOf(reply("accept", CONVERGING))).toEqual([]);
    const settle = fact("SettingsChanged", { settings: doubled, because: "normal" });
    expect(faultsOf(reply("normal", settle, CONVERGING))).toEqual([]);
    expect(faultsOf(reply("prioritise", CONVERGING))).toEqual([]);
  });

  it("given the state does not return, then it is found", () => {
    expect(faults(reply("accept"))).toContainEqual(said('the session is {"at":"CONVERGING"}'));
  });

  it("given normal without doubled thresholds, then it is found", () => {
    expect(faults(reply("normal", CONVERGING))).toContainEqual(said("the thresholds are not doubled"));
  });

  it("given narrow, then the gaps named are deferred", () => {
    const defer = {
      id: A,
      from: "NEEDS_REVISION",
      to: { at: "USER_DEFERRED", reason: "narrow" },
      by: "User",
      round: 3,
    };
    const narrow = (...more: Fact[]) =>
      stalled().command(answered("Q1", "narrow", { gaps: [A] }), ...more, CONVERGING);
    expect(faultsOf(narrow(moved(defer)))).toEqual([]);
    expect(faults(narrow())).toContainEqual(said(`${A} is not deferred`));
  });

  const GRAVER = { level: "CRITICAL", setBy: "user", enteredAs: "MEDIUM" };

  it("given prioritise and a CRITICAL gap, then the next round takes only such", () => {
    const story = (id: string, focus: string) =>
      new Story()
        .start([gap(A), gap(B)])
        .round(1, A, "revise")
        .complete(1, { open: [2, 2] }, FLAT)
        .round(2, A, "revise", "NEEDS_REVISION")
        .complete(2, { open: [2, 2] }, course(STALLED))
        .command(ask())
        .command(fact("GapRated", { gap: B, severity: GRAVER, round: 3 }))
        .command(answered("Q1", "prioritise"), CONVERGING)
        .startRound(3, id, id === A ? "NEEDS_REVISION" : "OPEN", focus);
    expect(faultsOf(story(B, "only-critical"))).toEqual([]);
    expect(faultsOf(story(A, "only-critical"), "assignment")).toContainEqual(said(`${A} is not CRITICAL`));
    expect(faults(story(B, "foundations"))).toContainEqual(said("the focus is only-critical"));
  });

  it("given pause or force, then the session is paused, or asked to end", () => {
    const pause = fact("SessionPaused", { by: "human:ann", because: "divergence" });
    expect(faultsOf(reply("pause", pause))).toEqual([]);
    expect(faults(reply("pause"))).toContainEqual(said("the session is not paused"));
    const request = fact("EndingRequested", { type: "STALL_EXIT", trigger: "force" });
    expect(faultsOf(reply("force", request))).toEqual([]);
    expect(faults(reply("force"))).toContainEqual(said("no STALL_EXIT is requested"));
  });
});

describe("pauses", () => {
  const pause = fact("SessionPaused", { by: "human:ann", because: "" });
  const resume = fact("SessionResumed", { by: "human:ann" });
  const paused = course({ at: "PAUSED", before: { at: "FLAT", flatRounds: 1 } });

  it("given a pause with or without a state of its own, then what was before comes back", () => {
    expect(faultsOf(oneFlat(FLAT).command(pause, paused).command(resume, FLAT))).toEqual([]);
    expect(faultsOf(oneFlat(FLAT).command(pause).command(resume))).toEqual([]);
  });

  it("given PAUSED without a pause, an active state within one, or two pauses, then it is found", () => {
    expect(faults(oneFlat(FLAT).command(paused))).toContainEqual(said("PAUSED"));
    expect(faults(oneFlat(FLAT).command(pause).command(FLAT))).toContainEqual(said("PAUSED"));
    expect(faults(oneFlat(FLAT).command(pause).command(pause))).toContainEqual(said("it is so already"));
    expect(faults(oneFlat(FLAT).command(resume))).toContainEqual(said("it is so already"));
  });
});
