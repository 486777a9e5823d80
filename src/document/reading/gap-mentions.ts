import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";

/** The gap that a text names, if it names exactly one. */
export function onlyGap(text: string): GapId | null {
  const gaps = new Set(findGapIds(text).map(({ id }) => id));
  const [gap = null] = gaps;
  return gaps.size === 1 ? gap : null;
}

/** A text with a space for every gap it names. */
export function withoutGaps(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of findGapIds(text)) {
    parts.push(text.slice(from, start));
    from = end;
  }
  return [...parts, text.slice(from)].join(" ");
}
