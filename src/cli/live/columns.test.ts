import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, painted } from "../text.ts";
import { columnsOf, columnsOfLine, cutLine, cutText } from "./columns.ts";

test.each([
  ["plain", 5],
  ["größer", 6],
  ["日本語", 6],
  ["한글", 4],
  ["e\u0301", 1],
  ["👍", 2],
  ["❤\ufe0f", 2],
  ["a\u200bb", 2],
  ["▁▇…·", 4],
  ["", 0],
])("%j takes %i columns", (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

test("a text that fits stays whole, one that does not ends with a mark", () => {
  expect(cutText("seven..", 7, "…")).toBe("seven..");
  expect(cutText("eight...", 7, "…")).toBe("eight.…");
  expect(cutText("日本語です", 6, "…")).toBe("日本…");
  expect(cutText("anything", 2, "...")).toBe("..");
  expect(cutText("anything", 0, "…")).toBe("");
});

const anyLine: fc.Arbitrary<Line> = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }).map((text) => painted("dim", text)),
    ),
  ),
);

test("whatever the line, what is cut is not wider than asked, and what fits is as it was", () => {
  fc.assert(
    fc.property(anyLine, fc.nat(40), fc.constantFrom("…", "..."), (line, width, ellipsis) => {
      const cut = cutLine(line, width, ellipsis);
      expect(columnsOfLine(cut)).toBeLessThanOrEqual(width);
      if (columnsOfLine(line) <= width) expect(cut).toEqual(line);
    }),
  );
});

test("a line that fills the width exactly is not cut, whatever its pieces", () => {
  expect(cutLine(["abc", painted("dim", "def")], 6, "…")).toEqual(["abc", painted("dim", "def")]);
  expect(cutLine(["abc", painted("dim", "def"), "g"], 6, "…")).toEqual(["abc", painted("dim", "de…")]);
  expect(cutLine(["abc", "def", "g"], 3, "…")).toEqual(["ab…"]);
});
