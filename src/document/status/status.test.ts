import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { known } from "../../../test/support/known.ts";
import * as values from "../../../test/support/record-values.ts";
import { usageLine } from "../../../test/support/usage-line-values.ts";
import type { StatusDocument } from "../../core/documents/status-document.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { parseTimestamp, type Timestamp } from "../../core/shared/timestamp.ts";
import { withRollbackHistory } from "../record/rollback.ts";
import { readStatus } from "./read-status.ts";
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

const EXAMPLE: StatusDocument = {
  ...EMPTY,
  round: 1,
  updated: at("14:36:00"),
  configuration: [
    { name: "gapsPerRound", value: "1" },
    { name: "maxRounds", value: "10" },
  ],
  settled: [{ gap: gap("GAP-LOAN-009"), state: "RESOLVED", title: "Who may lend" }],
  gaps: [
    {
      gap: gap("GAP-LOAN-001"),
      title: "What happens when a reader | member is overdue?",
      severity: "HIGH",
      setBy: "stated",
      state: "PROPOSED",
      detail: null,
      origin: "source, line 12",
      blockedBy: [],
      roundEntered: 0,
      roundUpdated: 1,
    },
    {
      gap: gap("GAP-LOAN-002"),
      title: "Fees in other currencies",
      severity: "LOW",
      setBy: "default",
      state: "USER_DEFERRED",
      detail: "not this year",
      origin: "source, line 40",
      blockedBy: [gap("GAP-LOAN-001")],
      roundEntered: 0,
      roundUpdated: 1,
    },
  ],
  convergence: [
    {
      round: 1,
      gapsStart: 2,
      resolved: 0,
      created: 0,
      gapsEnd: 1.5,
      net: 0,
      weightedNet: 0,
      state: "FLAT",
      note: null,
    },
  ],
  rounds: [
    {
      round: 1,
      outcomes: [
        { role: "Engineer", outcome: "VALID", detail: null },
        { role: "Reviewer", outcome: "SKIP", detail: "three attempts failed" },
      ],
      transitions: [
        { gap: gap("GAP-LOAN-001"), from: "IN_PROGRESS", to: "PROPOSED", actor: "Engineer", reason: null },
      ],
      flags: [
        {
          issue: known(parseIssueId("ISSUE-R1-001")),
          gap: gap("GAP-LOAN-001"),
          heuristics: "H1",
          confidence: "HIGH",
          evidence: "not answered by id",
          answer: null,
        },
      ],
    },
  ],
  validation: {
    summary: [{ round: 1, role: "Engineer", outcome: "SUCCESS", attempts: 2, finalFailure: null }],
    log: [
      {
        timestamp: at("14:30:00"),
        round: 1,
        role: "Engineer",
        attempt: 1,
        validation: "Structure",
        result: "FAIL",
        message: "no Confidence for GAP-LOAN-001",
      },
    ],
    retries: [
      {
        round: 1,
        role: "Engineer",
        retry: 1,
        timestamp: at("14:30:00"),
        failureType: "WRONG_FORMAT",
        promptModification: "asked for the missing Confidence",
        exampleAttached: "tier 1, canonical",
        outcome: "passed",
      },
    ],
  },
  examples: [
    {
      timestamp: at("14:30:00"),
      round: 1,
      role: "Engineer",
      failureType: "WRONG_FORMAT",
      tier: 1,
      source: "canonical",
      tokens: 412,
      truncated: false,
      succeeded: true,
    },
  ],
  detection: {
    heuristics: [{ heuristic: "H1", flagged: 3, confirmed: 2, falsePositives: 1, weight: 0.9 }],
    disagreeRates: [{ round: 1, disagreed: 1, answered: 4, verdict: "ALLOW" }],
  },
  timing: [
    { round: 1, started: at("14:29:00"), finished: at("14:36:00"), activeSeconds: 301, waitingSeconds: 119 },
  ],
  usage: [
    {
      round: 1,
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
  agentChanges: [
    {
      timestamp: at("14:31:00"),
      round: 1,
      role: "Reviewer",
      agent: "codex",
      insteadOf: "claude",
      because: "unauthorised",
    },
  ],
  rollbacks: [
    {
      round: 1,
      attempt: 1,
      timestamp: at("13:00:00"),
      mode: "INTERACTIVE",
      reason: "too abstract",
      adjustments: ["three worked examples", "values instead of adjectives"],
      rootCause: { detected: "scope too large", recommendation: "split the gap" },
      userDecision: "split",
      archive: "round_001_rolled_back_1.tar.gz",
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
};

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

      #### Disagreement Flags

      | Issue        | Gap          | Heuristics | Confidence | Evidence           | Answer |
      | ------------ | ------------ | ---------- | ---------- | ------------------ | ------ |
      | ISSUE-R1-001 | GAP-LOAN-001 | H1         | HIGH       | not answered by id | -      |

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

      | Heuristic | Flagged | Confirmed | False Positives | Weight | Precision |
      | --------- | ------: | --------: | --------------: | -----: | --------: |
      | H1        |       3 |         2 |               1 |    0.9 |      67 % |

      ### DISAGREE Rate

      | Round | Disagreed | HIGH/CRITICAL Answered | Verdict | Rate |
      | ----: | --------: | ---------------------: | ------- | ---: |
      |     1 |         1 |                      4 | ALLOW   | 25 % |

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
    expect(readStatus(text)).toEqual({ document: EMPTY, notes: [] });
  });
});

const RENDERED = renderStatus(EXAMPLE);

