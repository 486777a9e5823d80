import type { NamedThing } from "../app/trust/named-things.ts";
import { beside, type Line, painted } from "./text.ts";

const KEY_INDENT = 4;

/** Exactly what would be run or contacted, whole: what is cut off could be what matters. */
export function namedLines(names: readonly NamedThing[], width: number): readonly Line[] {
  return names.flatMap(({ key, value }) => [
    ["  ", painted("bold", key)],
    ...beside("", typeof value === "string" ? value : JSON.stringify(value), { term: KEY_INDENT, width }),
  ]);
}
