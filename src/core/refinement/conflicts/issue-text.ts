import type { IssueId } from "../../shared/issue-id.ts";
import type { Severity } from "../../shared/severity.ts";

/** An issue in the words of the review that raised it. */
export interface IssueText {
  readonly id: IssueId;
  readonly severity: Severity;
  readonly title: string;
  readonly location: string | null;
  readonly impact: string | null;
  readonly suggestion: string | null;
}
