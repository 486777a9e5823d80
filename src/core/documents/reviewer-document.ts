import type { GapId } from "../shared/gap-id.ts";
import type { Severity } from "../shared/severity.ts";
import type { PlacedGap, ProposedGap } from "./engineer-document.ts";

/** What a Reviewer's document says, whatever it looked like. Lines are 1-based. */
export interface ReviewerDocument {
  /** The gaps whose proposals it examines. */
  readonly gapsReviewed: readonly GapId[];
  readonly issues: readonly ReviewIssue[];
  readonly verdict: Verdict;
  readonly gapVerdicts: readonly GapVerdict[];
  /** A statement that nothing was found, with what was examined; `null` when the document makes none. */
  readonly noIssues: NoIssues | null;
  readonly severityRaises: readonly SeverityRaise[];
  readonly priorIssues: readonly PriorIssue[];
  /** What it says to the Engineer's disagreements. */
  readonly disagreements: readonly DisagreementAnswer[];
  readonly newGaps: readonly ProposedGap[];
  readonly gapsNamed: readonly PlacedGap[];
}

/** UNCLEAR: something stands where a verdict belongs, and it is none of the accepted phrases. */
export const VERDICTS = ["APPROVED", "APPROVED_WITH_NOTES", "NEEDS_REVISION", "UNCLEAR", "NONE"] as const;
export type VerdictNorm = (typeof VERDICTS)[number];

export interface Verdict {
  /** Of statements that differ the more conditional one. */
  readonly norm: VerdictNorm;
  /** `null` for NONE. */
  readonly line: number | null;
  /** Why the gate cannot go by it; left out where it can be read without doubt. */
  readonly doubt?: VerdictDoubt;
  /** Nothing is said over all: it is the gravest of the verdicts on single gaps, and holds for no other. */
  readonly ofGaps?: true;
}

export interface VerdictDoubt {
  /** The statement itself is no accepted phrase, or it differs from another one at the same place. */
  readonly why: "wording" | "differs";
  readonly line: number;
  readonly text: string;
}

export interface GapVerdict {
  readonly gap: GapId;
  readonly norm: VerdictNorm;
  readonly line: number;
  readonly doubt?: VerdictDoubt;
}

export interface ReviewIssue {
  /** As written, in whatever scheme; `null` where it has none. */
  readonly id: string | null;
  readonly line: number;
  readonly title: string;
  readonly severity: Severity | null;
  /** Required before approval, though no severity is given. */
  readonly mustFix: boolean;
  readonly gap: GapId | null;
  readonly location: string | null;
  readonly impact: string | null;
  readonly suggestion: string | null;
  /** All that stands below its title, as written. */
  readonly text: string;
}

/** `null`: something stands there that is neither of the two words, so that nothing is withdrawn. */
export interface DisagreementAnswer {
  readonly issueId: string;
  readonly answer: "WITHDRAW" | "STAND" | null;
  readonly why: string;
  readonly line: number;
}

export interface NoIssues {
  readonly line: number;
  readonly scope: readonly string[];
}

export interface SeverityRaise {
  readonly gap: GapId;
  readonly to: Severity;
  readonly line: number;
}

const PRIOR_STATUSES = ["RESOLVED", "PARTIALLY_RESOLVED", "UNRESOLVED", "DEFERRED"] as const;
export type PriorStatus = (typeof PRIOR_STATUSES)[number];

export interface PriorIssue {
  readonly issueId: string;
  readonly status: PriorStatus;
  readonly line: number;
}
