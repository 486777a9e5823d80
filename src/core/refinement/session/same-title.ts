/** How much of the longer title the shorter one must make up for them to mean the same. */
const SHARED_MIN = 0.75;

/** Whether two titles speak of the same thing, however they are dressed. A word of its own makes each another thing. */
export function sameTitle(a: string, b: string): boolean {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  if (left.size === 0 || right.size === 0) return left.size === right.size;
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  return [...small].every((word) => large.has(word)) && small.size / large.size >= SHARED_MIN;
}

function wordsOf(title: string): ReadonlySet<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
