import type { ProposedGap } from "../../documents/engineer-document.ts";
import type { FinalReviewDocument } from "../../documents/final-review-document.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { openRemarks } from "../open-remarks.ts";
import { judgeFinalReview } from "../validation/judge-final-review.ts";
import type { Draft } from "./draft.ts";
import { enterNewGap, NEW_GAPS_MAX } from "./enter-gaps.ts";
import { logJudgement, mayRetry, retryTurn } from "./judged-turn.ts";
import { currentRound } from "./session.ts";
import type { Output } from "./session-command.ts";
import type { RestatedRemark } from "./session-event.ts";
import type { Turn } from "./turn.ts";

export function takeFinalOutput(draft: Draft, turn: Turn, output: Output): void {
  const content = output.content?.of === "final" ? output.content : null;
  const judgement = judgeFinalReview({
    written: output.written,
    document: content?.document ?? null,
    notes: content?.notes ?? [],
  });
  const { verdict } = judgement;
  logJudgement(draft, turn, judgement);
  const document = output.ref?.sha256 ?? null;
  if (verdict.ok && content !== null) {
    settle(draft, turn, { review: content.document, document });
  } else if (!verdict.ok && mayRetry(turn)) {
    retryTurn(draft, turn, { failed: verdict, gaps: [], uncertain: false });
  } else {
    // A Final Review that does not come about is no approval.
    draft.emit("FinalReviewSettled", { verdict: "failed", blockers: 0, document });
  }
}

interface FinalReviewResult {
  readonly review: FinalReviewDocument;
  readonly document: string | null;
}

function settle(draft: Draft, { overtaken }: Turn, { review, document }: FinalReviewResult): void {
  const ready = review.verdict === "READY_FOR_TERMINATION";
  const blockers = ready ? [] : review.blockers.slice(0, NEW_GAPS_MAX);
  const remarks = overtaken === true ? [] : settleRemarks(draft, review);
  const entered = blockers.flatMap((blocker) => enterBlocker(draft, blocker) ?? []);
  draft.emit("FinalReviewSettled", {
    verdict: ready ? "ready" : "not-ready",
    blockers: entered.length,
    document,
    ...(review.holes === undefined ? {} : { holes: review.holes }),
    ...(review.complete === undefined ? {} : { complete: review.complete }),
    ...(remarks.length === 0 ? {} : { remarks }),
  });
}

/** What is settled is closed; what is left of the others, in the words of whoever read the whole. */
function settleRemarks(draft: Draft, { remarks = [] }: FinalReviewDocument): readonly RestatedRemark[] {
  const round = currentRound(draft.session);
  const left: RestatedRemark[] = [];
  for (const { issue } of openRemarks(draft.session.work)) {
    const answers = remarks.filter((answer) => answer.issue === issue);
    const [answer] = answers;
    // Two rows that differ say nothing.
    if (answer === undefined || answers.some(({ settled }) => settled !== answer.settled)) continue;
    if (answer.settled) {
      const state = { at: "CLOSED", round, note: "settled, says the Final Review" } as const;
      draft.emit("IssueMoved", { issue, from: "OPEN", state, round });
    } else if (answer.left !== "") left.push({ issue, left: answer.left });
  }
  return left;
}

/** Under the id that it gives, where nobody has it; else that id stays as an alias, unless it is another gap's own. */
function enterBlocker(draft: Draft, blocker: ProposedGap): GapId | null {
  const { id } = blocker;
  const isKnown = id !== null && draft.session.work.gaps[id] !== undefined;
  return enterNewGap(draft, isKnown ? { ...blocker, id: null } : blocker, { from: "final-review" });
}
