/** Shorter words say little about what a text is about, unless they hold a number. */
const LETTERS_MIN = 4;

/** How much of two texts is made of the same words: 0 where they share none, 1 where they share all. */
export function wordOverlap(a: string, b: string): number {
  const [left, right] = [contentWords(a), contentWords(b)];
  if (left.size === 0 || right.size === 0) return 0;
  const shared = [...left].filter((word) => right.has(word)).length;
  return (2 * shared) / (left.size + right.size);
}

function contentWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= LETTERS_MIN || /\p{N}/u.test(word)));
}
