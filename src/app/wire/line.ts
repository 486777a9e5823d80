// What `why` tells of a line of a finished spec.
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import type { DecisionRow, GapRow, IssueRow, ProposalRow, ReviewRow } from "./gap.ts";

export interface LineStory {
  readonly session: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** `edited`: no session wrote it; somebody changed the file since. */
  readonly origin: LineOrigin["of"] | "edited";
  /** The place in the source, where the author wrote it. */
  readonly source: { readonly file: string; readonly line: number; readonly text: string } | null;
  readonly gaps: readonly LineGap[];
  readonly decisions: readonly DecisionRow[];
}

export interface LineGap extends GapRow {
  readonly origin: string;
  readonly proposal: ProposalRow | null;
  readonly review: ReviewRow | null;
  readonly issues: readonly IssueRow[];
}
