import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Checker, checkCommands, checkEvents } from "./checker.ts";
import { A, answered, asked, changed, finishedStory, gap, moved, Story, without } from "./event-lists.ts";

describe("a stream as a whole", () => {
  it("given a session that went by the rules, then nothing is found", () => {
    expect(checkEvents(finishedStory().events)).toEqual([]);
  });

  it("given no events, then nothing is found", () => {
    expect(checkEvents([])).toEqual([]);
  });

  it("given a fault, then the rule, the version and what is wrong are named", () => {
    const broken = changed(finishedStory().events, "RoundCompleted", { openEnd: 7 });
    const version = broken.find(({ type }) => type === "RoundCompleted")?.version;
    expect(checkEvents(broken)).toEqual([{ rule: "net", version, message: "openEnd is 0, not 7" }]);
  });

  it("given any one event lost, then it is noticed at the latest by the hole", () => {
    const { events } = finishedStory();
    fc.assert(
      fc.property(fc.nat(events.length - 2), (lost) => {
        expect(checkEvents(events.filter((_, index) => index !== lost))).not.toEqual([]);
      }),
    );
  });
});

describe("event by event", () => {
  it("given the events one at a time, then the same is found as at once", () => {
    const broken = without(finishedStory().events, "ProposalReviewed");
    const checker = new Checker();
    const found = broken.flatMap((event) => checker.take(event));
    expect([...found, ...checker.settle()]).toEqual(checkEvents(broken));
    expect(found).not.toEqual([]);
  });

  it("given a command that still owes something, then that shows when it is settled, once", () => {
    const { events } = new Story()
      .start([gap(A)])
      .command(
        moved({ id: A, from: "OPEN", to: { at: "IN_PROGRESS", before: "OPEN" }, by: "Mediator", round: 1 }),
      );
    const checker = new Checker();
    expect(events.flatMap((event) => checker.take(event))).toEqual([]);
    expect(checker.settle()).toMatchObject([{ rule: "gaps", version: 2 }]);
    expect(checker.settle()).toEqual([]);
  });
});

describe("answers and the commands that gave them", () => {
  const { events } = new Story()
    .start([gap(A)])
    .command(asked("Q1", "blocked", ["other"]))
    .command(answered("Q1", "other"));
  const command = (id: string, question: string) => ({
    id,
    type: "AnswerQuestion",
    firstVersion: 3,
    data: { answer: { question, option: "other" } },
  });

  it("given each answer is applied once, then nothing is found", () => {
    const start = { id: "c1", type: "StartSession", firstVersion: 1, data: {} };
    expect(checkCommands([start, command("c3", "Q1")], events)).toEqual([]);
  });

  it("given an answer that left no event, then it is lost", () => {
    const found = checkCommands([command("c3", "Q1"), command("c4", "Q2")], events);
    expect(found).toMatchObject([{ rule: "answers", message: "the answer of c4 is applied 0 times" }]);
  });

  it("given an answer that is in the events twice, then that is found", () => {
    const twice = [...events, ...events.slice(-1)];
    expect(checkCommands([command("c3", "Q1")], twice)).toMatchObject([
      { message: "the answer of c3 is applied 2 times" },
    ]);
  });

  it("given an answer applied to another question, then that is found", () => {
    expect(checkCommands([command("c3", "Q9")], events)).toMatchObject([
      { message: "the answer of c3 is applied to another question" },
    ]);
  });

  it("given an answer in the events that nobody gave, then that is found", () => {
    expect(checkCommands([], events)).toMatchObject([
      { version: 3, message: "nobody gave the answer of c3" },
    ]);
  });
});
