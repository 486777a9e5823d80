import { describe, expect, it } from "vitest";
import { gapId, issueId } from "../../core/refinement/example-gap.ts";
import { readEngineerDocument } from "../../document/engineer/read-engineer.ts";
import { readFinalReview } from "../../document/final-review/read-final-review.ts";
import { readReviewerDocument } from "../../document/reviewer/read-reviewer.ts";
import { EXAMPLE_TOKENS, tokensOf } from "../budgets.ts";
import { CANONICAL_ENGINEER } from "./canonical-engineer.ts";
import { CANONICAL_FINAL } from "./canonical-final.ts";
import { CANONICAL_REVIEWER } from "./canonical-reviewer.ts";
import {
  disagreeTemplate,
  engineerTemplate,
  NOT_READY_TEMPLATE,
  nothingFoundTemplate,
  READY_TEMPLATE,
  reviewerTemplate,
} from "./templates.ts";

const gap = gapId("GAP-LOAN-001");
const openIssue = issueId("ISSUE-R2-001");

describe("the built-in examples", () => {
  it("the Engineer's is read without a note", () => {
    const { document, notes } = readEngineerDocument(CANONICAL_ENGINEER);
    expect(notes).toEqual([]);
    expect(document.resolutions).toMatchObject([
      {
        gaps: ["GAP-HOLD-004"],
        confidence: "HIGH",
        specText: { place: { at: "after", headingPath: ["Holds", "Notifying the reader"] } },
        has: { tradeOffs: true, examples: 3, newGaps: true },
      },
    ]);
    expect(document.resolutions[0]?.specText?.text).toMatch(/^#### Lapse of a hold[\s\S]*reader was told\.$/);
    expect(document.newGaps).toMatchObject([{ id: "GAP-HOLD-009", severity: "MEDIUM" }]);
    expect(document.responses).toMatchObject([{ issueId: "ISSUE-R2-001", kind: "addressed" }]);
    expect(document.disagreements).toMatchObject([
      {
        issueId: "ISSUE-R2-003",
        reviewerConcern: "Readers should be able to extend a hold before it lapses.",
        engineerPosition: "A hold is not extended; the reader places a new one.",
        alternative: null,
      },
    ]);
    expect([...document.blocked, ...document.uncertain]).toEqual([]);
  });

  it("the Reviewer's is read without a note", () => {
    const { document, notes } = readReviewerDocument(CANONICAL_REVIEWER);
    expect(notes).toEqual([]);
    expect(document).toMatchObject({
      gapsReviewed: ["GAP-HOLD-004"],
      issues: [
        { id: "ISSUE-R3-001", severity: "HIGH", gap: "GAP-HOLD-004" },
        { id: "ISSUE-R3-002", severity: "LOW", gap: "GAP-HOLD-004" },
      ],
      verdict: { norm: "NEEDS_REVISION" },
      gapVerdicts: [{ gap: "GAP-HOLD-004", norm: "NEEDS_REVISION" }],
      severityRaises: [{ gap: "GAP-HOLD-004", to: "HIGH" }],
      priorIssues: [
        { issueId: "ISSUE-R2-001", status: "RESOLVED" },
        { issueId: "ISSUE-R2-002", status: "UNRESOLVED" },
      ],
      newGaps: [{ id: "GAP-BACKUP-001", severity: "MEDIUM" }],
    });
  });

  it("the final one is read without a note", () => {
    const { document, notes } = readFinalReview(CANONICAL_FINAL);
    expect(notes).toEqual([]);
    expect(document).toMatchObject({
      verdict: "NOT_READY",
      blockers: [
        { severity: "CRITICAL", gap: "GAP-HOLD-004" },
        { severity: "HIGH", gap: null },
      ],
    });
  });

  it.each([CANONICAL_ENGINEER, CANONICAL_REVIEWER, CANONICAL_FINAL])("fits a retry whole", (text) => {
    expect(tokensOf(text)).toBeLessThanOrEqual(EXAMPLE_TOKENS.retry);
  });
});

describe("the forms, as they stand", () => {
  it("the Engineer's is read without a note", () => {
    const { document, notes } = readEngineerDocument(
      `${engineerTemplate(gap, openIssue)}\n${disagreeTemplate("ISSUE-R2-002")}`,
    );
    expect(notes).toEqual([]);
    expect(document.resolutions).toMatchObject([
      { gaps: [gap], confidence: "MEDIUM", specText: { place: { at: "marker" } } },
    ]);
    expect(document.responses).toMatchObject([{ issueId: openIssue, kind: "addressed" }]);
    expect(document.disagreements).toMatchObject([
      {
        issueId: "ISSUE-R2-002",
        reviewerConcern: expect.any(String),
        engineerPosition: expect.any(String),
        rationale: expect.any(String),
        alternative: expect.any(String),
        request: "Escalate to user for resolution",
      },
    ]);
  });

  it.each([openIssue, null])("the Reviewer's is read without a note, earlier issue %s", (prior) => {
    const { document, notes } = readReviewerDocument(reviewerTemplate({ gap, round: 3, openIssue: prior }));
    expect(notes).toEqual([]);
    expect(document.issues).toMatchObject([{ id: "ISSUE-R3-001", severity: "HIGH", gap }]);
    expect(document.priorIssues).toHaveLength(prior === null ? 0 : 1);
    expect(document.verdict.norm).toBe("NEEDS_REVISION");
  });

  it("a review that finds nothing is read without a note", () => {
    const { document, notes } = readReviewerDocument(nothingFoundTemplate(gap));
    expect(notes).toEqual([]);
    expect(document).toMatchObject({ issues: [], gapsReviewed: [gap], verdict: { norm: "APPROVED" } });
    expect(document.noIssues?.scope).toHaveLength(1);
  });

  it.each([
    [NOT_READY_TEMPLATE, "NOT_READY", 1],
    [READY_TEMPLATE, "READY_FOR_TERMINATION", 0],
  ])("the final ones are read without a note", (text, verdict, blockers) => {
    const { document, notes } = readFinalReview(text);
    expect(notes).toEqual([]);
    expect(document.verdict).toBe(verdict);
    expect(document.blockers).toHaveLength(blockers);
  });

  it("are small enough for a first prompt", () => {
    const engineer = engineerTemplate(gap, openIssue) + disagreeTemplate(openIssue);
    const reviewer = reviewerTemplate({ gap, round: 3, openIssue }) + nothingFoundTemplate(gap);
    for (const text of [engineer, reviewer, NOT_READY_TEMPLATE + READY_TEMPLATE])
      expect(tokensOf(text)).toBeLessThanOrEqual(EXAMPLE_TOKENS.first);
  });

  it("the lines that say one is stuck are read without a note", () => {
    const { document, notes } = readEngineerDocument(
      "BLOCKED_NEEDS_INPUT: GAP-LOAN-001 - the price list\n\nUNCERTAINTY: GAP-LOAN-002 - what a unit is\n",
    );
    expect(notes).toEqual([]);
    expect(document.blocked).toMatchObject([{ gap: "GAP-LOAN-001", text: "the price list" }]);
    expect(document.uncertain).toMatchObject([{ gap: "GAP-LOAN-002", text: "what a unit is" }]);
  });
});
