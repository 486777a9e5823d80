// What `dispute` tells programs.

export interface DisputeView {
  readonly id: string;
  readonly taskId: string;
  /** As it is now; of a task that is gone, as it was when the dispute was raised. */
  readonly taskTitle: string;
  /** `minor`, or who raised it. */
  readonly type: string;
  readonly raisedBy: string;
  readonly weight: string;
  readonly status: string;
  readonly reason: string;
  readonly detail: string | null;
  readonly coderPosition: string | null;
  readonly coderModel: string | null;
  readonly reviewerPosition: string | null;
  readonly reviewerModel: string | null;
  readonly files: readonly string[];
  /** `coder`, `reviewer` or `custom`. */
  readonly resolution: string | null;
  readonly notes: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly resolvedBy: string | null;
  readonly resolvedAt: string | null;
  readonly staleAlertedAt: string | null;
}

export interface AgedDispute extends DisputeView {
  /** Whole days; `null` once it is settled. */
  readonly daysOpen: number | null;
}

/** One dispute with its task as that is now. */
export interface WholeDispute extends AgedDispute {
  /** `null` where the task is gone. */
  readonly taskStatus: string | null;
}

export interface StaleReport {
  readonly channel: "none" | "log" | "webhook";
  readonly timeoutDays: number;
  /** Those that were reported now, the oldest first. */
  readonly disputes: readonly AgedDispute[];
  readonly notices: readonly string[];
}
