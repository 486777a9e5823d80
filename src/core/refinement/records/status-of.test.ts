import { describe, expect, it } from "vitest";
import {
  EXAMPLE_GAPS,
  ExampleEvents,
  folded,
  roundWithRetry,
  time,
} from "../../../../test/support/example-events.ts";
import { exampleGap, gapId, issueId } from "../../../../test/support/example-gap.ts";
import { expectTextsShown, type Say } from "../../../../test/support/written-parts.ts";
import { renderDecisions } from "../../../document/decisions/decisions.ts";
import { renderStatus } from "../../../document/status/render-status.ts";
import { renderRoundSummary } from "../../../document/summary/round-summary.ts";
import { FAILURE_TYPES } from "../validation/judgement.ts";
import { statusDocument } from "./status-of.ts";
import { roundSummary } from "./summaries-of.ts";

describe("the validation log", () => {
  it("tells of a heading that was missing once, and of the retry that had it", () => {
    const { validation, examples } = statusDocument(folded(roundWithRetry()));
    expect(validation.summary).toEqual([
      { round: 1, role: "Engineer", outcome: "SUCCESS", attempts: 2, finalFailure: "N/A (passed on retry)" },
      { round: 1, role: "Reviewer", outcome: "SUCCESS", attempts: 1, finalFailure: null },
    ]);
    const row = (clock: string, role: string, rest: readonly [number, string, string, string | null]) => {
      const [attempt, check, result, message] = rest;
      return { timestamp: time(clock), round: 1, role, attempt, validation: check, result, message };
    };
    expect(validation.log).toEqual([
      row("14:30:00", "Engineer", [1, "Structure", "FAIL", "Missing '## Gap Resolution:'"]),
      row("14:31:15", "Engineer", [2, "Structure", "PASS", null]),
      row("14:31:15", "Engineer", [2, "Content", "PASS", "2 gaps addressed"]),
      row("14:35:00", "Reviewer", [1, "Structure", "PASS", null]),
      row("14:35:00", "Reviewer", [1, "Content", "PASS", null]),
    ]);
    expect(validation.retries).toEqual([
      {
        round: 1,
        role: "Engineer",
        retry: 1,
        timestamp: time("14:30:00"),
        failureType: "WRONG_FORMAT",
        promptModification: "FORMAT CORRECTION REQUIRED (structural headers)",
        exampleAttached: "Tier 1 Canonical (1,247 tokens)",
        outcome: "Success on retry",
      },
    ]);
    expect(examples).toEqual([
      {
        timestamp: time("14:30:00"),
        round: 1,
        role: "Engineer",
        failureType: "WRONG_FORMAT",
        tier: 1,
        source: "canonical",
        tokens: 1_247,
        truncated: false,
        succeeded: true,
      },
    ]);
  });

  it("is set as its tables and its list of retries", () => {
    const text = renderStatus(statusDocument(folded(roundWithRetry())));
    expect(
      text.slice(text.indexOf("## Validation Log"), text.indexOf("## Example Log")),
    ).toMatchInlineSnapshot(`
      "## Validation Log

      ### Validation Summary

      | Round | Role     | Outcome | Attempts | Final Failure Type    |
      | ----: | -------- | ------- | -------: | --------------------- |
      |     1 | Engineer | SUCCESS |        2 | N/A (passed on retry) |
      |     1 | Reviewer | SUCCESS |        1 | -                     |

      ### Detailed Log

      | Timestamp            | Round | Role     | Attempt | Validation | Result | Message                      |
      | -------------------- | ----: | -------- | ------: | ---------- | ------ | ---------------------------- |
      | 2026-01-12T14:30:00Z |     1 | Engineer |       1 | Structure  | FAIL   | Missing '## Gap Resolution:' |
      | 2026-01-12T14:31:15Z |     1 | Engineer |       2 | Structure  | PASS   | -                            |
      | 2026-01-12T14:31:15Z |     1 | Engineer |       2 | Content    | PASS   | 2 gaps addressed             |
      | 2026-01-12T14:35:00Z |     1 | Reviewer |       1 | Structure  | PASS   | -                            |
      | 2026-01-12T14:35:00Z |     1 | Reviewer |       1 | Content    | PASS   | -                            |

      ### Retry Details

      #### Engineer Retry 1 (2026-01-12T14:30:00Z)

      - **Round:** 1
      - **Failure Type:** WRONG_FORMAT
      - **Prompt Modification:** FORMAT CORRECTION REQUIRED (structural headers)
      - **Example Attached:** Tier 1 Canonical (1,247 tokens)
      - **Outcome:** Success on retry

      "
    `);
  });

  const checksOf = (events: ExampleEvents) =>
    statusDocument(folded(events)).validation.log.map((row) => [row.validation, row.result, row.message]);
  const begun = () => new ExampleEvents().started(EXAMPLE_GAPS).round(1).call().later(60).finished();

  it("says of a failure of the content that the structure passed", () => {
    const message = "Invalid refs: GAP-FLOW-099";
    expect(checksOf(begun().judged({ failure: "INCONSISTENT_REFS", message }))).toEqual([
      ["Structure", "PASS", null],
      ["Content", "FAIL", message],
    ]);
  });

  it("says what was only warned about", () => {
    const warnings = [
      { type: "THIN_CONTENT", message: "GAP-FLOW-003 has 150 characters", line: 4 },
      { type: "INCOMPLETE_STRUCTURE", message: "no Trade-offs", line: null },
    ] as const;
    const content =
      "THIN_CONTENT: GAP-FLOW-003 has 150 characters (line 4); INCOMPLETE_STRUCTURE: no Trade-offs";
    expect(checksOf(begun().judged({ warnings }))).toEqual([
      ["Structure", "PASS", null],
      ["Content", "WARN", content],
    ]);
  });

  it("has a first row that fails for every failure but those of the content", () => {
    for (const failure of FAILURE_TYPES) {
      const rows = checksOf(begun().judged({ failure, message: "so it is" }));
      expect(rows.at(-1)?.slice(1)).toEqual(["FAIL", "so it is"]);
      expect(rows.length).toBe(rows[0]?.[1] === "PASS" ? 2 : 1);
    }
  });

  it("shows a retry before it is launched, and that it failed again", () => {
    const ordered = begun().judged({ failure: "EMPTY_OUTPUT" }).retried(1, "EMPTY_OUTPUT");
    const [waiting] = statusDocument(folded(ordered)).validation.retries;
    expect(waiting).toMatchObject({ retry: 1, exampleAttached: null, outcome: null });
    ordered.call({ attempt: 2 }).finished({ attempt: 2 }).judged({ attempt: 2, failure: "WRONG_FORMAT" });
    const [failed] = statusDocument(folded(ordered)).validation.retries;
    expect(failed).toMatchObject({ failureType: "EMPTY_OUTPUT", outcome: "Failed again: WRONG_FORMAT" });
  });

  it("keeps the last failure of a role that was skipped, and counts launches as no attempts", () => {
    const skipped = begun()
      .judged({ failure: "WRONG_FORMAT" })
      .retried(1, "WRONG_FORMAT")
      .call({ attempt: 2 })
      .finished({ attempt: 2, document: null })
      .call({ attempt: 2, launch: 2 })
      .finished({ attempt: 2, launch: 2 })
      .judged({ attempt: 2, failure: "NO_GAPS_ADDRESSED" })
      .settled("SKIP", { detail: "the user skipped it" });
    const { validation, rounds } = statusDocument(folded(skipped));
    expect(validation.summary).toEqual([
      { round: 1, role: "Engineer", outcome: "SKIP", attempts: 2, finalFailure: "NO_GAPS_ADDRESSED" },
    ]);
    expect(rounds[0]?.outcomes).toEqual([
      { role: "Engineer", outcome: "SKIP", detail: "the user skipped it" },
    ]);
  });
});

