import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { excerptAround } from "./excerpt.ts";
import { readSourceSpec } from "./read-source-spec.ts";
import { withoutMentions } from "./stated-lines.ts";

const read = (text: string) => readSourceSpec(text).spec;

describe("the outline of a spec", () => {
  it("has each heading with its numbering, its path and its extent", () => {
    const text =
      "# Loans\n\n## 1. Rules\ntext\n### 1.2 Late *returns*\n\n```\n# no\n```\n## Appendix B: Words\nend";
    expect(read(text).headings).toEqual([
      { level: 1, numbering: null, title: "Loans", path: ["Loans"], line: 1, endLine: 11 },
      { level: 2, numbering: "1", title: "Rules", path: ["Loans", "1. Rules"], line: 3, endLine: 9 },
      {
        level: 3,
        numbering: "1.2",
        title: "Late returns",
        path: ["Loans", "1. Rules", "1.2 Late returns"],
        line: 5,
        endLine: 9,
      },
      {
        level: 2,
        numbering: "Appendix B",
        title: "Words",
        path: ["Loans", "Appendix B: Words"],
        line: 10,
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
  ])("%j", (text, numbering, title) => {
    expect(read(text).headings[0]).toMatchObject({ numbering, title });
  });
});

/** `kind line:column text`. */
function marked(text: string): readonly string[] {
  return read(text).markers.map(
    ({ kind, line, column, text: words }) => `${kind} ${line}:${column} ${words}`,
  );
}

describe("what is missing in a spec", () => {
  it.each([
    ["a TODO", "The fee is TODO.", ["todo 1:12 TODO"]],
    ["several on a line", "TBD, or ??? FIXME", ["tbd 1:1 TBD", "question-marks 1:9 ???", "fixme 1:13 FIXME"]],
    [
      "a question in brackets",
      "- pay [NEEDS CLARIFICATION: TODO which?] now",
      ["needs-clarification 1:7 [NEEDS CLARIFICATION: TODO which?]"],
    ],
    [
      "one that goes on in the next line",
      "[needs clarification: a\nb]",
      ["needs-clarification 1:1 [needs clarification: a"],
    ],
    ["a gap's heading", "## GAP-FLOW-001: Returns", ["gap 1:4 GAP-FLOW-001"]],
    ["its id in code", "## `GAP-FLOW-001` Returns", ["gap 1:5 GAP-FLOW-001"]],
    ["an item", "- [ ] **GAP-FLOW-001**: when?\n  - see GAP-FLOW-002", ["gap 1:9 GAP-FLOW-001"]],
    ["a row", "| Gap | x |\n|---|---|\n| `GAP-FLOW-001` | TBD |", ["gap 3:4 GAP-FLOW-001", "tbd 3:20 TBD"]],
    ["a marked paragraph", "**Gap: GAP-FLOW-001:** when?", ["gap 1:8 GAP-FLOW-001"]],
  ])("finds %s", (_, text, places) => expect(marked(text)).toEqual(places));

  it.each([
    ["code", "`TODO` and `` ` TBD ``"],
    ["fences", "```\nTODO\n```"],
    ["quotes", "> TODO"],
    ["comments", "a <!-- TODO\nTBD --> b"],
    ["longer words", "TODOs, TODO_LIST, x/TODO/y, what?? mastodon"],
    ["references to gaps", "As GAP-FLOW-001 says.\n\nGAP-FLOW-001 depends on it.\n\n- needs GAP-FLOW-002"],
    ["an id in code in running text", "- `GAP-FLOW-001`: an example"],
  ])("finds nothing in %s", (_, text) => expect(marked(text)).toEqual([]));

  it("takes an escaped backtick for what it is", () => {
    expect(withoutMentions("\\`TODO `TBD` ``x`", false)).toBe("\\`TODO       ``x`");
  });

  it("gives places that lie in the source, whatever that is", () => {
    const piece = fc.oneof(
      hostileText,
      fc.constantFrom("TODO", "???", "[NEEDS CLARIFICATION: a]", "- GAP-AB-001: x"),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom("\n", " ", "\r\n"),
        (pieces, between) => {
          const { lines, markers, headings } = read(pieces.join(between));
          for (const { line, column, endColumn, text } of markers) {
            expect(lines[line - 1]?.slice(column - 1, endColumn - 1)).toBe(text);
            expect(text).not.toBe("");
          }
          for (const { line, endLine } of headings) {
            expect(line).toBeLessThanOrEqual(endLine);
            expect(endLine).toBeLessThanOrEqual(lines.length);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

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
