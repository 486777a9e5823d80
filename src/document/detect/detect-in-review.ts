// What became of every issue of a review: the view that `parley detect` prints.
import type { ReviewIssue } from "../../core/documents/reviewer-document.ts";
import type {
  Confidence,
  EvidenceLine,
  Heuristic,
  ResponseLabel,
} from "../../core/refinement/conflicts/flag.ts";
import { issueSeverity } from "../../core/refinement/issue.ts";
import type { Severity } from "../../core/shared/severity.ts";
import { readEngineerDocument } from "../engineer/read-engineer.ts";
import { readReviewerDocument } from "../reviewer/read-reviewer.ts";
import { detectResponses } from "./detect-responses.ts";

export interface ReviewedDocuments {
  readonly review: string;
  /** The Engineer's document that was reviewed; `null` where it is not at hand. */
  readonly before: string | null;
  readonly after: string;
  readonly semanticOverlapMinimum?: number;
}

export interface IssueFinding {
  readonly issueId: string | null;
  /** In the review. */
  readonly line: number;
  readonly title: string;
  readonly severity: Severity;
  /** Whether the later document treats the issue's gap; an issue without one concerns whatever it treats. */
  readonly inScope: boolean;
  readonly label: ResponseLabel;
  readonly confidence: Confidence;
  readonly heuristics: readonly Heuristic[];
  readonly evidence: readonly EvidenceLine[];
}

export interface ReviewFindings {
  readonly findings: readonly IssueFinding[];
  /** Whether the review itself says that there are no issues. */
  readonly saysNone: boolean;
}

export function detectInReview({
  review,
  before,
  after,
  semanticOverlapMinimum,
}: ReviewedDocuments): ReviewFindings {
  const { document: reviewed } = readReviewerDocument(review);
  const { document } = readEngineerDocument(after);
  const treated = new Set(document.resolutions.flatMap(({ gaps }) => gaps));
  const verdictNeedsRevision = reviewed.verdict.norm === "NEEDS_REVISION";
  const issues = reviewed.issues.map((issue) => ({ ...issue, gaps: issue.gap === null ? [] : [issue.gap] }));
  const findings = detectResponses({ issues, before, after, document, semanticOverlapMinimum });
  return {
    saysNone: reviewed.noIssues !== null,
    findings: findings.map(({ issue, ...found }) => ({
      issueId: issue.id,
      line: issue.line,
      title: issue.title,
      severity: severityOf(issue, verdictNeedsRevision),
      inScope: issue.gap === null || treated.has(issue.gap),
      ...found,
    })),
  };
}

function severityOf({ severity: stated, mustFix }: ReviewIssue, verdictNeedsRevision: boolean): Severity {
  return issueSeverity({ stated, mustFix, verdictNeedsRevision }).severity;
}
