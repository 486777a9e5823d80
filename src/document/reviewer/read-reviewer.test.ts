import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readReviewerDocument } from "./read-reviewer.ts";

const LINES = [
  "# Review: GAP-TRAM-001",
  "## Critical Issues",
  "### ISSUE-R1-001: The bell is broken",
  "- **H1 (High)**: The door sticks",
  "  - Location: car 2",
  "**Severity:** High",
  "| ID | Severity | Issue |",
  "|----|----------|-------|",
  "| M-1 | Medium | The lamp smokes |",
  "## Verdict: APPROVED",
  "**Recommendation:** reject",
  "```",
  "```markdown",
  "> NO_ISSUES_FOUND",
  "NO_ISSUES_FOUND",
  "<!--",
  "-->",
  "1. text",
  "---",
  "",
  "## Previous issues",
  "- [x] H2: fixed",
  "## New gaps",
  "- GAP-TRAM-002 (Low): a gap",
];
const anyReview = fc.array(fc.constantFrom(...LINES), { maxLength: 30 });

describe("whatever the text", () => {
  test("it is read without failing, and every place lies in it", () => {
    fc.assert(
      fc.property(fc.oneof(anyReview, fc.array(fc.string())), (lines) => {
        const { document, notes } = readReviewerDocument(lines.join("\n"));
        const placed = [
          ...document.issues,
          ...document.priorIssues,
          ...document.newGaps,
          ...document.gapsNamed,
          ...notes,
        ];
        const last = lines.join("\n").split(/\r\n|\n|\r/).length;
        for (const { line } of placed) expect(line >= 1 && line <= last).toBe(true);
        expect(document.verdict.norm === "NONE").toBe(document.verdict.line === null);
        expect(document.noIssues === null || document.issues.length === 0).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test("it says the same whatever ends its lines", () => {
    fc.assert(
      fc.property(anyReview, (lines) => {
        const { document } = readReviewerDocument(lines.join("\n"));
        expect(readReviewerDocument(lines.join("\r\n")).document).toEqual(document);
        expect(readReviewerDocument(`\uFEFF${lines.join("\n")}`).document).toEqual(document);
      }),
      { numRuns: 60 },
    );
  });

  test("what stands in a fence, a quote or a comment states nothing", () => {
    const inner = LINES.filter((line) => !/^(?:```|<!--|-->|>)/.test(line));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...inner), { maxLength: 20 }), (lines) => {
        const quoted = lines.map((line) => `> ${line}`).join("\n");
        for (const text of [
          `\`\`\`markdown\n${lines.join("\n")}\n\`\`\``,
          quoted,
          `<!--\n${lines.join("\n")}\n-->`,
        ]) {
          const { document } = readReviewerDocument(text);
          expect(document).toMatchObject({
            issues: [],
            priorIssues: [],
            newGaps: [],
            gapsNamed: [],
            noIssues: null,
          });
          expect(document.verdict.norm).toBe("NONE");
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("the title of an issue", () => {
  test.each([
    "### ISSUE-R1-001: The field `dueAt` is never set\n\n- **Severity:** HIGH",
    "### The field `dueAt` is never set (HIGH)\n\nText.",
    "- **[HIGH] The field `dueAt` is never set.** Nor is `x`.",
    "**ISSUE-R1-001 (HIGH): The field `dueAt` is never set**\n\nText.",
    "| ID | Severity | Issue |\n|---|---|---|\n| ISSUE-R1-001 | HIGH | The field `dueAt` is never set |",
  ])("keeps its code marks: %j", (text) => {
    const { issues } = readReviewerDocument(`## Issues\n\n${text}\n`).document;
    expect(issues).toMatchObject([{ title: "The field `dueAt` is never set" }]);
  });
});

describe("notes", () => {
  test("a review in the form asked for has none", () => {
    const text = [
      "### ISSUE-R1-001: The bell is broken",
      "**Severity:** HIGH",
      "",
      "## Verdict: NEEDS_REVISION",
    ].join("\n");
    expect(readReviewerDocument(text).notes).toEqual([]);
  });

  test("each deviation is named at its line", () => {
    const text = ["## High", "- The bell is broken", "", "Decision: revise", "```"].join("\n");
    expect(readReviewerDocument(text).notes.map(({ code, line }) => [code, line])).toEqual([
      ["issue-without-id", 2],
      ["severity-from-section", 2],
      ["verdict-reworded", 4],
      ["fence-left-open", 5],
    ]);
  });
});

describe("the gaps that a review is about", () => {
  const reviewed = (text: string) => readReviewerDocument(text).document.gapsReviewed;
  const issue = "### ISSUE-R1-001: No limit\n\n- **Severity:** HIGH\n- **Gap:** GAP-AA-001\n";

  test.each([
    ["a second-level title", `## Review\n\n**Gaps:** GAP-AA-001, GAP-BB-002\n\n${issue}`],
    ["a list under it", `## Review\n\n- **Gaps:** GAP-AA-001, GAP-BB-002\n\n${issue}`],
    ["a gap in the title, too", `## Review: GAP-AA-001\n\n**Gaps:** GAP-AA-001, GAP-BB-002\n\n${issue}`],
    ["a review each", `## Review: GAP-AA-001\n\n${issue}\n## Review: GAP-BB-002\n\nFine.\n`],
    ["a first-level title", `# Review\n\n**Gaps:** GAP-AA-001, GAP-BB-002\n\n${issue}`],
  ])("given %s, then both", (_, text) => {
    expect(reviewed(text)).toEqual(["GAP-AA-001", "GAP-BB-002"]);
  });
});

test("given an issue with labels, then its text says each thing once", () => {
  const text = `## Review: GAP-X-001\n\n### ISSUE-R1-001: No limit\n\n- **Severity:** HIGH\n- **Suggestion:** name a limit\n\n**Verdict:** NEEDS_REVISION\n`;
  const [issue] = readReviewerDocument(text).document.issues;
  expect(issue?.text.match(/name a limit/g)).toHaveLength(1);
  expect(issue?.text.match(/No limit/g)).toHaveLength(1);
});
