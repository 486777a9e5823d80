import type { GapId } from "../shared/gap-id.ts";
import { severityWeight } from "../shared/severity.ts";
import type { Gap } from "./gap.ts";

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
  return `by number ${signed(unweighted)}, by weight ${signed(weighted)}: the weighted net rules`;
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : `${value}`.replace("-", "−");
}

function ids(gaps: readonly Gap[]): readonly GapId[] {
  return gaps.map((gap) => gap.id);
}
