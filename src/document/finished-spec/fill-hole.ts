// A sentence with a hole in it, and a text that says the sentence again with the hole filled.
import { saysSomething } from "./says-something.ts";
import { type Stretch, sentencesOf } from "./sentences.ts";

/** Stands for each character of a mark, so that what is around it keeps its place. */
export const HIDDEN = "\uFFFC";

export interface Filling {
  /** What stands where the mark stood. */
  readonly value: string;
  /** How many of the author's characters behind the mark it says again and stands for. */
  readonly over: number;
  /** The sentences of the text beside the one that fills the hole. */
  readonly others: string;
}

interface Word extends Stretch {
  readonly text: string;
}

/** `02:00`, `99.9` and `won't` are one word each. */
const WORD = /[\p{L}\p{N}]+(?:['’.,:-][\p{L}\p{N}]+)*/gu;
const WORDS_BEFORE_MIN = 2;
const VALUE_LENGTH_MAX = 60;

function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].map(({ 0: found, index }) => ({
    text: found.toLowerCase().replaceAll("’", "'"),
    start: index,
    end: index + found.length,
  }));
}

/** `before` and `after` are what the author's sentence says on both sides of the mark. */
export function fillingFor(before: string, after: string, text: string): Filling | null {
  const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  const find = before.includes(HIDDEN) ? betweenEnds : fromStart;
  for (const [index, sentence] of sentences.entries()) {
    const found = find(before, after, sentence);
    if (found !== null) return { ...found, others: sentences.toSpliced(index, 1).join(" ") };
  }
  return null;
}

type Found = Omit<Filling, "others">;

/** The text's sentence begins with the author's words; what comes then is the value, up to where his words go on. */
function fromStart(before: string, after: string, sentence: string): Found | null {
  const own = wordsIn(before);
  const said = wordsIn(sentence);
  const rest = said.slice(own.length);
  if (own.length === 0 || rest.length === 0 || !own.every(({ text }, at) => text === said[at]?.text))
    return null;
  const next = upToMark(after);
  const going = wordsIn(next);
  const { at, length } = longestRun(rest, going);
  if (own.length < WORDS_BEFORE_MIN && length === 0) return null;
  const from = valueStart(sentence, said[own.length - 1]?.end ?? 0);
  if (length > 0 && at + length === rest.length) {
    const value = sentence.slice(from, rest[at]?.start).trimEnd();
    if (isClosed(value)) return { value, over: 0 };
  }
  const value = withoutStop(sentence.slice(from));
  // What would have to stand amid two marks, or amid words that it does not lead back to, must be short.
  const ends = !saysSomething(after) || (length > 0 && next === after);
  if (!ends && !isShort(value)) return null;
  if (length > 0 && next !== after) return null;
  return { value, over: length === 0 ? 0 : (going[length - 1]?.end ?? 0) };
}

/** Behind another mark: the text begins as the author does and ends as he does, with the value between. */
function betweenEnds(before: string, after: string, sentence: string): Found | null {
  const own = wordsIn(upToMark(before));
  const said = wordsIn(sentence);
  const going = wordsIn(upToMark(after));
  const last = said.length - going.length;
  let shared = 0;
  while (shared < own.length && own[shared]?.text === said[shared]?.text) shared += 1;
  if (shared < WORDS_BEFORE_MIN || going.length === 0 || last <= shared) return null;
  if (!going.every(({ text }, at) => text === said[last + at]?.text)) return null;
  const from = valueStart(sentence, said[shared - 1]?.end ?? 0);
  const value = sentence.slice(from, said[last]?.start).trimEnd();
  return isShort(value) && isClosed(value) ? { value, over: 0 } : null;
}

function upToMark(text: string): string {
  const mark = text.indexOf(HIDDEN);
  return mark < 0 ? text : text.slice(0, mark);
}

/** The longest run of the author's next words; something must stand before it. */
function longestRun(
  rest: readonly Word[],
  going: readonly Word[],
): { readonly at: number; readonly length: number } {
  let best = { at: rest.length, length: 0 };
  for (let at = 1; at < rest.length; at++) {
    let length = 0;
    while (length < going.length && going[length]?.text === rest[at + length]?.text) length += 1;
    if (length > best.length) best = { at, length };
  }
  return best;
}

/** Behind the blank that follows a word and its dress. */
function valueStart(sentence: string, wordEnd: number): number {
  const dress = /^\S*\s*/.exec(sentence.slice(wordEnd))?.[0].length ?? 0;
  return wordEnd + dress;
}

function withoutStop(text: string): string {
  return text.replace(/(?<!\.)[.!。]\s*$/, "").trimEnd();
}

function isShort(value: string): boolean {
  return value.length <= VALUE_LENGTH_MAX && !/[,;:](?:\s|$)/.test(value);
}

/** A value that is cut off amid brackets, code or emphasis is none. */
function isClosed(value: string): boolean {
  const counts = ["`", '"', "**"].map((sign) => value.split(sign).length - 1);
  const open = value.split(/[([“]/).length === value.split(/[)\]”]/).length;
  return saysSomething(value) && open && counts.every((count) => count % 2 === 0) && !/[*_]$/.test(value);
}

/** `5 seconds`: what can stand where a mark stood; a final stop is no part of it. `null` for anything else. */
export function plainValue(text: string): string | null {
  const value = withoutStop(text);
  const opens = /^(?:[\p{Ll}\p{N}`"“€$£]|\p{Lu}{2,4}\s?\p{N})/u.test(value);
  return opens && value.length <= VALUE_LENGTH_MAX && !/[.!?;:](?:\s|$)/.test(value) ? value : null;
}

/** A value without the unit that the author has on either side of the mark. */
export function fittedValue(value: string, before: string, after: string): string {
  const signs = /^\s*([%€$£°])/.exec(after)?.[1];
  const leading = /([%€$£])\s*$/.exec(before)?.[1];
  let fitted = signs !== undefined && value.endsWith(signs) ? value.slice(0, -signs.length) : value;
  if (leading !== undefined && fitted.startsWith(leading)) fitted = fitted.slice(leading.length);
  const words = wordsIn(fitted);
  const last = words.at(-1);
  const next = /^\s*[*_]*([\p{L}\p{N}][\p{L}\p{N}'’.,:-]*)/u.exec(after)?.[1];
  if (words.length > 1 && last?.end === fitted.length && wordsIn(next ?? "")[0]?.text === last.text)
    fitted = fitted.slice(0, last.start);
  const first = wordsIn(fitted)[0];
  const prior = wordsIn(before).at(-1);
  const touches = prior !== undefined && /^[\s*_]*$/.test(before.slice(prior.end));
  if (touches && first?.start === 0 && prior.text === first.text && saysSomething(fitted.slice(first.end)))
    fitted = fitted.slice(first.end);
  return fitted.trim() === "" ? value : fitted.trim();
}
