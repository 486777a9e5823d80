import { describe, expect, it } from "vitest";
import { gapId } from "../../../test/support/example-gap.ts";
import type { GapId } from "../shared/gap-id.ts";
import { type CompletedMove, tallyResolved } from "./counting.ts";
import type { GapStateName } from "./gap-state.ts";

const GAP = gapId("GAP-FLOW-007");
const NONE: ReadonlySet<GapId> = new Set();
const COUNTED: ReadonlySet<GapId> = new Set([GAP]);
const move = (from: GapStateName, to: GapStateName): CompletedMove => ({ gap: GAP, from, to });

describe("gaps resolved in a round", () => {
  it.each([
    ["accepted", [move("PROPOSED", "ACCEPTED")], NONE, true],
    ["not to be fixed", [move("OPEN", "WONT_FIX")], NONE, true],
    ["accepted and resolved, once", [move("PROPOSED", "ACCEPTED"), move("ACCEPTED", "RESOLVED")], NONE, true],
    ["resolved, but counted when it was accepted", [move("ACCEPTED", "RESOLVED")], COUNTED, false],
    [
      "reopened and accepted again",
      [move("RESOLVED", "NEEDS_REVISION"), move("PROPOSED", "ACCEPTED")],
      COUNTED,
      true,
    ],
    [
      "accepted and reopened in the same round",
      [move("PROPOSED", "ACCEPTED"), move("ACCEPTED", "NEEDS_REVISION")],
      NONE,
      false,
    ],
    ["deferred", [move("OPEN", "USER_DEFERRED")], NONE, false],
    ["split", [move("OPEN", "SUPERSEDED")], NONE, false],
  ] as const)("given it was %s", (_, moves, countedBefore, counts) => {
    expect(tallyResolved(moves, countedBefore).resolved).toEqual(counts ? [GAP] : []);
  });

  it("given it was reopened in an earlier round, then it may count again", () => {
    const reopened = tallyResolved([move("WONT_FIX", "OPEN")], COUNTED);
    expect(reopened).toEqual({ resolved: [], counted: NONE });
    expect(tallyResolved([move("PROPOSED", "ACCEPTED")], reopened.counted).resolved).toEqual([GAP]);
  });

  it("leaves what it was given as it is", () => {
    tallyResolved([move("WONT_FIX", "OPEN")], COUNTED);
    expect(COUNTED.has(GAP)).toBe(true);
  });
});
