import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/core/shared/json.ts";
import {
  A,
  answered,
  asked,
  B,
  type Calling,
  callFinished,
  callStarted,
  changed,
  completed,
  fact,
  faultsOf,
  finishedStory,
  gap,
  judged,
  moved,
  restarted,
  retry,
  roundStarted,
  Story,
  settings,
  withFact,
  without,
} from "../event-lists.ts";

const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "calls");
const said = (message: string) => expect.stringContaining(message);
const { events } = finishedStory();
const ENGINEER: Calling = { role: "engineer", round: 1 };
const begun = () => new Story().start([gap(A)]).startRound(1, A);
const SUBJECT = { subject: { of: "turn", role: "engineer", lane: "-", round: 1 } };

/** One try that fails the gate. */
const fails = (story: Story, attempt: number) => {
  const call = { ...ENGINEER, attempt };
  return story.command(callStarted(call)).command(callFinished(call), judged(call, "WRONG_FORMAT"));
};
const again = (story: Story, number: number) =>
  story.command(restarted(ENGINEER, { retry: retry(number), retries: number }));
const threeTries = () => fails(again(fails(again(fails(begun(), 1), 1), 2), 2), 3);

describe("attempts", () => {
  it("given a first try and two more, then nothing is found; a fourth is", () => {
    expect(faultsOf(threeTries())).toEqual([]);
    expect(faults(fails(again(threeTries(), 2), 4))).toContainEqual("attempt 4 of at most 3");
  });

  it("given an answer that allows one more, then one more and no other", () => {
    const context = () =>
      threeTries()
        .command(asked("Q1", "escalation", ["context"], SUBJECT))
        .command(answered("Q1", "context"), restarted(ENGINEER, { retries: 2, guidance: "x" }));
    expect(faultsOf(fails(context(), 4))).toEqual([]);
    expect(faults(fails(fails(context(), 4), 5))).toContainEqual("attempt 5 of at most 4");
  });

  it("given an answer that begins a new set, then three more", () => {
    const fresh = () =>
      threeTries()
        .command(asked("Q1", "escalation", ["reassign"], SUBJECT))
        .command(answered("Q1", "reassign"), restarted(ENGINEER));
    const sixth = () => fails(again(fails(again(fails(fresh(), 4), 1), 5), 2), 6);
    expect(faultsOf(sixth())).toEqual([]);
    expect(faults(fails(sixth(), 7))).toContainEqual("attempt 7 of at most 6");
  });

  it("given a new set that nobody asked for, then it is found", () => {
    expect(faults(threeTries().command(restarted(ENGINEER)))).toContainEqual(said("nobody asked for it"));
  });

  it("given gaps in place of blocked ones, then they must be new to the round", () => {
    const story = (gaps: readonly string[]) =>
      fails(new Story().start([gap(A), gap(B)]).startRound(1, A), 1).command(
        restarted(ENGINEER, { gaps, replacement: true }),
      );
    expect(faultsOf(story([B]))).toEqual([]);
    expect(faults(story([A]))).toContainEqual(said("nothing new in place of what is blocked"));
    const need = { at: "BLOCKED_EXTERNAL", need: "how long" };
    const freed = fails(begun(), 1)
      .command(moved({ id: A, from: "IN_PROGRESS", to: need, by: "Engineer", round: 1 }))
      .command(
        fact("InputGiven", { gap: A, text: "30 days" }),
        moved({ id: A, from: "BLOCKED_EXTERNAL", to: { at: "OPEN" }, by: "User", round: 1 }),
      )
      .command(restarted(ENGINEER, { gaps: [A], replacement: true }));
    expect(faultsOf(freed)).toEqual([]);
  });

  it("given a leap, a third retry or a repetition of what passed, then it is found", () => {
    expect(faults(fails(again(fails(begun(), 1), 1), 3))).toContainEqual("attempt 3 follows 1");
    expect(faults(again(fails(begun(), 1), 3))).toContainEqual("a retry 3 of 2");
    const passed = begun()
      .command(callStarted(ENGINEER))
      .command(callFinished(ENGINEER), judged(ENGINEER))
      .command(callStarted({ ...ENGINEER, attempt: 2 }));
    expect(faults(passed)).toContainEqual(said("repeats a try that passed"));
  });
});

