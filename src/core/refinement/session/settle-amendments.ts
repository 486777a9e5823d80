// What becomes of the amendments of a remarks round.
import type { ReviewerDocument } from "../../documents/reviewer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { IssueId } from "../../shared/issue-id.ts";
import { isGrave } from "../../shared/severity.ts";
import { issueSeverity } from "../issue.ts";
import type { Draft } from "./draft.ts";
import { currentRound } from "./session.ts";
import type { Turn } from "./turn.ts";

/** An Engineer that brings nothing here keeps nobody waiting: the remarks stay open, and are listed. */
export function leaveRemarks(draft: Draft, turn: Turn): void {
  const detail = "nothing to amend came of it: the remarks stay open";
  draft.settleTurn(turn, { outcome: "SKIP", detail });
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

const UNTAKEN_AMENDMENT_NOTE = "it is about an amendment that was not taken";

/** What a review found in texts that are not taken concerns nobody. */
export function closeUntaken(
  draft: Draft,
  { raised, untaken }: { readonly raised: readonly IssueId[]; readonly untaken: readonly GapId[] },
): void {
  const round = currentRound(draft.session);
  for (const id of raised) {
    const issue = draft.session.work.issues[id]?.issue;
    if (issue === undefined || !issue.gaps.every((gap) => untaken.includes(gap))) continue;
    const state = { at: "CLOSED", round, note: UNTAKEN_AMENDMENT_NOTE } as const;
    draft.emit("IssueMoved", { issue: id, from: issue.state.at, state, round });
  }
}
