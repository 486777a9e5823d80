/** All matches of a global expression; `matchAll` alone copies the expression, which most passages need not pay for. */
export function matchesOf(text: string, expression: RegExp): readonly RegExpExecArray[] {
  return text.search(expression) < 0 ? [] : [...text.matchAll(expression)];
}
