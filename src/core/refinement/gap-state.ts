import type { GapId } from "../shared/gap-id.ts";

/** Where a gap stands; each state holds only what belongs to it. */
export type GapState =
  | { readonly at: "OPEN" }
  | { readonly at: "IN_PROGRESS"; readonly before: "OPEN" | "NEEDS_REVISION" }
  | { readonly at: "PROPOSED" }
  | { readonly at: "NEEDS_REVISION" }
  /** `deferredBy`: put off by a rule before anybody was asked; absent where a person or the source did it. */
  | { readonly at: "USER_DEFERRED"; readonly reason: string; readonly deferredBy?: "survey" }
  | { readonly at: "BLOCKED_EXTERNAL"; readonly need: string }
  | { readonly at: "ACCEPTED"; readonly round: number }
  | { readonly at: "RESOLVED" }
  | { readonly at: "WONT_FIX"; readonly reason: string }
  | { readonly at: "SUPERSEDED"; readonly by: readonly GapId[] };

export type GapStateName = GapState["at"];

interface GapStateFacts {
  /** What a gap in this state adds to the open count. */
  readonly weight: number;
  readonly standing: "open" | "deferred" | "terminal";
  /** Whether the next round may take it up. */
  readonly assignable: boolean;
  /** Whether arriving here counts as resolved for convergence. */
  readonly resolves: boolean;
}

const FACTS: Record<GapStateName, GapStateFacts> = {
  OPEN: { weight: 1, standing: "open", assignable: true, resolves: false },
  IN_PROGRESS: { weight: 1, standing: "open", assignable: false, resolves: false },
  PROPOSED: { weight: 1, standing: "open", assignable: false, resolves: false },
  NEEDS_REVISION: { weight: 1, standing: "open", assignable: true, resolves: false },
  USER_DEFERRED: { weight: 0.5, standing: "deferred", assignable: false, resolves: false },
  BLOCKED_EXTERNAL: { weight: 0.25, standing: "open", assignable: false, resolves: false },
  ACCEPTED: { weight: 0, standing: "terminal", assignable: false, resolves: true },
  RESOLVED: { weight: 0, standing: "terminal", assignable: false, resolves: true },
  WONT_FIX: { weight: 0, standing: "terminal", assignable: false, resolves: true },
  SUPERSEDED: { weight: 0, standing: "terminal", assignable: false, resolves: false },
};

export const GAP_STATES = Object.keys(FACTS) as readonly GapStateName[];

export const OPEN_STATES: readonly GapStateName[] = GAP_STATES.filter(isOpen);

export function openWeight(state: GapStateName): number {
  return FACTS[state].weight;
}

export function isOpen(state: GapStateName): boolean {
  return FACTS[state].standing === "open";
}

export function isTerminal(state: GapStateName): boolean {
  return FACTS[state].standing === "terminal";
}

/** Open or deferred: what gates and GOOD_ENOUGH look at. */
export function isLeft(state: GapStateName): boolean {
  return !isTerminal(state);
}

export function isAssignable(state: GapStateName): boolean {
  return FACTS[state].assignable;
}

/** Accepted or resolved: its text is in the draft of the finished spec. */
export function isSettledByText(state: GapStateName): boolean {
  return FACTS[state].resolves && state !== "WONT_FIX";
}

/** The user chose to leave it as it is: the specification reads as if nothing had been written for it. */
export function isPutAside(state: GapStateName): boolean {
  return state === "USER_DEFERRED" || state === "WONT_FIX";
}

export function countsAsResolved(state: GapStateName): boolean {
  return FACTS[state].resolves;
}