describe("the rest of status.md", () => {
  it("names a run of several by its gap, in the order of the ids", () => {
    const lanes = ["GAP-FLOW-002", "GAP-FLOW-001"];
    const events = new ExampleEvents().started(EXAMPLE_GAPS).round(1, lanes);
    for (const lane of lanes) events.turn({ lane });
    const { rounds } = statusDocument(folded(events.turn({ role: "reviewer" })));
    expect(rounds[0]?.outcomes.map(({ role }) => role)).toEqual([
      "Engineer (GAP-FLOW-001)",
      "Engineer (GAP-FLOW-002)",
      "Reviewer",
    ]);
  });

  it("shows every setting, changed ones as they are now", () => {
    const events = new ExampleEvents()
      .started(EXAMPLE_GAPS)
      .add("AgentChosen", { role: "reviewer", agent: "human" });
    const { configuration } = statusDocument(folded(events));
    expect(Object.fromEntries(configuration.map(({ name, value }) => [name, value]))).toEqual({
      engineer: "claude",
      reviewer: "human",
      gapsPerRound: "1",
      parallelGaps: "1",
      maxRounds: "10",
      hardLimit: "50",
      stallThreshold: "2",
      divergenceThreshold: "8",
      criticalOverride: "true",
      backupRetentionRounds: "3",
      "limits.session.usd": "12.5",
    });
  });

  it("tells what a Final Review came to", () => {
    const final = { role: "final", round: 1 } as const;
    const events = roundWithRetry().completed().call(final).later(60).finished(final).judged(final);
    events.add("FinalReviewSettled", { verdict: "not-ready", blockers: 2, document: "sha-final---1" });
    expect(statusDocument(folded(events)).rounds[0]?.outcomes.at(-1)).toEqual({
      role: "Final Review",
      outcome: "VALID",
      detail: "NOT_READY, blockers: 2",
    });
  });

  it("says how the session ended", () => {
    const ended = roundWithRetry().completed().add("SessionEnded", { type: "GOOD_ENOUGH", trigger: "asked" });
    expect(statusDocument(folded(ended)).state).toBe("GOOD_ENOUGH");
  });
});