describe("launches", () => {
  const crashes = (story: Story, from: number, to: number) => {
    for (let launch = from; launch <= to; launch += 1) {
      const call = { ...ENGINEER, launch };
      story.command(callStarted(call)).command(callFinished(call, "crashed"));
    }
    return story;
  };
  const ask = (story: Story) =>
    story.command(asked("Q1", "execution", ["retry", "other-agent", "human"], SUBJECT));

  it("given five of one attempt, then nothing is found; a sixth is", () => {
    expect(faultsOf(crashes(begun(), 1, 5))).toEqual([]);
    expect(faults(crashes(begun(), 1, 6))).toContainEqual("launch 6 of at most 5");
  });

  it.each(["retry", "other-agent"])("given the answer %s, then five more", (option) => {
    const more = () => ask(crashes(begun(), 1, 5)).command(answered("Q1", option));
    expect(faultsOf(crashes(more(), 6, 10))).toEqual([]);
    expect(faults(crashes(more(), 6, 11))).toContainEqual("launch 11 of at most 10");
  });

  it("given a question about an agent that has launches left, then it is found", () => {
    const early = (launches: number) => {
      const last = { ...ENGINEER, launch: launches };
      return crashes(begun(), 1, launches - 1)
        .command(callStarted(last))
        .command(callFinished(last, "crashed"), asked("Q1", "execution", ["retry"], SUBJECT));
    };
    expect(faults(early(5))).toEqual([]);
    expect(faults(early(4))).toEqual([said("is given up with launches left")]);
  });

  it("given a launch that was called off, then it does not count", () => {
    const off = { ...ENGINEER, launch: 1 };
    const story = () => begun().command(callStarted(off)).command(callFinished(off, "cancelled"));
    expect(faultsOf(crashes(story(), 2, 6))).toEqual([]);
    expect(faults(crashes(story(), 2, 7))).toContainEqual("launch 7 of at most 6");
  });

  it("given launches that wait for a provider, then they do not count, and as many are too many", () => {
    const waits = (story: Story, from: number, to: number) => {
      for (let launch = from; launch <= to; launch += 1) {
        const call = { ...ENGINEER, launch };
        story.command(callStarted(call)).command(callFinished(call, "overloaded", 1_000));
      }
      return story;
    };
    const early = said("1000 ms before its provider may be asked again");
    expect(faults(waits(begun(), 1, 12)).filter((one) => !one.includes("before its provider"))).toEqual([]);
    expect(faults(waits(begun(), 1, 13))).toContainEqual("wait 13 of at most 12");
    expect(faults(crashes(waits(begun(), 1, 3), 4, 8))).toEqual([early, early, early]);
    expect(faults(crashes(waits(begun(), 1, 3), 4, 9))).toContainEqual("launch 9 of at most 8");
    const wrong = begun()
      .command(callStarted(ENGINEER))
      .command(callFinished(ENGINEER, "crashed", 1_000));
    expect(faults(wrong)).toEqual([said("yet is waited for")]);
    const long = begun().command(callStarted(ENGINEER));
    expect(faults(long.command(callFinished(ENGINEER, "overloaded", 10 ** 9)))).toEqual([
      said("is to wait for"),
    ]);
  });

  it("given a person's document, then it comes on top", () => {
    const call = { ...ENGINEER, launch: 6 };
    const human = ask(crashes(begun(), 1, 5)).command(
      answered("Q1", "human", { text: "# Mine" }),
      callStarted(call),
      callFinished(call),
      judged(call),
    );
    expect(faultsOf(human)).toEqual([]);
  });

  it("given a leap, or a launch after one that came to an end, then it is found", () => {
    const next = callStarted({ ...ENGINEER, launch: 2 });
    expect(faults(begun().command(next))).toContainEqual("attempt 1 begins with launch 2");
    const ended = begun().command(callStarted(ENGINEER)).command(callFinished(ENGINEER)).command(next);
    expect(faults(ended)).toContainEqual(said("repeats a run that came to an end"));
  });
});

describe("one call", () => {
  it.each<[string, JsonObject]>([
    ["session", { key: "other/1.0/engineer/-/1/1" }],
    ["round", { key: "library/2.0/engineer/-/1/1" }],
    ["incarnation", { key: "library/1.2/engineer/-/1/1" }],
    ["purpose", { key: "library/1.0/reviewer/-/1/1" }],
    ["lane", { key: "library/1.0/engineer/x/1/1" }],
    ["attempt", { key: "library/1.0/engineer/-/2/1" }],
    ["launch", { key: "library/1.0/engineer/-/1/2" }],
  ])("given a key with another %s, then it is found", (_, by) => {
    expect(faults(changed(events, "AgentCallStarted", by))).toContainEqual(said("the key"));
  });

  it("given it starts twice, finishes twice or without a start, or is judged twice, then it is found", () => {
    expect(faults(begun().command(callStarted(ENGINEER)).command(callStarted(ENGINEER)))).toContainEqual(
      said("is started twice"),
    );
    expect(faults(withFact(events, { after: "AgentCallFinished" }, callFinished(ENGINEER)))).toContainEqual(
      said("finishes twice"),
    );
    expect(faults(without(events, "AgentCallStarted"))).toContainEqual(said("finishes without a start"));
    expect(faults(withFact(events, { after: "OutputJudged" }, judged(ENGINEER)))).toContainEqual(
      said("is judged twice"),
    );
    expect(faults(without(events, "AgentCallFinished"))).toContainEqual(said("is judged before it finished"));
  });

  it("given a run that crashed and yet passes, then it is found: it is no approval", () => {
    expect(faults(changed(events, "AgentCallFinished", { outcome: "crashed" }, 1))).toContainEqual(
      said("crashed, yet passes"),
    );
  });
});

