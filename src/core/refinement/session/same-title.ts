/** Words of two titles that must be shared, of the longer one’s, for them to mean the same. */
const SHARED_MIN = 0.75;

/** Whether two titles speak of the same thing, however they are dressed. */
export function sameTitle(a: string, b: string): boolean {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  if (left.size === 0 || right.size === 0) return left.size === right.size;
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  const shared = [...small].filter((word) => large.has(word)).length;
  return shared / large.size >= SHARED_MIN;
}

function wordsOf(title: string): ReadonlySet<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
