import { describe, expect, it } from "vitest";
import type { Fact } from "../../../src/core/shared/decider.ts";
import {
  A,
  answered,
  asked,
  B,
  callStarted,
  fact,
  faultsOf,
  gap,
  moved,
  Story,
  withdrawn,
} from "../event-lists.ts";

const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "questions");
const said = (message: string) => expect.stringContaining(message);
const about = (id: string) => ({ subject: { of: "gap", gap: id, round: 1 } });
const story = (...commands: readonly Fact[]) =>
  commands.reduce((list, one) => list.command(one), new Story().start([gap(A), gap(B)]));
const Q1 = asked("Q1", "blocked", ["other", "input"], about(A));
const Q2 = asked("Q2", "blocked", ["other"], about(B));

describe("asking", () => {
  it("given questions in order, each closed once, then nothing is found", () => {
    expect(faultsOf(story(Q1, Q2, answered("Q2", "other"), withdrawn("Q1")))).toEqual([]);
  });

  it("given a hole or a number twice, then it is found", () => {
    expect(faults(story(Q2))).toContainEqual("Q2 is the question number 1");
    expect(faults(story(Q1, answered("Q1", "other"), Q1))).toContainEqual("Q1 is the question number 2");
  });

  it("given the same question twice at once, then it is found", () => {
    expect(faults(story(Q1, asked("Q2", "blocked", ["other"], about(A))))).toEqual(["Q2 asks what Q1 asks"]);
  });

  it("given two gates of different classes at once, then it is found", () => {
    const gate = (id: string, name: string) =>
      asked(id, "gate", ["acknowledge", "back"], { subject: { of: "gate", class: name } });
    expect(faults(story(gate("Q1", "CRITICAL"), gate("Q2", "HIGH")))).toEqual([
      said("a second gate question"),
    ]);
  });

  it.each([
    ["divergence", "accept"],
    ["max-rounds", "abandon"],
    ["ending", "accept"],
  ])("given two open %s questions, then it is found", (kind, option) => {
    const one = asked("Q1", kind, [option], { subject: { of: "round", round: 1 } });
    const two = asked("Q2", kind, [option], { subject: { of: "round", round: 2 } });
    expect(faults(story(one, two))).toContainEqual(said(`a second ${kind} question`));
  });

  it("given options of another kind, none, or a recommendation that is not offered, then it is found", () => {
    expect(faults(story(asked("Q1", "blocked", ["abandon"])))).toContainEqual(said("Q1 offers abandon"));
    expect(faults(story(asked("Q1", "blocked", [])))).toContainEqual("Q1 offers nothing");
    const recommends = asked("Q1", "blocked", ["other"], { recommended: "defer" });
    expect(faults(story(recommends))).toContainEqual(said("recommends what it does not offer"));
  });

  it("given max-rounds before the limit, or extend at the hard limit, then it is found", () => {
    expect(faults(story(asked("Q1", "max-rounds", ["abandon"])))).toContainEqual(
      said("after 0 of 10 rounds"),
    );
    const limits = { gapsPerRound: 1, maxRounds: 1, hardLimit: 1, parallelGaps: 1 };
    const hard = (option: string) =>
      new Story()
        .start([gap(A), gap(B)], { limits })
        .round(1, A, "accept")
        .complete(1, { open: [2, 1], resolved: [A], weighted: 2 })
        .command(asked("Q1", "max-rounds", [option]));
    expect(faultsOf(hard("abandon"))).toEqual([]);
    expect(faults(hard("extend"))).toContainEqual("Q1 offers more than the hard limit");
  });
});

describe("answering", () => {
  it("given an answer twice, to a withdrawn question or to none, then it is found", () => {
    const first = answered("Q1", "other");
    expect(faults(story(Q1, first, first))).toEqual(["Q1 is answered, but was answered"]);
    expect(faults(story(Q1, withdrawn("Q1"), first))).toEqual(["Q1 is answered, but was withdrawn"]);
    expect(faults(story(first))).toEqual(["Q1 is answered, but was never asked"]);
    expect(faults(story(Q1, first, withdrawn("Q1")))).toEqual(["Q1 is withdrawn, but was answered"]);
  });

  it("given an option that was not offered, then it is found", () => {
    expect(faults(story(Q1, answered("Q1", "defer")))).toEqual(["Q1 does not offer defer"]);
  });

  it.each([
    ["text", { text: "30 days" }, { text: " " }],
    ["rationale", { rationales: { "*": "known" } }, { rationales: { [A]: "" } }],
    ["gaps", { gaps: [A] }, { gaps: [] }],
    ["phrase", { phrase: "I acknowledge" }, { phrase: null }],
  ])("given an option that needs %s, then an answer without it is found", (need, given, lacking) => {
    const options = [{ id: "input", label: "", effect: "", needs: [need] }];
    const question = asked("Q1", "blocked", [], { options });
    expect(faults(story(question, answered("Q1", "input", given)))).toEqual([]);
    expect(faults(story(question, answered("Q1", "input", lacking)))).toEqual([`input to Q1 lacks ${need}`]);
  });
});

describe("a document in an agent's place", () => {
  it("given neither a text nor a document, then it is found", () => {
    const options = [{ id: "human", label: "", effect: "", needs: ["text"] }];
    const question = asked("Q1", "execution", [], { options });
    const call = callStarted({ role: "engineer", round: 1 });
    const written = { ...call, data: { ...call.data, prompt: null } };
    const story = (...more: readonly Fact[]) =>
      new Story()
        .start([gap(A)])
        .startRound(1, A)
        .command(question)
        .command(answered("Q1", "human"), ...more);
    expect(faults(story())).toEqual(["human to Q1 lacks a document"]);
    expect(faultsOf(story(written))).toEqual([]);
  });
});

describe("questions whose subject is gone", () => {
  it("given a withdrawal without a reason, then it is found", () => {
    expect(faults(story(Q1, withdrawn("Q1", "")))).toEqual(["Q1 is withdrawn without a reason"]);
  });

  it("given a deferred gap that is still asked about in the next round, then it is found", () => {
    const defer = moved({
      id: A,
      from: "OPEN",
      to: { at: "USER_DEFERRED", reason: "r" },
      by: "User",
      round: 1,
    });
    expect(faultsOf(story(Q1, defer, withdrawn("Q1")).startRound(1, B))).toEqual([]);
    expect(faults(story(Q1, defer).startRound(1, B))).toEqual([said("Q1 is still open")]);
  });

  it("given a question that outlives the session, then it is found", () => {
    const request = fact("EndingRequested", { type: "ABANDONED", trigger: "user" });
    expect(faultsOf(story(Q1, request).end("ABANDONED", withdrawn("Q1")))).toEqual([]);
    expect(faults(story(Q1, request).end("ABANDONED"))).toEqual(["Q1 outlives the session"]);
  });
});
