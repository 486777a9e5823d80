import fc from "fast-check";
import { expect, test } from "vitest";
import { PIECE_CHARS_MAX } from "./bounds.ts";
import { stretchesOf } from "./stretches.ts";

test.each([
  ["a short text, then it is one stretch", "Some words.\n\nMore words.", 1],
  ["a text of the longest stretch, then it is one", "x".repeat(PIECE_CHARS_MAX), 1],
  ["one character more, then it is two", "x".repeat(PIECE_CHARS_MAX + 1), 2],
])("given %s", (_, text, count) => {
  expect(stretchesOf(text)).toHaveLength(count);
});

test.each([
  ["paragraphs", "Some words in a paragraph.\nAnd a line.\n\n", "\n\n"],
  ["lines", "Some words in a line.\n", "\n"],
  ["words", "word ", " "],
])("given a long text of %s, then it is cut between them", (_, unit, end) => {
  const stretches = stretchesOf(unit.repeat((3 * PIECE_CHARS_MAX) / unit.length));
  expect(stretches.length).toBeGreaterThan(2);
  for (const stretch of stretches.slice(0, -1)) expect(stretch.endsWith(end)).toBe(true);
});

test("given any text, then its stretches are within the bound and make up the text", () => {
  const unit = fc.constantFrom("x", " ", "\n", "\n\n", "word ", "é");
  const long = fc.tuple(unit, unit).map(([a, b]) => a.repeat(PIECE_CHARS_MAX) + b.repeat(PIECE_CHARS_MAX));
  fc.assert(
    fc.property(long, (text) => {
      const stretches = stretchesOf(text);
      expect(stretches.every(({ length }) => length <= PIECE_CHARS_MAX)).toBe(true);
      expect(stretches.join("") === text).toBe(true);
    }),
    { numRuns: 20 },
  );
});
