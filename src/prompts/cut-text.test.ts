import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../test/support/hostile-text.ts";
import { cutByStructure, cutMark, openFence } from "./cut-text.ts";

const LINES = [
  "## Title",
  "A sentence of some words.",
  "- an item",
  "```ts",
  "```",
  "",
  "| a | b |",
  "x".repeat(300),
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...LINES), hostileText), { maxLength: 60 })
  .map((lines) => lines.join("\n"));

const paragraph = (name: string, chars: number) => `${name} ${"w".repeat(chars)}`;

describe("cutting a text by its structure", () => {
  it("leaves what fits as it is", () => {
    fc.assert(fc.property(text, (any) => cutByStructure(any, any.length).text === any));
  });

  it("never exceeds the budget, and marks what it cut", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 200, max: 2_000 }), (any, maxChars) => {
        const { text: kept, cut } = cutByStructure(any, maxChars);
        expect(kept.length).toBeLessThanOrEqual(maxChars);
        expect(cut > 0).toBe(kept !== any);
        const blanksOnly = kept.replace(/\s+/g, "") === any.replace(/\s+/g, "");
        expect(blanksOnly || kept.includes("[… cut: ")).toBe(true);
      }),
    );
  });

  it("given closed fences, leaves none open", () => {
    const code = fc
      .array(fc.constantFrom("let a = 1;", "# not a title", "", "y".repeat(80)), { maxLength: 40 })
      .map((lines) => ["```ts", ...lines, "```"].join("\n"));
    const prose = fc.constantFrom("## Part", "Some words.", paragraph("Long", 400));
    const whole = fc
      .array(fc.oneof(code, prose), { minLength: 1, maxLength: 12 })
      .map((all) => all.join("\n\n"));
    fc.assert(
      fc.property(whole, fc.integer({ min: 200, max: 1_500 }), (any, maxChars) => {
        expect(openFence(cutByStructure(any, maxChars).text.split("\n"))).toBeNull();
      }),
    );
  });

  it("drops long examples first, and keeps headings and first paragraphs", () => {
    const source = [
      "## First",
      paragraph("opening", 80),
      paragraph("further", 80),
      "### Examples",
      "short",
      ["```", "z".repeat(900), "```"].join("\n"),
      "## Second",
      paragraph("opening too", 80),
    ].join("\n\n");
    const { text: kept } = cutByStructure(source, source.length - 600);
    expect(kept).toContain("## First");
    expect(kept).toContain("further");
    expect(kept).toContain("### Examples");
    expect(kept).toContain("opening too");
    expect(kept).not.toContain("z".repeat(900));
    expect(kept).toMatch(/\[… cut: \d[\d,]* characters …\]/);
  });

  it("keeps the spec text of a proposal before its explanations", () => {
    const source = [
      "## Gap Resolution: GAP-LOAN-001",
      "**Confidence:** HIGH",
      "### Proposed Solution",
      "Opening.",
      paragraph("explanation", 600),
      "### Spec Text",
      ["````markdown", `kept ${"s".repeat(600)}`, "````"].join("\n"),
    ].join("\n\n");
    const { text: kept } = cutByStructure(source, source.length - 300);
    expect(kept).toContain("s".repeat(600));
    expect(kept).not.toContain("w".repeat(600));
  });

  it("shortens a fence from within where the fence is all there is", () => {
    const code = ["```sql", ...Array.from({ length: 100 }, (_, n) => `select ${n};`), "```"].join("\n");
    const { text: kept } = cutByStructure(code, 500);
    expect(kept.split("\n")[0]).toBe("```sql");
    expect(kept.split("\n").at(-1)).toBe("```");
    expect(kept.split("\n").at(-2)).toMatch(/^\[… cut: /);
  });

  it("writes numbers so that they can be read", () => {
    expect(cutMark(1_234_567)).toBe("[… cut: 1,234,567 characters …]");
    expect(cutMark(99)).toBe("[… cut: 99 characters …]");
  });
});
