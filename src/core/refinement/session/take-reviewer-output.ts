import type { ReviewerDocument } from "../../documents/reviewer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { IssueId } from "../../shared/issue-id.ts";
import { raiseSeverity } from "../../shared/severity.ts";
import { judgeReviewer, verdictOn } from "../validation/judge-reviewer.ts";
import { answerDisagreements } from "./disagreements.ts";
import type { Draft } from "./draft.ts";
import { enterProposedGaps } from "./enter-gaps.ts";
import { escalate, logJudgement, mayRetry, retryTurn } from "./judged-turn.ts";
import { reviewAsKnown } from "./known-names.ts";
import { activeGaps } from "./owed.ts";
import { closeIssues, raiseIssues } from "./review-issues.ts";
import { amend, applyReview, proposalGroups } from "./review-proposal.ts";
import { issuesOf, knownGaps, type LiveSession } from "./session.ts";
import type { Output } from "./session-command.ts";
import { closeUntaken, refusedAmendments } from "./settle-amendments.ts";
import type { Turn } from "./turn.ts";

export function takeReviewerOutput(draft: Draft, turn: Turn, output: Output): void {
  const content =
    output.content?.of === "reviewer"
      ? { ...output.content, document: reviewAsKnown(output.content.document, draft.session.work) }
      : null;
  const proposals = activeGaps(draft.session, turn);
  // The user took all of its proposals away while it ran: there is nothing to judge it by.
  if (proposals.length === 0) return;
  const judgement = judgeReviewer(
    { written: output.written, document: content?.document ?? null, notes: content?.notes ?? [] },
    { proposals, knownGaps: knownGaps(draft.session) },
  );
  const { verdict, gapsAddressed } = judgement;
  logJudgement(draft, turn, judgement);
  if (!verdict.ok) {
    if (mayRetry(turn)) retryTurn(draft, turn, { failed: verdict, gaps: proposals, uncertain: false });
    else escalate(draft, turn);
    return;
  }
  if (content === null || output.ref === null) throw new Error("a review passed that is not there");
  const left = adopt(draft, turn, {
    document: content.document,
    covered: gapsAddressed,
    blob: output.ref.sha256,
  });
  draft.settleTurn(turn, {
    outcome: "VALID",
    detail: left.length === 0 ? null : `still unreviewed: ${left.join(", ")}`,
    document: output.ref,
  });
}

interface AdoptedReview {
  readonly document: ReviewerDocument;
  /** The proposals it concerns. */
  readonly covered: readonly GapId[];
  readonly blob: string;
}

/** What it finds, then what becomes of each proposal; returns those it left out. */
function adopt(draft: Draft, turn: Turn, { document, covered, blob }: AdoptedReview): readonly GapId[] {
  const proposals = activeGaps(draft.session, turn);
  const reviewed = proposals.filter((gap) => isCovered(draft, gap, covered));
  const takenAway = turn.gaps.filter((gap) => !proposals.includes(gap));
  raiseSeverities(draft, { document, takenAway, round: turn.round });
  // What it lists as new belongs to none of the proposals more than to another.
  enterProposedGaps(draft, document.newGaps, () => ({ from: "review", issue: null, about: null }));
  const { round } = turn;
  const amended = reviewed.filter((gap) => draft.session.work.amendments[gap] !== undefined);
  const refused = refusedAmendments({ document, amended, verdictOn: (gap) => verdictOn(document, gap) });
  const { raised, ...earlier } = raiseIssues(draft, { document, reviewed, takenAway, amended, round, blob });
  const groups = proposalGroups(draft.session, reviewed);
  const note = (group: readonly GapId[]): boolean => {
    const asked = group.some((gap) => verdictOn(document, gap) === "NEEDS_REVISION");
    const needsRevision = asked && !onlyReargues(draft.session, group, earlier.again);
    for (const gap of group) draft.emit("ProposalReviewed", { gap, round, document: blob, needsRevision });
    return needsRevision;
  };
  const amends = (group: readonly GapId[]) => group.some((gap) => amended.includes(gap));
  // What a text was to settle closes once it is known to be taken.
  const untaken = groups.filter(amends).flatMap((group) => {
    note(group);
    return amend(draft, group, { refused: group.some((gap) => refused.includes(gap)) }) ? [] : group;
  });
  closeIssues(draft, { reviewed, untaken, round, ...earlier });
  const resolved = [...earlier.statuses].flatMap(([id, status]) => (status === "RESOLVED" ? [id] : []));
  answerDisagreements(draft, { document, round, again: earlier.again, resolved });
  for (const group of groups)
    if (!amends(group)) applyReview(draft, group, { needsRevision: note(group), round, note: null });
  closeUntaken(draft, { raised, untaken });
  return proposals.filter((gap) => !reviewed.includes(gap));
}

/** What the user has overruled or waived holds nothing up, also where a review asks for a revision because of it. */
function onlyReargues(session: LiveSession, group: readonly GapId[], again: readonly IssueId[]): boolean {
  const own = issuesOf(session).filter(({ gaps }) => gaps.some((gap) => group.includes(gap)));
  return own.every(({ state }) => state.at !== "OPEN") && own.some(({ id }) => again.includes(id));
}

/** Whoever reviews the text of one gap has reviewed what it settles with it. */
function isCovered({ session }: Draft, gap: GapId, covered: readonly GapId[]): boolean {
  const proposal = session.work.amendments[gap] ?? session.work.proposals[gap];
  return (proposal?.together ?? [gap]).some((other) => covered.includes(other));
}

interface IssueSource {
  readonly document: ReviewerDocument;
  readonly takenAway: readonly GapId[];
  readonly round: number;
}

function raiseSeverities(draft: Draft, { document, takenAway, round }: IssueSource): void {
  for (const { gap: id, to } of document.severityRaises) {
    const gap = draft.session.work.gaps[id];
    if (gap === undefined || takenAway.includes(id)) continue;
    const severity = raiseSeverity(gap.severity, to);
    if (severity !== gap.severity) draft.emit("GapRated", { gap: id, severity, round });
  }
}
