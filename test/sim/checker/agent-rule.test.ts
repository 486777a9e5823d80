import { describe, expect, it } from "vitest";
import {
  A,
  answered,
  asked,
  type Calling,
  callFinished,
  callStarted,
  fact,
  faultsOf,
  gap,
  restarted,
  Story,
} from "../event-lists.ts";

const faults = (story: Story) => faultsOf(story, "agents");
const ENGINEER: Calling = { role: "engineer", round: 1 };
const SUBJECT = { subject: { of: "turn", role: "engineer", lane: "-", round: 1 } };
const FALLBACKS = { fallbacks: { engineer: ["three", "four"], reviewer: [] } };

const begun = () => new Story().start([gap(A)], FALLBACKS).startRound(1, A);
const takesOver = (agent: string, insteadOf: string) =>
  fact("AgentChosen", { role: "engineer", agent, insteadOf, because: "refused" });
const again = restarted(ENGINEER, { launchAgain: true });

/** A launch that is refused, and who takes over. */
function refused(story: Story, launch: number, [agent, next]: readonly [string, string]): Story {
  const call = { ...ENGINEER, launch, agent };
  return story
    .command(callStarted(call))
    .command(callFinished(call, "refused"), takesOver(next, agent), again);
}

describe("who is called", () => {
  it("given the ones that are named, each once and in their order, then nothing is found", () => {
    const story = refused(refused(begun(), 1, ["one", "three"]), 2, ["three", "four"]);
    expect(faultsOf(story.command(callStarted({ ...ENGINEER, launch: 3, agent: "four" })))).toEqual([]);
  });

  it("given one that was not chosen, then it is found", () => {
    expect(faults(begun().command(callStarted({ ...ENGINEER, agent: "three" })))).toEqual([
      expect.stringContaining("though one is chosen"),
    ]);
  });

  it("given one out of order, one that is not named or one that was given up, then it is found", () => {
    expect(faults(refused(begun(), 1, ["one", "four"]))).toEqual([
      expect.stringContaining("where three should"),
    ]);
    expect(faults(refused(begun(), 1, ["one", "five"]))).toEqual([
      expect.stringContaining("where three should"),
    ]);
    const back = refused(refused(begun(), 1, ["one", "three"]), 2, ["three", "one"]);
    expect(faults(back)).toEqual([expect.stringContaining("where four should")]);
  });

  it("given an answer that lets it be launched again, then those given up have another chance", () => {
    const call = { ...ENGINEER, launch: 3, agent: "four" };
    const story = refused(refused(begun(), 1, ["one", "three"]), 2, ["three", "four"])
      .command(callStarted(call))
      .command(callFinished(call, "refused"), asked("Q1", "execution", ["retry"], SUBJECT))
      .command(answered("Q1", "retry"), again);
    expect(faultsOf(refused(story, 4, ["four", "three"]))).toEqual([]);
  });

  it("given nobody takes over and nobody is asked, or somebody takes over from one not at work, then it is found", () => {
    const dead = begun().command(callStarted(ENGINEER)).command(callFinished(ENGINEER, "denied"));
    expect(faults(dead)).toEqual([expect.stringContaining("nothing comes of it")]);
    const limited = begun().command(callStarted(ENGINEER)).command(callFinished(ENGINEER, "overloaded"));
    expect(faults(limited)).toEqual([expect.stringContaining("nothing comes of it")]);
    expect(faults(begun().command(takesOver("three", "one")))).toEqual([
      expect.stringContaining("which was not at work"),
    ]);
  });
});
