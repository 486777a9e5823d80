import { expect, test } from "vitest";
import { countWords, durationWords, shortNumber, usdWords } from "./amounts.ts";

test.each([
  [0, "0 s"],
  [-5, "0 s"],
  [59_999, "59 s"],
  [65_000, "1 min 05 s"],
  [3_599_999, "59 min 59 s"],
  [2 * 3_600_000 + 7 * 60_000, "2 h 07 min"],
])("%i ms are %s", (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});

test.each([
  [0, "0"],
  [950, "950"],
  [1000, "1k"],
  [12_345, "12.3k"],
  [999_949, "999.9k"],
  [999_951, "1M"],
  [1_234_567, "1.2M"],
])("a count of %i is %s", (count, words) => {
  expect(countWords(count)).toBe(words);
});

test("money has cents, open counts only the digits they need", () => {
  expect([usdWords(0.4), shortNumber(4.5), shortNumber(3), shortNumber(0.25)]).toEqual([
    "$0.40",
    "4.5",
    "3",
    "0.25",
  ]);
});
