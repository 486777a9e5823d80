import { describe, expect, it } from "vitest";
import { exampleGap } from "../../../test/support/example-gap.ts";
import { known } from "../../../test/support/known.ts";
import { asIs, exampleUsage, expectTextsShown, type Say } from "../../../test/support/written-parts.ts";
import type { StatusDocument } from "../../core/refinement/records/status-document.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { parseTimestamp, type Timestamp } from "../../core/shared/timestamp.ts";
import { renderStatus } from "./render-status.ts";

const gap = (id: string): GapId => known(parseGapId(id));
const at = (time: string): Timestamp => known(parseTimestamp(`2026-01-12T${time}Z`));

const EMPTY: StatusDocument = {
  session: "loans",
  spec: "loans.md",
  round: 0,
  state: "CONVERGING",
  updated: at("09:00:00"),
  configuration: [],
  gaps: [],
  settled: [],
  coverage: [],
  convergence: [],
  rounds: [],
  validation: { summary: [], log: [], retries: [] },
  examples: [],
  detection: { heuristics: [], disagreeRates: [] },
  timing: [],
  usage: [],
  agentChanges: [],
  rollbacks: [],
  rollbackSummary: { used: 0, limit: 7, successfulRetries: 0, rootCauseAnalyses: 0, gapsSplit: [] },
};

const example = (say: Say): StatusDocument => ({
  ...EMPTY,
  session: say("loans"),
  spec: say("loans.md"),
  state: say("CONVERGING"),
  round: 1,
  updated: at("14:36:00"),
  configuration: [
    { name: say("gapsPerRound"), value: say("1") },
    { name: say("maxRounds"), value: say("10") },
  ],
  settled: [{ id: gap("GAP-LOAN-009"), state: "RESOLVED", title: say("Who may lend") }],
  gaps: [
    {
      ...exampleGap("GAP-LOAN-001", { severity: "HIGH", state: "PROPOSED" }),
      title: say("What happens when a reader | member is overdue?"),
      origin: { from: "source", line: 12, heading: null },
      roundUpdated: 1,
    },
    {
      ...exampleGap("GAP-LOAN-002", { severity: "LOW", blockedBy: ["GAP-LOAN-001"] }),
      title: say("Fees in other currencies"),
      severity: { level: "LOW", setBy: "default", enteredAs: "LOW" },
      state: { at: "USER_DEFERRED", reason: say("not this year") },
      origin: { from: "source", line: 40, heading: null },
      roundUpdated: 1,
    },
  ],
  coverage: [{ section: say("Lending"), foundBy: say("linter"), found: 2, closed: 0, left: 2 }],
  convergence: [
    {
      round: 1,
      gapsStart: 2,
      resolved: 0,
      created: 0,
      gapsEnd: 1.5,
      net: 0,
      weightedNet: 0,
      state: say("FLAT"),
      note: null,
    },
  ],
  rounds: [
    {
      round: 1,
      outcomes: [
        { role: say("Engineer"), outcome: say("VALID"), detail: null },
        { role: say("Reviewer"), outcome: say("SKIP"), detail: say("three attempts failed") },
      ],
      transitions: [
        {
          gap: gap("GAP-LOAN-001"),
          from: say("IN_PROGRESS"),
          to: say("PROPOSED"),
          actor: say("Engineer"),
          reason: null,
        },
      ],
      disagreements: [
        {
          issue: known(parseIssueId("ISSUE-R1-002")),
          severity: "HIGH",
          position: say("A fixed number is enough"),
          restsOn: say("judgement"),
          answer: say("STAND: it is not"),
        },
      ],
      flags: [
        {
          issue: known(parseIssueId("ISSUE-R1-001")),
          gaps: [gap("GAP-LOAN-001")],
          heuristics: say("H1"),
          confidence: say("HIGH"),
          evidence: say("not answered by id"),
          escalation: say("only logged"),
          answer: null,
        },
      ],
      conflicts: [
        {
          issue: known(parseIssueId("ISSUE-R1-002")),
          severity: "HIGH",
          gaps: [gap("GAP-LOAN-001")],
          type: say("Explicit DISAGREE"),
          fate: null,
          title: say("How many loans"),
        },
      ],
    },
  ],
  validation: {
    summary: [{ round: 1, role: say("Engineer"), outcome: say("SUCCESS"), attempts: 2, finalFailure: null }],
    log: [
      {
        timestamp: at("14:30:00"),
        round: 1,
        role: say("Engineer"),
        attempt: 1,
        validation: say("Structure"),
        result: say("FAIL"),
        message: say("no Confidence for GAP-LOAN-001"),
      },
    ],
    retries: [
      {
        round: 1,
        role: say("Engineer"),
        retry: 1,
        timestamp: at("14:30:00"),
        failureType: say("WRONG_FORMAT"),
        promptModification: say("asked for the missing Confidence"),
        exampleAttached: say("tier 1, canonical"),
        outcome: say("passed"),
      },
    ],
  },
  examples: [
    {
      timestamp: at("14:30:00"),
      round: 1,
      role: say("Engineer"),
      failureType: say("WRONG_FORMAT"),
      tier: 1,
      source: say("canonical"),
      tokens: 412,
      truncated: false,
      succeeded: true,
    },
  ],
  detection: {
    heuristics: [{ heuristic: say("H1"), flagged: 3, confirmed: 2, falsePositives: 1, weight: 0.9 }],
    disagreeRates: [{ round: 1, stated: 2, disagreed: 1, answered: 4, verdict: say("ALLOW") }],
  },
  timing: [
    { round: 1, started: at("14:29:00"), finished: at("14:36:00"), activeSeconds: 301, waitingSeconds: 119 },
  ],
  usage: [exampleUsage(say, { round: 1, agent: say("claude") })],
  agentChanges: [
    {
      timestamp: at("14:31:00"),
      round: 1,
      role: say("Reviewer"),
      agent: say("codex"),
      insteadOf: say("claude"),
      because: say("unauthorised"),
    },
  ],
  rollbacks: [
    {
      round: 1,
      attempt: 1,
      timestamp: at("13:00:00"),
      mode: say("INTERACTIVE"),
      reason: say("too abstract"),
      adjustments: [say("three worked examples"), say("values instead of adjectives")],
      context: say("amounts are in cents"),
      rootCause: { detected: say("scope too large"), recommendation: say("split the gap") },
      autoRetry: null,
      userDecision: say("split"),
      archive: say("round_001_rolled_back_1.tar.gz"),
      outcome: null,
    },
  ],
  rollbackSummary: {
    used: 1,
    limit: 7,
    successfulRetries: 0,
    rootCauseAnalyses: 1,
    gapsSplit: [gap("GAP-LOAN-001")],
  },
});
const EXAMPLE = example(asIs);

