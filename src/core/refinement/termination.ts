import { assertNever } from "../shared/assert-never.ts";
import type { Refusal } from "../shared/refusal.ts";
import { isGrave } from "../shared/severity.ts";
import { totalWeight } from "./counting.ts";
import type { Gap } from "./gap.ts";
import { isLeft, isOpen } from "./gap-state.ts";
import { type Gate, gatesFor } from "./gate.ts";
import { conflictsBlocking, type OpenConflict, undecidedWords } from "./open-conflict.ts";
import { mayExtend, type RoundLimits } from "./round-limits.ts";
import { TERMINATION_TYPES, type TerminationType } from "./termination-type.ts";

/** Σ severity weight of the gaps put off that COMPLETE still allows. */
const DEFERRED_WEIGHT_MAX = 4;

/** A run that failed is NOT_READY; blockers are gaps by now. */
export type FinalReview =
  | { readonly at: "not-run" }
  | { readonly at: "ready" }
  | { readonly at: "not-ready"; readonly blockers: number }
  | { readonly at: "failed" };

export interface EndingFacts {
  readonly gaps: readonly Gap[];
  readonly conflicts: readonly OpenConflict[];
  readonly finalReview: FinalReview;
  readonly completedRounds: number;
  readonly limits: RoundLimits;
  /** Whether a divergence warning stands, out of which `force` leads. */
  readonly diverging: boolean;
  /** How the user asked to end, if at all; MAX_ROUNDS is `accept` at that question. */
  readonly request: Exclude<TerminationType, "COMPLETE"> | null;
}

export type EndingOption = "reopen" | "review-again" | "accept" | "abandon";
export type MaxRoundsOption = "extend" | "accept" | "abandon";
export type EndingCause =
  | "grave-deferred"
  | "too-much-deferred"
  | "conflict-open"
  | "final-review-failed"
  | "final-review-not-ready";

export type NextStep =
  | { readonly next: "go-on" }
  | { readonly next: "final-review" }
  | { readonly next: "ask"; readonly question: "max-rounds"; readonly options: readonly MaxRoundsOption[] }
  | {
      readonly next: "ask";
      readonly question: "ending";
      readonly options: readonly EndingOption[];
      readonly causes: readonly EndingCause[];
    }
  | { readonly next: "gates"; readonly type: TerminationType; readonly gates: readonly Gate[] }
  | { readonly next: "end"; readonly type: TerminationType };

type Check = (facts: EndingFacts) => NextStep | Refusal | null;

const CHECKS: Record<TerminationType, Check> = {
  COMPLETE: completion,
  MAX_ROUNDS: roundLimit,
  GOOD_ENOUGH: (facts) => (facts.request === "GOOD_ENOUGH" ? goodEnough(facts) : null),
  USER_APPROVED: (facts) => (facts.request === "USER_APPROVED" ? checkGates("USER_APPROVED", facts) : null),
  STALL_EXIT: (facts) => (facts.request === "STALL_EXIT" ? stallExit(facts) : null),
  ABANDONED: (facts) => (facts.request === "ABANDONED" ? { next: "end", type: "ABANDONED" } : null),
};

/**
 * Run after every round, and again after an answer that changed the facts. Abandoning needs nothing, so no
 * other type, and no Final Review that costs money, comes before it.
 */
export function checkEnding(facts: EndingFacts): NextStep | Refusal {
  const order = facts.request === "ABANDONED" ? (["ABANDONED"] as const) : TERMINATION_TYPES;
  for (const type of order) {
    const step = CHECKS[type](facts);
    if (step !== null) return step;
  }
  return hasOpenGap(facts) ? { next: "go-on" } : askEnding(facts);
}

function completion(facts: EndingFacts): NextStep | null {
  if (hasOpenGap(facts) || completionObstacles(facts).length > 0) return null;
  switch (facts.finalReview.at) {
    case "ready":
      return { next: "end", type: "COMPLETE" };
    case "not-run":
      return { next: "final-review" };
    case "not-ready":
      // Its blockers are dealt with, else a gap would be open: the spec it judged is no longer this one.
      return facts.finalReview.blockers > 0 ? { next: "final-review" } : null;
    case "failed":
      return null;
    default:
      return assertNever(facts.finalReview);
  }
}

