// How an id's grammar is applied: to a whole string, or to the words of a text.
import { stretchesOf } from "./stretches.ts";

/** An id as it stands in a text; `text.slice(start, end)` is how it was written. */
export interface Mention<Id> {
  readonly id: Id;
  readonly start: number;
  readonly end: number;
}

export function wholeString(grammar: RegExp): RegExp {
  return new RegExp(`^(?:${grammar.source})$`);
}

/** Word characters are ASCII, so an id glued to text without spaces (as in Chinese) is found. */
export function asWord(grammar: RegExp): RegExp {
  return new RegExp(`(?<!\\w)(?:${grammar.source})(?!\\w)`, "g");
}

export function findMentions<Id>(
  text: string,
  word: RegExp,
  parse: (written: string) => Id | null,
): Mention<Id>[] {
  const mentions: Mention<Id>[] = [];
  let before = 0;
  for (const stretch of stretchesOf(text)) {
    for (const { 0: written, index } of stretch.matchAll(word)) {
      const id = parse(written);
      const start = before + index;
      if (id !== null) mentions.push({ id, start, end: start + written.length });
    }
    before += stretch.length;
  }
  return mentions;
}
