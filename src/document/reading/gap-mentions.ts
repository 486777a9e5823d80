// Gaps as a text names them, whether or not their ids are of the grammar: `GAP-FLOW-009`, `GAP-7`, `gap_flow_1`.
import { findGapIds, type GapId, parseGapId } from "../../core/shared/gap-id.ts";

/** The gap that a text names, if it names exactly one, or one of those that are looked for. */
export function onlyGap(text: string, among?: ReadonlySet<GapId>): GapId | null {
  let only: GapId | null = null;
  for (const { id } of findGapIds(text)) {
    if (id === only || among?.has(id) === false) continue;
    if (only !== null) return null;
    only = id;
  }
  return only;
}

/** Each gap that a text names, once. */
export function gapsIn(text: string): readonly GapId[] {
  return [...new Set(findGapIds(text).map(({ id }) => id))];
}

/** A text with a space for every gap it names. */
export function withoutGaps(text: string): string {
  const named = findGapIds(text);
  if (named.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of named) {
    parts.push(text.slice(from, start));
    from = end;
  }
  return [...parts, text.slice(from)].join(" ");
}

interface WrittenGap {
  readonly written: string;
  /** `null` for one outside the grammar: it is kept as an alias and never cut to the id of another gap. */
  readonly id: GapId | null;
  /** What follows it. */
  readonly rest: string;
}

const LEADING =
  /^[\s*_`~[(#]*(gap[-_][A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*)[\])`*_]*\s*(?:[:–—|]|-\s|\s\(|$)\s*/i;

/** A name is in capitals, or has a number: `gap-filling:` is a word. */
export function leadingGap(text: string): WrittenGap | null {
  const match = LEADING.exec(text);
  const written = match?.[1] ?? "";
  if (match === null || !(/\d/.test(written) || written === written.toUpperCase())) return null;
  const bracket = match[0].endsWith("(") ? "(" : "";
  return { written, id: parseGapId(written), rest: `${bracket}${text.slice(match[0].length)}` };
}
