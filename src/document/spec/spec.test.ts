import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { excerptAround } from "./excerpt.ts";
import { specOf } from "./spec.ts";

const read = specOf;

describe("the outline of a spec", () => {
  it("has each heading with its numbering, its path and its extent", () => {
    const text =
      "# Loans\n\n## 1. Rules\ntext\n### 1.2 Late *returns*\n\n```\n# no\n```\n## Appendix B: Words\nend";
    const own = { level: 2, headEnd: 3, path: ["Loans", "1. Rules"] };
    expect(read(text).sections).toEqual([
      {
        level: 1,
        title: "Loans",
        bareTitle: "Loans",
        numbering: null,
        path: ["Loans"],
        line: 1,
        headEnd: 1,
        ownEnd: 2,
        endLine: 11,
      },
      { ...own, title: "1. Rules", bareTitle: "Rules", numbering: "1", line: 3, ownEnd: 4, endLine: 9 },
      {
        level: 3,
        title: "1.2 Late returns",
        bareTitle: "Late returns",
        numbering: "1.2",
        path: ["Loans", "1. Rules", "1.2 Late returns"],
        line: 5,
        headEnd: 5,
        ownEnd: 9,
        endLine: 9,
      },
      {
        level: 2,
        title: "Appendix B: Words",
        bareTitle: "Words",
        numbering: "Appendix B",
        path: ["Loans", "Appendix B: Words"],
        line: 10,
        headEnd: 10,
        ownEnd: 11,
        endLine: 11,
      },
    ]);
  });

  it.each([
    ["# 4.2.1 Limits", "4.2.1", "Limits"],
    ["# 4) Limits", "4", "Limits"],
    ["# §7 Limits", "§7", "Limits"],
    ["# Section 4: Limits", "Section 4", "Limits"],
    ["# A.1 Limits", "A.1", "Limits"],
    ["# IV. Limits", "IV", "Limits"],
    ["# B) Limits", "B", "Limits"],
    ["# 4.2", "4.2", "4.2"],
    ["# A plain title", null, "A plain title"],
    ["# I am", null, "I am"],
    ["# 2026 in review", null, "2026 in review"],
    ["# 3rd parties", null, "3rd parties"],
  ])("%j", (text, numbering, bareTitle) => {
    expect(read(text).sections[0]).toMatchObject({ numbering, bareTitle });
  });
});

describe("a spec", () => {
  it("is read once for as long as its text stays the same", () => {
    const spec = specOf("# A\n\ntext\n");
    expect(specOf(["# A", "", "text", ""].join("\n"))).toBe(spec);
    expect(spec.sections).toBe(spec.sections);
    expect(spec.parts).toBe(spec.parts);
  });

  it("has sections that lie in the source, whatever that is", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(hostileText, fc.constantFrom("# A", "## B", "T\n===")), { maxLength: 12 }),
        fc.constantFrom("\n", " ", "\r\n"),
        (pieces, between) => {
          const { lines, sections, starts, text } = specOf(pieces.join(between));
          for (const { line, headEnd, ownEnd, endLine } of sections) {
            expect([line, headEnd, ownEnd, endLine]).toEqual(
              [line, headEnd, ownEnd, endLine].sort(ascending),
            );
            expect(endLine).toBeLessThanOrEqual(lines.length);
          }
          for (const [index, line] of lines.entries())
            expect(text.slice(starts[index]).startsWith(line)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

function ascending(a: number, b: number): number {
  return a - b;
}

describe("an excerpt around a line", () => {
  const spec = read("# A\nintro\n## B\nb1\nb2\n## C\nc1\n### D\nd1\nd2\n## E\ne1");

  it("is the whole spec where that fits", () => {
    expect(excerptAround(spec, 9, 1000)).toMatchObject({ line: 1, endLine: 12, wholeSection: true });
  });

  it("is the section with its heading, and what is nearest around it", () => {
    const excerpt = excerptAround(spec, 9, 20);
    expect(excerpt).toEqual({
      path: ["A", "C", "D"],
      line: 6,
      endLine: 10,
      text: "## C\nc1\n### D\nd1\nd2",
      wholeSection: true,
    });
  });

  it("is what is nearest to the line where the section is too long", () => {
    expect(excerptAround(spec, 5, 5)).toMatchObject({
      line: 4,
      endLine: 5,
      text: "b1\nb2",
      wholeSection: false,
    });
    expect(excerptAround(spec, 2, 3)).toMatchObject({ line: 2, endLine: 2, text: "int" });
  });

  it("never exceeds its budget and always holds its line", () => {
    fc.assert(
      fc.property(fc.array(hostileText), fc.nat(60), fc.nat(200), (lines, line, maxChars) => {
        const spec = read(lines.join("\n"));
        const excerpt = excerptAround(spec, line, maxChars);
        const wanted = Math.min(Math.max(1, line), spec.lines.length);
        expect(excerpt.text.length).toBeLessThanOrEqual(maxChars);
        expect(excerpt.line).toBeLessThanOrEqual(wanted);
        expect(excerpt.endLine).toBeGreaterThanOrEqual(wanted);
      }),
    );
  });
});
