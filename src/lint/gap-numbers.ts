import { findGapIds, type GapId, gapIdParts, makeGapId } from "../core/shared/gap-id.ts";
import { NUMBER_MAX } from "../core/shared/id-grammar.ts";
import { memoizeWeak } from "../core/shared/memoize-weak.ts";
import type { SpecPart } from "../document/spec/spec-parts.ts";
import type { PartText } from "../document/spec/spec-text.ts";

const CATEGORY_LENGTH_MAX = 10;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const idsIn = memoizeWeak(({ lines }: PartText) => new Set(findGapIds(lines.join("\n")).map(({ id }) => id)));

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

/** First match wins, so the more telling words come first. */
const CATEGORY_OF_WORDS: readonly (readonly [category: string, words: RegExp])[] = [
  ["SEC", /\b(?:security|auth\w*|permissions?|privacy|encryption|threats?)\b/i],
  ["ERROR", /\b(?:errors?|failures?|retry|retries|recovery|faults?)\b/i],
  ["API", /\b(?:apis?|endpoints?|interfaces?|requests?|responses?|routes?)\b/i],
  ["DATA", /\b(?:data|schemas?|storage|models?|database|fields?|formats?|retention)\b/i],
  ["UX", /\b(?:ui|ux|screens?|pages?|views?|forms?|accessibility)\b/i],
  ["PERF", /\b(?:performance|latency|throughput|limits?|quotas?|scal\w+)\b/i],
  ["CONFIG", /\b(?:config\w*|settings?|options?)\b/i],
  ["TEST", /\b(?:tests?|testing|acceptance|verification)\b/i],
  ["OPS", /\b(?:deploy\w*|operations?|monitoring|logging|metrics|migration|rollout|backups?)\b/i],
  ["COMM", /\b(?:protocols?|messages?|notifications?|events?|sync\w*)\b/i],
  ["FLOW", /\b(?:flows?|workflows?|process\w*|states?|lifecycles?|transitions?|steps?)\b/i],
];

/** The innermost heading that speaks of a subject decides. */
export function categoryOfHeadings(path: readonly string[]): string | null {
  for (const title of path.toReversed()) {
    const found = CATEGORY_OF_WORDS.find(([, words]) => words.test(title));
    if (found !== undefined) return found[0];
  }
  return null;
}
