// What is told of a gap, from its name to all that was said about it.

import type { Finder } from "../../core/refinement/gap.ts";
import type { GapChangeName } from "../../core/refinement/session/gap-change.ts";
import type { Severity } from "../../core/shared/severity.ts";

/** What it is called, and how it stands. */
export interface GapRow {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly state: string;
}

export interface GapView extends GapRow {
  readonly severitySetBy: string;
  /** A reason, what is needed, the parts of a split. */
  readonly detail: string | null;
  readonly blockedBy: readonly string[];
  readonly roundEntered: number;
  readonly roundUpdated: number;
}

/** What else is told of a gap that is asked for alone. */
export interface GapStory extends GapHistory {
  readonly session: string;
  readonly description: string;
  readonly enteredAs: string;
  readonly origin: {
    readonly words: string;
    readonly file: string | null;
    readonly line: number | null;
    readonly heading: string | null;
    readonly alias: string | null;
  };
  readonly foundations: readonly { readonly id: string; readonly state: string }[];
  /** The gaps that wait for this one. */
  readonly dependents: readonly string[];
  /** What it names as a blocker in vain. */
  readonly notes: readonly string[];
  readonly inputs: readonly string[];
}

export interface GapHistory {
  readonly proposals: readonly ProposalRow[];
  readonly reviews: readonly ReviewRow[];
  readonly issues: readonly IssueRow[];
  readonly decisions: readonly DecisionRow[];
  readonly questions: readonly StoredQuestion[];
  readonly moves: readonly StoredMove[];
}

export interface ProposalRow {
  readonly round: number;
  readonly confidence: string;
  /** In the session's folder. */
  readonly file: string;
  readonly line: number;
}

export interface ReviewRow {
  readonly round: number;
  readonly needsRevision: boolean;
  readonly file: string;
}

export interface IssueRow {
  readonly id: string;
  readonly severity: string;
  readonly round: number;
  readonly title: string;
  readonly state: string;
  readonly fate: string;
}

/** An issue with the gaps it was raised against. */
interface LedgerRow extends IssueRow {
  readonly gaps: readonly string[];
}

export interface IssueLedger {
  readonly session: string;
  readonly issues: readonly LedgerRow[];
}

export interface DecisionRow {
  readonly id: string;
  readonly title: string;
  readonly decision: string;
  readonly rationale: string | null;
  readonly decidedBy: string;
  readonly at: string;
}

interface StoredQuestion {
  readonly id: string;
  readonly kind: string;
  readonly why: string;
  /** `open`, the option it was answered with, or why it was withdrawn. */
  readonly fate: string;
}

interface StoredMove {
  readonly at: string;
  readonly round: number;
  readonly from: string;
  readonly to: string;
  readonly actor: string;
  readonly reason: string | null;
}

export interface ChangedGap extends Pick<GapView, "state" | "detail" | "severity" | "blockedBy"> {
  readonly session: string;
  readonly gap: string;
  readonly change: GapChangeName;
  readonly from: string;
  readonly decision: string | null;
  /** Those it was split into. */
  readonly parts: readonly Pick<GapRow, "id" | "title">[];
  /** What it names as a blocker in vain, and each other gap that moved, with the reason. */
  readonly notes: readonly string[];
  /** Issues that the same decision overrules. */
  readonly overruled: readonly string[];
  readonly closedQuestions: readonly string[];
  readonly openQuestions: readonly string[];
  /** Somebody is at work on it: what they bring for it is not taken. */
  readonly atWork: boolean;
}

export interface SurveyView {
  readonly session: string;
  readonly state: "none" | "due" | "under-way" | "asking" | "done";
  /** How many surveys passed their gate. */
  readonly surveys: number;
  readonly gaps: readonly SurveyedGap[];
  /** Holes beyond the bound. */
  readonly leftOut: number;
  /** What is asked about it; `null` where nothing is. */
  readonly question: { readonly id: string; readonly why: string } | null;
}

export interface SurveyedGap extends Pick<GapView, "title" | "severity" | "state" | "blockedBy"> {
  readonly gap: string;
  readonly description: string;
  readonly section: string | null;
  readonly line: number | null;
  readonly foundBy: readonly Finder[];
}
