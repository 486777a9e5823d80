// Whether a new text says again what the author's words around a mark say.
import { wordsOf } from "../reading/dress.ts";

/** The share of the author's words that must come again. */
export const RESTATED_OVERLAP = 0.6;
/** The share for a sentence that lacks nothing: it goes only where hardly a word of it is lost. */
export const WHOLE_RESTATED_OVERLAP = 0.8;

const SMALL_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be by for from has have if in is it its of on or that the this to was were will with".split(
    " ",
  ),
);

export function tellingWords(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).filter((word) => !SMALL_WORDS.has(word)));
}

/** What says nothing is never said again. */
export function restates(
  text: ReadonlySet<string>,
  words: string,
  overlap: number = RESTATED_OVERLAP,
): boolean {
  const own = [...tellingWords(words)];
  if (own.length === 0) return false;
  const again = own.filter((word) => text.has(word)).length;
  return again / own.length >= overlap;
}
