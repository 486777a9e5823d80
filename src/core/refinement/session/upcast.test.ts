import { describe, expect, it } from "vitest";
import type { Fact } from "../../shared/decider.ts";
import { upcast } from "./session-event.ts";

const CALL = {
  at: "2026-01-12T14:30:00Z",
  round: 1,
  role: "engineer",
  lane: "-",
  key: "s/1.0/engineer/-/1/1",
  document: null,
  usage: { inputTokens: null, outputTokens: null, usd: null },
  elapsedMs: 1,
  evidence: [],
};

function finished(v: number, outcome: string): Fact {
  return { type: "AgentCallFinished", v, data: { ...CALL, outcome } };
}

describe("an event of the first shape", () => {
  it.each([
    ["timeout", "timeout-wall"],
    ["not-started", "not-installed"],
    ["crashed", "crashed"],
    ["ok", "ok"],
  ])("given a call that ended as %s, then it reads %s today", (former, present) => {
    expect(upcast(finished(1, former))).toEqual(finished(2, present));
  });

  it("given one of today's shape, then it is taken as it is", () => {
    const event = finished(2, "rate-limited");
    expect(upcast(event)).toBe(event);
  });
});

describe("an event nobody knows", () => {
  it.each([
    ["of a later shape", finished(3, "ok")],
    ["of a later shape of another type", { type: "SessionResumed", v: 2, data: { by: "x" } }],
    ["of no known type", { type: "SessionDreamt", v: 1, data: {} }],
  ])("given one %s, then it is refused", (_what, fact) => {
    expect(() => upcast(fact)).toThrow("does not know the event");
  });
});
