/** A stretch of a text: `end` is the first character after it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const SENTENCE_END =
  /[.!?…]+["'”’)\]*_`]{0,4}(?=\s+["'“‘([*_`\uFFFC]{0,4}(?:[\p{Lu}\p{N}\uFFFC]|\p{Lo})|\s*$)/gu;
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|cf|vs|etc|approx|resp|no|nos|fig|sec|ca|incl|max|min)|\b\p{Lu})\.$/iu;

/** Its sentences with the blanks after them left out; a text without any end of a sentence is one. */
export function sentencesOf(text: string): readonly Stretch[] {
  const sentences: Stretch[] = [];
  let start = skipBlank(text, 0);
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    const end = index + mark.length;
    if (end <= start || ABBREVIATION.test(text.slice(Math.max(0, end - 8), end))) continue;
    sentences.push({ start, end });
    start = skipBlank(text, end);
  }
  const end = text.trimEnd().length;
  if (start < end) sentences.push({ start, end });
  return sentences;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? "")) at += 1;
  return at;
}
