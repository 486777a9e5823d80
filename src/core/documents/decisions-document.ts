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

export type ConflictOption = "A" | "B" | "C" | "D";

export type DecisionSubject =
  | {
      readonly of: "conflict";
      readonly issue: IssueId;
      readonly type: "EXPLICIT" | "IMPLICIT_CONVERTED";
      readonly reviewer: string;
      readonly engineer: string;
      readonly option: ConflictOption;
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
