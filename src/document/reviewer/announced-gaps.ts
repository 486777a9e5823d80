// Gaps that a review opens in a sentence: `New gap: GAP-X-001 …`, `This deserves GAP-X-001`, `Suggested id: GAP-X-001`.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import { findGapIds } from "../../core/shared/gap-id.ts";
import { undressed } from "../reading/dress.ts";
import { readRatingTag, severityOfWord } from "../reading/severity-words.ts";
import type { StatedLine } from "./statements.ts";

/** A gap announced at the head of a line or sentence: not one that the proposal is said to introduce. */
const HEADED =
  /(?:^|[.!?:]\s)\W{0,6}(?:(?:proposed|suggested|raising|raise|i raise|i propose|adding) )?(?:a )?(?:new|additional|follow-?up) gap\b[^:.]{0,40}?(?:[:–—-]|(?=GAP-))/i;
/** What stands before the id where the review itself opens the gap. */
const OPENS =
  /\b(?:(?:i|we)(?:'d|’d|'ll| would| will| shall)? (?:also |therefore |hereby |now |like to |want to )?(?:propose|suggest|call|name|open|opened|raise|raised|file|filed|add|added|register|enter|create)|(?:this|that|it|which) (?:also |really )?(?:opens|raises|deserves|warrants|merits|becomes|should be|should become|could become|calls for|brings up)|(?:suggested|proposed|possible) (?:gap )?(?:id|identifier|name|number))\b[^.!?;]{0,50}$/i;
/** What follows it where something is to be done with a gap that is there already. */
const EXISTING = /^\W*(?:to|be|from|is|are|was|has|first|by)\b/i;

const LINE_LENGTH_MAX = 2_000;
const BEFORE_LENGTH = 100;

export function announcedGaps(lines: readonly StatedLine[]): readonly ProposedGap[] {
  return lines.flatMap(({ text, line }) => {
    const said = text.slice(0, LINE_LENGTH_MAX);
    const headed = headedGap(said, line);
    if (headed !== null) return [headed];
    return findGapIds(said).flatMap(({ id, start, end }) => {
      const before = said.slice(Math.max(0, start - BEFORE_LENGTH), start);
      const after = said.slice(end);
      if (!OPENS.test(before) || EXISTING.test(after)) return [];
      return [{ id, line, ...described(said.slice(0, start), after) }];
    });
  });
}

function headedGap(text: string, line: number): ProposedGap | null {
  const match = HEADED.exec(text);
  const [gap] = match === null ? [] : findGapIds(text.slice(match.index));
  if (match === null || gap === undefined) return null;
  return { id: gap.id, line, ...titled(text.slice(match.index + gap.end)) };
}

/** A gap's title is what follows its id behind a colon or dash; else the sentence before the one that opens it. */
function described(before: string, after: string): Pick<ProposedGap, "title" | "severity"> {
  const own = /^\W{0,3}[:–—]/.test(after) ? titled(after) : null;
  const severity = severityOfWord(/\bseverity:?\s{1,2}([a-z]{3,10})\b/i.exec(after)?.[1] ?? "");
  const [opening = "", earlier] = before.split(/[.!?]\s/).reverse();
  const rest = /^[^.!?]*/.exec(after)?.[0] ?? "";
  return {
    title: own?.title ?? undressed(earlier ?? `${opening}${rest}`),
    severity: own?.severity ?? severity,
  };
}

/** A title with its severity taken out. */
export function titled(rest: string): Pick<ProposedGap, "title" | "severity"> {
  const text = rest.replace(/^[\s*_:)\]–—-]+/, "");
  const tag = readRatingTag(text);
  return { title: undressed(tag?.rest ?? text), severity: tag?.rating.severity ?? null };
}
