import { describe, expect, it } from "vitest";
import { decisionId, exampleGap } from "../../../test/support/example-gap.ts";
import { known } from "../../../test/support/known.ts";
import { asIs, exampleUsage, expectTextsShown, type Say } from "../../../test/support/written-parts.ts";
import type { RoundSummaryDocument } from "../../core/refinement/records/summaries-of.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { parseTimestamp } from "../../core/shared/timestamp.ts";
import { renderRoundSummary } from "./round-summary.ts";

const gap = known(parseGapId("GAP-LOAN-001"));

const example = (say: Say): RoundSummaryDocument => ({
  session: say("loans"),
  round: 3,
  completed: known(parseTimestamp("2026-01-12T14:36:00Z")),
  outcomes: [{ role: say("Engineer"), outcome: say("VALID"), detail: null }],
  transitions: [
    {
      gap,
      from: say("PROPOSED"),
      to: say("ACCEPTED"),
      actor: say("Reviewer"),
      reason: say("no grave issue left"),
    },
  ],
  issues: [
    {
      issue: known(parseIssueId("ISSUE-R3-001")),
      severity: "MEDIUM",
      gaps: [gap],
      title: say("Name the clock that decides"),
      state: say("OPEN"),
    },
  ],
  newGaps: [
    {
      ...exampleGap("GAP-LOAN-001", { severity: "LOW" }),
      title: say("Loans abroad"),
      origin: { from: "gap", parent: gap },
      alias: say("GAP-7"),
    },
  ],
  disagreements: [
    {
      issue: known(parseIssueId("ISSUE-R2-001")),
      severity: "HIGH",
      position: say("A fixed number is enough"),
      restsOn: say("judgement"),
      answer: say("STAND: it is not"),
    },
  ],
  flags: [
    {
      issue: known(parseIssueId("ISSUE-R2-004")),
      gaps: [gap],
      heuristics: say("H1"),
      confidence: say("HIGH"),
      evidence: say("not answered by id"),
      escalation: say("only logged"),
      answer: null,
    },
  ],
  conflicts: [
    {
      issue: known(parseIssueId("ISSUE-R2-001")),
      severity: "HIGH",
      gaps: [gap],
      type: say("Explicit DISAGREE"),
      fate: null,
      title: say("How many loans"),
    },
  ],
  questions: [
    { question: say("Q7"), kind: say("conflict"), about: say("ISSUE-R2-001"), blocks: say("GAP-LOAN-002") },
  ],
  decisions: [decisionId("DECISION-R3-001")],
  warnings: [say("ISSUE-R2-004 (HIGH) was not answered by id")],
  convergence: [
    {
      round: 3,
      gapsStart: 5,
      resolved: 1,
      created: 0,
      gapsEnd: 4,
      net: 1,
      weightedNet: 4,
      state: say("CONVERGING"),
      note: null,
    },
  ],
  usage: [exampleUsage(say, { round: 3, agent: say("claude") })],
});

describe("a round's summary.md", () => {
  it("is written like this", () => {
    expect(renderRoundSummary(example(asIs))).toMatchInlineSnapshot(`
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

      | Gap          | Severity | Origin                                   | Title        |
      | ------------ | -------- | ---------------------------------------- | ------------ |
      | GAP-LOAN-001 | LOW      | proposal for GAP-LOAN-001, written as GAP-7 | Loans abroad |

      ## Disagreements

      | Issue        | Severity | Engineer Position        | Rests On  | Reviewer's Answer |
      | ------------ | -------- | ------------------------ | --------- | ----------------- |
      | ISSUE-R2-001 | HIGH     | A fixed number is enough | judgement | STAND: it is not  |

      ## Disagreement Flags

      | Issue        | Gap          | Heuristics | Confidence | Evidence           | Escalation  | Answer |
      | ------------ | ------------ | ---------- | ---------- | ------------------ | ----------- | ------ |
      | ISSUE-R2-004 | GAP-LOAN-001 | H1         | HIGH       | not answered by id | only logged | -      |

      ## Conflicts

      | Conflict     | Severity | Gap          | Type              | Outcome | Title          |
      | ------------ | -------- | ------------ | ----------------- | ------- | -------------- |
      | ISSUE-R2-001 | HIGH     | GAP-LOAN-001 | Explicit DISAGREE | open    | How many loans |

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
});

describe("any round's summary", () => {
  it("shows each text in its place, whatever it holds", () => {
    expectTextsShown((say) => renderRoundSummary(example(say)));
  });
});
