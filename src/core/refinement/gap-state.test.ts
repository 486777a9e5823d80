import { describe, expect, it } from "vitest";
import {
  countsAsResolved,
  GAP_STATES,
  isAssignable,
  isLeft,
  isOpen,
  isTerminal,
  OPEN_STATES,
  openWeight,
} from "./gap-state.ts";

describe("gap states", () => {
  it.each([
    ["OPEN", 1],
    ["IN_PROGRESS", 1],
    ["PROPOSED", 1],
    ["NEEDS_REVISION", 1],
    ["USER_DEFERRED", 0.5],
    ["BLOCKED_EXTERNAL", 0.25],
    ["ACCEPTED", 0],
    ["RESOLVED", 0],
    ["WONT_FIX", 0],
    ["SUPERSEDED", 0],
  ] as const)("%s weighs %d in the open count", (state, weight) => {
    expect(openWeight(state)).toBe(weight);
  });

  it("are ten", () => {
    expect(GAP_STATES).toHaveLength(10);
  });

  it("open are OPEN, IN_PROGRESS, PROPOSED, NEEDS_REVISION and BLOCKED_EXTERNAL", () => {
    const open = ["OPEN", "IN_PROGRESS", "PROPOSED", "NEEDS_REVISION", "BLOCKED_EXTERNAL"];
    expect(GAP_STATES.filter(isOpen)).toEqual(open);
    expect(OPEN_STATES).toEqual(open);
  });

  it("terminal are ACCEPTED, RESOLVED, WONT_FIX and SUPERSEDED", () => {
    expect(GAP_STATES.filter(isTerminal)).toEqual(["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED"]);
  });

  it("USER_DEFERRED is neither, but gates count it", () => {
    expect([isOpen("USER_DEFERRED"), isTerminal("USER_DEFERRED"), isLeft("USER_DEFERRED")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("only OPEN and NEEDS_REVISION can be assigned", () => {
    expect(GAP_STATES.filter(isAssignable)).toEqual(["OPEN", "NEEDS_REVISION"]);
  });

  it("ACCEPTED, RESOLVED and WONT_FIX count as resolved, SUPERSEDED does not", () => {
    expect(GAP_STATES.filter(countsAsResolved)).toEqual(["ACCEPTED", "RESOLVED", "WONT_FIX"]);
  });
});
