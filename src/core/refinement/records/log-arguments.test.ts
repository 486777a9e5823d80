import { expect, it } from "vitest";
import { gapId, issueId } from "../../../../test/support/example-gap.ts";
import { known } from "../../../../test/support/known.ts";
import { parseTimestamp } from "../../shared/timestamp.ts";
import type { Conflict } from "../conflicts/conflict.ts";
import { logConflict } from "./log-arguments.ts";
import { newRoundLog } from "./round-log.ts";

const ID = issueId("ISSUE-R1-001");
const CONFLICT: Conflict = {
  id: ID,
  round: 2,
  source: {
    type: "EXPLICIT",
    disagreement: {
      ...{
        issue: ID,
        round: 2,
        concern: "name a limit",
        position: "None is needed.",
        rationale: "It stops.",
      },
      ...{ alternative: null, restsOn: { of: "judgement" }, document: "d", line: 1 },
    },
    reviewer: { said: "nothing" },
  },
  draft: null,
  state: { at: "open" },
};

/** As it stands in the third round. */
function workOn(gaps: readonly string[]) {
  const state = { at: "OPEN", decision: null } as const;
  const issue = { id: ID, gaps: gaps.map(gapId), severity: "HIGH", round: 1, state } as const;
  const now = { ...newRoundLog(3), started: known(parseTimestamp("2026-01-12T15:30:00Z")) };
  return { past: [newRoundLog(2)], now, issues: { [ID]: { issue, title: "Retries never stop" } } };
}

it("given a conflict that is argued in other words after its gap was split, then its round tells of it as before", () => {
  const opened = logConflict(workOn(["GAP-FLOW-001"]), CONFLICT);
  const split = { ...workOn(["GAP-FLOW-001a", "GAP-FLOW-001b"]), past: opened.past };
  expect(opened.past[0]?.argued.conflicts).toMatchObject([{ issue: ID, gaps: ["GAP-FLOW-001"], fate: null }]);
  expect(logConflict(split, CONFLICT).past).toEqual(opened.past);
});
