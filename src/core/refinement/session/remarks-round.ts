// Once, before the Final Review, remarks that are open on accepted gaps go to the Engineer together. The gaps stay as
// they are: what comes of it is an amendment, which takes the place of the accepted text or is dropped.

import type { ReviewerDocument } from "../../documents/reviewer-document.ts";
import { compareGapIds, type GapId } from "../../shared/gap-id.ts";
import type { IssueId } from "../../shared/issue-id.ts";
import { isGrave } from "../../shared/severity.ts";
import { isSettledByText } from "../gap-state.ts";
import { issueSeverity } from "../issue.ts";
import { openRemarks } from "../open-remarks.ts";
import { isAboutGaps } from "../role.ts";
import type { Draft } from "./draft.ts";
import { currentRound, type LiveSession } from "./session.ts";
import { placeOf, type Turn } from "./turn.ts";

/** The gaps that such a round would take up now; none where it was held, is not wanted, or no round is left. */
export function gapsForRemarks(session: LiveSession): readonly GapId[] {
  const {
    settings,
    work: { completedRounds, remarksRoundHeld, proposals },
  } = session;
  if (settings.remarksRound !== true || remarksRoundHeld) return [];
  if (completedRounds >= settings.limits.maxRounds) return [];
  const remarks = openRemarks(session.work);
  // LOW ones are no reason for a round; where one is held, they go along.
  if (remarks.every(({ severity }) => severity === "LOW")) return [];
  const gaps = remarks.flatMap((remark) => remark.gaps);
  return [...new Set(gaps)].filter((gap) => proposals[gap] !== undefined).sort(compareGapIds);
}

export function isRemarksTurn({ work: { round } }: LiveSession, turn: Turn): boolean {
  return round !== null && round.focus === "remarks" && turn.round === round.number && isAboutGaps(turn.role);
}

/** What is left of such a turn: the user may have reopened a gap, or closed it. */
export function remarksAtHand(session: LiveSession, { role, gaps }: Turn): readonly GapId[] {
  return gaps.filter((id) => {
    const gap = session.work.gaps[id];
    const isAccepted = gap !== undefined && isSettledByText(gap.state.at);
    return isAccepted && (role === "engineer" || session.work.amendments[id] !== undefined);
  });
}

export function amendmentsToReview(session: LiveSession): readonly GapId[] {
  return Object.values(session.work.amendments)
    .filter(
      ({ gap, review }) => review === null && isSettledByText(session.work.gaps[gap]?.state.at ?? "OPEN"),
    )
    .map(({ gap }) => gap);
}

/** An Engineer that brings nothing here keeps nobody waiting: the remarks stay open, and are listed. */
export function leaveRemarks(draft: Draft, turn: Turn): void {
  const detail = "nothing to amend came of it: the remarks stay open";
  draft.emit("TurnSettled", { ...placeOf(turn), outcome: "SKIP", detail, document: null });
}

interface AmendmentReview {
  readonly document: ReviewerDocument;
  readonly amended: readonly GapId[];
  verdictOn(gap: GapId): ReviewerDocument["verdict"]["norm"];
}

/** The amendments that the review does not let pass: it asks for a revision, or finds something grave. */
export function refusedAmendments({ document, amended, verdictOn }: AmendmentReview): readonly GapId[] {
  const verdictNeedsRevision = document.verdict.norm === "NEEDS_REVISION";
  const grave = document.issues.filter(({ severity, mustFix }) =>
    isGrave(issueSeverity({ stated: severity, mustFix, verdictNeedsRevision }).severity),
  );
  return amended.filter(
    (gap) =>
      verdictOn(gap) === "NEEDS_REVISION" || grave.some((issue) => issue.gap === null || issue.gap === gap),
  );
}

export function dropAmendment(draft: Draft, gap: GapId, reason: string): void {
  draft.emit("AmendmentSettled", { gap, round: currentRound(draft.session), taken: false, reason });
}

const NOT_TAKEN = "it is about an amendment that was not taken";

/** What a review found in texts that are not taken concerns nobody. */
export function closeUntaken(
  draft: Draft,
  { raised, refused }: { readonly raised: readonly IssueId[]; readonly refused: readonly GapId[] },
): void {
  const round = currentRound(draft.session);
  for (const id of raised) {
    const issue = draft.session.work.issues[id]?.issue;
    if (issue === undefined || !issue.gaps.every((gap) => refused.includes(gap))) continue;
    const state = { at: "CLOSED", round, note: NOT_TAKEN } as const;
    draft.emit("IssueMoved", { issue: id, from: issue.state.at, state, round });
  }
}
