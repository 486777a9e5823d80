import fc from "fast-check";
import { expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { readText, saysNone } from "../render/free-text.ts";
import { duration, factor, orNone, share, signed, text, words } from "./formats.ts";

it.each([
  ["a number with its sign", signed, [3, 0, -3], ["+3", "0", "-3"]],
  ["a factor", factor, [1, 0.9], ["1.0", "0.9"]],
  ["a duration", duration, [0, 59, 301, 7509], ["0s", "59s", "5m 01s", "2h 05m 09s"]],
] as const)("%s is written as it is read best", (_, format, values, written) => {
  expect(values.map((value) => format.write(value))).toEqual(written);
});

it("tells a share in percent, and none of nothing", () => {
  expect([share.write({ part: 2, whole: 3 }), share.write({ part: 0, whole: 0 })]).toEqual(["67 %", "-"]);
});

it("lists ids with commas, and no id as a dash", () => {
  expect([words.write(["GAP-AB-001", "GAP-AB-002"]), words.write([])]).toEqual([
    "GAP-AB-001, GAP-AB-002",
    "-",
  ]);
});

it("writes a value that is absent as a dash, which no text is", () => {
  const note = orNone(text);
  expect([note.write(null), note.write(""), note.write("none"), note.write("-")]).toEqual([
    "-",
    "-",
    "&#110;one",
    "\\-",
  ]);
  fc.assert(
    fc.property(
      hostileText.filter((value) => value !== ""),
      (value) => {
        expect(saysNone(note.write(value))).toBe(false);
        expect(readText(note.write(value))).toBe(readText(text.write(value)));
      },
    ),
  );
});
