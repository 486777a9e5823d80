import { HITS_MAX, MATCHES_MAX } from "../../core/shared/bounds.ts";

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

/** What is found in one thing after the other, until that is more than anybody asks for. */
export function hitsIn<Thing, Found>(
  things: readonly Thing[],
  find: (thing: Thing) => readonly Found[],
): readonly Found[] {
  const hits: Found[] = [];
  for (const thing of things) {
    if (hits.length >= HITS_MAX) break;
    for (const hit of find(thing)) hits.push(hit);
  }
  return hits;
}
