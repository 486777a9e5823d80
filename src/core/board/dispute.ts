import type { Timestamp } from "../shared/timestamp.ts";
import type { DisputeId, TaskId } from "./board-id.ts";
import type { TaskStatus } from "./task-status.ts";
import type { Actor, BoardRole } from "./who.ts";

export const DISPUTE_REASONS = [
  "architecture_disagreement",
  "specification_ambiguity",
  "specification_interpretation",
  "guideline_conflict",
  "security_concern",
  "scope_disagreement",
  "other",
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

export const DISPUTE_SIDES = ["coder", "reviewer"] as const;
export type DisputeSide = (typeof DISPUTE_SIDES)[number];

export const DECISIONS = ["coder", "reviewer", "custom"] as const;
export type Decision = (typeof DECISIONS)[number];

/** Where a decision leaves the task. */
export const STATUS_AFTER: Record<Decision, TaskStatus> = {
  coder: "completed",
  reviewer: "in_progress",
  custom: "in_progress",
};

/** A decision that makes the coder work again must say how. */
export const NEEDS_NOTES: Record<Decision, boolean> = { coder: false, reviewer: true, custom: true };

export const ON_MAJOR = ["continue", "hold-dependents", "stop"] as const;
/** What the loop does about open major disputes. */
export type OnMajor = (typeof ON_MAJOR)[number];

export type Position =
  /** Asked for, or to be asked for once. */
  | { readonly at: "awaited" }
  | { readonly at: "given"; readonly text: string; readonly model: string | null }
  /** It was asked for in vain. */
  | { readonly at: "not-given" };

export type DisputeState =
  /** `former`: the status that the task had, and gets back if the dispute is withdrawn. */
  | { readonly at: "open"; readonly former: TaskStatus }
  | {
      readonly at: "resolved";
      readonly decision: Decision;
      readonly notes: string | null;
      readonly closed: Closure;
    }
  | { readonly at: "withdrawn"; readonly notes: string | null; readonly closed: Closure };

interface Closure {
  readonly by: Actor;
  readonly at: Timestamp;
}

type DisputeStatus = DisputeState["at"];
export const DISPUTE_STATUSES: readonly DisputeStatus[] = ["open", "resolved", "withdrawn"];

export interface Dispute {
  readonly id: DisputeId;
  readonly task: TaskId;
  /** As it was when the dispute was raised: the task may be gone. */
  readonly taskTitle: string;
  readonly weight: "major" | "minor";
  readonly raisedBy: BoardRole;
  readonly reason: DisputeReason;
  readonly detail: string | null;
  readonly positions: Readonly<Record<DisputeSide, Position>>;
  /** The files of the task's diff. */
  readonly files: readonly string[];
  readonly state: DisputeState;
  readonly createdBy: Actor;
  readonly createdAt: Timestamp;
  /** When it was reported as open for too long; that happens once. */
  readonly staleAlertedAt: Timestamp | null;
}

/** The one word under which lists show who or what it is from. */
export function disputeType({ weight, raisedBy }: Pick<Dispute, "weight" | "raisedBy">): BoardRole | "minor" {
  return weight === "minor" ? "minor" : raisedBy;
}