describe("the time for a call", () => {
  it("given no round, no lane, no review or no Final Review under way, then it is found", () => {
    const none = new Story().start([gap(A)]).command(callStarted(ENGINEER));
    expect(faults(none)).toContainEqual(said("round 1 is not under way"));
    expect(faults(begun().command(callStarted({ ...ENGINEER, lane: B })))).toContainEqual(said("no lane"));
    expect(faults(begun().command(callStarted({ role: "reviewer", round: 1 })))).toContainEqual(
      said("nothing is put to the Reviewer"),
    );
    expect(faults(without(events, "FinalReviewRequested"))).toContainEqual(
      said("no Final Review is under way"),
    );
  });

  it("given its turn has an outcome, or the session is paused, then it is found", () => {
    const late = begun()
      .propose(1, A)
      .command(callStarted({ ...ENGINEER, attempt: 2 }));
    expect(faults(late)).toContainEqual(said("its turn has an outcome already"));
    const paused = begun()
      .command(fact("SessionPaused", { by: "human:ann", because: "" }))
      .command(callStarted(ENGINEER));
    expect(faults(paused)).toContainEqual(said("while the session is paused"));
  });

  const lanes = [A, B].map((id) => ({ lane: id, gaps: [id] }));
  const parallel = (parallelGaps: number) =>
    new Story()
      .start([gap(A), gap(B)], { limits: { gapsPerRound: 2, maxRounds: 10, hardLimit: 50, parallelGaps } })
      .command(
        roundStarted(1, [], { lanes }),
        ...[A, B].map((id) =>
          moved({ id, from: "OPEN", to: { at: "IN_PROGRESS", before: "OPEN" }, by: "Mediator", round: 1 }),
        ),
      )
      .command(callStarted({ ...ENGINEER, lane: A }))
      .command(callStarted({ ...ENGINEER, lane: B }));

  it("given as many Engineers at once as allowed, then nothing is found; one more is", () => {
    expect(faultsOf(parallel(2))).toEqual([]);
    expect(faults(parallel(1))).toContainEqual(said("1 runs of the Engineer go on already"));
  });

  it("given two Reviewers at once, or a try beside one that runs, then it is found", () => {
    const one: Calling = { role: "reviewer", round: 1 };
    const two = begun()
      .propose(1, A)
      .command(callStarted(one))
      .command(callStarted({ ...one, launch: 2 }));
    expect(faults(two)).toContainEqual("a run of the Reviewer goes on already");
    expect(faults(two)).toContainEqual(said("still runs"));
  });
});

describe("Final Reviews", () => {
  const again: Calling = { role: "final", round: 1, attempt: 2 };
  const story = (call: Calling) =>
    new Story()
      .start([gap(A)])
      .round(1, A, "accept")
      .complete(1, { open: [1, 0], resolved: [A], weighted: 2 })
      .finalReview(1, "failed")
      .command(fact("FinalReviewRequested", {}))
      .command(callStarted(call));

  it("given another one after the same round, then its attempts go on", () => {
    expect(faultsOf(story(again))).toEqual([]);
    expect(faults(story({ ...again, attempt: 1 }))).toContainEqual(said("is started twice"));
  });
});

describe("the end", () => {
  it("given a call still running at a COMPLETE end, then it is found; at ABANDONED it was cut off", () => {
    const cut = (type: string) =>
      begun()
        .command(callStarted(ENGINEER))
        .command(fact("EndingRequested", { type: "ABANDONED", trigger: "user" }))
        .end(type);
    expect(faultsOf(cut("ABANDONED"))).toEqual([]);
    expect(faults(cut("COMPLETE"))).toContainEqual(said("is not finished"));
  });
});

describe("the number of rounds", () => {
  const limited = (maxRounds: number, hardLimit: number) =>
    new Story()
      .start([gap(A), gap(B)], { limits: { gapsPerRound: 1, maxRounds, hardLimit, parallelGaps: 1 } })
      .round(1, A, "accept")
      .command(completed(1, { open: [2, 1], resolved: [A], weighted: 2 }));
  const limits = (maxRounds: number) =>
    settings({ limits: { gapsPerRound: 1, maxRounds, hardLimit: 50, parallelGaps: 1 } });

  it("given a round past the limit, or a limit past the hard one, then it is found", () => {
    expect(faultsOf(limited(2, 50).startRound(2, B))).toEqual([]);
    expect(faults(limited(1, 50).startRound(2, B))).toContainEqual(said("round 2 of at most 1"));
    expect(faults(limited(3, 2))).toContainEqual("3 rounds, past 2");
  });

  it("given extend, then five more", () => {
    const extended = (maxRounds: number) =>
      limited(1, 50)
        .command(asked("Q1", "max-rounds", ["extend", "accept", "abandon"]))
        .command(
          answered("Q1", "extend"),
          fact("SettingsChanged", { settings: limits(maxRounds), because: "" }),
        )
        .startRound(2, B);
    expect(faultsOf(extended(6))).toEqual([]);
    expect(faults(extended(7))).toContainEqual("extended to 7 rounds, not 6");
  });
});
