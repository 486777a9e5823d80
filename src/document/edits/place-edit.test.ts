import { describe, expect, it } from "vitest";
import type { WrittenEdit } from "../../core/documents/engineer-document.ts";
import { specOf } from "../spec/spec.ts";
import { markedBlock } from "./marked-block.ts";
import { type DefaultTarget, placeEdit } from "./place-edit.ts";

/** The spec after an edit, or why there is none; `TBD` marks the gap. */
function edited(
  source: string,
  edit: Partial<WrittenEdit>,
  about: Partial<Omit<DefaultTarget, "block">> & { mark?: string } = {},
): string {
  const spec = specOf(source);
  const mark = about.mark ?? "TBD";
  const from = source.indexOf(mark);
  const { entry = false, named = false } = about;
  const own: DefaultTarget | null =
    from < 0 ? null : { block: markedBlock(spec, { from, to: from + mark.length }, { entry }), entry, named };
  const placed = placeEdit(spec, { line: 1, target: { at: "mark" }, text: "", ...edit }, own);
  if ("fault" in placed) return `fault: ${placed.fault}`;
  return source.slice(0, placed.span.from) + placed.text + source.slice(placed.span.to);
}

describe("a text at its mark takes the place of the whole block", () => {
  it.each([
    ["a paragraph", "# A\n\nOne.\n\nTwo TBD,\nthree.\n\nFour.\n", "New.", "# A\n\nOne.\n\nNew.\n\nFour.\n"],
    ["an item with its children", "- a\n- b TBD\n  - c\n- d\n", "- B\n  - C", "- a\n- B\n  - C\n- d\n"],
    [
      "an item, from a text without a list mark",
      "1. a\n2. b TBD\n3. c\n",
      "B\nand more",
      "1. a\n2. B\n   and more\n3. c\n",
    ],
    ["an item that is set in", "- a\n  - b TBD\n", "- B", "- a\n  - B\n"],
    [
      "a row",
      "| A | B |\n|---|---|\n| x | TBD |\n| y | 2 |\n",
      "| x | 1 |",
      "| A | B |\n|---|---|\n| x | 1 |\n| y | 2 |\n",
    ],
    ["a heading", "# A\n\n## B TBD\n\nText.\n", "## B", "# A\n\n## B\n\nText.\n"],
    [
      "a line of the front matter",
      "---\ntitle: x\ndate: TBD\n---\n\n# A\n",
      "date: 2026-01-01",
      "---\ntitle: x\ndate: 2026-01-01\n---\n\n# A\n",
    ],
    [
      "a whole fence",
      "# A\n\n```\na\nTBD\n```\n\nEnd.\n",
      "```\na\nb\n```",
      "# A\n\n```\na\nb\n```\n\nEnd.\n",
    ],
    [
      "a section that only says so, with its template",
      "# A\n\n## B\n\nTBD.\n\nWhat would you write?\n\n## C\n\nText.\n",
      "Done.",
      "# A\n\n## B\n\nDone.\n\n## C\n\nText.\n",
    ],
    [
      "lines that end as Windows does",
      "# A\r\n\r\nTBD one.\r\n\r\nTwo.\r\n",
      "New\nlines.",
      "# A\r\n\r\nNew\r\nlines.\r\n\r\nTwo.\r\n",
    ],
    ["a text behind a byte order mark", "\uFEFFTBD one.\n", "New.", "\uFEFFNew.\n"],
  ])("given %s", (_, source, text, expected) => {
    expect(edited(source, { text })).toBe(expected);
  });

  it("given only a heading stands there, then the text goes below it, and its own heading is not repeated", () => {
    const source = "# A\n\n## Backups\n\n## Restore\n\nText.\n";
    const expected = "# A\n\n## Backups\n\nNightly.\n\n## Restore\n\nText.\n";
    expect(edited(source, { text: "Nightly." }, { mark: "Backups" })).toBe(expected);
    expect(edited(source, { text: "## Backups\n\nNightly." }, { mark: "Backups" })).toBe(expected);
  });

  it("given a mark that stands alone, but not at the head of its section, then only its paragraph goes", () => {
    expect(edited("# A\n\n500 rows.\n\nTBD\n", { text: "New." })).toBe("# A\n\n500 rows.\n\nNew.\n");
  });

  it.each([
    ["a row", "| A |\n|---|\n| TBD |\n", "words", "row of a table"],
    ["a heading", "# A\n\n## B TBD\n\nText.\n", "words", "begin with the heading"],
    ["a line of the front matter", "---\ndate: TBD\n---\n", "words", "`date:`"],
  ])("given %s and a text in another shape, then it does not apply", (_, source, text, fault) => {
    expect(edited(source, { text })).toContain(fault);
  });
});

