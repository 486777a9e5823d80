import type { DisputeReason } from "../board/dispute.ts";

/** What a coder or a reviewer says who raises a dispute. */
export interface StatedDispute {
  readonly reason: DisputeReason;
  /** What it is about, in a line; always there where the reason is `other`. */
  readonly detail: string | null;
  readonly position: string;
}
