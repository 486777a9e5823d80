// Acceptance, judged again where what stood against it has gone by the user's word.
import { isAskedAbout } from "../../documents/loss.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { isGrave } from "../../shared/severity.ts";
import { reevaluationMoves } from "../acceptance.ts";
import { blocksAcceptance, type Issue } from "../issue.ts";
import { openConflictsOf, owedConstraints, withTogether } from "./disputed.ts";
import type { Draft } from "./draft.ts";
import { displacementReason, enterDraft, proposalGroups } from "./review-proposal.ts";
import { issuesOf, type LiveSession } from "./session.ts";

/** Back to PROPOSED, and on to ACCEPTED where a review stands; gaps of one text go together. */
export function reevaluateGaps(draft: Draft, gaps: readonly GapId[]): void {
  const proposed = gaps.filter((gap) => draft.session.work.proposals[gap] !== undefined);
  for (const group of proposalGroups(draft.session, withTogether(draft.session, proposed))) {
    // A text that loses something that matters passes by the user's word on that, and by no other.
    if (group.some((gap) => draft.session.work.proposals[gap]?.losses.some(isAskedAbout))) continue;
    if (displacementReason(draft.session, group) === null) reevaluateGroup(draft, group);
  }
}

function reevaluateGroup(draft: Draft, group: readonly GapId[]): void {
  // Between rounds it counts from the last one that is over.
  const round = draft.session.work.round?.number ?? draft.session.work.completedRounds;
  const facts = { round, ...factsOn(draft.session, group) };
  const moves = group.map((gap) => ({ gap, moves: reevaluationMoves(draft.gap(gap), facts) }));
  if (moves.some((one) => one.moves.length === 0)) return;
  const accepted = moves.every((one) => one.moves.at(-1)?.to === "ACCEPTED");
  for (const one of moves)
    for (const move of one.moves)
      if (move.to !== "ACCEPTED" || accepted) draft.move(one.gap, move, "what stood against it is settled");
  if (accepted) enterDraft(draft, group, round);
}

function factsOn(session: LiveSession, group: readonly GapId[]) {
  const own = issuesOf(session).filter(({ gaps }) => gaps.some((gap) => group.includes(gap)));
  return {
    openGraveIssues: own.filter(blocksAcceptance).map(({ id }) => id),
    openGraveConflicts: openConflictsOf(session)
      .filter(({ entry: { issue } }) => own.includes(issue) && isGrave(issue.severity))
      .map(({ conflict }) => conflict.id),
    overruledOrWaived: own.filter(isSetAside).map(({ id }) => id),
    owedRevisions: [
      ...own.flatMap(({ state }) => (state.at === "OPEN" && state.decision !== null ? [state.decision] : [])),
      ...owedConstraints(session, group),
    ],
    reviewed: group.every((gap) => session.work.proposals[gap]?.review !== null),
  };
}

function isSetAside({ state }: Issue): boolean {
  return state.at === "OVERRULED" || state.at === "WAIVED";
}
