// The form that a Reviewer is asked for at the end, written out: it must come back as it is read.
import type { ProposedGap } from "../../src/core/documents/engineer-document.ts";
import type { FinalReviewDocument } from "../../src/core/documents/final-review-document.ts";
import {
  blockOrNone,
  field,
  heading,
  joinBlocks,
  namedHeading,
  renderItems,
  textField,
} from "../../src/document/record/record-blocks.ts";
import { escapeText } from "../../src/document/render/free-text.ts";

export function renderFinalReview({ verdict, blockers }: FinalReviewDocument): string {
  const blocks = joinBlocks(
    heading(1, "Final Review"),
    verdict === null ? [] : [`**Verdict:** ${verdict}`],
    heading(2, "Blockers"),
    blockOrNone(joinBlocks(...blockers.map((blocker, index) => renderBlocker(blocker, index + 1)))),
  );
  return `${blocks.join("\n")}\n`;
}

function renderBlocker(
  { id, title, severity, place, description = "" }: ProposedGap,
  number: number,
): readonly string[] {
  return joinBlocks(
    namedHeading(3, `Blocker ${number}`, escapeText(title)),
    renderItems(
      field("Severity", severity ?? "-"),
      field("Gap", id ?? "-"),
      textField("Location", place ?? null),
      textField("Detail", description),
    ),
  );
}
