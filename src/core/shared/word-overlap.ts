/** Shorter words say little about what a text is about, unless they hold a number. */
const LETTERS_MIN = 4;

/** How much of two texts is made of the same words: 0 where they share none, 1 where they share all. */
export function wordOverlap(a: string, b: string): number {
  return compareWords(a, b).overlap;
}

interface WordComparison {
  readonly overlap: number;
  readonly shared: number;
  /** How many the text has that has fewer. */
  readonly fewest: number;
}

export function compareWords(a: string, b: string): WordComparison {
  const [left, right] = [contentWords(a), contentWords(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  const fewest = Math.min(left.size, right.size);
  return { overlap: fewest === 0 ? 0 : (2 * shared) / (left.size + right.size), shared, fewest };
}

function contentWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= LETTERS_MIN || /\p{N}/u.test(word)));
}
