import { assertNever } from "../shared/assert-never.ts";
import type { Thresholds } from "./convergence-thresholds.ts";

/** `STALLED` is an instant on the way to `DIVERGENCE_WARNING`: it lives on as the warning's cause. */
export type Convergence =
  | ActiveConvergence
  | { readonly at: "PAUSED"; readonly before: ActiveConvergence }
  | { readonly at: "COMPLETE" };

type ActiveConvergence =
  | { readonly at: "CONVERGING" }
  | { readonly at: "FLAT"; readonly flatRounds: number }
  | Warning;

export interface Warning {
  readonly at: "DIVERGENCE_WARNING";
  readonly flatRounds: number;
  /** Where `rollback` starts from. */
  readonly raisedIn: number;
  readonly causes: readonly WarningCause[];
}

export type WarningCause = "STALLED" | "NET_BELOW_THRESHOLD" | "NEW_CRITICAL";

export interface CompletedRound {
  readonly round: number;
  readonly weightedNet: number;
  readonly newCriticalGaps: number;
  /** False where nobody could do the work, or an earlier grave issue was closed: the flat count stays as it was. */
  readonly countsTowardsStall: boolean;
}

export interface ConvergenceSettings extends Thresholds {
  /** Whether a new CRITICAL gap alone raises the warning. */
  readonly criticalOverride: boolean;
}

export const CONVERGENCE_START: Convergence = { at: "CONVERGING" };
export const CONVERGENCE_END: Convergence = { at: "COMPLETE" };

export function advanceConvergence(
  state: Convergence,
  round: CompletedRound,
  settings: ConvergenceSettings,
): Convergence {
  switch (state.at) {
    case "CONVERGING":
    case "FLAT":
    case "DIVERGENCE_WARNING":
      return judge(state, round, settings);
    case "PAUSED":
      return { at: "PAUSED", before: judge(state.before, round, settings) };
    case "COMPLETE":
      return state;
    default:
      return assertNever(state);
  }
}

function judge(
  state: ActiveConvergence,
  round: CompletedRound,
  settings: ConvergenceSettings,
): ActiveConvergence {
  const progress = round.weightedNet > 0;
  const flatRounds = nextFlatRounds(state, round, progress);
  const warned = state.at === "DIVERGENCE_WARNING";
  if (warned && !progress) return { ...state, flatRounds };

  const causes = warningCauses(round, flatRounds, settings);
  if (causes.length > 0) {
    return { at: "DIVERGENCE_WARNING", flatRounds, raisedIn: round.round, causes };
  }
  if (!round.countsTowardsStall && !warned) return state;
  return progress ? { at: "CONVERGING" } : { at: "FLAT", flatRounds };
}

function nextFlatRounds(state: ActiveConvergence, round: CompletedRound, progress: boolean): number {
  if (!round.countsTowardsStall) return flatRoundsOf(state);
  return progress ? 0 : flatRoundsOf(state) + 1;
}

function warningCauses(
  round: CompletedRound,
  flatRounds: number,
  settings: ConvergenceSettings,
): WarningCause[] {
  const found: readonly (readonly [WarningCause, boolean])[] = [
    ["STALLED", round.countsTowardsStall && flatRounds >= settings.stallThreshold],
    ["NET_BELOW_THRESHOLD", round.weightedNet < -settings.divergenceThreshold],
    ["NEW_CRITICAL", settings.criticalOverride && round.newCriticalGaps > 0],
  ];
  return found.filter(([, applies]) => applies).map(([cause]) => cause);
}

function flatRoundsOf(state: ActiveConvergence): number {
  return state.at === "CONVERGING" ? 0 : state.flatRounds;
}

/** A running round may still complete while paused; its result waits in `before`. */
export function pause(state: Convergence): Convergence {
  return state.at === "PAUSED" || state.at === "COMPLETE" ? state : { at: "PAUSED", before: state };
}

export function resume(state: Convergence): Convergence {
  return state.at === "PAUSED" ? state.before : state;
}

type QuestionChange = "none" | "ask" | "withdraw" | "replace";

/**
 * The divergence question is open exactly while the state is a warning. A warning that outlasts further
 * rounds is the same question; one raised anew by a round that also made progress replaces it.
 */
export function questionChange(before: Convergence, after: Convergence): QuestionChange {
  const [was, is] = [before, after].map((state) =>
    state.at === "DIVERGENCE_WARNING" ? state.raisedIn : null,
  );
  if (was === is) return "none";
  if (was === null) return "ask";
  return is === null ? "withdraw" : "replace";
}

/** `remarks`: the round before the Final Review that takes up what is open on accepted gaps. */
export type Focus = "foundations" | "critical-first" | "only-critical" | "remarks";

/** While the question is unanswered rounds go on with the CRITICAL gaps first. */
export function focusOf(state: Convergence): Focus {
  return state.at === "DIVERGENCE_WARNING" ? "critical-first" : "foundations";
}
