import { describe, expect, it } from "vitest";
import { gapId } from "../../../../test/support/example-gap.ts";
import type { Note } from "../../documents/note.ts";
import type { ReviewerDocument, ReviewIssue } from "../../documents/reviewer-document.ts";
import { DOCUMENT_BYTES_MAX } from "../../shared/bounds.ts";
import { judgeReviewer, type ReviewerExpected } from "./judge-reviewer.ts";
import type { Judgement, WrittenOutput } from "./judgement.ts";

const FLOW_1 = gapId("GAP-FLOW-001");
const FLOW_2 = gapId("GAP-FLOW-002");
const UX_1 = gapId("GAP-UX-001");
const TEXT: WrittenOutput = { at: "text", bytes: 1_000, blank: false };
const NOTHING: ReviewerDocument = {
  gapsReviewed: [FLOW_1],
  issues: [],
  verdict: { norm: "APPROVED_WITH_NOTES", line: 2 },
  gapVerdicts: [],
  noIssues: null,
  severityRaises: [],
  priorIssues: [],
  disagreements: [],
  newGaps: [],
  gapsNamed: [],
};
const APPROVED = { norm: "APPROVED", line: 2 } as const;
const NONE = { norm: "NONE", line: null } as const;
const REVISE = { norm: "NEEDS_REVISION", line: 2 } as const;
const EXAMINED = { line: 4, scope: ["the retry loop", "both error tables"] };

function issue(about: Partial<ReviewIssue> = {}): ReviewIssue {
  return {
    id: "ISSUE-R1-001",
    line: 5,
    title: "It never ends",
    severity: "HIGH",
    mustFix: false,
    gap: FLOW_1,
    location: null,
    impact: null,
    suggestion: null,
    text: "",
    ...about,
  };
}

interface Case extends Partial<ReviewerExpected> {
  readonly document: Partial<ReviewerDocument>;
  readonly notes?: readonly Note[];
}

function judge({ document, notes = [], ...expected }: Case): Judgement {
  return judgeReviewer(
    { written: TEXT, document: { ...NOTHING, ...document }, notes },
    { proposals: [FLOW_1], knownGaps: [FLOW_1, FLOW_2, UX_1], ...expected },
  );
}

function failure({ verdict }: Judgement) {
  if (verdict.ok) throw new Error("it passed");
  return verdict;
}

describe("before anyone reads it", () => {
  it.each<[WrittenOutput, string]>([
    [{ at: "missing" }, "FILE_MISSING"],
    [{ at: "text", bytes: 0, blank: true }, "EMPTY_OUTPUT"],
    [{ at: "text", bytes: DOCUMENT_BYTES_MAX + 1, blank: false }, "WRONG_FORMAT"],
    [TEXT, "WRONG_FORMAT"],
  ])("given %j and no document, then %s", (written, failureType) => {
    const expected = { proposals: [FLOW_1], knownGaps: [FLOW_1] };
    const judgement = judgeReviewer({ written, document: null, notes: [] }, expected);
    expect(judgement.verdict).toMatchObject({ ok: false, failureType, retriable: true });
    expect(judgement.gapsAddressed).toEqual([]);
  });
});

