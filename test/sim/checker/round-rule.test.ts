import { describe, expect, it } from "vitest";
import type { Fact } from "../../../src/core/shared/decider.ts";
import {
  A,
  asked,
  B,
  callStarted,
  changed,
  course,
  fact,
  faultsOf,
  finishedStory,
  gap,
  moved,
  restarted,
  roundStarted,
  Story,
  settled,
  withFact,
  without,
} from "../event-lists.ts";

const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "rounds");
const said = (message: string) => expect.stringContaining(message);
const { events } = finishedStory();
const begun = () => new Story().start([gap(A), gap(B)]).startRound(1, A);

describe("a round's start", () => {
  it("given rounds one after the other, then nothing is found", () => {
    const story = new Story()
      .start([gap(A), gap(B)])
      .round(1, A, "accept")
      .complete(1, { open: [2, 1], resolved: [A], weighted: 2 })
      .round(2, B, "accept")
      .complete(2, { open: [1, 0], resolved: [B], weighted: 2, counted: [A, B] });
    expect(faultsOf(story)).toEqual([]);
  });

  it("given a round within a round, or one left out, then it is found", () => {
    expect(faults(begun().startRound(2, B))).toContainEqual("round 2 starts within round 1");
    expect(faults(new Story().start([gap(A)]).startRound(2, A))).toContainEqual("round 2 follows round 0");
  });

  it("given the backup of another round, then it is found", () => {
    const backup = { round: 1, status: "s", decisions: "d" };
    expect(faults(changed(events, "RoundStarted", { backup }))).toEqual(["round 1 has a backup of 1"]);
  });

  const lanes = (...all: readonly (readonly [string, readonly string[]])[]) =>
    new Story()
      .start([gap(A), gap(B)])
      .command(roundStarted(1, [], { lanes: all.map(([lane, gaps]) => ({ lane, gaps })) }));

  it("given too many gaps, one twice, an empty or a doubled lane, then it is found", () => {
    expect(faults(lanes(["-", [A, B]]))).toContainEqual("2 passages are assigned, of at most 1");
    expect(faults(lanes([A, [A]], [B, [A]]))).toContainEqual("a gap is assigned twice");
    expect(faults(lanes(["-", []]))).toContainEqual("a lane has no gap");
    expect(faults(lanes(["-", [A]], ["-", [B]]))).toContainEqual("two lanes have one name");
  });

  it("given a gap that cannot be taken up, then it is found", () => {
    const defer = moved({
      id: A,
      from: "OPEN",
      to: { at: "USER_DEFERRED", reason: "r" },
      by: "User",
      round: 1,
    });
    const story = new Story()
      .start([gap(A)])
      .command(defer)
      .command(roundStarted(1, [A]));
    expect(faults(story)).toContainEqual(`${A} is assigned, but is USER_DEFERRED`);
    expect(faults(lanes(["-", ["GAP-FLOW-009"]]))).toContainEqual("GAP-FLOW-009 is assigned, but is unknown");
  });
});

describe("a review", () => {
  it("given it opens twice, early or under another round, then it is found", () => {
    const opening = fact("ReviewOpened", { round: 1, proposals: [A] });
    expect(faults(withFact(events, { after: "ReviewOpened" }, opening))).toContainEqual(said("opens twice"));
    expect(faults(begun().command(opening))).toContainEqual("the review opens before - has an outcome");
    expect(faults(changed(events, "ReviewOpened", { round: 2 }))).toContainEqual(said("not under way"));
  });

  it("given something that is not proposed, or a proposal kept back, then it is found", () => {
    expect(faults(changed(events, "ReviewOpened", { proposals: [A, B] }))).toContainEqual(
      `${B} is put to the Reviewer without a proposal`,
    );
    expect(faults(changed(events, "ReviewOpened", { proposals: [] }))).toContainEqual(
      `the proposal of ${A} is kept from the Reviewer`,
    );
  });

  it("given a review of what was not put to it, then it is found", () => {
    expect(faults(changed(events, "ProposalReviewed", { gap: B }))).toContainEqual(said("was not put to"));
    expect(faults(changed(events, "ProposalReviewed", { round: 2 }))).toContainEqual(said("under round 2"));
  });

  it("given no document of the Reviewer that passed, then it is found: a dead reviewer approves nothing", () => {
    const none = said("no review has passed the gate");
    expect(faults(without(events, "OutputJudged", 1))).toContainEqual(none);
    expect(faults(changed(events, "OutputJudged", { failure: "EMPTY_OUTPUT" }, 1))).toContainEqual(none);
  });
});

