import type { GapId } from "../shared/gap-id.ts";
import { SEVERITIES, type Severity, severityWeight } from "../shared/severity.ts";
import type { Gap } from "./gap.ts";
import { countsAsResolved, GAP_STATES, type GapStateName, isTerminal, openWeight } from "./gap-state.ts";

/** How much is still to do, by state alone; severities rule convergence, not this number. */
export function openCount(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, gap) => sum + openWeight(gap.state.at), 0);
}

type Inventory = Readonly<Record<GapStateName, Readonly<Record<Severity, number>>>>;

/** How many gaps there are of each state × severity, zeros included. */
export function inventory(gaps: readonly Gap[]): Inventory {
  const row = (state: GapStateName) => tally(gaps.filter((gap) => gap.state.at === state));
  return Object.fromEntries(GAP_STATES.map((state) => [state, row(state)])) as Inventory;
}

function tally(gaps: readonly Gap[]): Record<Severity, number> {
  const count = (severity: Severity) => gaps.filter((gap) => gap.severity.level === severity).length;
  return Object.fromEntries(SEVERITIES.map((severity) => [severity, count(severity)])) as Record<
    Severity,
    number
  >;
}

/** What a round gained and lost. The weighted net rules; the unweighted one is shown beside it. */
export interface RoundNet {
  readonly resolved: readonly GapId[];
  readonly created: readonly GapId[];
  readonly unweighted: number;
  readonly weighted: number;
  /** Said where the two nets point in different directions. */
  readonly note: string | null;
  /** Gaps that entered as CRITICAL; one that was raised to it is not among them. */
  readonly newCritical: readonly GapId[];
}

export function roundNet(resolved: readonly Gap[], created: readonly Gap[]): RoundNet {
  const unweighted = resolved.length - created.length;
  const weighted = totalWeight(resolved) - totalWeight(created);
  return {
    resolved: ids(resolved),
    created: ids(created),
    unweighted,
    weighted,
    note: signNote(unweighted, weighted),
    newCritical: ids(created.filter((gap) => gap.severity.enteredAs === "CRITICAL")),
  };
}

export function totalWeight(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, gap) => sum + severityWeight(gap.severity.level), 0);
}

function signNote(unweighted: number, weighted: number): string | null {
  if (Math.sign(unweighted) === Math.sign(weighted)) return null;
  return `by number ${signedNumber(unweighted)}, by weight ${signedNumber(weighted)}: the weighted net rules`;
}

function signedNumber(value: number): string {
  return value > 0 ? `+${value}` : `${value}`.replace("-", "−");
}

function ids(gaps: readonly Gap[]): readonly GapId[] {
  return gaps.map((gap) => gap.id);
}

export interface CompletedMove {
  readonly gap: GapId;
  readonly from: GapStateName;
  readonly to: GapStateName;
}

interface ResolvedTally {
  /** The gaps this round resolved, in the order it did. */
  readonly resolved: readonly GapId[];
  /** The gaps that have had their one count in this session, for the next round. */
  readonly counted: ReadonlySet<GapId>;
}

/** A gap counts once per session; reopening it takes the count back, so that it may count again. */
export function tallyResolved(
  moves: readonly CompletedMove[],
  countedBefore: ReadonlySet<GapId>,
): ResolvedTally {
  const counted = new Set(countedBefore);
  const resolved = new Set<GapId>();
  for (const { gap, from, to } of moves) {
    if (isTerminal(from) && !isTerminal(to)) {
      counted.delete(gap);
      resolved.delete(gap);
    } else if (countsAsResolved(to) && !counted.has(gap)) {
      counted.add(gap);
      resolved.add(gap);
    }
  }
  return { resolved: [...resolved], counted };
}
