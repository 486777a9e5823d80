import type { Gap } from "./gap.ts";
import { type AddressedFacts, addressShortfall, type Move } from "./gap-lifecycle.ts";

export interface EngineerOutcome extends AddressedFacts {
  readonly round: number;
  /** The text after `BLOCKED_NEEDS_INPUT:`; empty where the engineer gave none. */
  readonly need: string;
}

/** What an engineer's document does to a gap it was given; a BLOCKED marker beats a proposal beside it. */
export function engineerMove(gap: Gap, outcome: EngineerOutcome): Move | null {
  const { round, need, ...addressed } = outcome;
  if (outcome.blockedMarker) {
    return { actor: "Engineer", to: "BLOCKED_EXTERNAL", round, grounds: { because: "blocked", need } };
  }
  if (addressShortfall(outcome) === null) {
    return { actor: "Engineer", to: "PROPOSED", round, grounds: { because: "addressed", ...addressed } };
  }
  if (gap.state.at !== "IN_PROGRESS") return null;
  return { actor: "Mediator", to: gap.state.before, round, grounds: { because: "unaddressed" } };
}
