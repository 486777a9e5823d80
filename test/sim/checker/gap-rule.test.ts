import { describe, expect, it } from "vitest";
import type { Fact } from "../../../src/core/shared/decider.ts";
import {
  A,
  B,
  callFinished,
  changed,
  drafted,
  fact,
  faultsOf,
  finishedStory,
  gap,
  issueMoved,
  judged,
  type Moving,
  moved,
  proposed,
  raised,
  reviewed,
  Story,
  settled,
  spawned,
  withFact,
  without,
} from "../event-lists.ts";

const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "gaps");
const { events } = finishedStory();
const user = (from: string, to: Moving["to"], about: Partial<Moving> = {}) =>
  moved({ id: A, from, to, by: "User", round: 1, ...about });
const said = (message: string) => expect.stringContaining(message);

describe("steps of a gap", () => {
  it("given the whole way to RESOLVED, then nothing is found", () => {
    expect(faults(events)).toEqual([]);
  });

  it("given a user's deferring, taking up, closing and reopening, then nothing is found", () => {
    const story = new Story()
      .start([gap(A)])
      .command(user("OPEN", { at: "USER_DEFERRED", reason: "later" }))
      .command(user("USER_DEFERRED", { at: "OPEN" }))
      .command(user("OPEN", { at: "WONT_FIX", reason: "never" }))
      .command(user("WONT_FIX", { at: "OPEN" }, { reason: "after all" }));
    expect(faultsOf(story)).toEqual([]);
  });

  it.each<[string, Fact, string]>([
    ["an unknown gap", user("OPEN", { at: "WONT_FIX", reason: "r" }, { id: B }), `${B} does not exist`],
    ["another state before", user("PROPOSED", { at: "WONT_FIX", reason: "r" }), `${A} is OPEN, not PROPOSED`],
    ["a step that is none", user("OPEN", { at: "PROPOSED" }), "no step of the lifecycle"],
    ["a step by another", user("OPEN", { at: "WONT_FIX", reason: "r" }, { by: "Reviewer" }), "no step"],
    ["no reason to defer", user("OPEN", { at: "USER_DEFERRED", reason: " " }), "there is no reason"],
    ["no reason to close", user("OPEN", { at: "WONT_FIX", reason: "" }), "there is no reason"],
    ["another round", user("OPEN", { at: "WONT_FIX", reason: "r" }, { round: 4 }), "under round 4"],
    ["parts that are none", user("OPEN", { at: "SUPERSEDED", by: [B, "GAP-FLOW-009"] }), "is no part of it"],
    ["too few parts", user("OPEN", { at: "SUPERSEDED", by: [B] }), "too few parts"],
    [
      "no round that it is assigned to",
      user("OPEN", { at: "IN_PROGRESS", before: "OPEN" }, { by: "Mediator" }),
      "it is not assigned to a round",
    ],
  ])("given %s, then it is found", (_, move, message) => {
    expect(faults(new Story().start([gap(A)]).command(move))).toContainEqual(said(message));
  });

  it("given IN_PROGRESS with a false state before, then it is found", () => {
    const state = { at: "IN_PROGRESS", before: "NEEDS_REVISION" };
    expect(faults(changed(events, "GapMoved", { state }))).toContainEqual(said("the state before was OPEN"));
  });

  it("given an unaddressed gap, then it goes back to the state before and to no other", () => {
    const back = (at: string) =>
      new Story()
        .start([gap(A)])
        .startRound(1, A)
        .command(moved({ id: A, from: "IN_PROGRESS", to: { at }, by: "Mediator", round: 1 }));
    expect(faultsOf(back("OPEN"))).toEqual([]);
    expect(faults(back("NEEDS_REVISION"))).toContainEqual(said("the state before was OPEN"));
  });

  it("given WONT_FIX reopened without a reason, then it is found", () => {
    const story = new Story()
      .start([gap(A)])
      .command(user("OPEN", { at: "WONT_FIX", reason: "never" }))
      .command(user("WONT_FIX", { at: "OPEN" }));
    expect(faults(story)).toContainEqual(said("reopened without a reason"));
  });
});

