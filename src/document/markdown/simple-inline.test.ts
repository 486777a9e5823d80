import fc from "fast-check";
import type { Nodes, Paragraph } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { expect, it } from "vitest";
import { parseMarkdown } from "./blocks.ts";
import { simpleSpans } from "./simple-inline.ts";
import { linesOfSpans, type Span, spansOf } from "./spans.ts";

/** Neighbours of the same kind joined: where a run of text is cut does not matter. */
function joined(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last !== undefined && !last.code && !span.code && last.strong === span.strong) {
      result[result.length - 1] = { ...last, text: last.text + span.text };
    } else if (span.text !== "" || span.code) {
      result.push(span);
    }
  }
  return result;
}

function byParser(text: string): readonly Span[] | null {
  const [first, ...rest] = fromMarkdown(text).children;
  if (first?.type !== "paragraph" || rest.length > 0) return null;
  return joined(spansOf((first as Paragraph).children, 1));
}

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      "**",
      "*",
      "`",
      "``",
      "_",
      " ",
      "  ",
      "[",
      "]",
      "](",
      "(",
      ")",
      "<",
      "<b>",
      ">",
      "&",
      "&amp;",
      "!",
    ),
    fc.constantFrom(
      "![",
      "\\",
      ":",
      ".",
      ",",
      "-",
      "—",
      "a",
      "B",
      "1",
      "é",
      "GAP-AB-001",
      "x_y",
      "word",
      "**Bold:**",
      "[x](y)",
      "[a b](#c) ",
      " *a b* ",
      " *a*",
      "~~",
      "~~gone~~",
    ),
    fc.string({ unit: "grapheme", maxLength: 3 }),
  ),
  { minLength: 1, maxLength: 14 },
);

it("what it reads, the parser reads the same way", () => {
  let simple = 0;
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = `w${parts.join("")}`.replaceAll(/[\r\n]/g, " ").trimEnd();
      const spans = simpleSpans(text, 1);
      if (spans === null) return;
      simple += 1;
      expect(joined(spans)).toEqual(byParser(text));
    }),
    { numRuns: 20_000 },
  );
  expect(simple).toBeGreaterThan(1_000);
});

it.each([
  ["plain words", 1],
  ["**ISSUE-R1-001 (High)**: `x` is wrong", 4],
  ["a `b` c", 3],
  ["see [a link](#there) here", 3],
  ["what *really* counts", 3],
])("reads %j by itself", (text, count) => {
  expect(simpleSpans(text, 1)).toHaveLength(count);
});

it.each([
  "[a](<b>)",
  "[a `b`](c)",
  "~~a~~",
  "a*b*",
  "*a **b***",
  "a_b_ c",
  "_a_",
  "a &amp; b",
  "a <b>c</b>",
  "a\\*b",
  "``a``",
  "`a",
  "**a",
  "a ** b",
  "***a***",
])("leaves %j to the parser", (text) => {
  expect(simpleSpans(text, 1)).toBeNull();
});

const SEVERAL_LINES = fc.array(
  fc.tuple(
    fc.constantFrom(
      "",
      "",
      "",
      "  ",
      "    ",
      "- ",
      "1. ",
      "2) ",
      "> ",
      "# ",
      "=== ",
      "--- ",
      "[a]: ",
      "3 ",
      "**b** ",
    ),
    pieces,
    fc.constantFrom("", "", "", " ", "  "),
  ),
  { minLength: 2, maxLength: 4 },
);

it("paragraphs and items of several lines are read as the parser reads them", () => {
  let simple = 0;
  const byLine = (spans: readonly Span[]) =>
    linesOfSpans(spans).map((one) => ({ line: one.line, spans: joined(one.spans) }));
  fc.assert(
    fc.property(fc.constantFrom("", "- ", "7. "), SEVERAL_LINES, (mark, drawn) => {
      const lines = drawn.map(([lead, parts, tail]) => `${lead}w${parts.join("")}${tail}`);
      const text = `${mark}${lines.map((one) => one.replaceAll(/[\r\n|]/g, " ")).join("\n")}`;
      const tree = fromMarkdown(text, { extensions: [gfmStrikethrough({ singleTilde: false })] });
      if (tree.children.some(({ type }) => type === "definition")) return;
      const [block, ...others] = parseMarkdown(text).blocks;
      const node = tree.children.length === 1 ? onlyParagraph(tree.children[0]) : null;
      const isOne = others.length === 0 && (block?.kind === "paragraph" || block?.kind === "item");
      if (!isOne || block.endLine !== lines.length) return;
      expect(node).not.toBeNull();
      if (/~~|``/.test(text) || node === null) return;
      simple += 1;
      expect(byLine(block.spans)).toEqual(byLine(spansOf(node.children, 1)));
    }),
    { numRuns: 10_000 },
  );
  expect(simple).toBeGreaterThan(500);
});

function onlyParagraph(node: Nodes | undefined): Paragraph | null {
  if (node?.type === "paragraph") return node;
  if (node?.type !== "list" && node?.type !== "listItem") return null;
  return node.children.length === 1 ? onlyParagraph(node.children[0]) : null;
}
