// The form that a Reviewer is asked for at the end, written out: it must come back as it is read.
import type { Blocker, FinalReviewDocument } from "../../src/core/documents/final-review-document.ts";
import { field, renderItems, textField } from "../../src/document/record/fields.ts";
import { blockOrNone, heading, joinBlocks, namedHeading } from "../../src/document/record/section.ts";
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
  { title, writtenId, severity, gap, location, text }: Blocker,
  number: number,
): readonly string[] {
  const named = writtenId === undefined ? escapeText(title) : `${writtenId}: ${escapeText(title)}`;
  return joinBlocks(
    namedHeading(3, `Blocker ${number}`, named),
    renderItems(
      field("Severity", severity ?? "-"),
      field("Gap", gap ?? "-"),
      textField("Location", location),
      textField("Detail", text),
    ),
  );
}
