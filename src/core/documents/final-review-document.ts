import type { ProposedGap } from "./engineer-document.ts";
import type { VerdictDoubt } from "./reviewer-document.ts";

/** The Reviewer's pass over the assembled spec. */
export interface FinalReviewDocument {
  readonly verdict: "READY_FOR_TERMINATION" | "NOT_READY" | null;
  readonly line: number | null;
  /** Why there is no verdict although something stands where one belongs. */
  readonly doubt?: VerdictDoubt;
  /** Each a gap that it finds; its id is the one it gives it, else that of the gap it is about. */
  readonly blockers: readonly ProposedGap[];
  /** Sections with something left open that does not block. */
  readonly holes?: readonly ReportedHole[];
  /** Sections that it calls complete. */
  readonly complete?: readonly string[];
  /** What became of remarks that were open. */
  readonly remarks?: readonly RemarkAnswer[];
}

export interface RemarkAnswer {
  /** As written. */
  readonly issue: string;
  readonly settled: boolean;
  /** What is left of it, in the reviewer's words; may be empty. */
  readonly left: string;
}

/** Something a section leaves open, in the reviewer's words. */
export interface ReportedHole {
  readonly section: string;
  readonly text: string;
}
