import type { GapId } from "../shared/gap-id.ts";
import type { Severity } from "../shared/severity.ts";

/** The Reviewer's pass over the assembled spec. */
export interface FinalReviewDocument {
  readonly verdict: "READY_FOR_TERMINATION" | "NOT_READY" | null;
  readonly line: number | null;
  readonly blockers: readonly Blocker[];
}

export interface Blocker {
  readonly title: string;
  readonly line: number;
  readonly severity: Severity | null;
  readonly gap: GapId | null;
  readonly location: string | null;
  readonly text: string;
}
