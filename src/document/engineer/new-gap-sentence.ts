// Sentences that introduce a gap: `This introduces GAP-X-009: who pays for lost books?`
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import type { Severity } from "../../core/shared/severity.ts";
import { undressed } from "../reading/dress.ts";
import { readRatingTag } from "../reading/severity-words.ts";

export interface Introduced {
  readonly id: GapId;
  /** Where in the text it stands. */
  readonly at: number;
  readonly title: string;
  readonly severity: Severity | null;
}

const INTRODUCING =
  /\b(?:introduc(?:es?|ed|ing)|spawn(?:s|ed|ing)?|creat(?:es?|ed|ing)|rais(?:es?|ed|ing)|open(?:s|ed|ing)|surfac(?:es?|ed|ing)|expos(?:es?|ed|ing)|reveal(?:s|ed|ing)?|uncover(?:s|ed|ing)?|identif(?:y|ies|ied)|discover(?:s|ed)?|add(?:s|ed)|register(?:s|ed)?|log(?:s|ged)|record(?:s|ed)|leads to|gives rise to|suggest(?:s|ed|ing)?|propos(?:es?|ed|ing)|call(?:s|ed|ing)?|filed?|files)\s+(?:as\s+)?(?:(?:a|an|one|two|three|the|another)\s+)?(?:(?:new|further|separate|follow-?up|additional|non-blocking|minor|child)\s+){0,2}(?:gaps?\b[\s:,(–—-]{0,4})?\W{0,3}$/i;
const NEW_GAP =
  /\b(?:new|follow-?up|additional|further)\s+(?:\w+\s+)?gaps?\b(?:\s+(?:is|are|as|introduced|identified|here|was|were|called|named))?[\s:,(*_–—-]{0,6}$/i;
const AFTER_NEW = /^[\s*_]{0,3}[([](?:new|newly introduced|new gap|introduced here)\b/i;
const NEGATED =
  /\b(?:no|not|never|without|neither|nor|doesn't|don't|didn't|cannot|can't|avoids?|instead of|rather than|would have|could have|if|previously|already|earlier)\b[^.!?]*$/i;
const BETWEEN = /^[\s*_\])]*(?:\([^()]{0,60}\)\s?)?(?:,|;|&|and|, and|or)[\s*_[(]*$/i;
const REACH = 100;
const TITLE_MAX = 300;

export function introducedIn(text: string): readonly Introduced[] {
  const found: Introduced[] = [];
  let lastEnd: number | null = null;
  for (const { id, start, end } of findGapIds(text)) {
    const before = text.slice(Math.max(0, start - REACH), start);
    const goesOn: boolean =
      lastEnd !== null && start - lastEnd < REACH && BETWEEN.test(text.slice(lastEnd, start));
    const after = text.slice(end, end + TITLE_MAX);
    const introduces = (INTRODUCING.test(before) || NEW_GAP.test(before)) && !NEGATED.test(before);
    if (goesOn || introduces || AFTER_NEW.test(after)) {
      found.push({ id, at: start, ...describedAfter(after) });
      lastEnd = end;
    } else lastEnd = null;
  }
  return found;
}

function describedAfter(after: string): { readonly title: string; readonly severity: Severity | null } {
  const [, said = ""] = /^[\s*_)\]]{0,4}(?:[:–—(]|- )\s?([^.;?!\n]*[?!]?)/.exec(after) ?? [];
  const tag = readRatingTag(after.split(/[.;\n]/)[0] ?? "");
  const title = undressed((readRatingTag(said)?.rest ?? said).replace(/\)$/, ""));
  return {
    title: /^new\b/i.test(title) || findGapIds(title).length > 0 ? "" : title,
    severity: tag?.rating.severity ?? null,
  };
}
