// Gaps introduced outside of a list of them: `New gap: GAP-X-009: who pays for lost books?`
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import type { Severity } from "../../core/shared/severity.ts";
import { undressed } from "../reading/dress.ts";
import { readRatingTag } from "../reading/severity-words.ts";

interface Introduced {
  readonly id: GapId;
  /** Where in the text it stands. */
  readonly at: number;
  readonly title: string;
  readonly severity: Severity | null;
}

/** `New gap: GAP-X-009`, `Follow-up gaps (GAP-X-009, GAP-X-010)` */
const NEW_GAP =
  /(?:^|[.!?:;(–—]\s?)\W{0,4}(?:new|follow-?up|additional)\s+gaps?\b(?:\s+introduced)?[\s:,(*_–—-]{0,6}$/i;
const AFTER_NEW = /^[\s*_]{0,3}[([](?:new|newly introduced|new gap|introduced here)\b/i;
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
    if (goesOn || NEW_GAP.test(before) || AFTER_NEW.test(after)) {
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
