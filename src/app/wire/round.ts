// What `show round` tells programs.
import type { ConvergenceRow, GapTransition } from "../../core/documents/round-record.ts";
import type { RaisedIssue } from "../../core/documents/summary-document.ts";
import type { GapRow } from "./gap.ts";

export interface RoundView {
  readonly session: string;
  readonly round: number;
  readonly started: string | null;
  /** `null` while it goes on. */
  readonly completed: string | null;
  readonly roles: readonly RoleView[];
  readonly transitions: readonly GapTransition[];
  readonly issues: readonly RaisedIssue[];
  /** As they entered. */
  readonly newGaps: readonly (Pick<GapRow, "severity" | "title"> & {
    readonly gap: string;
    readonly origin: string;
  })[];
  readonly decisions: readonly { readonly id: string; readonly title: string; readonly decision: string }[];
  readonly questions: readonly RoundQuestion[];
  readonly convergence: ConvergenceRow | null;
  /** In the session's folder. */
  readonly files: readonly string[];
}

export interface RoleView {
  readonly role: string;
  /** `null` while it is at work. */
  readonly outcome: string | null;
  readonly detail: string | null;
  readonly attempts: readonly AttemptView[];
}

export interface AttemptView {
  readonly number: number;
  readonly started: string;
  readonly retry: string | null;
  /** `null`: it passed, or was not judged. */
  readonly failure: string | null;
  readonly message: string | null;
  readonly warnings: readonly string[];
  readonly file: string | null;
}

/** A question of the round, or the answer that an earlier one got in it. */
export interface RoundQuestion {
  readonly id: string;
  readonly kind: string;
  readonly why: string;
  readonly asked: boolean;
  readonly answer: string | null;
  readonly withdrawn: string | null;
}
