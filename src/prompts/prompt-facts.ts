// What a prompt is made of. The engine gathers it from the session; nothing here is rendered yet.
import type { DecisionEntry } from "../core/documents/decisions-document.ts";
import type { SourceSpec } from "../core/documents/source-spec.ts";
import type { Gap } from "../core/refinement/gap.ts";
import type { FailureType } from "../core/refinement/validation/failure-type.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import type { IssueId } from "../core/shared/issue-id.ts";
import type { Severity } from "../core/shared/severity.ts";

export interface EngineerFacts {
  readonly spec: SpecFacts;
  readonly round: number;
  /** The file to write, such as `engineer.md`. */
  readonly documentName: string;
  /** Whether a copy of the project, or tools to read it, are at hand. */
  readonly readsProject: boolean;
  /** Assigned, in the order of their priority. */
  readonly gaps: readonly GapBrief[];
  readonly decisions: readonly DecisionEntry[];
  /** What the user said for this turn. */
  readonly guidance: readonly string[];
  /** What became of other gaps since these were last worked on. */
  readonly changes: readonly GapChange[];
}

export interface SpecFacts {
  /** The file's name, without folders. */
  readonly name: string;
  readonly source: SourceSpec;
}

export interface GapBrief {
  readonly gap: Gap;
  /** The Engineer's own last text on it. */
  readonly proposal: Passage | null;
  /** What the last review said about it. */
  readonly review: Passage | null;
  readonly issues: readonly LedgerEntry[];
  /** What the user supplied when it was blocked. */
  readonly inputs: readonly string[];
}

/** A piece of an earlier document. */
export interface Passage {
  readonly round: number;
  readonly text: string;
}

export interface LedgerEntry {
  readonly issue: IssueId;
  readonly severity: Severity;
  readonly title: string;
  /** Location, impact and suggestion in words; may be empty. */
  readonly text: string;
  readonly raisedIn: number;
  /** Open; or how it was settled, in a few words. */
  readonly fate: string;
  readonly open: boolean;
}

export interface GapChange {
  readonly gap: GapId;
  readonly title: string;
  readonly state: string;
  readonly round: number;
}

export interface ReviewerFacts {
  readonly spec: SpecFacts;
  readonly round: number;
  readonly documentName: string;
  readonly readsProject: boolean;
  readonly proposals: readonly ProposalBrief[];
  readonly decisions: readonly DecisionEntry[];
  readonly guidance: readonly string[];
}

export interface ProposalBrief {
  readonly gap: Gap;
  /** The Engineer's resolution, in the round it was written. */
  readonly proposal: Passage;
  readonly issues: readonly LedgerEntry[];
  /** How the Engineer answered earlier issues, where it did. */
  readonly answers: readonly { readonly issue: string; readonly text: string }[];
  /** Gaps the proposal introduces. */
  readonly newGaps: readonly { readonly gap: GapId; readonly title: string; readonly severity: Severity }[];
}

export interface FinalReviewFacts {
  readonly specName: string;
  readonly documentName: string;
  readonly readsProject: boolean;
  /** The assembled spec. */
  readonly draft: string;
  readonly decisions: readonly DecisionEntry[];
  readonly limitations: readonly {
    readonly gap: GapId;
    readonly title: string;
    readonly severity: Severity;
  }[];
  readonly guidance: readonly string[];
}

export type PromptRole = "engineer" | "reviewer" | "final";

/** Why the call is made again. */
export interface RetryFacts {
  readonly role: PromptRole;
  /** Numbers the issues in a form shown to the Reviewer; means nothing for the final review. */
  readonly round: number;
  /** 1 or 2. */
  readonly number: number;
  readonly because: FailureType | "UNCERTAINTY";
  readonly message: string;
  readonly line: number | null;
  /** Ids the failure is about. */
  readonly subjects: readonly string[];
  readonly documentName: string;
  readonly assigned: readonly GapTitle[];
  /** Every gap of the session, for INCONSISTENT_REFS; issues that may be disagreed with, for DISAGREE failures. */
  readonly knownGaps: readonly GapTitle[];
  readonly openIssues: readonly IssueId[];
  readonly decidedIssues: readonly IssueId[];
  /** Documents of this session that passed the gate, for the second tier of examples. */
  readonly sessionExamples: readonly SessionExample[];
  /** Resolved gaps like the uncertain ones, for UNCERTAINTY. */
  readonly similar: readonly (Passage & { readonly gap: GapId })[];
}

export interface GapTitle {
  readonly gap: GapId;
  readonly title: string;
}

export interface SessionExample {
  readonly round: number;
  readonly gap: GapId;
  /** Whether the gap it is about was accepted. */
  readonly accepted: boolean;
  readonly text: string;
}

/** What was sent, and of what size each part is. */
export interface Prompt {
  readonly text: string;
  readonly parts: readonly PromptPart[];
}

export interface PromptPart {
  readonly name: string;
  readonly chars: number;
}

export interface ExampleAttached {
  /** 1 canonical, 2 session, 3 template. */
  readonly tier: 1 | 2 | 3;
  readonly source: string;
  readonly tokens: number;
  readonly truncated: boolean;
}
