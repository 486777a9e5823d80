import fc from "fast-check";
import { expect, test } from "vitest";
import { choiceText } from "./choice-text.ts";

const words = fc
  .array(fc.stringMatching(/^[a-z]{1,10}$/), { minLength: 1, maxLength: 30 })
  .map((list) => list.join(" "));

test("a choice as the prompt writes it fits the columns and loses no word", () => {
  fc.assert(
    fc.property(words, words, fc.integer({ min: 30, max: 140 }), (label, hint, columns) => {
      const choice = choiceText({ value: "v", label, hint }, columns);
      const shown = `${choice.label} (${choice.hint})`;
      expect(shown.replaceAll(/\s+/g, " ")).toBe(`${label} (${hint})`);
      // Two for the indent below, one for the bracket at the end.
      for (const line of shown.split("\n")) expect(line.length).toBeLessThanOrEqual(columns + 3);
    }),
  );
});

test("what a terminal would act upon is shown instead", () => {
  const { label, hint } = choiceText({ value: "v", label: "a\x1b[2Jb", hint: "c\rd" }, 80);
  expect([label, hint]).toEqual(["a\\x1b[2Jb", "c\\rd"]);
});
