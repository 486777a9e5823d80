import fc from "fast-check";
import type { Paragraph } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { expect, it } from "vitest";
import { simpleSpans } from "./simple-inline.ts";
import { type Span, spansOf } from "./spans.ts";

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
])("reads %j by itself", (text, count) => {
  expect(simpleSpans(text, 1)).toHaveLength(count);
});

it.each([
  "[a](<b>)",
  "[a `b`](c)",
  "~~a~~",
  "*a*",
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
