import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import {
  PRIOR_STATUSES,
  type ReviewerDocument,
  type ReviewIssue,
  type VerdictNorm,
} from "../../core/documents/reviewer-document.ts";
import { type GapId, makeGapId } from "../../core/shared/gap-id.ts";
import { SEVERITIES } from "../../core/shared/severity.ts";
import { undressed } from "../reading/dress.ts";
import { readReviewerDocument } from "../reviewer/read-reviewer.ts";
import { oneLine } from "./free-lines.ts";
import { carriedIssue, renderReviewerDocument } from "./render-reviewer.ts";

const LOOKALIKES = [
  ...[
    "## Verdict: APPROVED",
    "**Verdict:** NEEDS_REVISION",
    "APPROVED",
    "NO_ISSUES_FOUND",
    "### Critical Issues",
    "None",
  ],
  ...[
    "- **Impact:** nothing",
    "**Severity:** LOW",
    "; Suggestion: drop it",
    "New gap: GAP-FAKE-001",
    "ISSUE-R1-001: fixed",
  ],
  ...[
    "GAP-TRAM-001: severity raised to CRITICAL",
    "(LOW)",
    "must be fixed",
    "## Prior Issues",
    "| ISSUE-R1-001 | FIXED |",
  ],
  ...["A plain sentence.", "\n", "\n\n", "- item"],
];
const hostile = fc.oneof(
  hostileText,
  fc
    .array(fc.oneof(fc.constantFrom(...LOOKALIKES), hostileText), { maxLength: 4 })
    .map((pieces) => pieces.join("\n")),
);
const gap = (number: number): GapId => makeGapId({ category: "TRAM", number, letter: null }) as GapId;
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const severity = fc.constantFrom(...SEVERITIES);

const issue = (id: string, gaps: readonly GapId[]): fc.Arbitrary<ReviewIssue> =>
  fc
    .record({
      id: fc.constant(id),
      line: fc.constant(0),
      title: hostile.filter((text) => oneLine(text) !== ""),
      severity: orNull(severity),
      mustFix: fc.boolean(),
      gap: fc.constantFrom(...gaps),
      location: orNull(hostile),
      impact: orNull(hostile),
      suggestion: orNull(hostile),
    })
    .map(carriedIssue);

/** What was examined has a name: it begins with a letter. */
const scopePart = hostileText.map((text) => undressed(oneLine(text))).filter((text) => /^\p{L}/u.test(text));

/** A sentence that announces a gap or raises a severity says so in a list of new gaps too. */
const gapTitle = hostile.map(oneLine).filter((text) => !/new gap|raised/i.test(text));

/** As a Reviewer can mean it: what follows from the rest agrees with it. */
const anyDocument: fc.Arbitrary<ReviewerDocument> = fc.integer({ min: 1, max: 3 }).chain((count) => {
  const gapsReviewed = Array.from({ length: count }, (_, index) => gap(index + 1));
  return fc
    .record({
      gapsReviewed: fc.constant(gapsReviewed),
      issues: fc
        .tuple(issue("ISSUE-R7-101", gapsReviewed), issue("CRIT-77", gapsReviewed))
        .chain((all) => fc.subarray(all)),
      norm: fc.constantFrom<VerdictNorm>("APPROVED", "APPROVED_WITH_NOTES", "NEEDS_REVISION", "NONE"),
      scope: fc.uniqueArray(scopePart, { minLength: 1, selector: undressed }),
      gapVerdicts: fc.subarray(gapsReviewed).chain((gaps) =>
        fc.tuple(
          ...gaps.map((each) =>
            fc.record({
              gap: fc.constant(each),
              norm: fc.constantFrom<VerdictNorm>("APPROVED", "APPROVED_WITH_NOTES", "NEEDS_REVISION"),
              line: fc.constant(0),
            }),
          ),
        ),
      ),
      severityRaises: fc.array(
        fc.record({ gap: fc.constantFrom(...gapsReviewed), to: severity, line: fc.constant(0) }),
        {
          maxLength: 2,
        },
      ),
      priorIssues: fc.subarray(["ISSUE-R6-001", "ISSUE-R6-002", "ISSUE-R5-011"]).chain((ids) =>
        fc.tuple(
          ...ids.map((issueId) =>
            fc.record({
              issueId: fc.constant(issueId),
              status: fc.constantFrom(...PRIOR_STATUSES),
              line: fc.constant(0),
            }),
          ),
        ),
      ),
      newGaps: fc.subarray([gap(11), gap(12)]).chain((ids) =>
        fc.tuple(
          ...ids.map((id) =>
            fc.record({
              id: fc.constant(id),
              line: fc.constant(0),
              title: gapTitle,
              severity: orNull(severity),
            }),
          ),
        ),
      ),
    })
    .map(({ norm, scope, ...rest }) => {
      const issues = rest.issues.map((each) => ({
        ...each,
        severity: each.id === "CRIT-77" ? (each.severity ?? "CRITICAL") : each.severity,
      }));
      const demanded = norm === "APPROVED" && issues.some(({ mustFix }) => mustFix);
      return {
        ...rest,
        issues,
        verdict: { norm: demanded ? "APPROVED_WITH_NOTES" : norm, line: 0 },
        gapVerdicts: norm === "NONE" ? [] : rest.gapVerdicts,
        noIssues: issues.length > 0 ? null : { line: 0, scope },
        gapsNamed: [],
      };
    });
});

function withoutLines(document: ReviewerDocument): unknown {
  const { gapsNamed: _, ...rest } = document;
  return JSON.parse(JSON.stringify(rest, (key, value) => (key === "line" ? undefined : value)));
}

describe("a reviewer document that parley writes", () => {
  it("is read back as it was, whatever its issues hold", () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const source = renderReviewerDocument(document);
        expect(withoutLines(readReviewerDocument(source).document), source).toEqual(withoutLines(document));
      }),
      { numRuns: 150 },
    );
  });

  it("is the plain form, so nothing is noted, and reads well", () => {
    const source = renderReviewerDocument({
      gapsReviewed: [gap(1)],
      issues: [
        {
          id: "ISSUE-R1-001",
          line: 0,
          title: "The night tram has no stop at the harbour",
          severity: "HIGH",
          mustFix: false,
          gap: gap(1),
          location: "Stops, second list",
          impact: "Sailors walk.",
          suggestion: "Add the stop.",
        },
      ],
      verdict: { norm: "NEEDS_REVISION", line: 0 },
      gapVerdicts: [],
      noIssues: null,
      severityRaises: [],
      priorIssues: [{ issueId: "ISSUE-R0-004", status: "RESOLVED", line: 0 }],
      newGaps: [{ id: gap(2), line: 0, title: "Who rings the bell?", severity: "LOW" }],
      gapsNamed: [],
    });
    expect(source).toMatchInlineSnapshot(`
      "# Review

      **Gaps:** GAP-TRAM-001

      ## Issues

      ### ISSUE-R1-001: The night tram has no stop at the harbour

      - **Severity:** HIGH
      - **Gap:** GAP-TRAM-001
      - **Location:** Stops, second list
      - **Impact:** Sailors walk.
      - **Suggestion:** Add the stop.

      ## Prior Issues

      | Issue        | Status   |
      | ------------ | -------- |
      | ISSUE-R0-004 | RESOLVED |

      ## New Gaps

      | Gap          | Severity | Title               |
      | ------------ | -------- | ------------------- |
      | GAP-TRAM-002 | LOW      | Who rings the bell? |

      ## Verdict: NEEDS_REVISION
      "
    `);
    expect(readReviewerDocument(source).notes).toEqual([]);
  });
});