describe("outcomes", () => {
  it("given two of one turn, or one of a round that is not under way, then it is found", () => {
    const again = settled({ role: "engineer", round: 1 });
    expect(faults(withFact(events, { after: "TurnSettled" }, again))).toContainEqual(
      said("has two outcomes"),
    );
    expect(faults(changed(events, "TurnSettled", { round: 2 }))).toContainEqual(said("not under way"));
  });

  it("given VALID where nothing passed, then it is found", () => {
    const broken = changed(events, "OutputJudged", { failure: "WRONG_FORMAT" });
    expect(faults(broken)).toContainEqual("1 engineer - is VALID, but nothing passed");
  });

  it("given the Engineer again once the review is open, then it is found", () => {
    const story = begun()
      .propose(1, A)
      .command(restarted({ role: "engineer", round: 1 }));
    expect(faults(story)).toContainEqual(said("though the review is open"));
  });
});

describe("a round's completion", () => {
  it("given a lane or the Reviewer without an outcome, then it is found", () => {
    expect(faults(without(events, "TurnSettled", 0))).toContainEqual(
      "round 1 completes before - has an outcome",
    );
    expect(faults(without(events, "TurnSettled", 1))).toContainEqual(
      "round 1 completes before the Reviewer has an outcome",
    );
    expect(faults(without(without(events, "ReviewOpened"), "TurnSettled", 1))).toContainEqual(
      "round 1 completes before its review opens",
    );
  });

  it("given a round that is not under way, then it is found", () => {
    expect(faults(changed(events, "RoundCompleted", { round: 2 }))).toContainEqual(
      said("but is not under way"),
    );
  });

  it("given an open question about a turn of it, then it is found", () => {
    const ask = (round: number) =>
      asked("Q1", "escalation", ["skip"], { subject: { of: "turn", role: "reviewer", lane: "-", round } });
    expect(faults(withFact(events, { before: "RoundCompleted" }, ask(1)))).toEqual([
      "round 1 completes while Q1 about a turn of it is open",
    ]);
    expect(faults(withFact(events, { before: "RoundCompleted" }, ask(2)))).toEqual([]);
  });

  it("given a call that still runs, then it is found", () => {
    const call = callStarted({ role: "reviewer", round: 1, launch: 2 });
    expect(faults(withFact(events, { before: "RoundCompleted" }, call))).toContainEqual(
      said("completes while"),
    );
  });

  it("given a gap left IN_PROGRESS, then it is found", () => {
    const skipped = (...more: readonly Fact[]) =>
      begun()
        .command(
          ...more,
          settled({ role: "engineer", round: 1 }, "SKIP"),
          fact("ReviewOpened", { round: 1, proposals: [] }),
        )
        .complete(1, { open: [2, 2], counts: false });
    const back = moved({ id: A, from: "IN_PROGRESS", to: { at: "OPEN" }, by: "Mediator", round: 1 });
    expect(faultsOf(skipped(back))).toEqual([]);
    expect(faults(skipped())).toEqual([`round 1 leaves ${A} IN_PROGRESS`]);
  });

  it("given nothing to assign and nothing to review, then an idle round completes", () => {
    const idle = new Story()
      .start([gap(A, "MEDIUM", { state: { at: "BLOCKED_EXTERNAL", need: "the law" } })])
      .command(roundStarted(1, []), fact("ReviewOpened", { round: 1, proposals: [] }))
      .complete(1, { open: [0.25, 0.25] }, course({ at: "FLAT", flatRounds: 1 }));
    expect(faultsOf(idle)).toEqual([]);
  });
});
