// A Reviewer's document: what it says, whatever it looks like, and how its form departs from the one asked for.
import type { Note, ReadDocument } from "../../core/documents/note.ts";
import type { PriorIssue, ReviewerDocument, ReviewIssue } from "../../core/documents/reviewer-document.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { outlineOf } from "../reading/outline.ts";
import { gapsNamedIn, linesNamingGaps, statedLines } from "../reading/stated-lines.ts";
import { chooseIssues } from "./choose-issues.ts";
import { collectIssues } from "./collect-issues.ts";
import { withLegend } from "./legend.ts";
import { readNewGaps } from "./new-gaps.ts";
import { readNoIssues } from "./no-issues.ts";
import { REVIEW_OUTLINE } from "./outline-rules.ts";
import { reviewedGaps } from "./reviewed-gaps.ts";
import { severityRaises } from "./severity-raises.ts";
import { verdictPlaces } from "./verdict-places.ts";
import { settleVerdicts, verdictNotes, withDemands } from "./verdicts.ts";

export function readReviewerDocument(text: string): ReadDocument<ReviewerDocument> {
  const markdown = parseMarkdown(text);
  const root = outlineOf(withLegend(markdown.blocks), REVIEW_OUTLINE);
  const { candidates, priorIssues, disagreements, consumed, noneLines } = collectIssues(root, markdown.lines);
  const settled = settleVerdicts(verdictPlaces(root, consumed));
  const reviewed = reviewedGaps({ root, consumed, gapVerdicts: settled.gapVerdicts });
  const priorIds = new Set(priorIssues.map(({ issueId }) => issueId));
  const { issues, notes } = chooseIssues(candidates, { priorIds, reviewed });
  const verdict = withDemands(settled.verdict, root, issues);
  const gapsReviewed = reviewed.length > 0 ? reviewed : gapsOf(issues);
  const prior = withoutRepeats(priorIssues, issues);
  const noIssues =
    issues.length > 0
      ? null
      : readNoIssues({ lines: statedLines(markdown.blocks), noneLines, root, verdict });
  const about = new Set([...gapsReviewed, ...gapsOf(issues)]);
  const naming = linesNamingGaps(markdown.blocks);
  const { newGaps, notes: onNewGaps } = readNewGaps(root, naming, about);
  const document: ReviewerDocument = {
    gapsReviewed,
    issues,
    verdict,
    gapVerdicts: settled.gapVerdicts.map((place) => withDemands(place, root, [])),
    noIssues,
    severityRaises: severityRaises(naming),
    priorIssues: prior,
    disagreements,
    newGaps,
    gapsNamed: gapsNamedIn(naming),
  };
  const onVerdict = verdictNotes({ written: settled.verdict, verdict, noIssues, lines: markdown.lines });
  const all: readonly Note[] = [...markdown.notes, ...notes, ...onNewGaps, ...onVerdict];
  return { document, notes: all.toSorted((a, b) => a.line - b.line) };
}

function gapsOf(issues: readonly ReviewIssue[]): readonly GapId[] {
  return [...new Set(issues.map(({ gap }) => gap).filter((gap) => gap !== null))];
}

/** Of several statements about an earlier issue the first counts; what is raised here is not an earlier one, but numbers restart. */
function withoutRepeats(found: readonly PriorIssue[], issues: readonly ReviewIssue[]): readonly PriorIssue[] {
  const seen = new Set(issues.map(({ id }) => id).filter((id) => !/^\d+$/.test(id ?? "")));
  return found.filter(({ issueId }) => {
    if (seen.has(issueId)) return false;
    seen.add(issueId);
    return true;
  });
}