describe("what agents and users wrote", () => {
  const story = (say: Say) =>
    folded(
      roundWithRetry()
        .judged({ attempt: 1, failure: "WRONG_FORMAT", message: say("message") })
        .judged({ attempt: 2, warnings: [{ type: "DEVIATION", message: say("message"), line: 1 }] })
        .settled("VALID", { detail: say("detail"), document: "sha-engineer---2" })
        .add("GapEntered", {
          gap: { ...exampleGap("GAP-FLOW-009", { round: 1 }), title: say("title") },
          alias: null,
        })
        .add("GapMoved", {
          gap: gapId("GAP-FLOW-001"),
          from: "OPEN",
          state: { at: "USER_DEFERRED", reason: say("reason") },
          actor: "User",
          round: 1,
          reason: null,
        })
        .add("DisagreementStated", {
          round: 1,
          stated: {
            issue: issueId("ISSUE-R1-001"),
            round: 1,
            concern: "",
            position: "",
            rationale: "",
            alternative: null,
            restsOn: { of: "judgement" },
            document: "sha",
            line: 1,
          },
        })
        .asked({ why: say("why") })
        .later(90)
        .completed()
        .decided("DECISION-R2-001", 2),
    );

  it.each([
    ["status.md", (say: Say) => renderStatus(statusDocument(story(say)))],
    ["a round's summary.md", (say: Say) => renderRoundSummary(roundSummary(story(say), 1))],
    ["decisions.md", (say: Say) => renderDecisions(story(say).work.decisions)],
  ])("is shown in its place in %s, whatever it is", (_, write) => expectTextsShown(write));
});
