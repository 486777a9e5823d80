// Of several decisions on the same subject the newest binds; the others are history.
import type { DecisionEntry } from "../documents/decisions-document.ts";
import type { DecisionId } from "../shared/decision-id.ts";
import type { GapId } from "../shared/gap-id.ts";

/** Those that nobody has decided otherwise since, oldest first. */
export function bindingDecisions({
  decisions,
}: {
  readonly decisions: readonly DecisionEntry[];
}): readonly DecisionEntry[] {
  const superseded = supersededDecisions(decisions);
  return decisions.filter(({ id }) => !superseded.has(id));
}

/** What binding decisions say no to, in the Engineer's words. */
export function rejectedPositions(
  work: Parameters<typeof bindingDecisions>[0],
): readonly { readonly decision: DecisionId; readonly gaps: readonly GapId[]; readonly position: string }[] {
  return bindingDecisions(work).flatMap(({ id, about, gaps }) =>
    about.of === "conflict" && about.type === "EXPLICIT" && about.option !== "B"
      ? [{ decision: id, gaps, position: about.engineer }]
      : [],
  );
}

/** Each decision that no longer binds, with the one that took its place. */
export function supersededDecisions(
  decisions: readonly DecisionEntry[],
): ReadonlyMap<DecisionId, DecisionId> {
  const newest = new Map<string, DecisionId>();
  const superseded = new Map<DecisionId, DecisionId>();
  for (const entry of decisions.toReversed()) {
    const subject = subjectOf(entry);
    if (subject === null) continue;
    const later = newest.get(subject);
    if (later === undefined) newest.set(subject, entry.id);
    else superseded.set(entry.id, later);
  }
  return superseded;
}

/** Words for what becomes of a gap: it is put aside, taken up again, accepted or split, and one of these holds. */
const FATES: ReadonlySet<string> = new Set(["USER_DEFERRED", "WONT_FIX", "reopen", "accept", "split"]);

/** What each further one adds to, unless it answers the same need. */
const ADDING: ReadonlySet<string> = new Set(["input", "context"]);

/** The same words mean the same subject; `null` where a decision takes nobody's place. */
export function subjectOf({ about, gaps }: DecisionEntry): string | null {
  if (about.of === "conflict") return `conflict ${about.issue}`;
  if (ADDING.has(about.option))
    return about.need === undefined ? null : `${about.option} ${gapSet(gaps)} ${contentOf(about.need)}`;
  // A split names its parts after the gap that it is about.
  if (FATES.has(about.option)) return `fate ${about.option === "split" ? gaps[0] : gapSet(gaps)}`;
  return `${about.option} ${gapSet(gaps)} ${about.need ?? ""}`;
}

/** White space and case aside. */
function contentOf(text: string): string {
  return text.toLowerCase().split(/\s+/).join(" ").trim();
}

function gapSet(gaps: DecisionEntry["gaps"]): string {
  return [...gaps].sort().join(" ");
}
