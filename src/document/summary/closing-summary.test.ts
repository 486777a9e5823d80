import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { known } from "../../../test/support/known.ts";
import * as values from "../../../test/support/record-values.ts";
import { usageLine } from "../../../test/support/usage-line-values.ts";
import type { ClosingSummaryDocument, LimitationSubject } from "../../core/documents/summary-document.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { parseTimestamp } from "../../core/shared/timestamp.ts";
import { readClosingSummary, renderClosingSummary } from "./closing-summary.ts";

const EXAMPLE: ClosingSummaryDocument = {
  session: "loans",
  type: "GOOD_ENOUGH",
  trigger: "the user ended it with `parley finish`",
  rounds: 4,
  started: known(parseTimestamp("2026-01-12T09:00:00Z")),
  ended: known(parseTimestamp("2026-01-12T11:05:09Z")),
  totalSeconds: 7509,
  activeSeconds: 5000,
  waitingSeconds: 2509,
  output: "specs/loans_v1.md",
  gaps: [
    { state: "RESOLVED", critical: 1, high: 4, medium: 6, low: 0 },
    { state: "USER_DEFERRED", critical: 0, high: 0, medium: 0, low: 1 },
  ],
  limitations: [
    {
      about: { of: "gap", gap: known(parseGapId("GAP-LOAN-002")) },
      title: "Fees in other currencies",
      severity: "LOW",
      rationale: "No branch abroad this year.",
    },
    {
      about: { of: "question", number: 9 },
      title: "Which clock decides?",
      severity: null,
      rationale: null,
    },
  ],
  texts: [{ gap: known(parseGapId("GAP-FLOW-001")), note: "no longer says the number 500" }],
  remarks: [
    {
      issue: known(parseIssueId("ISSUE-R2-003")),
      severity: "MEDIUM",
      gaps: [known(parseGapId("GAP-LOAN-001"))],
      title: "The grace period has no unit",
      suggestion: "Say days.",
    },
  ],
  coverage: [],
  leftHoles: [],
  convergence: [
    {
      round: 4,
      gapsStart: 3,
      resolved: 2,
      created: 1,
      gapsEnd: 0.5,
      net: 1,
      weightedNet: -2,
      state: "FLAT",
      note: "by number +1, by weight −2: the weighted net rules",
    },
  ],
  usage: [
    {
      round: null,
      role: "Engineer",
      agent: null,
      calls: 2,
      inputTokens: 5_210,
      cachedInputTokens: 1_100,
      outputTokens: 830,
      cost: "$0.04 + 1 call unknown",
      activeSeconds: 301,
    },
  ],
};

describe("the closing summary", () => {
  it("is written like this", () => {
    expect(renderClosingSummary(EXAMPLE)).toMatchInlineSnapshot(`
      "# Session Complete

      - **Session:** loans
      - **Type:** GOOD_ENOUGH
      - **Trigger:** the user ended it with \\\`parley finish\\\`
      - **Rounds:** 4
      - **Started:** 2026-01-12T09:00:00Z
      - **Ended:** 2026-01-12T11:05:09Z
      - **Duration:** 2h 05m 09s
      - **Active:** 1h 23m 20s
      - **Waiting:** 41m 49s
      - **Output:** specs/loans_v1.md

      ## Gap Summary

      | State         | CRITICAL | HIGH | MEDIUM | LOW | Total |
      | ------------- | -------: | ---: | -----: | --: | ----: |
      | RESOLVED      |        1 |    4 |      6 |   0 |    11 |
      | USER_DEFERRED |        0 |    0 |      0 |   1 |     1 |

      ## Known Limitations

      ### GAP-LOAN-002: Fees in other currencies

      - **Severity:** LOW
      - **Rationale:** No branch abroad this year.

      ### Q9: Which clock decides?

      - **Rationale:** None.

      ## Open Remarks

      | Issue        | Severity | Gap          | Remark                       | Suggestion |
      | ------------ | -------- | ------------ | ---------------------------- | ---------- |
      | ISSUE-R2-003 | MEDIUM   | GAP-LOAN-001 | The grace period has no unit | Say days.  |

      ## Texts Worth a Look

      | Gap          | Note                          |
      | ------------ | ----------------------------- |
      | GAP-FLOW-001 | no longer says the number 500 |

      ## Convergence History

      | Round | Gaps Start | Resolved | New | Gaps End | Net | Weighted Net | State | Note                                     |
      | ----: | ---------: | -------: | --: | -------: | --: | -----------: | ----- | ---------------------------------------- |
      |     4 |          3 |        2 |   1 |      0.5 |  +1 |           -2 | FLAT  | by number +1, by weight −2: the weighted net rules |

      ## Usage

      | Round | Role     | Agent | Calls | Tokens In | Cached | Tokens Out | Cost                   | Active |
      | ----: | -------- | ----- | ----: | --------: | -----: | ---------: | ---------------------- | -----: |
      |     - | Engineer | -     |     2 |      5210 |   1100 |        830 | $0.04 + 1 call unknown | 5m 01s |
      "
    `);
  });

  it("leaves out a limitation of nothing, with a note", () => {
    const text = renderClosingSummary(EXAMPLE).replace("### Q9", "### Somewhere");
    const { document, notes } = readClosingSummary(text);
    expect(document?.limitations).toEqual([EXAMPLE.limitations[0]]);
    expect(notes.map(({ code }) => code)).toEqual(["unreadable-heading"]);
  });
});

const { freeText, count, few, optional } = values;
const about: fc.Arbitrary<LimitationSubject> = fc.oneof(
  fc.record({ of: fc.constant("gap" as const), gap: values.gapId }),
  fc.record({ of: fc.constant("conflict" as const), issue: values.issueId }),
  fc.record({ of: fc.constant("question" as const), number: count }),
);
const document: fc.Arbitrary<ClosingSummaryDocument> = fc.record({
  session: freeText,
  type: freeText,
  trigger: freeText,
  rounds: count,
  started: values.timestamp,
  ended: values.timestamp,
  totalSeconds: count,
  activeSeconds: count,
  waitingSeconds: count,
  output: optional(freeText),
  gaps: few(fc.record({ state: freeText, critical: count, high: count, medium: count, low: count })),
  limitations: few(
    fc.record({ about, title: freeText, severity: optional(values.severity), rationale: optional(freeText) }),
  ),
  texts: few(fc.record({ gap: optional(values.gapId), note: values.someText })),
  remarks: few(
    fc.record({
      issue: values.issueId,
      severity: values.severity,
      gaps: few(values.gapId),
      title: freeText,
      suggestion: optional(values.someText),
    }),
  ),
  coverage: few(
    fc.record({ section: freeText, foundBy: freeText, found: count, closed: count, left: count }),
  ),
  leftHoles: few(fc.record({ section: freeText, text: freeText })),
  convergence: few(values.convergenceRow),
  usage: few(usageLine),
});

describe("any closing summary", () => {
  it("comes back as it was", () => {
    fc.assert(
      fc.property(document, (given) => {
        expect(readClosingSummary(renderClosingSummary(given))).toEqual({ document: given, notes: [] });
      }),
      { numRuns: 60 },
    );
  });

  it("is read from any text without failing", () => {
    const line = fc.oneof(hostileText, fc.constantFrom(...renderClosingSummary(EXAMPLE).split("\n")));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => void readClosingSummary(lines.join("\n"))),
    );
  });
});
