import { describe, expect, it } from "vitest";
import { gapId, issueId } from "../../../test/support/example-gap.ts";
import { judgeAnswers } from "../../core/refinement/validation/judge-answers.ts";
import { judgeReviewer } from "../../core/refinement/validation/judge-reviewer.ts";
import { readEngineerDocument } from "../../document/engineer/read-engineer.ts";
import { readFinalReview } from "../../document/final-review/read-final-review.ts";
import { readReviewerDocument } from "../../document/reviewer/read-reviewer.ts";
import { EXAMPLE_TOKENS, tokensOf } from "../budgets.ts";
import {
  CANONICAL_ANSWERS,
  CANONICAL_ENGINEER,
  CANONICAL_FINAL,
  CANONICAL_REVIEWER,
} from "./canonical-documents.ts";
import {
  answerTemplate,
  disagreeTemplate,
  engineerTemplate,
  FINAL_TEMPLATE,
  NOTHING_FOUND_FORM,
  NOTHING_NEW_FORM,
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
        has: { tradeOffs: true, examples: 2, newGaps: true },
      },
    ]);
    expect(document.resolutions[0]?.edits[0]?.text).toContain(
      "A hold must not lapse before its reader was told.",
    );
    expect(document.newGaps).toMatchObject([{ id: "GAP-HOLD-009", severity: "MEDIUM" }]);
    expect(document.responses).toMatchObject([
      { issueId: "ISSUE-R2-001", status: "ADDRESSED" },
      { issueId: "ISSUE-R2-003", status: "DISAGREE" },
    ]);
    expect(document.disagreements).toMatchObject([
      {
        issueId: "ISSUE-R2-003",
        reviewerConcern: "Readers should be able to extend a hold before it lapses.",
        engineerPosition: "A hold is not extended; the reader places a new one.",
        alternative: null,
        restsOn: {
          of: "place",
          path: "holds.md",
          line: 14,
          quote: "Nobody waits behind a book that nobody reads.",
        },
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
      disagreements: [{ issueId: "ISSUE-R2-003", answer: "WITHDRAW", why: expect.any(String) }],
      newGaps: [{ id: "GAP-BACKUP-001", severity: "MEDIUM" }],
    });
  });

  it("the answers to the user are read without a note, and pass their gate", () => {
    const { document, notes } = readEngineerDocument(CANONICAL_ANSWERS);
    expect(notes).toEqual([]);
    expect(document.responses.map(({ issueId: id, status }) => [id, status])).toEqual([
      ["ISSUE-R2-001", "PARTLY"],
      ["ISSUE-R2-003", "DISAGREE"],
    ]);
    expect(document.disagreements).toMatchObject([{ restsOn: { of: "judgement" } }]);
    expect(judgeCanonicalAnswers(CANONICAL_ANSWERS)).toMatchObject({ ok: true });
  });

  it("the final one is read without a note", () => {
    const { document, notes } = readFinalReview(CANONICAL_FINAL);
    expect(notes).toEqual([]);
    expect(document).toMatchObject({
      verdict: "NOT_READY",
      blockers: [
        { severity: "CRITICAL", id: "GAP-HOLD-004" },
        { severity: "HIGH", id: null },
      ],
    });
  });

  it.each([CANONICAL_ENGINEER, CANONICAL_ANSWERS, CANONICAL_REVIEWER, CANONICAL_FINAL])(
    "fits a retry whole",
    (text) => {
      expect(tokensOf(text)).toBeLessThanOrEqual(EXAMPLE_TOKENS.retry);
    },
  );
});

const written = (text: string) => ({ at: "text", bytes: text.length, blank: false }) as const;

function judgeCanonicalAnswers(text: string) {
  const asked = ["ISSUE-R2-001", "ISSUE-R2-003"].map(issueId);
  const issues = asked.map((id) => ({
    ...{ id, round: 2, severity: "HIGH", gaps: [gap], state: { at: "OPEN", decision: null } },
    text: "Readers should be able to extend a hold before it lapses.",
  })) as never;
  return judgeAnswers(
    { written: written(text), ...readEngineerDocument(text) },
    { asked, issues, knownGaps: [gap] },
  ).verdict;
}

/** As an agent would: a word of each choice, something in each other bracket, and what does not apply taken out. */
function filled(form: string, choices: Readonly<Record<string, string>>): string {
  return form
    .replace(/^\[Only where[^\]]*\]\n\n/m, "")
    .replace(/^\[None\., or[^\]]*:\]\n\n(?:\|.*\n|###[\s\S]*)*/m, "None.\n")
    .replaceAll(/\[([^\]]*)\]/g, (_, inside: string) => choices[inside] ?? inside);
}

