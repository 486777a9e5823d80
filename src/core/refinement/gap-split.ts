import { type GapId, nextSplitIds } from "../shared/gap-id.ts";
import { isRefusal, type Refusal } from "../shared/refusal.ts";
import type { Gap } from "./gap.ts";
import { type Actor, transition } from "./gap-lifecycle.ts";

interface SplitRequest {
  readonly actor: Actor;
  readonly round: number;
  readonly parts: readonly { readonly title: string; readonly description: string }[];
  /** Every gap id the session has ever used. */
  readonly used: Iterable<GapId>;
}

interface GapSplit {
  readonly superseded: Gap;
  readonly subGaps: readonly Gap[];
}

/** The sub-gaps take over severity and blockers; `relink` hands them the rest. */
export function splitGap(gap: Gap, request: SplitRequest): GapSplit | Refusal {
  const { actor, round, parts } = request;
  const into = nextSplitIds(gap.id, parts.length, request.used);
  if (isRefusal(into)) return into;
  const superseded = transition(gap, {
    to: "SUPERSEDED",
    actor,
    round,
    grounds: { because: "split", into },
  });
  if (isRefusal(superseded)) return superseded;
  const subGaps = parts.flatMap(({ title, description }, index): Gap[] => {
    const id = into[index];
    return id === undefined ? [] : [{ ...subGap(gap, round), id, title, description }];
  });
  return { superseded, subGaps };
}

function subGap(parent: Gap, round: number): Gap {
  return {
    ...parent,
    origin: { from: "split", parent: parent.id },
    roundEntered: round,
    roundUpdated: round,
    state: { at: "OPEN" },
  };
}

/**
 * Puts the sub-gaps where the split gap stood in a list of gaps: that of an issue, of a conflict, or the
 * `blockedBy` of a dependent, which would otherwise be free although nothing is solved.
 */
export function relink(links: readonly GapId[], split: GapId, into: readonly GapId[]): readonly GapId[] {
  return links.includes(split) ? [...new Set(links.flatMap((id) => (id === split ? into : [id])))] : links;
}
