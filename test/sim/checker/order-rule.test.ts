import { describe, expect, it } from "vitest";
import type { RecordedEvent } from "../../../src/engine/ports.ts";
import { A, fact, faultsOf, finishedStory, gap, Story, without } from "../event-lists.ts";

const { events } = finishedStory();
const faults = (broken: readonly RecordedEvent[]) => faultsOf(broken, "order");
const at = (index: number, by: Partial<RecordedEvent>) =>
  events.map((event, i) => (i === index ? { ...event, ...by } : event));

describe("the order of events", () => {
  it("given a clean stream, then nothing is found", () => {
    expect(faults(events)).toEqual([]);
  });

  it.each<[string, readonly RecordedEvent[], string]>([
    ["a hole", events.filter((_, index) => index !== 3), "version 5 follows 3"],
    ["an event twice", [...events.slice(0, 4), ...events.slice(3)], "version 4 follows 4"],
    ["a position that goes back", at(3, { position: 1 }), "position 1 follows 3"],
    ["an event of another stream", at(3, { stream: "session/other" }), "an event of session/other"],
    ["an unknown event", at(3, { type: "GapVanished" }), "there is no event GapVanished"],
    ["no beginning", without(events, "SessionStarted"), "RoundStarted after 0 events"],
    [
      "a second beginning",
      at(3, { type: "SessionStarted", data: events[0]?.data ?? {} }),
      "SessionStarted after 3",
    ],
    [
      "a command that goes on after another",
      at(events.length - 1, { commandId: "c1" }),
      "the command c1 goes on",
    ],
  ])("given %s, then it is found", (_, broken, message) => {
    expect(faults(broken)).toContainEqual(expect.stringContaining(message));
  });

  it("given the finished spec after the end, then only a second one is found, or one of an abandoned session", () => {
    const spec = fact("SpecPublished", { path: "spec_v1.md", sha256: "0a", map: "0b" });
    expect(faultsOf(finishedStory().command(spec), "order")).toEqual([]);
    expect(faultsOf(finishedStory().command(spec).command(spec), "order")).toEqual([
      "SpecPublished after the end",
    ]);
    expect(faultsOf(new Story().start([gap(A)]).command(spec), "order")).toEqual([
      "a finished spec before the end",
    ]);
  });

  it("given anything after the end, then it is found", () => {
    const story = finishedStory().command(fact("SessionPaused", { by: "human:ann", because: "" }));
    expect(faultsOf(story, "order")).toEqual(["SessionPaused after the end"]);
    expect(faultsOf(new Story().start([gap(A)]), "order")).toEqual([]);
  });
});
