// The id that a gap is written with, whether or not it is one of the grammar: `GAP-FLOW-009`, `GAP-7`, `gap_flow_1`.
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";

export interface WrittenGap {
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
