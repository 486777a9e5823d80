import type { PlannedFault, Scenario } from "./scenario.ts";

/** How often each planned fault has struck; scenarios are counted apart, so that one does not use up another's. */
export class FaultCount {
  readonly #struck = new Map<string, number>();

  /** The fault that strikes a request, which is thereby counted. */
  take(name: string, { faults = [] }: Scenario, toolTurns: number): PlannedFault | null {
    for (const [index, fault] of faults.entries()) {
      const key = `${name} ${index}`;
      const struck = this.#struck.get(key) ?? 0;
      const isDue = fault.atTurn === undefined || fault.atTurn === toolTurns;
      if (!isDue || struck >= (fault.times ?? Number.POSITIVE_INFINITY)) continue;
      this.#struck.set(key, struck + 1);
      return fault;
    }
    return null;
  }

  reset(): void {
    this.#struck.clear();
  }
}
