import type { Gap } from "../../core/refinement/gap.ts";
import { NAMES_SHOWN_MAX } from "../../core/shared/bounds.ts";
import { nearestWord } from "../../core/shared/nearest.ts";
import { type Failure, notFoundFailure } from "../failure.ts";

/** By its id in any case, with or without `GAP-`, or by a beginning that only one has. */
export function findGap(gaps: readonly Gap[], word: string): Gap | Failure {
  const typed = word.trim().toLowerCase();
  const long = typed.startsWith("gap-") ? typed : `gap-${typed}`;
  const exact = gaps.find(({ id }) => id.toLowerCase() === long);
  if (exact !== undefined) return exact;
  const begun = typed === "" ? [] : gaps.filter(({ id }) => id.toLowerCase().startsWith(long));
  const [only] = begun;
  if (only !== undefined && begun.length === 1) return only;
  const ids = (begun.length > 1 ? begun : gaps).map(({ id }) => id);
  const meant = begun.length > 1 ? undefined : nearestWord(long, ids);
  const shown = ids.slice(0, NAMES_SHOWN_MAX).join(", ");
  return notFoundFailure(
    "no-gap",
    begun.length > 1 ? `${word} may be any of ${begun.length} gaps` : `there is no gap ${word}`,
    meant === undefined
      ? `gaps: ${shown}${ids.length > NAMES_SHOWN_MAX ? " …; see `parley gap list --all`" : ""}`
      : `did you mean ${meant}?`,
  );
}
