import type { PlacedGap } from "../../documents/engineer-document.ts";
import type { ReviewerDocument } from "../../documents/reviewer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";

export interface Coverage {
  /** The proposals that the review is about, in the order in which they were put. */
  readonly covered: readonly GapId[];
  /** Nothing says so: it names no gap, and so speaks of all. */
  readonly presumed: boolean;
  /** Gaps it names, each once; not those it introduces, which say nothing of what it is about. */
  readonly names: readonly PlacedGap[];
}

export function coverageOf(document: ReviewerDocument, proposals: readonly GapId[]): Coverage {
  const put = [...new Set(proposals)];
  const names = namesOf(document, put);
  const treated = new Set<GapId | null>([
    ...document.gapsReviewed,
    ...document.gapVerdicts.map(({ gap }) => gap),
    ...document.issues.map(({ gap }) => gap),
  ]);
  treated.delete(null);
  const presumed = treated.size === 0 && names.length === 0;
  if (presumed) return { covered: put, presumed, names };
  const covered = put.filter((gap) => treated.has(gap));
  if (covered.length > 0) return { covered, presumed, names };
  const mentioned = new Set(names.map(({ gap }) => gap));
  return { covered: put.filter((gap) => mentioned.has(gap)), presumed, names };
}

function namesOf({ gapsNamed, newGaps }: ReviewerDocument, put: readonly GapId[]): readonly PlacedGap[] {
  const proposals = new Set(put);
  const introduced = new Set(newGaps.map(({ id }) => id));
  const first = new Map<GapId, PlacedGap>();
  for (const place of gapsNamed) {
    const own = proposals.has(place.gap) || !introduced.has(place.gap);
    if (own && !first.has(place.gap)) first.set(place.gap, place);
  }
  return [...first.values()];
}
