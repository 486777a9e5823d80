import type { GapId } from "../shared/gap-id.ts";
import { compareGapIds } from "../shared/gap-id.ts";
import { compareSeverities } from "../shared/severity.ts";
import type { Focus } from "./convergence.ts";
import type { Foundations } from "./foundations.ts";
import { buildsOn, foundationsOf, waitsForAny } from "./foundations.ts";
import type { Gap } from "./gap.ts";
import { isAssignable, isOpen } from "./gap-state.ts";

export interface AssignmentRequest {
  readonly gaps: readonly Gap[];
  readonly gapsPerRound: number;
  readonly focus: Focus;
  /** Gaps that an open HIGH question holds; the others go on. */
  readonly held: ReadonlySet<GapId>;
}

/** The gaps the next round takes up, in order. */
export function assignGaps(request: AssignmentRequest): readonly GapId[] {
  const foundations = foundationsOf(request.gaps);
  const all = candidatesOf(request, foundations);
  const critical = request.focus === "only-critical" ? all.filter(isCritical) : [];
  // With no CRITICAL gap left there is nothing to put first, and an idle round helps nobody.
  const wanted = critical.length > 0 ? critical : all;
  return firstOf([...wanted].sort(byRank(request.focus)), foundations, request.gapsPerRound);
}

interface Candidate {
  readonly gap: Gap;
  /** CRITICAL, or the foundation of a CRITICAL gap. */
  readonly urgent: boolean;
  readonly foundation: boolean;
  /** It builds on an open gap that this round cannot take up: it comes after the others, but it comes. */
  readonly stuck: boolean;
}

function candidatesOf({ gaps, held }: AssignmentRequest, foundations: Foundations): readonly Candidate[] {
  const isFree = (gap: Gap) => isAssignable(gap.state.at) && !held.has(gap.id);
  const free = gaps.filter(isFree);
  const outOfReach = new Set(gaps.filter((gap) => isOpen(gap.state.at) && !isFree(gap)).map((gap) => gap.id));
  const dependents = dependentsOf(free, foundations);
  return free.map((gap) => {
    const above = dependents.get(gap.id) ?? [];
    return {
      gap,
      urgent: [gap, ...above].some((one) => one.severity.level === "CRITICAL"),
      foundation: above.length > 0,
      stuck: waitsForAny(gap.id, outOfReach, foundations),
    };
  });
}

/** The gaps that build on each. */
function dependentsOf(gaps: readonly Gap[], foundations: Foundations): ReadonlyMap<GapId, readonly Gap[]> {
  const dependents = new Map<GapId, Gap[]>();
  for (const gap of gaps) {
    for (const foundation of foundations.get(gap.id) ?? []) {
      const known = dependents.get(foundation);
      if (known === undefined) dependents.set(foundation, [gap]);
      else known.push(gap);
    }
  }
  return dependents;
}

/** Repeatedly the best of those that wait for none of the rest; there is one, as waiting has no circles. */
function firstOf(ranked: readonly Candidate[], foundations: Foundations, count: number): readonly GapId[] {
  const rest = new Set(ranked.map(({ gap }) => gap.id));
  const first: GapId[] = [];
  while (first.length < count) {
    const next = [...rest].find((id) => !waitsForAny(id, rest, foundations));
    if (next === undefined) break;
    first.push(next);
    rest.delete(next);
  }
  return first;
}

function byRank(focus: Focus): (a: Candidate, b: Candidate) => number {
  return (a, b) =>
    (focus === "critical-first" ? Number(b.urgent) - Number(a.urgent) : 0) ||
    Number(a.stuck) - Number(b.stuck) ||
    Number(b.foundation) - Number(a.foundation) ||
    compareSeverities(a.gap.severity.level, b.gap.severity.level) ||
    a.gap.roundEntered - b.gap.roundEntered ||
    compareGapIds(a.gap.id, b.gap.id);
}

function isCritical({ gap }: Candidate): boolean {
  return gap.severity.level === "CRITICAL";
}

export interface EngineerRuns {
  /** Each has a run of its own. */
  readonly alone: readonly GapId[];
  /** One run takes these together, since some build on others. */
  readonly together: readonly GapId[];
}

/** `parallelGaps` bounds how many runs go on at once; with 1 the round's gaps share one run. */
export function engineerRuns(
  assigned: readonly GapId[],
  gaps: readonly Gap[],
  parallelGaps: number,
): EngineerRuns {
  if (parallelGaps === 1) return { alone: [], together: assigned };
  const foundations = foundationsOf(gaps);
  const related = (a: GapId, b: GapId) => buildsOn(a, b, foundations) || buildsOn(b, a, foundations);
  const isAlone = (id: GapId) => !assigned.some((other) => other !== id && related(id, other));
  return { alone: assigned.filter(isAlone), together: assigned.filter((id) => !isAlone(id)) };
}
