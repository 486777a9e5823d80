// Text that looks like a spec's: the same for the same key in every run.

const WORDS =
  `the order caller queue timeout request retries limit of and is written before after each response state
  worker lease holder record with a an in field value number must not accepted rejected error code user
  account session message payload version schema index table row when then unless window seconds bytes
  policy default maximum minimum client server token signature replay duplicate cursor page export import`.split(
    /\s+/,
  );

export interface Prose {
  /** One paragraph of about so many characters. */
  paragraph(chars: number): string;
  /** A few words, as in a title. */
  phrase(words: number): string;
}

export function proseOf(key: string): Prose {
  const next = numbers(key);
  const word = (): string => WORDS[next() % WORDS.length] ?? "order";
  const phrase = (words: number): string => Array.from({ length: words }, word).join(" ");
  const sentence = (): string => {
    const words = Array.from({ length: 9 + (next() % 12) }, word);
    words[3] = DRESS[next() % DRESS.length]?.(word()) ?? word();
    const text = `${words.join(" ")}.`;
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  };
  return {
    phrase,
    paragraph(chars) {
      const sentences: string[] = [];
      for (let length = 0; length < chars; length += (sentences.at(-1)?.length ?? 0) + 1) {
        sentences.push(sentence());
      }
      return sentences.join(" ");
    },
  };
}

const DRESS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word,
  (word) => `\`${word}_ms\``,
  (word) => `**${word}**`,
];

/** Marsaglia's xorshift, begun from the key. */
function numbers(key: string): () => number {
  let state = [...key].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) | 0, 7) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