describe("an empty text", () => {
  it("removes an entry, line and all", () => {
    expect(edited("## Open\n\n- a?\n- TBD?\n- c?\n", {}, { entry: true })).toBe("## Open\n\n- a?\n- c?\n");
  });

  it("removes nothing else", () => {
    expect(edited("A TBD.\n", {})).toMatch(/^fault: its text is empty/);
    const target = { at: "section", headingPath: ["A"] } as const;
    expect(edited("# A\n\nText TBD.\n", { target })).toMatch(/^fault: its text is empty/);
  });
});

describe("a named target", () => {
  const source = "# A\n\nIntro.\n\n## B\n\nOld.\n\n### C\n\nDeep.\n\n## D\n\nLast.";

  it.each([
    ["a section", ["A", "B"], "# A\n\nIntro.\n\n## B\n\nNew.\n\n## D\n\nLast."],
    [
      "a section by its own name, whatever its case",
      ["c"],
      "# A\n\nIntro.\n\n## B\n\nOld.\n\n### C\n\nNew.\n\n## D\n\nLast.",
    ],
  ])("given %s, then its body is replaced", (_, headingPath, expected) => {
    expect(edited(source, { text: "New.", target: { at: "section", headingPath } })).toBe(expected);
  });

  it.each([
    ["in the middle", ["B"], "# A\n\nIntro.\n\n## B\n\nOld.\n\n### C\n\nDeep.\n\nNew.\n\n## D\n\nLast."],
    ["at the end", ["D"], `${source}\n\nNew.\n`],
  ])("given a section to come after, %s, then the text is added there", (_, headingPath, expected) => {
    expect(edited(source, { text: "New.", target: { at: "after", headingPath } })).toBe(expected);
  });

  it("given words that occur once, white space aside, then they are replaced", () => {
    const target = { at: "passage", words: "Old.\n### C" } as const;
    expect(edited(source, { text: "New.\n\n### C", target })).toContain("## B\n\nNew.\n\n### C\n\nDeep.");
  });

  it.each([
    ["that is not there", { at: "section", headingPath: ["Nowhere"] } as const, 'no section "Nowhere"'],
    ["that comes twice", { at: "after", headingPath: ["X"] } as const, "several sections"],
    [
      "with words that are not there",
      { at: "passage", words: "Intro that is not" } as const,
      "the nearest is line 3",
    ],
    ["with words that come twice", { at: "passage", words: "Intro." } as const, "2 places (lines 3, 7)"],
    ["with no words", { at: "passage", words: "" } as const, "is missing"],
  ])("given one %s, then it does not apply, and the message helps", (_, target, fault) => {
    const twice = "# A\n\nIntro.\n\n## X\n\nIntro.\n\n# B\n\n## X\n\nEnd.\n";
    expect(edited(twice, { text: "New.", target })).toContain(fault);
  });

  it.each([
    ["written as it is", ["Input", "Output"]],
    ["with what is above it", ["A", "Input", "Output"]],
    ["in code, as one name", ["A", "Input > Output"]],
  ])("given a heading that holds a path mark, %s, then it is found", (_, headingPath) => {
    const flow = "# A\n\n## Input > Output\n\nOld.\n\n## D\n\nLast.\n";
    const target = { at: "section", headingPath } as const;
    expect(edited(flow, { text: "New.", target })).toBe(flow.replace("Old.", "New."));
  });

  it("given a path that is both a heading and a section below another, then code tells which", () => {
    const both = "# A\n\n## Input > Output\n\nOld.\n\n## Input\n\n### Output\n\nDeep.\n";
    const at = (headingPath: readonly string[]) =>
      edited(both, { text: "New.", target: { at: "section", headingPath } });
    expect(at(["Input", "Output"])).toContain('"A > `Input > Output`", "A > Input > Output"');
    expect(at(["Input > Output"])).toBe(both.replace("Old.", "New."));
  });

  it("given two sections of one name, then the path tells them apart", () => {
    const twice = "# A\n\n## X\n\nOne.\n\n# B\n\n## X\n\nTwo.\n";
    const target = { at: "section", headingPath: ["B", "X"] } as const;
    expect(edited(twice, { text: "New.", target })).toBe(twice.replace("Two.", "New."));
  });

  it("given two sections of one path, then the message says that only a quotation tells them apart", () => {
    const twice = "# A\n\n## X\n\nOne.\n\n## X\n\nTwo.\n";
    const target = { at: "section", headingPath: ["A", "X"] } as const;
    const fault = edited(twice, { text: "New.", target });
    expect(fault).toContain("lines 3, 7");
    expect(fault).toContain("`Replaces passage:`");
    expect(fault).not.toContain("whole heading path");
  });

  it("is needed where nothing marks the gap, or what is missing stands elsewhere", () => {
    expect(edited("# A\n\nText.\n", { text: "New." })).toContain("nothing in the specification marks");
    expect(edited("# A\n\nTBD.\n", { text: "New." }, { named: true })).toContain("needs a target");
  });
});
