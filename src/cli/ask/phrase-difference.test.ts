import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { phraseDifference } from "./phrase-difference.ts";

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
