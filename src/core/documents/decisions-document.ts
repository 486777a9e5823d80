import type { DecidedVia } from "../shared/decided-via.ts";
import type { DecisionId } from "../shared/decision-id.ts";
import type { GapId } from "../shared/gap-id.ts";
import type { IssueId } from "../shared/issue-id.ts";
import type { Severity } from "../shared/severity.ts";
import type { Timestamp } from "../shared/timestamp.ts";
import type { RollbackEntry } from "./rollback-history.ts";

/** `decisions.md`: what the user decided, in order. */
export interface DecisionsDocument {
  readonly decisions: readonly RecordedDecision[];
  readonly rollbacks: readonly RollbackEntry[];
}

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

export interface RecordedDecision extends DecisionEntry {
  /** The later decision on the same subject; `null` while this one binds. */
  readonly supersededBy: DecisionId | null;
}

export const CONFLICT_OPTIONS = ["A", "B", "C", "D"] as const;
export type ConflictOption = (typeof CONFLICT_OPTIONS)[number];

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

export interface ReappliedFrom {
  readonly round: number;
  readonly archive: string;
}
