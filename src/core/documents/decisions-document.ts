import type { DecidedVia } from "../shared/decided-via.ts";
import type { DecisionId } from "../shared/decision-id.ts";
import type { GapId } from "../shared/gap-id.ts";
import type { IssueId } from "../shared/issue-id.ts";
import type { Severity } from "../shared/severity.ts";
import type { Timestamp } from "../shared/timestamp.ts";

/** What the user decided: an entry of `decisions.md`. */
export interface DecisionEntry {
  readonly id: DecisionId;
  /** The round it is recorded under. */
  readonly round: number;
  readonly title: string;
  readonly about: DecisionSubject;
  readonly gaps: readonly GapId[];
  readonly severity: Severity | null;
  readonly decision: string;
  readonly rationale: string | null;
  readonly constraints: string | null;
  readonly actionForEngineer: string | null;
  readonly actionForGap: string | null;
  /** `User`, or what answered for the user. */
  readonly decidedBy: string;
  /** Where a person's word came from; absent for a policy, and in older logs. */
  readonly via?: DecidedVia;
  readonly timestamp: Timestamp;
  /** Where a decision was taken that a rollback had undone: the round and the archive it was recovered from. */
  readonly reappliedFrom: ReappliedFrom | null;
}

/** A decision that went with an answer which the user gave otherwise since. */
export interface TakenBackDecision {
  readonly decision: DecisionEntry;
  /** Whose answer it was. */
  readonly question: string;
  /** The one that the new answer brought in its place; `null` where that brought none. */
  readonly replacedBy: DecisionId | null;
}

export type ConflictOption = "A" | "B" | "C" | "D";

export type ConflictType = "EXPLICIT" | "IMPLICIT_CONVERTED";

export const CONFLICT_TYPE_WORDS: Record<ConflictType, string> = {
  EXPLICIT: "Explicit DISAGREE",
  IMPLICIT_CONVERTED: "Implicit (converted)",
};

/** Whose position an option is. */
export const OPTION_WORDS: Record<ConflictOption, string> = {
  A: "Reviewer",
  B: "Engineer",
  C: "Synthesis",
  D: "User specifies",
};

export type DecisionSubject =
  | {
      readonly of: "conflict";
      readonly issue: IssueId;
      readonly type: ConflictType;
      readonly reviewer: string;
      readonly engineer: string;
      readonly option: ConflictOption;
      /** The agent that drafted the option, where one did. */
      readonly draftedBy?: string;
    }
  /** A severity overridden, a gap deferred, an issue waived: `option` is the word the user chose. */
  | {
      readonly of: "other";
      readonly option: string;
      /** What an input was asked for: a later one for the same need takes its place. */
      readonly need?: string;
    };

interface ReappliedFrom {
  readonly round: number;
  readonly archive: string;
}
