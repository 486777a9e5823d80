import { describe, expect, it } from "vitest";
import type { Fact } from "../../../src/core/shared/decider.ts";
import { A, answered, asked, B, callStarted, fact, faultsOf, gap, Story } from "../event-lists.ts";

const faults = (story: Story) => faultsOf(story, "amendments");
const about = (id: string) => ({ subject: { of: "gap", gap: id, round: 1 } });
const story = (...commands: readonly (readonly Fact[])[]) =>
  commands.reduce((list, facts) => list.command(...facts), new Story().start([gap(A), gap(B)]));
const Q1 = asked("Q1", "blocked", ["other", "end-round"], about(A));
const GATE = asked("Q1", "gate", ["back"], { subject: { of: "gate", class: "LOW" } });
const takenBack = (question: string, by = "human:me") =>
  fact("AnswersTakenBack", { question, with: [], decisions: [], by });
const amended = (option: string): Fact => {
  const { data, ...rest } = answered("Q1", option);
  return { ...rest, data: { ...data, amends: true } };
};

describe("an answer that is taken back", () => {
  it("given a person gives it otherwise at once, then nothing is found", () => {
    const amendment = [takenBack("Q1"), amended("end-round")];
    expect(faultsOf(story([Q1], [answered("Q1", "other")], amendment))).toEqual([]);
  });

  it("given a policy, no answer, a gate or a call that started with it, then it is found", () => {
    const amendment = [takenBack("Q1"), amended("end-round")];
    const byPolicy = [takenBack("Q1", "policy:p"), amended("end-round")];
    const call = callStarted({ role: "engineer", round: 1 });
    expect(faults(story([Q1], [answered("Q1", "other")], byPolicy))).toEqual([
      "Q1 is taken back by policy:p",
    ]);
    expect(faults(story([Q1], [takenBack("Q1")]))).toEqual(["Q1 is taken back without an answer"]);
    expect(faults(story([GATE], [answered("Q1", "back")], [takenBack("Q1")]))).toEqual(["Q1 is a gate"]);
    expect(faults(story([Q1], [answered("Q1", "other")], [call], amendment))).toEqual([
      expect.stringMatching(/^Q1 is taken back, though \S+ started$/),
    ]);
    expect(faults(story([Q1], [amended("other")]))).toEqual(["Q1 is amended, but was not taken back"]);
  });
});
