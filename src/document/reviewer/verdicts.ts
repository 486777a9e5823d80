// The verdict of a review, over all and gap by gap, from the places that give one.
import type { GapVerdict, Verdict, VerdictNorm } from "../../core/documents/reviewer-document.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import type { VerdictPlace } from "./verdict-places.ts";

const GRAVITY: Record<VerdictNorm, number> = {
  NONE: 0,
  APPROVED: 1,
  APPROVED_WITH_NOTES: 2,
  NEEDS_REVISION: 3,
};

export interface Verdicts {
  readonly verdict: Verdict;
  readonly gapVerdicts: readonly GapVerdict[];
}

/** The strongest label over all decides, the last of equals; without one, the gravest of the gaps' verdicts. */
export function settleVerdicts(places: readonly VerdictPlace[]): Verdicts {
  const gapVerdicts = verdictsOfGaps(places);
  const overall = places.filter(({ gap }) => gap === null);
  const strongest = overall.reduce((most, { strength }) => Math.max(most, strength), 0);
  const chosen = overall.findLast(({ strength }) => strength === strongest) ?? gravest(gapVerdicts);
  const verdict: Verdict =
    chosen === null ? { norm: "NONE", line: null } : { norm: chosen.norm, line: chosen.line };
  return { verdict, gapVerdicts };
}

/** Of several verdicts on a gap the one with the strongest label counts, the last of equals. */
function verdictsOfGaps(places: readonly VerdictPlace[]): readonly GapVerdict[] {
  const strongest = new Map<GapId, VerdictPlace>();
  for (const place of places) {
    if (place.gap === null) continue;
    const earlier = strongest.get(place.gap);
    if (earlier === undefined || earlier.strength <= place.strength) strongest.set(place.gap, place);
  }
  return [...strongest].map(([gap, { norm, line }]) => ({ gap, norm, line }));
}

function gravest(verdicts: readonly GapVerdict[]): GapVerdict | null {
  return verdicts.reduce<GapVerdict | null>(
    (worst, next) => (worst === null || GRAVITY[next.norm] > GRAVITY[worst.norm] ? next : worst),
    null,
  );
}
