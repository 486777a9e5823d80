// What both `status.md` and a round's `summary.md` tell of a round. States, roles and outcomes are words of the
// refinement's own tables; a document keeps whatever word stands there.
import type { GapId } from "../shared/gap-id.ts";
import type { IssueId } from "../shared/issue-id.ts";
import type { Severity } from "../shared/severity.ts";

export interface RoleOutcome {
  readonly role: string;
  /** VALID, BLOCKED, SKIP, UNREVIEWED, IDLE, UNCHANGED. */
  readonly outcome: string;
  readonly detail: string | null;
}

export interface GapTransition {
  readonly gap: GapId;
  readonly from: string;
  readonly to: string;
  readonly actor: string;
  readonly reason: string | null;
}

/** What the Engineer held against an issue, by form. */
export interface DisagreementRow {
  readonly issue: IssueId;
  readonly severity: Severity | null;
  readonly position: string;
  /** A place with what it says, or `judgement`. */
  readonly restsOn: string;
  /** How the Reviewer of the round took it; `null` while nobody has. */
  readonly answer: string | null;
}

export interface DisagreementFlag {
  readonly issue: IssueId;
  readonly gaps: readonly GapId[];
  /** `H1` … `H5`, with a comma between them. */
  readonly heuristics: string;
  readonly confidence: string;
  readonly evidence: string;
  /** Whether it was logged and no more, asked about, or held the round. */
  readonly escalation: string;
  /** What the user made of it; `null` while nobody has. */
  readonly answer: string | null;
}

export interface ConflictRow {
  readonly issue: IssueId;
  readonly severity: Severity | null;
  readonly gaps: readonly GapId[];
  /** Explicit DISAGREE, or Implicit (converted). */
  readonly type: string;
  /** What decided it, or why it is none any more; `null` while it is open. */
  readonly fate: string | null;
  readonly title: string;
}

/** What a round tells of disagreement. */
export interface ArgumentRows {
  readonly disagreements: readonly DisagreementRow[];
  readonly flags: readonly DisagreementFlag[];
  readonly conflicts: readonly ConflictRow[];
}

/** What calls used: of one agent in a round, or of several together. */
export interface UsageLine {
  /** `null`: of the whole session. */
  readonly round: number | null;
  readonly role: string;
  /** `null`: of all. */
  readonly agent: string | null;
  readonly calls: number;
  /** `null` where no call told. */
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  /** In words, as it may be unknown in part. */
  readonly cost: string;
  readonly activeSeconds: number;
}

export interface ConvergenceRow {
  readonly round: number;
  /** Weighted by state, so quarters occur. */
  readonly gapsStart: number;
  readonly resolved: number;
  readonly created: number;
  readonly gapsEnd: number;
  readonly net: number;
  /** This one rules. */
  readonly weightedNet: number;
  readonly state: string;
  readonly note: string | null;
}

/** What was found in a section by one of those who look, and what became of it. */
export interface CoverageRow {
  readonly section: string;
  readonly foundBy: string;
  readonly found: number;
  readonly closed: number;
  readonly left: number;
}
