import { findGapIds, type GapId, gapIdParts, makeGapId } from "../core/shared/gap-id.ts";
import { NUMBER_MAX } from "../core/shared/id-grammar.ts";
import { remembered } from "../core/shared/remembered.ts";
import type { SpecPart } from "../document/spec/spec-parts.ts";
import type { SpecText } from "../document/spec/spec-text.ts";

const CATEGORY_LENGTH_MAX = 10;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const idsIn = remembered(({ lines }: SpecText) => new Set(findGapIds(lines.join("\n")).map(({ id }) => id)));

/** Proposes ids that occur nowhere in a spec, not even as a mention. */
export function gapNumbers(parts: readonly SpecPart[]): (category: string) => GapId {
  const highest = new Map<string, number>();
  for (const id of parts.flatMap(({ spec }) => [...idsIn(spec)])) {
    const { category, number } = gapIdParts(id);
    highest.set(category, Math.max(number, highest.get(category) ?? 0));
  }
  const spills = new Map<string, number>();
  return (category) => {
    for (let spill = spills.get(category) ?? 0; ; spill++) {
      const spilled = spilledCategory(category, spill);
      const number = (highest.get(spilled) ?? 0) + 1;
      const id = number > NUMBER_MAX ? null : makeGapId({ category: spilled, number, letter: null });
      if (id === null) continue;
      spills.set(category, spill);
      highest.set(spilled, number);
      return id;
    }
  };
}

/** `TODO`, `TODOA`, … `TODOZ`, `TODOAA`, …: a category that has used up its numbers goes on under another name. */
function spilledCategory(category: string, spill: number): string {
  let suffix = "";
  for (let rest = spill; rest > 0; rest = Math.floor((rest - 1) / LETTERS.length)) {
    suffix = `${LETTERS[(rest - 1) % LETTERS.length] ?? ""}${suffix}`;
  }
  return `${category.slice(0, CATEGORY_LENGTH_MAX - suffix.length)}${suffix}`;
}
