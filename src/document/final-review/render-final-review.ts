import type { FinalReviewDocument } from "../../core/documents/final-review-document.ts";
import { heading, joinBlocks, orNoneSaid } from "../record/section.ts";
import { renderBlocker } from "./plain-blocker.ts";

/** The form that a Reviewer is asked for. */
export function renderFinalReview({ verdict, blockers }: FinalReviewDocument): string {
  const blocks = joinBlocks(
    heading(1, "Final Review"),
    verdict === null ? [] : [`**Verdict:** ${verdict}`],
    heading(2, "Blockers"),
    orNoneSaid(joinBlocks(...blockers.map((blocker, index) => renderBlocker(blocker, index + 1)))),
  );
  return `${blocks.join("\n")}\n`;
}
