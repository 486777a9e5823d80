// Gaps that a review opens in a line labelled as such: `New gap: GAP-AB-001 …`.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import { findGapIds } from "../../core/shared/gap-id.ts";
import { undressed } from "../reading/dress.ts";
import { readRatingTag } from "../reading/severity-words.ts";
import type { StatedLine } from "./statements.ts";

const HEADED =
  /(?:^|[.!?]\s)\W{0,6}(?:new|additional|follow-?up) gap(?: \([^()]{1,40}\))?\s?(?:[:–—-]|(?=GAP-))/i;
const LINE_LENGTH_MAX = 2_000;

export function announcedGaps(lines: readonly StatedLine[]): readonly ProposedGap[] {
  return lines.flatMap(({ text, line }) => {
    const said = text.slice(0, LINE_LENGTH_MAX);
    const match = HEADED.exec(said);
    const [gap] = match === null ? [] : findGapIds(said.slice(match.index));
    if (match === null || gap === undefined) return [];
    return [{ id: gap.id, line, ...titled(said.slice(match.index + gap.end)) }];
  });
}

/** A title with its severity taken out. */
export function titled(rest: string): Pick<ProposedGap, "title" | "severity"> {
  const text = rest.replace(/^[\s*_:)\]–—-]+/, "");
  const tag = readRatingTag(text);
  return { title: undressed(tag?.rest ?? text), severity: tag?.rating.severity ?? null };
}
