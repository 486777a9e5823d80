import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleGap } from "../../../test/support/example-gap.ts";
import { raiseSeverity, SEVERITIES, type Severity } from "../shared/severity.ts";
import { roundNet } from "./counting.ts";

const gaps = (...severities: readonly Severity[]) =>
  severities.map((severity) => exampleGap("GAP-FLOW-001", { severity }));

describe("the nets of a round", () => {
  it.each([
    [["CRITICAL"], [], 1, 16],
    [["HIGH"], [], 1, 4],
    [["MEDIUM"], [], 1, 2],
    [["LOW"], [], 1, 1],
    [["HIGH"], ["MEDIUM", "LOW"], -1, 1],
    [[], ["HIGH", "HIGH"], -2, -8],
    [[], [], 0, 0],
  ] as const)(
    "resolved %j, new %j: unweighted %d, weighted %d",
    (resolved, created, unweighted, weighted) => {
      expect(roundNet(gaps(...resolved), gaps(...created))).toMatchObject({ unweighted, weighted });
    },
  );

  it.each([
    [["HIGH"], ["LOW", "LOW"], "by number −1, by weight +2: the weighted net rules"],
    [["LOW", "LOW"], ["HIGH"], "by number +1, by weight −2: the weighted net rules"],
    [["LOW"], ["HIGH"], "by number 0, by weight −3: the weighted net rules"],
    [["HIGH"], ["LOW"], "by number 0, by weight +3: the weighted net rules"],
    [["HIGH"], [], null],
    [[], ["LOW"], null],
    [["LOW"], ["LOW"], null],
  ] as const)("resolved %j, new %j: the note is %j", (resolved, created, note) => {
    expect(roundNet(gaps(...resolved), gaps(...created)).note).toBe(note);
  });

  it("given a gap entered as CRITICAL, then it is a new CRITICAL; raised to CRITICAL, it is not", () => {
    const raised = gaps("LOW").map((gap) => ({ ...gap, severity: raiseSeverity(gap.severity, "CRITICAL") }));
    expect(roundNet([], gaps("CRITICAL")).newCritical).toEqual(["GAP-FLOW-001"]);
    expect(roundNet([], raised)).toMatchObject({ newCritical: [], weighted: -16 });
  });

  it("given any round, when resolved and new change places, then both nets change sign", () => {
    const some = fc.array(fc.constantFrom(...SEVERITIES));
    fc.assert(
      fc.property(some, some, (a, b) => {
        const there = roundNet(gaps(...a), gaps(...b));
        const back = roundNet(gaps(...b), gaps(...a));
        expect(there.weighted + back.weighted).toBe(0);
        expect(there.unweighted + back.unweighted).toBe(0);
      }),
    );
  });
});
