import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, painted } from "../text.ts";
import { columnsOfLine, cutLine } from "./columns.ts";

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
