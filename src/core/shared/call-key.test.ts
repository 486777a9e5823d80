import { describe, expect, it } from "vitest";
import { type CallKeyParts, callKeyParts, makeCallKey, PURPOSES, parseCallKey } from "./call-key.ts";

const PLACE = { round: 2, incarnation: 1, lane: "GAP-FLOW-001", attempt: 3, launch: 4 };

describe("the key of a call", () => {
  it("is of a session by its id alone, as every older log has it", () => {
    const parts: CallKeyParts = { subject: { of: "session", id: "shop" }, purpose: "engineer", ...PLACE };
    expect(makeCallKey(parts)).toBe("shop/2.1/engineer/GAP-FLOW-001/3/4");
  });

  it("is of a task, also where a session is called task", () => {
    const parts: CallKeyParts = { subject: { of: "task", id: "a1b2c3d4" }, purpose: "guide", ...PLACE };
    expect(makeCallKey(parts)).toBe("task/a1b2c3d4/2.1/guide/GAP-FLOW-001/3/4");
    expect(callKeyParts(makeCallKey({ ...parts, subject: { of: "session", id: "task" } })).subject).toEqual({
      of: "session",
      id: "task",
    });
  });

  it.each(PURPOSES)("gives back what it was made of: %s", (purpose) => {
    for (const of of ["session", "task"] as const) {
      const parts: CallKeyParts = { subject: { of, id: "x-1" }, purpose, ...PLACE };
      expect(callKeyParts(makeCallKey(parts))).toEqual(parts);
    }
  });

  it.each([
    "shop/2.1/driver/-/1/1",
    "session/shop/2.1/engineer/-/1/1",
    "task/2.1/engineer/-/1",
    "shop/2/engineer/-/1/1",
    "shop/2.1/engineer/a b/1/1",
    "",
  ])("%j is none, and no purpose is read as another", (text) => {
    expect(parseCallKey(text)).toBeNull();
  });
});
