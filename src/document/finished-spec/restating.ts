// Whether a new text says again what the author's words around a mark say.
import { wordsOf } from "../reading/dress.ts";
import { sentencesOf } from "./sentences.ts";

/** The share of the author's words that must come again. */
export const RESTATED_OVERLAP = 0.6;
/** The share for a sentence that lacks nothing: it goes only where hardly a word of it is lost. */
export const WHOLE_RESTATED_OVERLAP = 0.8;
/** The share where the text does not stand in the author's paragraph: not a word may be lost. */
export const REPEATED_OVERLAP = 1;

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
  return own.length > 0 && shareIn(own, text) >= overlap;
}

function shareIn(own: readonly string[], text: ReadonlySet<string>): number {
  return own.filter((word) => text.has(word)).length / own.length;
}

/** The telling words of each sentence of texts. */
export function sentenceWords(texts: readonly string[]): readonly ReadonlySet<string>[] {
  return texts
    .flatMap((text) => text.split(PARTS))
    .flatMap((part) => sentencesOf(part).map(({ start, end }) => part.slice(start, end)))
    .slice(0, SENTENCES_MAX)
    .map(tellingWords)
    .filter(({ size }) => size > 0);
}

/** Whether one sentence has every telling word of the author's, but for one beside the mark, for which it may have a better. */
export function saysAllOf(sentences: readonly ReadonlySet<string>[], before: string, after: string): boolean {
  const own = [...tellingWords(`${before} ${after}`)];
  const beside = [wordsOf(before).at(-1), wordsOf(after)[0]];
  return sentences.some((said) => {
    const missing = own.filter((word) => !said.has(word));
    if (missing.length === own.length) return false;
    return missing.length === 0 || (missing.length === 1 && beside.includes(missing[0]));
  });
}

/** The sentences of texts that may say something again. */
export interface SaidSentences {
  /** Whether one that was not yet taken says the words again; it is taken then, so that it stands for one only. */
  readonly takes: (words: string, overlap: number) => boolean;
}

const SENTENCES_MAX = 200;
/** So few words say the same only where they are the same. */
const FEW_WORDS_MAX = 2;
/** With fewer in common two sentences are about the same thing at most. */
const SHARED_WORDS_MIN = 3;
const PARTS = /\n\s*\n|\n(?=\s*(?:[-*+]|\d{1,9}[.)])\s)/;

export function saidSentences(texts: readonly string[]): SaidSentences {
  const free = sentenceWords(texts);
  const taken = new Set<number>();
  return {
    takes(words, overlap) {
      const own = [...tellingWords(words)];
      if (own.length === 0) return false;
      let best = -1;
      let most = 0;
      for (const [index, sentence] of free.entries()) {
        if (taken.has(index) || (own.length <= FEW_WORDS_MAX && sentence.size !== own.length)) continue;
        const share = shareIn(own, sentence);
        const least = Math.max(overlap, Math.min(1, SHARED_WORDS_MIN / own.length));
        if (share < least || share <= most) continue;
        best = index;
        most = share;
      }
      if (best >= 0) taken.add(best);
      return best >= 0;
    },
  };
}
