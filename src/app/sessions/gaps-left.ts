import { GAP_STATES, isLeft } from "../../core/refinement/gap-state.ts";

/** How many gaps are neither settled nor closed, in words. */
export function gapsLeft(gaps: readonly { readonly state: string }[]): string {
  const left = new Set<string>(GAP_STATES.filter(isLeft));
  const count = gaps.filter(({ state }) => left.has(state)).length;
  return `${count} gap${count === 1 ? "" : "s"} left`;
}
