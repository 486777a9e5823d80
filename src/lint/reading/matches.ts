/** A text is linted again after every edit, and most of it is as before: what holds no match is remembered. */
const KNOWN_MAX = 4_000;
const KNOWN_CHARS_MAX = 2_000;
const withoutMatch = new WeakMap<RegExp, Set<string>>();

/** All matches of a global expression; `matchAll` alone copies the expression, which most passages need not pay for. */
export function matchesOf(text: string, expression: RegExp): readonly RegExpExecArray[] {
  const known = withoutMatch.get(expression) ?? new Set();
  if (known.has(text)) return [];
  if (text.search(expression) >= 0) return [...text.matchAll(expression)];
  if (text.length > KNOWN_CHARS_MAX) return [];
  if (known.size >= KNOWN_MAX) known.clear();
  withoutMatch.set(expression, known.add(text));
  return [];
}
