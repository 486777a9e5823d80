import { MATCHES_MAX } from "../../core/shared/bounds.ts";

/** All matches of a global expression; `matchAll` alone copies the expression, which most passages need not pay for. */
export function matchesOf(text: string, expression: RegExp): readonly RegExpExecArray[] {
  if (text.search(expression) < 0) return [];
  const matches: RegExpExecArray[] = [];
  for (const match of text.matchAll(expression)) {
    matches.push(match);
    if (matches.length === MATCHES_MAX) break;
  }
  return matches;
}
