// What may be an issue, as the walk over a review finds it, before repetitions are sorted out.

import type { PriorIssue } from "../../core/documents/reviewer-document.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import type { LeadingId } from "../reading/issue-ids.ts";
import type { OutlineNode } from "../reading/outline.ts";
import type { Rating } from "../reading/severity-words.ts";
import type { IssueBody } from "./issue-body.ts";
import type { IssueProse } from "./issue-prose.ts";
import type { SectionRole } from "./section-roles.ts";

/**
 * A `strong` candidate is an issue. A `weak` one, among summaries and demands, is only where there is no strong one;
 * a `detail` only where an issue of its id is known from elsewhere.
 */
export type Standing = "strong" | "weak" | "detail";

export interface Candidate {
  readonly form: "heading" | "line" | "item" | "row" | "paragraph";
  readonly line: number;
  readonly id: LeadingId | null;
  readonly title: string;
  /** Said of this issue itself. */
  readonly rating: Rating | null;
  readonly body: IssueBody;
  /** What it says outside of labels; rows say everything under a column's title. */
  readonly prose: IssueProse | null;
  readonly within: Within;
  readonly standing: Standing;
}

/** What the sections around a place say about it. */
export interface Within {
  readonly role: SectionRole | null;
  readonly rating: Rating | null;
  readonly gap: GapId | null;
  /** A title that says what became of the issues listed below it. */
  readonly statusTitle: string | null;
}

export interface Collected {
  readonly candidates: Candidate[];
  readonly priorIssues: PriorIssue[];
  /** Nodes that belong to an issue, so that nothing in them speaks for the review as a whole. */
  readonly consumed: Set<OutlineNode>;
  /** Lines under a heading for issues which say that there are none. */
  readonly noneLines: number[];
}