describe("reading status.md", () => {
  it("reads tables and lists that were dressed otherwise", () => {
    const dressed = RENDERED.replaceAll(/ {2,}\|/g, " |")
      .replace("| FLAT", "| **FLAT**")
      .replace("| HIGH     |", "| `High` |")
      .replaceAll("\n", "\r\n");
    expect(readStatus(dressed)).toEqual({ document: EXAMPLE, notes: [] });
  });

  it.each([
    ["a row with a wrong number", [" 1.5 |", " many |"], "unreadable-cell"],
    ["a row with a wrong id", ["| GAP-LOAN-002 |", "| GAP-2 |"], "unreadable-cell"],
    ["a column nobody knows", ["| Setting ", "| Thing "], "unknown-column"],
    ["a section nobody knows", ["## Timing", "## Weather\n\nfine\n\n## Timing"], "unknown-section"],
    ["a missing section", ["## Timing", ""], "missing-section"],
  ] as const)("notes %s", (_, [from, to], code) => {
    const { document, notes } = readStatus(RENDERED.replace(from, to));
    expect(document).not.toBeNull();
    expect(notes.map((note) => note.code)).toContain(code);
  });

  it("is not read from a text about something else", () => {
    expect(readStatus("# Shopping\n\n- milk\n").document).toBeNull();
  });

  it("takes nothing from fences, comments and quotes", () => {
    const planted = "\n```\n## Timing\n```\n<!--\n## Timing\n-->\n> ## Timing\n\n";
    const { document } = readStatus(RENDERED.replace("\n## Timing\n", `${planted}\n## Timing\n`));
    expect(document).toEqual(EXAMPLE);
  });
});

const { freeText, someText, count, optional, few, timestamp } = values;
const document: fc.Arbitrary<StatusDocument> = fc.record({
  session: freeText,
  spec: freeText,
  round: count,
  state: freeText,
  updated: timestamp,
  configuration: few(fc.record({ name: freeText, value: freeText })),
  gaps: few(
    fc.record({
      gap: values.gapId,
      title: freeText,
      severity: values.severity,
      setBy: freeText,
      state: freeText,
      detail: optional(someText),
      origin: freeText,
      blockedBy: few(values.gapId),
      roundEntered: count,
      roundUpdated: count,
    }),
  ),
  settled: few(fc.record({ gap: values.gapId, state: freeText, title: freeText })),
  coverage: few(
    fc.record({ section: freeText, foundBy: freeText, found: count, closed: count, left: count }),
  ),
  convergence: few(values.convergenceRow),
  rounds: few(
    fc.record({
      round: count,
      outcomes: few(values.roleOutcome),
      transitions: few(values.gapTransition),
      flags: few(values.disagreementFlag),
    }),
  ),
  validation: fc.record({
    summary: few(
      fc.record({
        round: count,
        role: freeText,
        outcome: freeText,
        attempts: count,
        finalFailure: optional(someText),
      }),
    ),
    log: few(
      fc.record({
        timestamp,
        round: count,
        role: freeText,
        attempt: count,
        validation: freeText,
        result: freeText,
        message: optional(someText),
      }),
    ),
    retries: few(
      fc.record({
        round: count,
        role: freeText,
        retry: count,
        timestamp,
        failureType: freeText,
        promptModification: freeText,
        exampleAttached: optional(freeText),
        outcome: optional(freeText),
      }),
    ),
  }),
  examples: few(
    fc.record({
      timestamp,
      round: count,
      role: freeText,
      failureType: optional(someText),
      tier: count,
      source: freeText,
      tokens: count,
      truncated: fc.boolean(),
      succeeded: optional(fc.boolean()),
    }),
  ),
  detection: fc.record({
    heuristics: few(
      fc.record({
        heuristic: freeText,
        flagged: count,
        confirmed: count,
        falsePositives: count,
        weight: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
      }),
    ),
    disagreeRates: few(fc.record({ round: count, disagreed: count, answered: count, verdict: freeText })),
  }),
  timing: few(
    fc.record({
      round: count,
      started: timestamp,
      finished: optional(timestamp),
      activeSeconds: count,
      waitingSeconds: count,
    }),
  ),
  usage: few(usageLine),
  agentChanges: few(
    fc.record({
      timestamp,
      round: count,
      role: freeText,
      agent: freeText,
      insteadOf: optional(someText),
      because: optional(someText),
    }),
  ),
  rollbacks: few(values.rollbackEntry),
  rollbackSummary: values.rollbackSummary,
});

describe("any status", () => {
  it("comes back as it was", () => {
    fc.assert(
      fc.property(document, (given) => {
        expect(readStatus(renderStatus(given))).toEqual({ document: given, notes: [] });
      }),
      { numRuns: 60 },
    );
  });

  it("keeps its bytes when the history of rollbacks changes", () => {
    fc.assert(
      fc.property(
        document,
        few(values.rollbackEntry),
        values.rollbackSummary,
        (given, rollbacks, rollbackSummary) => {
          const restored = withRollbackHistory(renderStatus(given), rollbacks, rollbackSummary);
          expect(restored).toBe(renderStatus({ ...given, rollbacks, rollbackSummary }));
        },
      ),
      { numRuns: 20 },
    );
  });

  it("is read from any text without failing", () => {
    const line = fc.oneof(hostileText, fc.constantFrom(...RENDERED.split("\n")));
    fc.assert(fc.property(fc.array(line, { maxLength: 40 }), (lines) => void readStatus(lines.join("\n"))));
  });
});
