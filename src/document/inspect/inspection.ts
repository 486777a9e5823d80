// What a document says, flat and with places: the view that `parley inspect` prints.
import type { EngineerDocument, ProposedGap } from "../../core/documents/engineer-document.ts";
import type { Note } from "../../core/documents/note.ts";
import type { ReviewerDocument, ReviewIssue } from "../../core/documents/reviewer-document.ts";
import { readEngineerDocument } from "../engineer/read-engineer.ts";
import { readReviewerDocument } from "../reviewer/read-reviewer.ts";

export const DOCUMENT_ROLES = ["engineer", "reviewer"] as const;
export type DocumentRole = (typeof DOCUMENT_ROLES)[number];

/** Of the build loop: read strictly, so that what cannot be read says nothing but what is wrong with it. */
export type WorkDocumentRole = "coder" | "code reviewer" | "position" | "guide";

export interface Inspection {
  readonly role: DocumentRole | WorkDocumentRole;
  readonly gapsResolved: readonly { id: string; line: number; confidence: string | null }[];
  readonly newGaps: readonly { id: string | null; line: number; title: string }[];
  readonly responses: readonly { issueId: string; line: number; status: string | null }[];
  readonly disagreements: readonly { issueId: string; line: number }[];
  readonly issues: readonly Omit<ReviewIssue, "mustFix" | "text">[];
  readonly verdict: { readonly norm: string; readonly line: number | null };
  /** `null` where the document does not say. */
  readonly noIssues: boolean | null;
  readonly priorIssues: readonly { issueId: string; status: string; line: number }[];
  readonly notes: readonly Note[];
}

export function inspectDocument(text: string, role: DocumentRole | null): Inspection {
  const engineer = role === "reviewer" ? null : readEngineerDocument(text);
  const reviewer = role === "engineer" ? null : readReviewerDocument(text);
  if (reviewer === null && engineer !== null) return inspectEngineer(engineer.document, engineer.notes);
  if (engineer === null && reviewer !== null) return inspectReviewer(reviewer.document, reviewer.notes);
  if (engineer === null || reviewer === null) throw new Error("a document has one role at least");
  return looksLikeReview(engineer.document, reviewer.document)
    ? inspectReviewer(reviewer.document, reviewer.notes)
    : inspectEngineer(engineer.document, engineer.notes);
}

/** Engineers resolve and disagree, reviewers judge; a document that does neither is taken for a review. */
function looksLikeReview(engineer: EngineerDocument, reviewer: ReviewerDocument): boolean {
  const judged = reviewer.verdict.norm !== "NONE" || reviewer.noIssues !== null;
  const proposed =
    engineer.disagreements.length +
    engineer.resolutions.filter((resolution) => resolution.confidence !== null).length;
  if (judged !== proposed > 0) return judged;
  return judged || reviewer.issues.length > 0 || engineer.resolutions.length === 0;
}

function inspectEngineer(document: EngineerDocument, notes: readonly Note[]): Inspection {
  return {
    role: "engineer",
    gapsResolved: document.resolutions.flatMap(({ gaps, line, confidence }) =>
      gaps.map((id) => ({ id, line, confidence })),
    ),
    newGaps: document.newGaps.map(shownGap),
    responses: document.responses.map(({ issueId, line, status }) => ({ issueId, line, status })),
    disagreements: document.disagreements.map(({ issueId, line }) => ({ issueId, line })),
    issues: [],
    verdict: { norm: "NONE", line: null },
    noIssues: null,
    priorIssues: [],
    notes,
  };
}

function inspectReviewer(document: ReviewerDocument, notes: readonly Note[]): Inspection {
  return {
    role: "reviewer",
    gapsResolved: [],
    newGaps: document.newGaps.map(shownGap),
    responses: [],
    disagreements: [],
    issues: document.issues.map(({ id, line, title, severity, gap, location, impact, suggestion }) => ({
      id,
      line,
      title,
      severity,
      gap,
      location,
      impact,
      suggestion,
    })),
    verdict: { norm: document.verdict.norm, line: document.verdict.line },
    noIssues: noIssues(document),
    priorIssues: document.priorIssues.map(({ issueId, status, line }) => ({ issueId, status, line })),
    notes,
  };
}

function shownGap({ id, line, title }: ProposedGap): { id: string | null; line: number; title: string } {
  return { id, line, title };
}

/** An approval without issues says that there are none, also where no sentence does. */
function noIssues({ issues, noIssues: statement, verdict }: ReviewerDocument): boolean | null {
  if (issues.length > 0) return false;
  if (verdict.norm === "NEEDS_REVISION") return null;
  return statement !== null || verdict.norm === "APPROVED" ? true : null;
}
