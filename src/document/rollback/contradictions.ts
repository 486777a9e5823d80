// Two sentences with the same words that cannot both hold: one of them negated, or with another number in one place.
import { wordsOf } from "../reading/dress.ts";
import { sentencesOf } from "../spec/sentences.ts";
import type { Passage } from "../spec/spec-text.ts";

interface SaidSentence {
  /** Which of the passages, and where in it. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly negated: boolean;
  readonly numbers: readonly string[];
}

/** In fewer words nobody is sure that two sentences speak of the same thing. */
const WORDS_MIN = 5;
const SENTENCE_CHARS_MAX = 400;

/** Each sentence with the first that contradicts it; what is short, or stands in a table, is left aside. */
export function contradictionsIn(
  passages: readonly Passage[],
  most: number,
): readonly (readonly [SaidSentence, SaidSentence])[] {
  const first = new Map<string, SaidSentence>();
  const found: (readonly [SaidSentence, SaidSentence])[] = [];
  for (const [index, passage] of passages.entries()) {
    if (passage.kind !== "paragraph" && passage.kind !== "item") continue;
    for (const { start, end } of sentencesOf(passage.shown)) {
      if (found.length >= most) return found;
      if (end - start > SENTENCE_CHARS_MAX) continue;
      const { key, negated, numbers } = readSentence(passage.shown.slice(start, end));
      if (key === null || passage.shown[end - 1] === "?") continue;
      const said: SaidSentence = { index, from: start, to: end, negated, numbers };
      const before = first.get(key);
      if (before === undefined) first.set(key, said);
      else if (contradicts(before, said)) found.push([before, said]);
    }
  }
  return found;
}

function contradicts(one: SaidSentence, other: SaidSentence): boolean {
  const differing = one.numbers.filter((number, at) => number !== other.numbers[at]).length;
  return one.negated === other.negated ? differing === 1 : differing === 0;
}

/** What is left without negations and numbers, for comparing. */
function readSentence(text: string) {
  const words: string[] = [];
  const numbers: string[] = [];
  let negated = false;
  for (const word of wordsOf(text)) {
    const plain = word === "cannot" ? "can" : word.replace(/n't$/, "");
    if (word === "not" || word === "never" || word === "no" || plain !== word) negated = !negated;
    if (/^\p{N}/u.test(word)) numbers.push(word);
    if (/^\p{N}/u.test(word)) words.push("#");
    else if (word !== "not" && word !== "never" && word !== "no") words.push(plain);
  }
  return { key: words.length < WORDS_MIN ? null : words.join(" "), negated, numbers };
}
