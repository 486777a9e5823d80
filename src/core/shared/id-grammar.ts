// How an id's grammar is applied: to a whole string, or to the words of a text.

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
  for (const match of text.matchAll(word)) {
    const [written] = match;
    const id = parse(written);
    if (id !== null) mentions.push({ id, start: match.index, end: match.index + written.length });
  }
  return mentions;
}