const CHOICES = {
  "HIGH, MEDIUM or LOW": "MEDIUM",
  "CRITICAL, HIGH, MEDIUM or LOW": "HIGH",
  "ADDRESSED, PARTLY, DISAGREE or DEFERRED": "ADDRESSED",
  "RESOLVED, PARTIALLY_RESOLVED, UNRESOLVED or DEFERRED": "UNRESOLVED",
  "APPROVED, APPROVED_WITH_NOTES or NEEDS_REVISION": "NEEDS_REVISION",
};

const review = { gaps: [gap, gapId("GAP-LOAN-002")], round: 3, disagreements: [] };

describe("the forms", () => {
  it.each([
    ["Engineer", engineerTemplate({ gaps: [gap], openIssues: [openIssue] })],
    ["answers to the user", answerTemplate([openIssue])],
    ["disagreement", disagreeTemplate()],
    ["Reviewer", reviewerTemplate({ ...review, openIssues: [openIssue], disagreements: [openIssue] })],
    [
      "Reviewer who finds nothing new",
      reviewerTemplate({ ...review, openIssues: [openIssue] }, NOTHING_NEW_FORM),
    ],
    ["Final Review", FINAL_TEMPLATE],
  ])("the one for the %s chooses nothing for whoever fills it in", (_, form) => {
    const outside = form.replaceAll(/\[[^\]]*\]/g, "");
    expect(outside).not.toMatch(
      /\b(?:CRITICAL|HIGH|MEDIUM|LOW|ADDRESSED|RESOLVED|APPROVED|NEEDS_REVISION|READY_FOR_TERMINATION|NOT_READY|WITHDRAW|STAND)\b/,
    );
  });

  it("the Engineer's, filled in, is read without a note, a row for every open issue", () => {
    const openIssues = [openIssue, issueId("ISSUE-R2-002")];
    const form = engineerTemplate({ gaps: [gap], openIssues });
    const { document, notes } = readEngineerDocument(
      `${filled(form, CHOICES)}\n${disagreeTemplate("ISSUE-R2-002")}`,
    );
    expect(notes).toEqual([]);
    expect(document.resolutions).toMatchObject([{ gaps: [gap], confidence: "MEDIUM" }]);
    expect(document.newGaps).toEqual([]);
    expect(document.responses.map(({ issueId: id, status }) => [id, status])).toEqual(
      openIssues.map((issue) => [issue, "ADDRESSED"]),
    );
    expect(document.disagreements).toMatchObject([
      {
        issueId: "ISSUE-R2-002",
        reviewerConcern: expect.any(String),
        engineerPosition: expect.any(String),
        rationale: expect.any(String),
        alternative: expect.any(String),
        restsOn: { of: "unclear" },
      },
    ]);
  });

  it("the one for answers to the user, filled in, has a row for each", () => {
    const asked = [openIssue, issueId("ISSUE-R2-002")];
    const form = filled(answerTemplate(asked), { "ADDRESSED, PARTLY or DISAGREE": "PARTLY" });
    const { document, notes } = readEngineerDocument(form);
    expect(notes).toEqual([]);
    expect(document.responses.map(({ issueId: id, status }) => [id, status])).toEqual(
      asked.map((issue) => [issue, "PARTLY"]),
    );
  });

  it.each([[[openIssue]], [[]]])(
    "the Reviewer's with disagreements is read without a note, other earlier issues %s",
    (prior) => {
      const disputed = issueId("ISSUE-R2-009");
      const form = reviewerTemplate({ ...review, gaps: [gap], openIssues: prior, disagreements: [disputed] });
      const { document, notes } = readReviewerDocument(
        filled(form, { ...CHOICES, "WITHDRAW or STAND": "STAND", why: "It is still so." }),
      );
      expect(notes).toEqual([]);
      expect(document.disagreements).toMatchObject([
        { issueId: disputed, answer: "STAND", why: "It is still so." },
      ]);
      expect(document.issues).toMatchObject([{ id: "ISSUE-R3-001" }]);
      expect(document.priorIssues).toHaveLength(prior.length);
    },
  );

  it.each([
    ["STAND", "NEEDS_REVISION", NOTHING_NEW_FORM],
    ["WITHDRAW", "APPROVED", NOTHING_FOUND_FORM],
  ])("a review that says nothing but %s passes with %s", (answer, verdict, findings) => {
    const form = reviewerTemplate(
      { ...review, gaps: [gap], openIssues: [], disagreements: [openIssue] },
      findings,
    );
    const text = filled(form, {
      "WITHDRAW or STAND": answer,
      "APPROVED, APPROVED_WITH_NOTES or NEEDS_REVISION": verdict,
      "what you examined, one point a line": "the limits, the states and the order of both texts",
    });
    const judged = judgeReviewer(
      { written: written(text), ...readReviewerDocument(text) },
      { proposals: [gap], knownGaps: [gap] },
    );
    expect(judged.verdict).toMatchObject({ ok: true });
  });

  it("the Engineer's for several gaps of one passage names them in one heading", () => {
    const gaps = [gap, gapId("GAP-LOAN-002")];
    const { document } = readEngineerDocument(filled(engineerTemplate({ gaps, openIssues: [] }), CHOICES));
    expect(document.resolutions).toMatchObject([{ gaps }]);
    expect(document.responses).toEqual([]);
  });

  it.each([[[openIssue]], [[]]])(
    "the Reviewer's, filled in, is read without a note, earlier issues %s",
    (prior) => {
      const form = reviewerTemplate({ ...review, gaps: [gap], openIssues: prior });
      const { document, notes } = readReviewerDocument(filled(form, CHOICES));
      expect(notes).toEqual([]);
      expect(document.issues).toMatchObject([{ id: "ISSUE-R3-001", severity: "HIGH", gap }]);
      expect(document.priorIssues).toHaveLength(prior.length);
      expect(document.verdict.norm).toBe("NEEDS_REVISION");
    },
  );

  it("a review that finds nothing is read without a note", () => {
    const form = reviewerTemplate({ ...review, openIssues: [openIssue] }, NOTHING_FOUND_FORM);
    const { document, notes } = readReviewerDocument(
      filled(form, {
        ...CHOICES,
        "APPROVED, APPROVED_WITH_NOTES or NEEDS_REVISION": "APPROVED",
        "RESOLVED, PARTIALLY_RESOLVED, UNRESOLVED or DEFERRED": "RESOLVED",
      }),
    );
    expect(notes).toEqual([]);
    expect(document).toMatchObject({ issues: [], gapsReviewed: review.gaps, verdict: { norm: "APPROVED" } });
    expect(document.priorIssues).toMatchObject([{ issueId: openIssue, status: "RESOLVED" }]);
    expect(document.noIssues?.scope).toHaveLength(1);
  });

  it("a review that finds nothing new while an earlier issue is open passes the gate", () => {
    const text = filled(reviewerTemplate({ ...review, openIssues: [openIssue] }, NOTHING_NEW_FORM), CHOICES);
    const { document, notes } = readReviewerDocument(text);
    expect(document).toMatchObject({
      issues: [],
      noIssues: null,
      priorIssues: [{ issueId: openIssue, status: "UNRESOLVED" }],
      verdict: { norm: "NEEDS_REVISION" },
    });
    const written = { at: "text", bytes: text.length, blank: false } as const;
    const expected = { proposals: review.gaps, knownGaps: review.gaps };
    expect(judgeReviewer({ written, document, notes }, expected).verdict.ok).toBe(true);
  });

  it.each([
    ["NOT_READY", 1],
    ["READY_FOR_TERMINATION", 0],
  ])("the final one, filled in as %s, is read without a note", (verdict, blockers) => {
    const form = blockers === 0 ? FINAL_TEMPLATE : FINAL_TEMPLATE.replace(/^\[None[^\]]*\]\n\n/m, "");
    const { document, notes } = readFinalReview(
      filled(form, {
        ...CHOICES,
        "READY_FOR_TERMINATION or NOT_READY": verdict,
        "the id of the gap it comes from, or -": "-",
      }),
    );
    expect(notes).toEqual([]);
    expect(document.verdict).toBe(verdict);
    expect(document.blockers).toHaveLength(blockers);
  });

  it("are small enough for a first prompt", () => {
    const openIssues = [openIssue];
    const engineer = engineerTemplate({ gaps: [gap], openIssues }) + disagreeTemplate(openIssue);
    const facts = { gaps: [gap], round: 3, openIssues, disagreements: openIssues };
    const reviewer = reviewerTemplate(facts) + NOTHING_FOUND_FORM + NOTHING_NEW_FORM;
    for (const text of [engineer, reviewer, FINAL_TEMPLATE])
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
