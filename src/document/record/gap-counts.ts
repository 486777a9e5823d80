import type { GapCount } from "../../core/documents/summary-document.ts";
import type { Severity } from "../../core/shared/severity.ts";

interface CountedGap {
  readonly state: string;
  readonly severity: Severity;
}

/** How many there are of each state × severity; the states in the order in which they occur. */
export function countGaps(gaps: readonly CountedGap[]): readonly GapCount[] {
  const byState = new Map<string, CountedGap[]>();
  for (const gap of gaps) {
    const own = byState.get(gap.state);
    if (own === undefined) byState.set(gap.state, [gap]);
    else own.push(gap);
  }
  return [...byState].map(([state, own]) => {
    const count = (severity: Severity) => own.filter((gap) => gap.severity === severity).length;
    return {
      state,
      critical: count("CRITICAL"),
      high: count("HIGH"),
      medium: count("MEDIUM"),
      low: count("LOW"),
    };
  });
}
