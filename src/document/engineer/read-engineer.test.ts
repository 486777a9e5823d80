import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { readEngineerDocument } from "./read-engineer.ts";

const STATEMENTS = [
  "## Gap Resolution: GAP-LOAN-001",
  "**Confidence:** HIGH",
  "### Spec Text",
  "### New Gaps",
  "- GAP-LOAN-002: who pays? (HIGH)",
  "This introduces GAP-LOAN-003: what now?",
  "## Response to ISSUE-R1-001",
  "- ISSUE-R1-002: fixed",
  "| Issue | Response |\n|---|---|\n| ISSUE-R1-003 | fixed |",
  "## DISAGREE: ISSUE-R1-004",
  "**Rationale:** because",
  "BLOCKED_NEEDS_INPUT: GAP-LOAN-004 - the price",
  "UNCERTAINTY: whether",
  "## Justification",
  "A sentence.",
];
const NOTHING = readEngineerDocument("").document;

const statements = fc.array(fc.constantFrom(...STATEMENTS), { minLength: 1, maxLength: 12 });

describe("reading an engineer document", () => {
  it("says something of whatever it is given", () => {
    const text = fc.array(fc.oneof(hostileText, fc.constantFrom(...STATEMENTS)), { maxLength: 10 });
    fc.assert(
      fc.property(text, (lines) => {
        const { document } = readEngineerDocument(lines.join("\n"));
        for (const { gaps, line } of document.resolutions) {
          expect(gaps.length).toBeGreaterThan(0);
          expect(line).toBeGreaterThan(0);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["a fence", (lines: string[]) => ["Shown:", "", "```markdown", ...lines, "```"]],
    ["a quote", (lines: string[]) => lines.map((line) => `> ${line.replaceAll("\n", "\n> ")}`)],
    ["a comment", (lines: string[]) => ["<!--", ...lines, "-->"]],
    [
      "indented code",
      (lines: string[]) => ["Shown:", "", ...lines.map((line) => `    ${line.replaceAll("\n", "\n    ")}`)],
    ],
  ])("takes nothing in %s for a statement", (_, shown) => {
    fc.assert(
      fc.property(statements, (lines) => {
        expect(readEngineerDocument(shown(lines).join("\n")).document).toEqual(NOTHING);
      }),
      { numRuns: 40 },
    );
  });

  it("reads the same whatever ends the lines", () => {
    fc.assert(
      fc.property(statements, (lines) => {
        const text = lines.join("\n\n");
        expect(readEngineerDocument(`\uFEFF${text.replaceAll("\n", "\r\n")}`)).toEqual(
          readEngineerDocument(text),
        );
      }),
      { numRuns: 40 },
    );
  });
});

it.each([
  ["New gap: GAP-AB-009 (LOW): fees are not named", "LOW", "fees are not named"],
  ["New gap: GAP-AB-009: fees are not named", null, "fees are not named"],
])(
  "given the sentence %j, then the gap it introduces has its title without the rating",
  (line, severity, title) => {
    const { newGaps } = readEngineerDocument(`# Engineer\n\n## GAP-AB-001\n\n${line}.\n`).document;
    expect(newGaps).toMatchObject([{ id: "GAP-AB-009", severity, title }]);
  },
);

it("given one heading for the gaps of one text, as tasks order it, then it is no deviation from the form", () => {
  const document = "## Gap Resolution: GAP-AB-001, GAP-AB-002\n\n**Confidence:** HIGH\n\nIt is a share.\n";
  const { document: read, notes } = readEngineerDocument(document);
  expect(read.resolutions).toMatchObject([{ gaps: ["GAP-AB-001", "GAP-AB-002"] }]);
  expect(notes).toEqual([]);
});
