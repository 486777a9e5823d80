import type { GapId } from "../../shared/gap-id.ts";
import { reviewMove } from "../acceptance.ts";
import { blocksAcceptance } from "../issue.ts";
import type { Draft } from "./draft.ts";
import { issuesOf } from "./session.ts";

/** What a review, new or standing, makes of a proposal. */
export function applyReview(
  draft: Draft,
  gap: GapId,
  review: { needsRevision: boolean; round: number; note: string | null },
): void {
  if (draft.gap(gap).state.at !== "PROPOSED") return;
  const openGraveIssues = issuesOf(draft.session)
    .filter((issue) => blocksAcceptance(issue) && issue.gaps.includes(gap))
    .map((issue) => issue.id);
  const facts = { verdictNeedsRevision: review.needsRevision, openGraveIssues, openGraveConflicts: [] };
  const move = reviewMove(facts, review.round);
  if (move !== null) draft.move(gap, move, review.note ?? reasonOf(facts));
}

function reasonOf(facts: {
  verdictNeedsRevision: boolean;
  openGraveIssues: readonly string[];
}): string | null {
  if (facts.openGraveIssues.length > 0) return `open: ${facts.openGraveIssues.join(", ")}`;
  return facts.verdictNeedsRevision ? "the verdict asks for a revision" : null;
}
