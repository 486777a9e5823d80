import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { phraseDifference } from "./gather-answer.ts";
import { choiceText } from "./prompts.ts";

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

const PHRASE = "I accept CRITICAL gaps knowing the spec may be unusable";

describe("given a sentence that is nearly right, then what differs is named", () => {
  test.each([
    ["", "type the sentence, or press Esc to go back"],
    [`${PHRASE}.`, '"." is too much at its end'],
    [` ${PHRASE}`, "there is a blank before it or after it"],
    [PHRASE.replace("gaps knowing", "gaps  knowing"), "there is a blank too many between two words"],
    [PHRASE.toLowerCase(), 'upper and lower case count: "i accept critica…" should be "I accept CRITICA…"'],
    ["I accept CRITICAL gaps", '" knowing the spe…" is missing at its end'],
    [
      PHRASE.replace("gaps", "gap’s"),
      'it is not the sentence from "gap’s knowing th…" on: there should be "gaps knowing the…"',
    ],
    [
      `"${PHRASE}"`,
      'it is not the sentence from ""I accept CRITIC…" on: there should be "I accept CRITICA…"',
    ],
  ])("%j", (typed, words) => {
    expect(phraseDifference(typed, PHRASE)).toBe(words);
  });
});

test("only the sentence itself has no difference", () => {
  expect(phraseDifference(PHRASE, PHRASE)).toBeNull();
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), (typed, wanted) => {
      expect(phraseDifference(typed, wanted) === null).toBe(typed === wanted);
    }),
  );
});
