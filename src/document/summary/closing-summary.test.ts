import { describe, expect, it } from "vitest";
import { known } from "../../../test/support/known.ts";
import { asIs, exampleUsage, expectTextsShown, type Say } from "../../../test/support/written-parts.ts";
import type { ClosingSummaryDocument } from "../../core/documents/summary-document.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { parseTimestamp } from "../../core/shared/timestamp.ts";
import { renderClosingSummary } from "./closing-summary.ts";

const example = (say: Say): ClosingSummaryDocument => ({
  session: say("loans"),
  type: say("GOOD_ENOUGH"),
  trigger: say("the user ended it with `parley finish`"),
  rounds: 4,
  undone: 0,
  started: known(parseTimestamp("2026-01-12T09:00:00Z")),
  ended: known(parseTimestamp("2026-01-12T11:05:09Z")),
  totalSeconds: 7509,
  activeSeconds: 5000,
  waitingSeconds: 2509,
  output: say("specs/loans_v1.md"),
  gaps: [
    { state: say("RESOLVED"), CRITICAL: 1, HIGH: 4, MEDIUM: 6, LOW: 0 },
    { state: say("USER_DEFERRED"), CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 1 },
  ],
  limitations: [
    {
      about: { of: "gap", gap: known(parseGapId("GAP-LOAN-002")) },
      title: say("Fees in other currencies"),
      severity: "LOW",
      rationale: say("No branch abroad this year."),
    },
    {
      about: { of: "conflict", issue: known(parseIssueId("ISSUE-R2-001")) },
      title: say("Rounding of fees"),
      severity: "HIGH",
      rationale: say("None."),
    },
    {
      about: { of: "question", number: 9 },
      title: say("Which clock decides?"),
      severity: null,
      rationale: null,
    },
  ],
  texts: [{ gap: known(parseGapId("GAP-FLOW-001")), note: say("no longer says the number 500") }],
  remarks: [
    {
      issue: known(parseIssueId("ISSUE-R2-003")),
      severity: "MEDIUM",
      gaps: [known(parseGapId("GAP-LOAN-001"))],
      title: say("The grace period has no unit"),
      suggestion: say("Say days."),
    },
  ],
  coverage: [{ section: say("Lending"), foundBy: say("linter"), found: 3, closed: 2, left: 1 }],
  leftHoles: [{ section: say("Fees"), text: say("which currency is shown first") }],
  convergence: [
    {
      round: 4,
      gapsStart: 3,
      resolved: 2,
      created: 1,
      gapsEnd: 0.5,
      net: 1,
      weightedNet: -2,
      state: say("FLAT"),
      note: say("by number +1, by weight −2: the weighted net rules"),
    },
  ],
  usage: [exampleUsage(say, { round: null, agent: null })],
});

describe("the closing summary", () => {
  it("is written like this", () => {
    expect(renderClosingSummary(example(asIs))).toMatchInlineSnapshot(`
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

      ### ISSUE-R2-001: Rounding of fees

      - **Severity:** HIGH
      - **Rationale:**
        > None.

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

      ## Coverage

      | Section | Found By | Found | Closed | Left |
      | ------- | -------- | ----: | -----: | ---: |
      | Lending | linter   |     3 |      2 |    1 |

      ## Left to the Implementer

      | Section | Left to the Implementer       |
      | ------- | ----------------------------- |
      | Fees    | which currency is shown first |

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
});

describe("any closing summary", () => {
  it("shows each text in its place, whatever it holds", () => {
    expectTextsShown((say) => renderClosingSummary(example(say)));
  });
});
