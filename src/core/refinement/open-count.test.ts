import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleGap } from "../../../test/support/example-gap.ts";
import { SEVERITIES } from "../shared/severity.ts";
import { inventory, openCount } from "./counting.ts";
import { GAP_STATES } from "./gap-state.ts";

const about = fc.record({ state: fc.constantFrom(...GAP_STATES), severity: fc.constantFrom(...SEVERITIES) });

describe("the open count", () => {
  it("given two open, one deferred, one blocked and one accepted gap, then 2.75", () => {
    const states = ["OPEN", "PROPOSED", "USER_DEFERRED", "BLOCKED_EXTERNAL", "ACCEPTED"] as const;
    expect(openCount(states.map((state) => exampleGap("GAP-FLOW-001", { state })))).toBe(2.75);
  });

  it("given no gaps, then 0", () => {
    expect(openCount([])).toBe(0);
  });

  it("does not depend on severities", () => {
    fc.assert(
      fc.property(fc.array(about), (abouts) => {
        const gaps = abouts.map((each) => exampleGap("GAP-FLOW-001", each));
        const low = abouts.map((each) => exampleGap("GAP-FLOW-001", { ...each, severity: "LOW" }));
        expect(openCount(gaps)).toBe(openCount(low));
      }),
    );
  });
});

describe("the inventory", () => {
  it("counts every gap once, in the cell of its state and severity", () => {
    fc.assert(
      fc.property(fc.array(about), (abouts) => {
        const table = inventory(abouts.map((each) => exampleGap("GAP-FLOW-001", each)));
        for (const state of GAP_STATES) {
          for (const severity of SEVERITIES) {
            const here = abouts.filter((each) => each.state === state && each.severity === severity);
            expect(table[state][severity]).toBe(here.length);
          }
        }
      }),
    );
  });
});
