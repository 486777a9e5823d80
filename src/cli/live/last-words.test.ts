import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeControlChars } from "../text.ts";
import { lastWords } from "./last-words.ts";

test.each([
  ["one\ntwo\n\n", "two"],
  ["10 %\r20 %\r30 %", "30 %"],
  ["\x1b[32mgreen\x1b[0m words", "green words"],
  ["\x1b]0;a title\x07after it", "after it"],
  ["tabs\tand   blanks ", "tabs and blanks"],
  ["\x1b[2J\x1b[H", null],
  ["  \n\u200b\n", null],
  ["", null],
  ["left\u202eright", "leftright"],
  ["bell\x07", "bell\\x07"],
])("of %j the last words are %j", (said, words) => {
  expect(lastWords(said)).toBe(words);
});

test("marks are not piled up, and a text without end is not read from its beginning", () => {
  expect(lastWords(`a${"\u0301".repeat(50)}b`)).toBe("a\u0301\u0301b");
  expect(lastWords(`${"x".repeat(100_000)}end`)?.endsWith("xend")).toBe(true);
  expect(lastWords("x".repeat(100_000))?.length).toBeLessThanOrEqual(1000);
});

test("whatever was said, what comes out is one harmless line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (said) => {
      const words = lastWords(said);
      if (words === null) return;
      expect(escapeControlChars(words)).toBe(words);
      expect(words.trim()).not.toBe("");
    }),
  );
});
