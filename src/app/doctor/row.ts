export type RowStatus = "ok" | "warn" | "fail" | "skip";

/** One thing that was looked at. */
export interface Row {
  readonly check: string;
  readonly status: RowStatus;
  readonly detail: string;
  readonly fix?: string;
}