describe("gaps that enter", () => {
  const story = () => new Story().start([gap(A)]).startRound(1, A);
  const entering = (about: Parameters<typeof gap>[2]) =>
    fact("GapEntered", { gap: gap(B, "LOW", { roundEntered: 1, ...about }), alias: null });

  it("given a new one, or the parts of a split, then nothing is found", () => {
    expect(faults(story().propose(1, A, spawned(B, "LOW", 1)))).toEqual([]);
    const parts = ["GAP-FLOW-001a", "GAP-FLOW-001b"];
    const origin = { from: "split", parent: A };
    const split = new Story()
      .start([gap(A, "HIGH")])
      .command(
        user("OPEN", { at: "SUPERSEDED", by: parts }),
        ...parts.map((id) =>
          fact("GapEntered", { gap: gap(id, "HIGH", { origin, roundEntered: 1 }), alias: null }),
        ),
      );
    expect(faultsOf(split)).toEqual([]);
  });

  it.each<[string, Fact, string]>([
    ["an id that is taken", spawned(A, "LOW", 1), `the id ${A} is used again`],
    ["an id that is none", spawned("GAP-1", "LOW", 1), "is no gap's id"],
    ["a state that is not OPEN", entering({ state: { at: "ACCEPTED", round: 1 } }), "enters as ACCEPTED"],
    ["a round that is not now", entering({ roundEntered: 0 }), "enters with round 0"],
    [
      "a whole that is unknown",
      entering({ origin: { from: "split", parent: "GAP-FLOW-008" } }),
      "does not exist",
    ],
    [
      "a severity unlike the whole's",
      entering({ origin: { from: "split", parent: A } }),
      "but its whole MEDIUM",
    ],
  ])("given %s, then it is found", (_, entry, message) => {
    expect(faults(story().command(entry))).toContainEqual(said(message));
  });

  it("given a gap twice at the start, then it is found", () => {
    expect(faults(new Story().start([gap(A), gap(A)]))).toContainEqual(said("twice in the first inventory"));
  });
});

describe("severities", () => {
  const rated = (level: string, setBy: string, enteredAs = "MEDIUM") =>
    new Story()
      .start([gap(A)])
      .command(fact("GapRated", { gap: A, severity: { level, setBy, enteredAs }, round: 1 }));

  it("given a raise by the Reviewer or any change by the user, then nothing is found", () => {
    expect(faults(rated("HIGH", "reviewer"))).toEqual([]);
    expect(faults(rated("LOW", "user"))).toEqual([]);
  });

  it("given the Reviewer lowers it, or what it entered as changes, then it is found", () => {
    expect(faults(rated("LOW", "reviewer"))).toContainEqual(said("from MEDIUM to LOW"));
    expect(faults(rated("CRITICAL", "user", "CRITICAL"))).toContainEqual(said("entered as MEDIUM"));
  });
});

describe("PROPOSED", () => {
  it("given no proposal in the same command, then it is found", () => {
    expect(faults(without(events, "ProposalMade"))).toContainEqual(said("nothing is proposed"));
  });

  it("given a proposal out of a document that failed, or was never judged, then it is found", () => {
    const failed = changed(events, "OutputJudged", { failure: "WRONG_FORMAT" });
    expect(faults(failed)).toContainEqual(said("a document that did not pass"));
    expect(faults(without(events, "OutputJudged"))).toContainEqual(said("a document that did not pass"));
  });

  it("given a proposal of a run that is not finished, then it is found", () => {
    expect(faults(without(events, "AgentCallFinished"))).toContainEqual(said("no finished run"));
  });
});

describe("BLOCKED_EXTERNAL", () => {
  const call = { role: "engineer", round: 1 } as const;
  const block = moved({
    id: A,
    from: "IN_PROGRESS",
    to: { at: "BLOCKED_EXTERNAL", need: "the retention period" },
    by: "Engineer",
    round: 1,
  });
  const blockedStory = (...more: Fact[]) =>
    new Story()
      .start([gap(A)])
      .startRound(1, A)
      .command(block, ...more);
  const unblock = user("BLOCKED_EXTERNAL", { at: "OPEN" });

  it("given a marker, and later the input, then nothing is found", () => {
    const story = blockedStory().command(fact("InputGiven", { gap: A, text: "30 days" }), unblock);
    expect(faultsOf(story)).toEqual([]);
  });

  it("given it is proposed all the same, or opened without input, then it is found", () => {
    expect(faults(blockedStory(proposed(A, call)))).toContainEqual(said("proposed all the same"));
    expect(faults(blockedStory().command(unblock))).toContainEqual(said("no input is given"));
  });
});