describe("the form of a review", () => {
  const unrated = issue({ severity: null });
  const RESOLVED = { issueId: "ISSUE-R1-001", status: "RESOLVED", line: 7 } as const;
  const WORDING = { why: "wording", line: 3, text: "Ship this and we lose data" } as const;

  it.each<[string, Partial<ReviewerDocument>]>([
    ["a stated severity", { issues: [issue()] }],
    ["a must-fix", { issues: [issue({ severity: null, mustFix: true })] }],
    ["a verdict that lends one", { issues: [unrated], verdict: REVISE }],
    ["its gap's verdict", { issues: [unrated], verdict: REVISE, gapVerdicts: [{ gap: FLOW_1, ...REVISE }] }],
    ["one rated issue among others", { issues: [unrated, issue()] }],
    ["no issues and what was examined", { noIssues: EXAMINED, verdict: APPROVED }],
    [
      "no issues, where earlier ones are listed",
      { noIssues: { line: 2, scope: [] }, priorIssues: [RESOLVED] },
    ],
    ["nothing but an earlier issue resolved and an approval", { priorIssues: [RESOLVED], verdict: APPROVED }],
    [
      "an earlier issue kept open",
      { priorIssues: [{ issueId: "ISSUE-R1-001", status: "UNRESOLVED", line: 7 }], verdict: REVISE },
    ],
  ])("given %s, then it passes", (_, document) => {
    expect(judge({ document })).toMatchObject({ verdict: { ok: true }, gapsAddressed: [FLOW_1] });
  });

  it.each<[string, Partial<ReviewerDocument>, string, number | null]>([
    ["nothing", { verdict: NONE }, "Neither issues with severities nor NO_ISSUES_FOUND", null],
    ["a verdict alone", { verdict: REVISE }, "NEEDS_REVISION needs an issue", 2],
    ["a bare approval", { verdict: APPROVED, noIssues: { line: 2, scope: [] } }, "scope is missing", 2],
    ["a blank scope", { noIssues: { line: 2, scope: [" "] } }, "scope is missing", 2],
    ["a scope of four words", { noIssues: { line: 2, scope: ["the retry", "loop twice"] } }, "5 words", 2],
    ["an issue without severity", { issues: [unrated], verdict: APPROVED }, "no severity (line 5)", 5],
    ["issues without severity", { issues: [unrated, unrated] }, "None of the 2 issues", 5],
    [
      "the severity of another gap's verdict",
      { issues: [unrated], gapVerdicts: [{ gap: FLOW_2, ...REVISE }] },
      "no severity",
      5,
    ],
    ["issues and no verdict", { issues: [issue()], verdict: NONE }, "No verdict on GAP-FLOW-001", null],
    [
      "a verdict on another gap",
      { issues: [issue()], verdict: NONE, gapVerdicts: [{ gap: FLOW_2, ...APPROVED }] },
      "No verdict on GAP-FLOW-001",
      null,
    ],
    [
      "earlier issues that are all resolved, without a verdict",
      { priorIssues: [RESOLVED], verdict: NONE },
      "No verdict",
      null,
    ],
    [
      "a verdict in other words",
      { issues: [issue()], verdict: { norm: "UNCLEAR", line: 3, doubt: WORDING } },
      '"Ship this and we lose data" in line 3',
      3,
    ],
    [
      "a gap's verdict in other words",
      { issues: [issue()], gapVerdicts: [{ gap: FLOW_1, norm: "UNCLEAR", line: 3, doubt: WORDING }] },
      "APPROVED (or: Approve, Accepted",
      3,
    ],
    [
      "two verdicts that differ",
      { issues: [issue()], verdict: { ...REVISE, doubt: { why: "differs", line: 9, text: "APPROVED" } } },
      "line 9 differs",
      9,
    ],
    [
      "one proposal with a verdict of its own that differs from the one over all",
      { issues: [issue()], verdict: REVISE, gapVerdicts: [{ gap: FLOW_1, norm: "APPROVED", line: 8 }] },
      "line 8 differs",
      8,
    ],
    [
      "no issues and yet a demand for revision",
      { noIssues: EXAMINED, verdict: REVISE },
      "name the issue or approve",
      2,
    ],
  ])("given %s, then WRONG_FORMAT", (_, document, said, line) => {
    const verdict = failure(judge({ document }));
    expect(verdict).toMatchObject({ failureType: "WRONG_FORMAT", retriable: true, line });
    expect(verdict.message).toContain(said);
  });
});

