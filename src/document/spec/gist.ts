// What a text comes to in one sentence, for somebody who follows an argument and does not read each document.

import { oneLine, sentencesOf, wordsOf } from "./sentences.ts";
import { Spec } from "./spec.ts";
import type { Passage } from "./spec-text.ts";

/** A sentence that is longer is cut between two words. */
const SENTENCE_CHARS_MAX = 280;

/**
 * The first sentence of a text that is not known from earlier ones, the oldest of which come first: where the newest of them
 * has each sentence, it is told by what the older ones do not have.
 */
export function gistOf(text: string, earlier: readonly string[]): string | null {
  const sentences = new Spec(text).parts
    .flatMap(({ spec }) => spec.passages)
    .filter(isRunningText)
    .flatMap(sentencesIn);
  for (let count = earlier.length; count >= 0; count -= 1) {
    const known = withoutMarks(earlier.slice(0, count).join("\n"));
    const fresh = sentences.find((sentence) => !known.includes(withoutMarks(sentence)));
    if (fresh !== undefined) return cutBetweenWords(fresh);
  }
  return null;
}

function isRunningText({ kind }: Passage): boolean {
  return kind === "paragraph" || kind === "item" || kind === "cell";
}

/** What a semicolon ends is no sentence yet. */
function sentencesIn(passage: Passage): readonly string[] {
  const words = wordsOf(passage);
  const ends = sentencesOf(words).flatMap(({ end }) =>
    words[end - 1] === ";" && end < words.length ? [] : [end],
  );
  return ends
    .map((end, index) => words.slice(ends[index - 1] ?? 0, end).trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** The same words, however they are set off. */
function withoutMarks(text: string): string {
  return oneLine(text.replaceAll(/[*_`]/g, ""));
}

function cutBetweenWords(sentence: string): string {
  if (sentence.length <= SENTENCE_CHARS_MAX) return sentence;
  const end = sentence.lastIndexOf(" ", SENTENCE_CHARS_MAX);
  return `${sentence.slice(0, end > 0 ? end : SENTENCE_CHARS_MAX)} …`;
}