describe("ACCEPTED", () => {
  const upTo = () =>
    new Story()
      .start([gap(A)])
      .startRound(1, A)
      .propose(1, A);

  it("given no review of what is proposed, then it is found: silence is no approval", () => {
    expect(faults(without(events, "ProposalReviewed"))).toContainEqual(said("has had no review"));
  });

  it("given the review asks for a revision, then it is found", () => {
    const broken = changed(events, "ProposalReviewed", { needsRevision: true });
    expect(faults(broken)).toContainEqual(said("the review asks for a revision"));
  });

  it("given an open HIGH issue, then it is found; given a MEDIUM one, then not", () => {
    const grave = upTo().review(1, A, "accept", raised("ISSUE-R1-001", 1));
    expect(faults(grave)).toContainEqual(said("ISSUE-R1-001 is open"));
    expect(
      faultsOf(upTo().review(1, A, "accept", raised("ISSUE-R1-001", 1, { severity: "MEDIUM" }))),
    ).toEqual([]);
  });

  const again = (substance: string) => {
    const call = { role: "engineer", round: 2 } as const;
    const verdict = { id: A, from: "PROPOSED", to: { at: "ACCEPTED", round: 2 }, by: "Reviewer", round: 2 };
    return upTo()
      .review(1, A, "accept")
      .complete(1, { open: [1, 0], resolved: [A], weighted: 2 })
      .command(user("ACCEPTED", { at: "NEEDS_REVISION" }, { reason: "look again", round: 2 }))
      .startRound(2, A, "NEEDS_REVISION")
      .command(
        callFinished(call),
        judged(call),
        proposed(A, call, substance),
        moved({ id: A, from: "IN_PROGRESS", to: { at: "PROPOSED" }, by: "Engineer", round: 2 }),
        settled(call),
        moved(verdict),
      );
  };

  it("given the same substance was reviewed before, then that review stands", () => {
    expect(faults(again(`${A} in 1`)).filter((text) => text.includes("ACCEPTED"))).toEqual([]);
  });

  it("given another substance than the one reviewed, then it is found", () => {
    expect(faults(again("something else"))).toContainEqual(said("has had no review"));
  });

  it("given its grave issue was waived after the review, then the verdict no longer holds it", () => {
    const waive = issueMoved("ISSUE-R1-001", "OPEN", { at: "WAIVED", reason: "known" }, 1);
    const back = moved({ id: A, from: "NEEDS_REVISION", to: { at: "PROPOSED" }, by: "Mediator", round: 1 });
    const accept = moved({
      id: A,
      from: "PROPOSED",
      to: { at: "ACCEPTED", round: 1 },
      by: "Reviewer",
      round: 1,
    });
    const upToRevision = () => upTo().review(1, A, "revise", raised("ISSUE-R1-001", 1));
    expect(faultsOf(upToRevision().command(waive, back, accept, drafted([A], 1)))).toEqual([]);
    expect(faults(upToRevision().command(back, accept))).toContainEqual(said("ISSUE-R1-001 is open"));
  });
});

describe("NEEDS_REVISION by the Reviewer", () => {
  it("given nothing to object to, then it is found", () => {
    const story = () => new Story().start([gap(A)]).round(1, A, "revise");
    expect(faultsOf(story())).toEqual([]);
    const broken = changed(story().events, "ProposalReviewed", { needsRevision: false });
    expect(faults(broken)).toContainEqual(said("the review does not object"));
    expect(faults(withFact(broken, { after: "ProposalReviewed" }, raised("ISSUE-R1-001", 1)))).toEqual([]);
  });
});

describe("RESOLVED by the Mediator", () => {
  const resolve = moved({ id: A, from: "ACCEPTED", to: { at: "RESOLVED" }, by: "Mediator", round: 2 });
  const done = () =>
    new Story()
      .start([gap(A), gap(B)])
      .round(1, A, "accept")
      .complete(1, { open: [2, 1], resolved: [A], weighted: 2 });

  it("given a further completed round, then nothing is found", () => {
    const story = done()
      .round(2, B, "accept")
      .complete(2, { open: [1, 0], resolved: [B], weighted: 2, counted: [A, B] }, { ...resolve });
    expect(faultsOf(story)).toEqual([]);
  });

  it("given no round since, then it is found", () => {
    expect(faults(done().command(resolve))).toContainEqual(said("no round has completed since round 1"));
  });

  it("given the user's word, then no round is needed", () => {
    const word = moved({ id: A, from: "ACCEPTED", to: { at: "RESOLVED" }, by: "User", round: 2 });
    expect(faultsOf(done().command(word))).toEqual([]);
  });
});

describe("reviews", () => {
  it("given a review of a gap that does not exist, then somebody notices", () => {
    expect(faultsOf(withFact(events, { after: "ProposalReviewed" }, reviewed(B, 1, false)))).not.toEqual([]);
  });
});
