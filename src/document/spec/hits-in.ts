import { HITS_MAX } from "../../core/shared/bounds.ts";

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
