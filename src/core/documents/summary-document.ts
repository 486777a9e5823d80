import type { GapId } from "../shared/gap-id.ts";
import type { IssueId } from "../shared/issue-id.ts";
import type { Severity } from "../shared/severity.ts";
import type { Timestamp } from "../shared/timestamp.ts";
import type { ReportedHole } from "./final-review-document.ts";
import type { ConvergenceRow, CoverageRow, UsageLine } from "./round-record.ts";

export interface RaisedIssue {
  readonly issue: IssueId;
  readonly severity: Severity;
  readonly gaps: readonly GapId[];
  readonly title: string;
  readonly state: string;
}

export interface OpenQuestion {
  /** `Q7`. */
  readonly question: string;
  readonly kind: string;
  readonly about: string;
  /** What waits for the answer; `null` where nothing does. */
  readonly blocks: string | null;
}

/** How a session ended. */
export interface ClosingSummaryDocument {
  readonly session: string;
  readonly type: string;
  readonly trigger: string;
  readonly rounds: number;
  /** Rounds that were undone on the way, each time. */
  readonly undone: number;
  readonly started: Timestamp;
  readonly ended: Timestamp;
  readonly totalSeconds: number;
  readonly activeSeconds: number;
  readonly waitingSeconds: number;
  /** The finished spec; `null` where none was written. */
  readonly output: string | null;
  readonly gaps: readonly GapCount[];
  readonly limitations: readonly KnownLimitation[];
  /** Issues that were still open on accepted gaps. */
  readonly remarks: readonly RemarkRow[];
  /** What is worth a look in texts that were written for gaps. */
  readonly texts: readonly TextRow[];
  /** What was found where and by whom; empty in sessions without a survey. */
  readonly coverage: readonly CoverageRow[];
  /** What the Final Review leaves to the implementer. */
  readonly leftHoles: readonly ReportedHole[];
  readonly convergence: readonly ConvergenceRow[];
  readonly usage: readonly UsageLine[];
}

/** A row of the table state × severity. */
export interface GapCount extends Readonly<Record<Severity, number>> {
  readonly state: string;
}

export interface TextRow {
  /** `null` where it was written for none that is known. */
  readonly gap: GapId | null;
  readonly note: string;
}

export interface RemarkRow {
  readonly issue: IssueId;
  readonly severity: Severity;
  readonly gaps: readonly GapId[];
  readonly title: string;
  readonly suggestion: string | null;
}

export interface KnownLimitation {
  readonly about: LimitationSubject;
  readonly title: string;
  readonly severity: Severity | null;
  readonly rationale: string | null;
}

export type LimitationSubject =
  | { readonly of: "gap"; readonly gap: GapId }
  | { readonly of: "conflict"; readonly issue: IssueId }
  | { readonly of: "remark"; readonly issue: IssueId; readonly gap: GapId | null }
  /** Withdrawn unanswered; the number of `Q7`. */
  | { readonly of: "question"; readonly number: number };
