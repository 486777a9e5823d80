import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { known } from "../../../test/support/known.ts";
import * as values from "../../../test/support/record-values.ts";
import { usageLine } from "../../../test/support/usage-line-values.ts";
import type { RoundSummaryDocument } from "../../core/documents/summary-document.ts";
import { parseDecisionId } from "../../core/shared/decision-id.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { parseTimestamp } from "../../core/shared/timestamp.ts";
import { readRoundSummary, renderRoundSummary } from "./round-summary.ts";

const gap = known(parseGapId("GAP-LOAN-001"));

const EXAMPLE: RoundSummaryDocument = {
  session: "loans",
  round: 3,
  completed: known(parseTimestamp("2026-01-12T14:36:00Z")),
  outcomes: [{ role: "Engineer", outcome: "VALID", detail: null }],
  transitions: [{ gap, from: "PROPOSED", to: "ACCEPTED", actor: "Reviewer", reason: "no grave issue left" }],
  issues: [
    {
      issue: known(parseIssueId("ISSUE-R3-001")),
      severity: "MEDIUM",
      gaps: [gap],
      title: "Name the clock that decides",
      state: "OPEN",
    },
  ],
  newGaps: [],
  flags: [],
  questions: [{ question: "Q7", kind: "conflict", about: "ISSUE-R2-001", blocks: "GAP-LOAN-002" }],
  decisions: [known(parseDecisionId("DECISION-R3-001"))],
  warnings: ["ISSUE-R2-004 (HIGH) was not answered by id"],
  convergence: [
    {
      round: 3,
      gapsStart: 5,
      resolved: 1,
      created: 0,
      gapsEnd: 4,
      net: 1,
      weightedNet: 4,
      state: "CONVERGING",
      note: null,
    },
  ],
  usage: [
    {
      round: 3,
      role: "Engineer",
      agent: "claude",
      calls: 2,
      inputTokens: 5_210,
      cachedInputTokens: 1_100,
      outputTokens: 830,
      cost: "$0.04 + 1 call unknown",
      activeSeconds: 301,
    },
  ],
};

describe("a round's summary.md", () => {
  it("is written like this", () => {
    expect(renderRoundSummary(EXAMPLE)).toMatchInlineSnapshot(`
      "# Round 3 Summary

      - **Session:** loans
      - **Completed:** 2026-01-12T14:36:00Z

      ## Role Outcomes

      | Role     | Outcome | Detail |
      | -------- | ------- | ------ |
      | Engineer | VALID   | -      |

      ## Gap Transitions

      | Gap          | From     | To       | Actor    | Reason              |
      | ------------ | -------- | -------- | -------- | ------------------- |
      | GAP-LOAN-001 | PROPOSED | ACCEPTED | Reviewer | no grave issue left |

      ## Issues Raised

      | Issue        | Severity | Gap          | State | Title                       |
      | ------------ | -------- | ------------ | ----- | --------------------------- |
      | ISSUE-R3-001 | MEDIUM   | GAP-LOAN-001 | OPEN  | Name the clock that decides |

      ## New Gaps

      None.

      ## Disagreement Flags

      None.

      ## Open Questions

      | Question | Kind     | About        | Blocks       |
      | -------- | -------- | ------------ | ------------ |
      | Q7       | conflict | ISSUE-R2-001 | GAP-LOAN-002 |

      ## Decisions

      | Decision        |
      | --------------- |
      | DECISION-R3-001 |

      ## Warnings

      - **Warning:** ISSUE-R2-004 (HIGH) was not answered by id

      ## Convergence

      | Round | Gaps Start | Resolved | New | Gaps End | Net | Weighted Net | State      | Note |
      | ----: | ---------: | -------: | --: | -------: | --: | -----------: | ---------- | ---- |
      |     3 |          5 |        1 |   0 |        4 |  +1 |           +4 | CONVERGING | -    |

      ## Usage

      | Round | Role     | Agent  | Calls | Tokens In | Cached | Tokens Out | Cost                   | Active |
      | ----: | -------- | ------ | ----: | --------: | -----: | ---------: | ---------------------- | -----: |
      |     3 | Engineer | claude |     2 |      5210 |   1100 |        830 | $0.04 + 1 call unknown | 5m 01s |
      "
    `);
  });

  it("is not read from a text without a round", () => {
    const { document, notes } = readRoundSummary("# Notes\n");
    expect(document).toBeNull();
    expect(notes[0]).toEqual({ code: "unreadable-heading", line: 1, message: "the title names no round" });
  });
});

const { freeText, someText, few, optional } = values;
const document: fc.Arbitrary<RoundSummaryDocument> = fc.record({
  session: freeText,
  round: values.count,
  completed: values.timestamp,
  outcomes: few(values.roleOutcome),
  transitions: few(values.gapTransition),
  issues: few(
    fc.record({
      issue: values.issueId,
      severity: values.severity,
      gaps: few(values.gapId),
      title: freeText,
      state: freeText,
    }),
  ),
  newGaps: few(
    fc.record({ gap: values.gapId, severity: values.severity, title: freeText, origin: freeText }),
  ),
  flags: few(values.disagreementFlag),
  questions: few(
    fc.record({ question: freeText, kind: freeText, about: freeText, blocks: optional(someText) }),
  ),
  decisions: few(values.decisionId),
  warnings: few(freeText),
  convergence: few(values.convergenceRow),
  usage: few(usageLine),
});

describe("any round's summary", () => {
  it("comes back as it was", () => {
    fc.assert(
      fc.property(document, (given) => {
        expect(readRoundSummary(renderRoundSummary(given))).toEqual({ document: given, notes: [] });
      }),
      { numRuns: 60 },
    );
  });

  it("is read from any text without failing", () => {
    const line = fc.oneof(hostileText, fc.constantFrom(...renderRoundSummary(EXAMPLE).split("\n")));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => void readRoundSummary(lines.join("\n"))),
    );
  });
});