function completionObstacles({ gaps, conflicts }: EndingFacts): readonly EndingCause[] {
  const deferred = gaps.filter((gap) => gap.state.at === "USER_DEFERRED");
  const found: readonly (readonly [EndingCause, boolean])[] = [
    ["grave-deferred", deferred.some((gap) => isGrave(gap.severity.level))],
    ["too-much-deferred", totalWeight(deferred.filter(preventsCompletion)) > DEFERRED_WEIGHT_MAX],
    ["conflict-open", conflictsBlocking("COMPLETE", conflicts).length > 0],
  ];
  return found.filter(([, applies]) => applies).map(([cause]) => cause);
}

/** LOW ones that no person put off are listed at the end, and keep nothing from being complete. */
function preventsCompletion({ state, severity }: Gap): boolean {
  const isOurs = state.at === "USER_DEFERRED" && state.deferredBy === "survey";
  return !isOurs || severity.level !== "LOW";
}

/** With no gap open more rounds would be idle: the `ending` question is the one to ask then. */
function roundLimit(facts: EndingFacts): NextStep | Refusal | null {
  const reached = facts.completedRounds >= facts.limits.maxRounds;
  if (facts.request === "MAX_ROUNDS") {
    return reached
      ? checkGates("MAX_ROUNDS", facts)
      : refusal("MAX_ROUNDS", "the round limit is not reached");
  }
  // Whoever asks to end in another way has answered what the limit would ask.
  if (!reached || !hasOpenGap(facts) || facts.request !== null) return null;
  const options: readonly (readonly [MaxRoundsOption, boolean])[] = [
    ["extend", mayExtend(facts.limits)],
    ["accept", isPossible("MAX_ROUNDS", facts)],
    ["abandon", true],
  ];
  return { next: "ask", question: "max-rounds", options: possibleOptions(options) };
}

function goodEnough(facts: EndingFacts): NextStep | Refusal {
  const grave = graveOpenGaps(facts).map((gap) => gap.id);
  if (grave.length > 0) return refusal("GOOD_ENOUGH", `CRITICAL or HIGH gaps are left: ${grave.join(", ")}`);
  return checkGates("GOOD_ENOUGH", facts);
}

function stallExit(facts: EndingFacts): NextStep | Refusal {
  if (!facts.diverging) return refusal("STALL_EXIT", "there is no divergence warning to leave");
  return checkGates("STALL_EXIT", facts);
}

function checkGates(type: TerminationType, facts: EndingFacts): NextStep | Refusal {
  const blocking = conflictsBlocking(type, facts.conflicts);
  if (blocking.length > 0) return refusal(type, undecidedWords(blocking));
  const gates = gatesFor(facts.gaps, facts.conflicts);
  return gates.length === 0 ? { next: "end", type } : { next: "gates", type, gates };
}

function askEnding(facts: EndingFacts): NextStep {
  const options: readonly (readonly [EndingOption, boolean])[] = [
    ["reopen", facts.gaps.some((gap) => gap.state.at !== "SUPERSEDED")],
    ["review-again", true],
    ["accept", isPossible(acceptedEndingType(facts), facts)],
    ["abandon", true],
  ];
  return { next: "ask", question: "ending", options: possibleOptions(options), causes: endingCauses(facts) };
}

function endingCauses(facts: EndingFacts): readonly EndingCause[] {
  const obstacles = completionObstacles(facts);
  const { finalReview } = facts;
  if (finalReview.at === "failed") return [...obstacles, "final-review-failed"];
  const objects = finalReview.at === "not-ready" && finalReview.blockers === 0;
  return objects ? [...obstacles, "final-review-not-ready"] : obstacles;
}

/** What `accept` is recorded as where the question leaves it open. */
export function acceptedEndingType(facts: EndingFacts): "GOOD_ENOUGH" | "USER_APPROVED" {
  const qualifies = graveOpenGaps(facts).length === 0 && isPossible("GOOD_ENOUGH", facts);
  return qualifies ? "GOOD_ENOUGH" : "USER_APPROVED";
}

function graveOpenGaps({ gaps }: EndingFacts): readonly Gap[] {
  return gaps.filter((gap) => isLeft(gap.state.at) && isGrave(gap.severity.level));
}

function isPossible(type: TerminationType, { conflicts }: EndingFacts): boolean {
  return conflictsBlocking(type, conflicts).length === 0;
}

function hasOpenGap({ gaps }: EndingFacts): boolean {
  return gaps.some((gap) => isOpen(gap.state.at));
}

function possibleOptions<Option>(options: readonly (readonly [Option, boolean])[]): readonly Option[] {
  return options.filter(([, possible]) => possible).map(([option]) => option);
}

function refusal(type: TerminationType, why: string): Refusal {
  return { refused: "termination", message: `the session cannot end as ${type}: ${why}` };
}