describe("which proposals a review covers", () => {
  const two = { proposals: [FLOW_1, FLOW_2] };
  const rated = { issues: [issue({ gap: null })] };
  const silent = { ...rated, gapsReviewed: [] };
  const names = (...gaps: (typeof FLOW_1)[]) => gaps.map((gap, at) => ({ gap, line: at + 3 }));

  it.each<[string, Partial<ReviewerDocument>, readonly string[]]>([
    ["the gaps it says it reviews", { ...rated, gapsReviewed: [FLOW_2, UX_1] }, [FLOW_2]],
    ["the gaps of its verdicts", { ...silent, gapVerdicts: [{ gap: FLOW_2, ...APPROVED }] }, [FLOW_2]],
    ["the gaps of its issues", { issues: [issue({ gap: FLOW_2 })], gapsReviewed: [] }, [FLOW_2]],
    [
      "not those it names besides",
      { ...rated, gapsReviewed: [FLOW_2], gapsNamed: names(FLOW_1, FLOW_2) },
      [FLOW_2],
    ],
    ["failing those, the gaps it names", { ...silent, gapsNamed: names(UX_1, FLOW_2) }, [FLOW_2]],
    [
      "all, where it names only gaps of its own making",
      {
        ...silent,
        gapsNamed: names(UX_1),
        newGaps: [{ id: UX_1, line: 3, title: "", severity: null }],
      },
      [FLOW_1, FLOW_2],
    ],
  ])("%s", (_, document, covered) => {
    expect(judge({ document, ...two })).toMatchObject({ verdict: { ok: true }, gapsAddressed: covered });
  });

  it("all of several, where it names no gap, with a warning", () => {
    const judgement = judge({ document: silent, ...two });
    expect(judgement.gapsAddressed).toEqual([FLOW_1, FLOW_2]);
    expect(judgement.warnings).toEqual([
      { type: "DEVIATION", message: expect.stringContaining("GAP-FLOW-001, GAP-FLOW-002"), line: null },
    ]);
  });

  it("the only one, where it names no gap, without a word", () => {
    expect(judge({ document: silent })).toMatchObject({ gapsAddressed: [FLOW_1], warnings: [] });
  });

  it("none, where it is about other gaps: NO_GAPS_ADDRESSED", () => {
    const document = { ...rated, gapsReviewed: [UX_1], gapsNamed: names(UX_1) };
    const judgement = judge({ document, ...two });
    expect(failure(judgement)).toMatchObject({
      failureType: "NO_GAPS_ADDRESSED",
      line: 3,
      subjects: [FLOW_1, FLOW_2],
    });
    expect(failure(judgement).message).toContain("it names GAP-UX-001");
    expect(judgement.gapsAddressed).toEqual([]);
  });

  it.each([
    [[FLOW_1], "1 proposal reviewed, 1 issue"],
    [[FLOW_1, FLOW_2], "1 of 2 proposals reviewed, 1 issue"],
  ])("of %j, the message is %j", (proposals, message) => {
    expect(judge({ document: { issues: [issue()] }, proposals }).verdict).toEqual({ ok: true, message });
  });
});

describe("references", () => {
  const stranger = { gap: gapId("GAP-FLOW-099"), line: 6 };

  it("given a gap that nobody knows, then INCONSISTENT_REFS at its line", () => {
    const document = { issues: [issue()], gapsNamed: [stranger] };
    const verdict = failure(judge({ document }));
    expect(verdict).toMatchObject({
      failureType: "INCONSISTENT_REFS",
      line: 6,
      subjects: ["GAP-FLOW-099"],
    });
    expect(verdict.message).toMatch(/^Invalid refs: GAP-FLOW-099 \(line 6\)/);
  });

  it("given the review introduces it, then it passes", () => {
    const newGaps = [{ id: stranger.gap, line: 6, title: "", severity: null }];
    expect(judge({ document: { issues: [issue()], gapsNamed: [stranger], newGaps } }).verdict.ok).toBe(true);
  });
});
