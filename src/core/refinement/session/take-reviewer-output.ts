import type { ReviewerDocument } from "../../documents/reviewer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { raiseSeverity } from "../../shared/severity-rating.ts";
import { judgeReviewer } from "../validation/judge-reviewer.ts";
import type { Draft } from "./draft.ts";
import { enterProposedGaps } from "./enter-gaps.ts";
import { stillAtHand } from "./owed.ts";
import { escalate, mayRetry, retryTurn } from "./retry-turn.ts";
import { closeIssues, raiseIssues } from "./review-issues.ts";
import { applyReview } from "./review-proposal.ts";
import { gapsOf } from "./session.ts";
import type { Output } from "./session-command.ts";
import { nextKey, placeOf, type Turn } from "./turn.ts";

export function takeReviewerOutput(draft: Draft, turn: Turn, output: Output): void {
  const content = output.content?.of === "reviewer" ? output.content : null;
  const proposals = stillAtHand(draft.session, turn);
  // The user took all of its proposals away while it ran: there is nothing to judge it by.
  if (proposals.length === 0) return;
  const judgement = judgeReviewer(
    { written: output.written, document: content?.document ?? null, notes: content?.notes ?? [] },
    { proposals, knownGaps: gapsOf(draft.session).map((gap) => gap.id) },
  );
  const { verdict, warnings, gapsAddressed } = judgement;
  draft.emit("OutputJudged", {
    ...placeOf(turn),
    key: nextKey(draft.session.id, turn),
    attempt: turn.attempt,
    failure: verdict.ok ? null : verdict.failureType,
    message: verdict.message,
    line: verdict.ok ? null : verdict.line,
    warnings,
    gapsAddressed,
  });
  if (!verdict.ok) {
    if (mayRetry(turn)) retryTurn(draft, turn, { failed: verdict, gaps: proposals, uncertain: false });
    else escalate(draft, turn, verdict);
    return;
  }
  if (content === null || output.ref === null) throw new Error("a review passed that is not there");
  const left = adopt(draft, turn, {
    document: content.document,
    covered: gapsAddressed,
    blob: output.ref.sha256,
  });
  draft.emit("TurnSettled", {
    ...placeOf(turn),
    outcome: "VALID",
    detail: left.length === 0 ? null : `still unreviewed: ${left.join(", ")}`,
    document: output.ref,
  });
}

interface Adopted {
  readonly document: ReviewerDocument;
  /** The proposals it concerns. */
  readonly covered: readonly GapId[];
  readonly blob: string;
}

/** What it finds, then what becomes of each proposal; returns those it left out. */
function adopt(draft: Draft, turn: Turn, { document, covered, blob }: Adopted): readonly GapId[] {
  const proposals = stillAtHand(draft.session, turn);
  const reviewed = covered.filter((gap) => proposals.includes(gap));
  const takenAway = turn.gaps.filter((gap) => !proposals.includes(gap));
  raiseSeverities(draft, { document, takenAway, round: turn.round });
  enterProposedGaps(draft, document.newGaps, () => ({
    from: "review",
    issue: null,
    about: reviewed[0] ?? null,
  }));
  const raised = raiseIssues(draft, { document, reviewed, takenAway, round: turn.round, blob });
  closeIssues(draft, { document, reviewed, round: turn.round, raisedAgain: raised.again });
  for (const gap of reviewed) {
    const needsRevision = verdictOn(document, gap) === "NEEDS_REVISION";
    draft.emit("ProposalReviewed", { gap, round: turn.round, document: blob, needsRevision });
    applyReview(draft, gap, { needsRevision, round: turn.round, note: null });
  }
  return proposals.filter((gap) => !covered.includes(gap));
}

function verdictOn(document: ReviewerDocument, gap: GapId): ReviewerDocument["verdict"]["norm"] {
  return document.gapVerdicts.find((verdict) => verdict.gap === gap)?.norm ?? document.verdict.norm;
}

interface Raising {
  readonly document: ReviewerDocument;
  readonly takenAway: readonly GapId[];
  readonly round: number;
}

function raiseSeverities(draft: Draft, { document, takenAway, round }: Raising): void {
  for (const { gap: id, to } of document.severityRaises) {
    const gap = draft.session.gaps[id];
    if (gap === undefined || takenAway.includes(id)) continue;
    const severity = raiseSeverity(gap.severity, to);
    if (severity !== gap.severity) draft.emit("GapRated", { gap: id, severity, round });
  }
}
