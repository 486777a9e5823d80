import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { plainText } from "../markdown/spans.ts";
import { cleanText, escapeText, fitsInLine, quoteText, readQuote, readText } from "./free-text.ts";
import { renderTable } from "./table.ts";

/** What a Markdown viewer shows of a source in a heading, a cell and a list item. */
function shown(source: string): readonly string[] {
  const table = renderTable([{ title: "A", align: "left" }], [[source]]);
  const { blocks } = parseMarkdown(`## x ${source}\n\n${table.join("\n")}\n\n- **x:** ${source}\n`);
  return blocks.flatMap((block) => {
    if (block.kind === "heading") return [plainText(block.spans).slice("x ".length)];
    if (block.kind === "table") return block.rows.slice(1).map((row) => plainText(row.cells[0] ?? []));
    if (block.kind === "item") return [plainText(block.spans).slice("x: ".length)];
    return [`${block.kind} block`];
  });
}

describe("a text within a line", () => {
  it.each([
    [
      "plain words stay as they are",
      "A title, with snake_case and 5 > 4!",
      "A title, with snake_case and 5 > 4!",
    ],
    ["marks are set off", "**bold** `code` [link](x)", "\\*\\*bold\\*\\* \\`code\\` \\[link](x)"],
    ["a bar ends no cell", "a | b", "a \\| b"],
    ["a comment opens nothing", "<!-- x -->", "\\<!-- x -->"],
    ["an entity is not one", "&amp; & &#65;", "\\&amp; & \\&#65;"],
    ["a line end is a character", "a\r\nb", "a&#10;b"],
    ["blanks at the edges are kept", " a ", "&#32;a&#32;"],
    ["no list, heading or rule begins", "--- x", "\\--- x"],
    ["no number begins a list", "1. x", "1\\. x"],
    ["no closing marks of a heading", "x #", "x \\#"],
  ])("%s", (_, text, source) => {
    expect(escapeText(text)).toBe(source);
    expect(readText(source)).toBe(cleanText(text));
  });

  it("comes back whole, whatever it is", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const source = escapeText(text);
        expect(source).not.toMatch(/[\r\n]/);
        expect(readText(source)).toBe(cleanText(text));
      }),
      { numRuns: 300 },
    );
  });

  it("is shown as it is by Markdown, and is nothing but text", () => {
    fc.assert(
      fc.property(hostileText.filter(fitsInLine), (text) => {
        const clean = cleanText(text);
        expect(shown(escapeText(text))).toEqual([clean, clean, clean]);
      }),
      { numRuns: 300 },
    );
  });

  it("is read without the dress that somebody gave it", () => {
    expect(readText(" **FLAT** ")).toBe("FLAT");
    expect(readText("`GAP-A-001`")).toBe("GAP-A-001");
    expect(readText("&#0; &#99999999; &#x41; &lt;")).toBe("\uFFFD &#99999999; A <");
  });

  it("comes back also when it is long", () => {
    const text = "_".repeat(20_000) + "&#".repeat(20_000) + "\\".repeat(20_000);
    expect(readText(escapeText(text))).toBe(text);
  });
});

describe("a text of several lines", () => {
  it("is a quote of exactly those lines, whatever they are", () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom("", "  "), (text, indent) => {
        const quote = quoteText(text, indent);
        expect(readQuote(quote)).toBe(cleanText(text));
        const { blocks } = parseMarkdown(`- **Before:**\n${quote.join("\n")}\n\nAfter.\n`);
        expect(blocks.map((block) => block.kind)).toEqual(["item", "quote", "paragraph"]);
        expect(blocks[1]).toMatchObject({ line: 2, endLine: 1 + quote.length });
      }),
      { numRuns: 300 },
    );
  });
});