describe("status.md", () => {
  it("is written like this", () => {
    expect(renderStatus(EXAMPLE)).toMatchInlineSnapshot(`
      "# Status

      - **Session:** loans
      - **Spec:** loans.md
      - **Round:** 1
      - **State:** CONVERGING
      - **Updated:** 2026-01-12T14:36:00Z

      ## Configuration

      | Setting      | Value |
      | ------------ | ----- |
      | gapsPerRound | 1     |
      | maxRounds    | 10    |

      ## Gap Inventory

      | Gap          | Severity | Set By  | State         | Entered | Updated | Blocked By   | Origin          | Title                                    | Detail        |
      | ------------ | -------- | ------- | ------------- | ------: | ------: | ------------ | --------------- | ---------------------------------------- | ------------- |
      | GAP-LOAN-001 | HIGH     | stated  | PROPOSED      |       0 |       1 | -            | source, line 12 | What happens when a reader \\| member is overdue? | -             |
      | GAP-LOAN-002 | LOW      | default | USER_DEFERRED |       0 |       1 | GAP-LOAN-001 | source, line 40 | Fees in other currencies                 | not this year |

      ### Gaps by State and Severity

      | State         | CRITICAL | HIGH | MEDIUM | LOW | Total |
      | ------------- | -------: | ---: | -----: | --: | ----: |
      | PROPOSED      |        0 |    1 |      0 |   0 |     1 |
      | USER_DEFERRED |        0 |    0 |      0 |   1 |     1 |

      ### Settled in the Source

      | Gap          | State    | Title        |
      | ------------ | -------- | ------------ |
      | GAP-LOAN-009 | RESOLVED | Who may lend |

      ### Coverage

      | Section | Found By | Found | Closed | Left |
      | ------- | -------- | ----: | -----: | ---: |
      | Lending | linter   |     2 |      0 |    2 |

      ## Convergence

      | Round | Gaps Start | Resolved | New | Gaps End | Net | Weighted Net | State | Note |
      | ----: | ---------: | -------: | --: | -------: | --: | -----------: | ----- | ---- |
      |     1 |          2 |        0 |   0 |      1.5 |   0 |            0 | FLAT  | -    |

      ## Round Summary

      ### Round 1

      #### Role Outcomes

      | Role     | Outcome | Detail                |
      | -------- | ------- | --------------------- |
      | Engineer | VALID   | -                     |
      | Reviewer | SKIP    | three attempts failed |

      #### Gap Transitions

      | Gap          | From        | To       | Actor    | Reason |
      | ------------ | ----------- | -------- | -------- | ------ |
      | GAP-LOAN-001 | IN_PROGRESS | PROPOSED | Engineer | -      |

      #### Disagreements

      | Issue        | Severity | Engineer Position        | Rests On  | Reviewer's Answer |
      | ------------ | -------- | ------------------------ | --------- | ----------------- |
      | ISSUE-R1-002 | HIGH     | A fixed number is enough | judgement | STAND: it is not  |

      #### Disagreement Flags

      | Issue        | Gap          | Heuristics | Confidence | Evidence           | Escalation  | Answer |
      | ------------ | ------------ | ---------- | ---------- | ------------------ | ----------- | ------ |
      | ISSUE-R1-001 | GAP-LOAN-001 | H1         | HIGH       | not answered by id | only logged | -      |

      #### Conflicts

      | Conflict     | Severity | Gap          | Type              | Outcome | Title          |
      | ------------ | -------- | ------------ | ----------------- | ------- | -------------- |
      | ISSUE-R1-002 | HIGH     | GAP-LOAN-001 | Explicit DISAGREE | open    | How many loans |

      ## Validation Log

      ### Validation Summary

      | Round | Role     | Outcome | Attempts | Final Failure Type |
      | ----: | -------- | ------- | -------: | ------------------ |
      |     1 | Engineer | SUCCESS |        2 | -                  |

      ### Detailed Log

      | Timestamp            | Round | Role     | Attempt | Validation | Result | Message                        |
      | -------------------- | ----: | -------- | ------: | ---------- | ------ | ------------------------------ |
      | 2026-01-12T14:30:00Z |     1 | Engineer |       1 | Structure  | FAIL   | no Confidence for GAP-LOAN-001 |

      ### Retry Details

      #### Engineer Retry 1 (2026-01-12T14:30:00Z)

      - **Round:** 1
      - **Failure Type:** WRONG_FORMAT
      - **Prompt Modification:** asked for the missing Confidence
      - **Example Attached:** tier 1, canonical
      - **Outcome:** passed

      ## Example Log

      | Timestamp            | Round | Role     | Failure Type | Tier | Source    | Tokens | Truncated | Retry Succeeded |
      | -------------------- | ----: | -------- | ------------ | ---: | --------- | -----: | --------- | --------------- |
      | 2026-01-12T14:30:00Z |     1 | Engineer | WRONG_FORMAT |    1 | canonical |    412 | no        | yes             |

      ### Examples by Tier

      | Tier | Attached | Succeeded | Failed |
      | ---: | -------: | --------: | -----: |
      |    1 |        1 |         1 |      0 |

      ## Detection Metrics

      ### Heuristics

      | Heuristic | Flagged | Confirmed | False Positives | Weight Last Used | Precision |
      | --------- | ------: | --------: | --------------: | ---------------: | --------: |
      | H1        |       3 |         2 |               1 |              0.9 |      67 % |

      ### DISAGREE Rate

      | Round | DISAGREEs | Of HIGH/CRITICAL | HIGH/CRITICAL Answered | Verdict | Rate |
      | ----: | --------: | ---------------: | ---------------------: | ------- | ---: |
      |     1 |         2 |                1 |                      4 | ALLOW   | 25 % |

      ## Timing

      | Round | Started              | Finished             | Active | Waiting |  Total |
      | ----: | -------------------- | -------------------- | -----: | ------: | -----: |
      |     1 | 2026-01-12T14:29:00Z | 2026-01-12T14:36:00Z | 5m 01s |  1m 59s | 7m 00s |

      ## Usage

      | Round | Role     | Agent  | Calls | Tokens In | Cached | Tokens Out | Cost                   | Active |
      | ----: | -------- | ------ | ----: | --------: | -----: | ---------: | ---------------------- | -----: |
      |     1 | Engineer | claude |     2 |      5210 |   1100 |        830 | $0.04 + 1 call unknown | 5m 01s |

      ### Agent Changes

      | Timestamp            | Round | Role     | Agent | Instead Of | Because      |
      | -------------------- | ----: | -------- | ----- | ---------- | ------------ |
      | 2026-01-12T14:31:00Z |     1 | Reviewer | codex | claude     | unauthorised |

      ## Rollback History

      ### Round 1 - Rollback 1

      - **Timestamp:** 2026-01-12T13:00:00Z
      - **Mode:** INTERACTIVE
      - **Reason:** too abstract
      - **Context From The User:** amounts are in cents
      - **Adjustment Applied:** three worked examples
      - **Adjustment Applied:** values instead of adjectives
      - **Root Cause Detected:** scope too large
      - **Recommendation:** split the gap
      - **User Decision:** split
      - **Archive:** round_001_rolled_back_1.tar.gz

      ### Session Rollback Summary

      - **Total Rollbacks:** 1
      - **Limit:** 7
      - **Successful Retries:** 0
      - **Root Cause Analyses:** 1
      - **Gaps Split:** GAP-LOAN-001
      - **Remaining Rollbacks:** 6 of 7
      "
    `);
  });

  it("says of every section that there is nothing in it", () => {
    const text = renderStatus(EMPTY);
    expect(text.match(/^## .*\n\nNone\.$/gm)?.length).toBe(8);
  });
});

describe("any status", () => {
  it("shows each text in its place, whatever it holds", () => {
    expectTextsShown((say) => renderStatus(example(say)));
  });

  it("keeps its bytes when the history of rollbacks changes", () => {
    const { rollbacks, rollbackSummary } = EMPTY;
    const halves = (document: StatusDocument) => renderStatus(document).split("\n## Rollback History\n");
    const [shown, without] = [halves(EXAMPLE), halves({ ...EXAMPLE, rollbacks, rollbackSummary })];
    expect(shown).toHaveLength(2);
    expect(without[0]).toBe(shown[0]);
    expect(without[1]).not.toBe(shown[1]);
  });
});
