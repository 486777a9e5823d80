import fc from "fast-check";
import { expect, it } from "vitest";
import { FINDINGS_MAX, HITS_MAX, MATCHES_MAX, PIECES_MAX } from "../core/shared/bounds.ts";
import { linesOf } from "../document/markdown/lines.ts";
import type { LintFinding } from "./lint-finding.ts";
import { RULE_IDS } from "./lint-rules.ts";
import { lintSpec } from "./lint-spec.ts";

/** Scraps that mean something to some rule, in any order, and anything at all between them. */
const SCRAPS = [
  "# ",
  "## 1.2 Scope",
  "\n",
  "\n\n",
  "\r\n",
  "\r",
  "- ",
  "1. ",
  "| a | b |\n|---|---|\n| ",
  " | ",
  "> ",
  "    ",
  "\t",
  "`",
  "```",
  "```mermaid\nstateDiagram-v2\n",
  "[*] --> A\n",
  "A --> B : go\n",
  "<!-- ",
  " -->",
  "parley-ignore all",
  "<!-- parley-ignore todo-marker -->",
  "**",
  "_",
  "\\",
  "&lt;",
  "&amp;",
  "&#128512;",
  "[",
  "](#x)",
  "](a.md)",
  "[NEEDS CLARIFICATION: x]",
  "TODO: ",
  "TBD",
  "???",
  "<insert x>",
  "___ ms",
  "<b>",
  "GAP-AB-001: ",
  "[GAP-AB-002: x]",
  "FR-001: ",
  "FR-009",
  "see Section 4.2",
  "§7",
  "must be fast enough",
  "quickly",
  "should ",
  "Open questions",
  "[x]: #y",
  "😀",
  "é",
  "\0",
  "\uFEFF",
  "\uD800",
]; // prettier-ignore

const text = fc
  .array(fc.oneof(fc.constantFrom(...SCRAPS), fc.string({ maxLength: 6 })), { maxLength: 40 })
  .map((scraps) => scraps.join(""));

it("never fails, points into the text, and quotes what stands there", () => {
  fc.assert(
    fc.property(text, (written) => {
      const lines = linesOf(written);
      const { findings, ignored } = lintSpec({ text: written, file: "s.md", knownFiles: () => false });
      const all: readonly LintFinding[] = [...findings, ...ignored];
      expect(new Set(all.map(({ rule, subject }) => `${rule} ${subject}`)).size).toBe(all.length);
      expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
      for (const { title } of all) expect(title.length > 0 && title.length <= 120).toBe(true);
      for (const { line, column, endColumn, offset, endOffset, quote } of all) {
        expect(written.slice(offset, endOffset)).toBe(quote);
        const source = lines[line - 1];
        expect(source).toBeDefined();
        expect(column).toBeGreaterThanOrEqual(1);
        expect(endColumn).toBeGreaterThanOrEqual(column);
        expect(endColumn - 1).toBeLessThanOrEqual(source?.length ?? -1);
        expect(source?.slice(column - 1, endColumn - 1)).toBe(quote);
      }
    }),
    { numRuns: 400 },
  );
});

it("orders findings by line, column and rule, and gives every one its own gap", () => {
  fc.assert(
    fc.property(text, (written) => {
      const { findings } = lintSpec({ text: written, file: "s.md" });
      const keys = findings.map(({ line, column, rule }) => [line, column, RULE_IDS.indexOf(rule)] as const);
      expect(keys).toEqual(keys.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]));
      expect(new Set(findings.map(({ gap }) => gap)).size).toBe(findings.length);
      expect(lintSpec({ text: written, file: "s.md" }).findings).toEqual(findings);
    }),
    { numRuns: 200 },
  );
});

it.each(["```\n", "<!-- ", "> "])("what stands in %j is a mention", (opening) => {
  const marks = "TODO: [NEEDS CLARIFICATION: x] GAP-AB-001: see FR-001 must be fast enough <insert x>";
  const { findings } = lintSpec({ text: `x\n\n${opening}${marks}`, file: "s.md" });
  expect(findings.filter(({ rule }) => rule !== "unread-text")).toEqual([]);
});

it("names categories after headings, and never takes a number that occurs", () => {
  const written =
    "# Spec\n\n## Error handling\n\nTBD, says `GAP-ERROR-007`.\n\n## Other\n\nTBD\n\n<!-- GAP-TODO-999 -->\n";
  const { findings } = lintSpec({ text: written, file: "s.md" });
  expect(findings.map(({ gap, headingPath }) => [gap, headingPath.at(-1)])).toEqual([
    ["GAP-ERROR-008", "Error handling"],
    ["GAP-TODOA-001", "Other"],
  ]);
});

it("goes on numbering where a category is full", () => {
  const { findings } = lintSpec({ text: "TBD\n\n".repeat(2_500), file: "s.md" });
  expect(new Set(findings.map(({ gap }) => gap)).size).toBe(2_500);
  expect(findings.at(-1)?.gap).toBe("GAP-TODOB-502");
});

it("tells what it could not look at", () => {
  const { findings } = lintSpec({ text: "a\n\n```js\nlet x;\n\nTODO: y", file: "s.md" });
  expect(findings).toMatchObject([{ rule: "unread-text", line: 3, quote: "```js", severity: "MEDIUM" }]);
});

it("given more findings than anybody works through, then the first are listed and the rest is counted", () => {
  const result = lintSpec({ text: `# A\n\n${"TODO: x\n\n".repeat(FINDINGS_MAX + 5)}`, file: "a.md" });
  expect(result.findings).toHaveLength(FINDINGS_MAX);
  expect(result.unlisted).toBe(5);
});

it("given more pieces than are read, then what is listed ends with the place where the reading was given up", () => {
  const { findings } = lintSpec({ text: `# A\n\n${"???\n\n".repeat(PIECES_MAX)}`, file: "a.md" });
  expect(findings).toHaveLength(FINDINGS_MAX);
  expect(findings.at(-1)).toMatchObject({
    rule: "unread-text",
    line: 1 + 2 * PIECES_MAX,
    title: "The spec has more pieces than are read",
  });
});

it.each([
  ["paragraphs", "???\n\n"],
  ["sections", "## A\n\n???\n\n"],
])("given more marks in %s than are looked for, then what is listed ends by saying so", (_, unit) => {
  const { findings, unlisted } = lintSpec({ text: `# A\n\n${unit.repeat(HITS_MAX + 5)}`, file: "a.md" });
  expect(findings).toHaveLength(FINDINGS_MAX);
  expect(findings.at(-1)).toMatchObject({
    rule: "unread-text",
    title: "The spec has more open places than are looked for",
  });
  expect(unlisted).toBe(HITS_MAX + 1 - FINDINGS_MAX);
});

it("given a paragraph of nothing but marks, then only the first are looked at", () => {
  const { findings } = lintSpec({ text: "??? ".repeat(MATCHES_MAX + 5), file: "a.md" });
  expect(findings).toHaveLength(MATCHES_MAX);
});
