// How much a case is like another that was decided before.
import type { DecisionEntry } from "../../documents/decisions-document.ts";
import { type GapId, gapIdParts } from "../../shared/gap-id.ts";
import type { Severity } from "../../shared/severity.ts";
import { compareWords } from "../../shared/word-overlap.ts";

/** What two cases are compared by. */
export interface ComparedCase {
  readonly gaps: readonly GapId[];
  readonly severity: Severity | null;
  /** Its title and the positions that were stated. */
  readonly text: string;
}

/** How much of the words counts: gaps of one category and severity may be about anything, so that those add nothing. */
const SHARES = { words: 0.6, category: 0.25, severity: 0.15 } as const;

/** At this much two cases are told of together: nearly all words alone, or half of them with the rest alike. */
export const LIKENESS_MIN = 0.5;

/** Titles that begin alike share a word or two, whatever they are about. */
const SHARED_WORDS_MIN = 3;

/** 0 where nothing is alike, 1 where everything is. */
export function likeness(a: ComparedCase, b: ComparedCase): number {
  const { overlap, shared, fewest } = compareWords(a.text, b.text);
  if (shared < Math.min(SHARED_WORDS_MIN, fewest)) return 0;
  const categories = new Set(a.gaps.map((gap) => gapIdParts(gap).category));
  const sameCategory = b.gaps.some((gap) => categories.has(gapIdParts(gap).category));
  const share =
    SHARES.words +
    (sameCategory ? SHARES.category : 0) +
    (a.severity !== null && a.severity === b.severity ? SHARES.severity : 0);
  return Math.round(share * overlap * 100) / 100;
}

export function caseOfDecision({ gaps, severity, title, about }: DecisionEntry): ComparedCase {
  if (about.of !== "conflict") return { gaps, severity, text: title };
  const { reviewer, engineer } = about;
  return {
    gaps,
    severity,
    text: caseText(title, { reviewer, engineer, unstated: about.type !== "EXPLICIT" }),
  };
}

/** What stands for a position that nobody stated is the same in every case. */
export function caseText(
  title: string,
  {
    reviewer,
    engineer,
    unstated,
  }: { readonly reviewer: string; readonly engineer: string; readonly unstated: boolean },
): string {
  return [title, reviewer, ...(unstated ? [] : [engineer])].join("\n");
}
