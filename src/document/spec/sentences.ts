import type { Passage } from "./spec-text.ts";

export interface Sentence {
  readonly start: number;
  readonly end: number;
}

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|sec|incl|resp|max|min)|\b[A-Z])\.$/i;

/** Cut after full stops, question and exclamation marks and semicolons; an abbreviation ends none before a small letter. */
export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/[.!?;](?=["')\]”’*]{0,3}(?:\s|$))/g)) {
    const end = index + mark.length;
    const next = /^["')\]”’*]{0,3}\s{0,20}(\S?)/.exec(text.slice(end, end + 24))?.[1] ?? "";
    const abbreviated = mark === "." && ABBREVIATION.test(text.slice(Math.max(0, end - 8), end));
    if (abbreviated && !/^\p{Lu}|^$/u.test(next)) continue;
    sentences.push({ start, end });
    start = end;
  }
  if (text.slice(start).trim() !== "") sentences.push({ start, end: text.length });
  return sentences;
}

/** The sentence that some words stand in, as a reader sees it with its code as written, white space as single blanks. */
export interface SentenceAround {
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

/** A sentence is looked at so far on either side. */
export const NEAR_MAX = 300;
/** Takes the place of the words: what they hold ends no sentence. */
const STAND_IN = "xx";

export function sentenceAround(passage: Passage, from: number, to: number): SentenceAround {
  const { source } = passage;
  const start = Math.max(0, from - NEAR_MAX);
  const end = Math.min(source.length, to + NEAR_MAX);
  const [before, after] = [writtenText(passage, start, from), writtenText(passage, to, end)];
  const sentences = sentencesOf(`${before}${STAND_IN}${after}`);
  const own = sentences.find((sentence) => sentence.end > before.length) ?? { start: 0, end: 0 };
  return {
    before: oneLine(before.slice(own.start)).trimStart(),
    // What the parser takes for a tag is seen by nobody.
    words: oneLine(writtenText(passage, from, to)).trim() || oneLine(source.slice(from, to)).trim(),
    after: oneLine(after.slice(0, Math.max(0, own.end - before.length - STAND_IN.length))).trimEnd(),
  };
}

const WORDS_MAX = 1_000;

/** What a passage says, or the beginning of it where it is long. */
export function wordsOf(passage: Passage): string {
  return oneLine(writtenText(passage, 0, Math.min(WORDS_MAX, passage.source.length))).trim();
}

export function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, " ");
}

/** Marks of Markdown are left out; those of code stay. */
function writtenText({ source, shown }: Passage, from: number, to: number): string {
  let words = "";
  for (let at = from; at < to; at++) {
    const seen = shown[at] ?? " ";
    const there = source[at] ?? " ";
    if (seen !== " ") words += seen;
    else if (there === "`" || SPACES.has(there)) words += there;
  }
  return words;
}

const SPACES: ReadonlySet<string> = new Set(" \t\n\r\f\v\u00A0");
