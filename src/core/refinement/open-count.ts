import type { Severity } from "../shared/severity.ts";
import { SEVERITIES } from "../shared/severity.ts";
import type { Gap } from "./gap.ts";
import type { GapStateName } from "./gap-state.ts";
import { GAP_STATES, openWeight } from "./gap-state.ts";

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
