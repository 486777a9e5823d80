import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decisionId, gapId } from "../../../test/support/example-gap.ts";
import { known } from "../../../test/support/known.ts";
import type { DecisionEntry, DecisionSubject } from "../documents/decisions-document.ts";
import { parseIssueId } from "../shared/issue-id.ts";
import { parseTimestamp } from "../shared/timestamp.ts";
import { bindingDecisions, supersededDecisions } from "./binding-decisions.ts";

const [ONE, TWO] = ["GAP-FLOW-001", "GAP-FLOW-002"];

const other = (option: string): DecisionSubject => ({ of: "other", option });
const conflict = (issue: string): DecisionSubject => ({
  of: "conflict",
  issue: known(parseIssueId(issue)),
  type: "EXPLICIT",
  reviewer: "",
  engineer: "",
  option: "A",
});

function decided(...list: readonly (readonly [DecisionSubject, ...string[]])[]): readonly DecisionEntry[] {
  return list.map(([about, ...gaps], index) => ({
    id: decisionId(`DECISION-R1-${String(index + 1).padStart(3, "0")}`),
    round: 1,
    title: "",
    about,
    gaps: gaps.map(gapId),
    severity: null,
    decision: "",
    rationale: null,
    constraints: null,
    actionForEngineer: null,
    actionForGap: null,
    decidedBy: "User",
    timestamp: known(parseTimestamp("2026-01-12T15:30:00Z")),
    reappliedFrom: null,
  }));
}

const binding = (decisions: readonly DecisionEntry[]) =>
  bindingDecisions({ decisions }).map(({ id }) => Number(id.slice(-3)));

describe("of several decisions", () => {
  it.each([
    [
      "two issues of one gap that are waived are two subjects; the same one again is one",
      [
        [{ ...other("waive"), need: "ISSUE-R1-001" }, ONE],
        [{ ...other("waive"), need: "ISSUE-R1-002" }, ONE],
        [{ ...other("waive"), need: "ISSUE-R1-001" }, ONE],
      ],
      [2, 3],
    ],
    [
      "a gap that is taken up again is no longer put aside",
      [
        [other("USER_DEFERRED"), ONE],
        [other("reopen"), ONE],
      ],
      [2],
    ],
    [
      "a gap that is put aside in the end is not taken up",
      [
        [other("WONT_FIX"), ONE],
        [other("reopen"), ONE],
        [other("USER_DEFERRED"), ONE],
      ],
      [3],
    ],
    [
      "a second severity takes the place of the first",
      [
        [other("severity"), ONE],
        [other("severity"), ONE],
      ],
      [2],
    ],
    [
      "a severity says nothing of what becomes of the gap",
      [
        [other("USER_DEFERRED"), ONE],
        [other("severity"), ONE],
      ],
      [1, 2],
    ],
    [
      "another gap is another subject",
      [
        [other("USER_DEFERRED"), ONE],
        [other("reopen"), TWO],
      ],
      [1, 2],
    ],
    [
      "inputs add up",
      [
        [other("input"), ONE],
        [other("input"), ONE],
      ],
      [1, 2],
    ],
    [
      "the same conflict decided again",
      [
        [conflict("ISSUE-R1-001"), ONE],
        [conflict("ISSUE-R1-002"), ONE],
        [conflict("ISSUE-R1-001"), ONE],
      ],
      [2, 3],
    ],
    [
      "a split is the last word on the whole",
      [
        [other("reopen"), ONE],
        [other("split"), ONE, `${ONE}a`, `${ONE}b`],
      ],
      [2],
    ],
    [
      "a part that is put aside leaves the split",
      [
        [other("split"), ONE, `${ONE}a`, `${ONE}b`],
        [other("USER_DEFERRED"), `${ONE}a`],
      ],
      [1, 2],
    ],
  ] as const)("%s", (_, list, expected) => {
    expect(binding(decided(...list))).toEqual(expected);
  });

  it("each that does not bind names a later one that does", () => {
    const subject = fc.constantFrom(
      ...["USER_DEFERRED", "WONT_FIX", "reopen", "severity", "input"].map(other),
      conflict("ISSUE-R1-001"),
    );
    const list = fc.array(fc.tuple(subject, fc.constantFrom(ONE, TWO)), { maxLength: 12 });
    fc.assert(
      fc.property(list, (pairs) => {
        const decisions = decided(...pairs);
        const superseded = supersededDecisions(decisions);
        const binds = new Set(bindingDecisions({ decisions }).map(({ id }) => id));
        for (const { id } of decisions) {
          const later = superseded.get(id);
          expect(binds.has(id)).toBe(later === undefined);
          if (later === undefined) continue;
          expect(binds.has(later)).toBe(true);
          expect(later > id).toBe(true);
        }
      }),
    );
  });
});
