import type { Gap } from "./gap.ts";
import {
  acceptanceShortfall,
  type Move,
  objectionShortfall,
  type ReviewFacts,
  type SettledFacts,
  settlementShortfall,
} from "./gap-lifecycle.ts";

/** What a valid review does to a proposal; `null` where an open conflict alone holds it. */
export function reviewMove(review: ReviewFacts, round: number): Move | null {
  const grounds = { because: "reviewed", ...review } as const;
  if (objectionShortfall(review) === null) {
    return { actor: "Reviewer", to: "NEEDS_REVISION", round, grounds };
  }
  if (acceptanceShortfall(review) === null) return { actor: "Reviewer", to: "ACCEPTED", round, grounds };
  return null;
}

export interface ReevaluationFacts extends SettledFacts {
  readonly round: number;
  readonly openGraveConflicts: ReviewFacts["openGraveConflicts"];
  /** Whether the text that is proposed now has had a valid review; without one nothing is accepted. */
  readonly reviewed: boolean;
}

/**
 * The moves that follow when issues are overruled or waived, or a conflict closes: back to PROPOSED, and on
 * to ACCEPTED by the review that stands. Its verdict no longer counts, since what it rested on is gone.
 */
export function reevaluationMoves(gap: Gap, facts: ReevaluationFacts): readonly Move[] {
  const { round, openGraveIssues, openGraveConflicts, overruledOrWaived, owedRevisions } = facts;
  const review = { verdictNeedsRevision: false, openGraveIssues, openGraveConflicts };
  const settled = { overruledOrWaived, openGraveIssues, owedRevisions };
  if (owedRevisions.length > 0) return [];

  const accepted = facts.reviewed ? reviewMove(review, round) : null;
  const acceptance = accepted?.to === "ACCEPTED" ? [accepted] : [];
  if (gap.state.at === "PROPOSED") return acceptance;
  if (gap.state.at !== "NEEDS_REVISION" || settlementShortfall(settled) !== null) return [];
  return [
    { actor: "Mediator", to: "PROPOSED", round, grounds: { because: "settled", ...settled } },
    ...acceptance,
  ];
}
