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

/** The three digits of an id. */
export const NUMBER_MAX = 999;

/**
 * The number after the highest one used; where an agent has minted 999, the lowest never used; `null` when
 * all are gone. `used` holds every number of the session, also those of rolled-back rounds.
 */
export function nextFreeNumber(used: Iterable<number>): number | null {
  const taken = new Set(used);
  const next = Math.max(0, ...taken) + 1;
  if (next <= NUMBER_MAX) return next;
  for (let number = 1; number <= NUMBER_MAX; number++) if (!taken.has(number)) return number;
  return null;
}

export function threeDigits(number: number): string {
  return String(number).padStart(3, "0");
}
