import type { FindingId } from "../shared/finding-id.ts";
import type { StatedDispute } from "./stated-dispute.ts";

/** What a coder says of its work on a task. */
export interface CoderDocument {
  readonly summary: string;
  /** What was noticed and left; empty where there is nothing. */
  readonly notDone: string;
  /** A row for each open finding. */
  readonly answers: readonly FindingAnswer[];
  readonly outcome: CoderOutcome;
}

export type CoderOutcome =
  /** The work is in the worktree. */
  | { readonly at: "done" }
  /** The worktree is as it was, on purpose. */
  | { readonly at: "no-change-needed"; readonly why: string }
  | { readonly at: "blocked"; readonly missing: string }
  /** With or without a change. */
  | { readonly at: "disputed"; readonly dispute: StatedDispute };

export const ANSWER_WORDS = ["FIXED", "DISAGREE"] as const;
export type AnswerWord = (typeof ANSWER_WORDS)[number];

export interface FindingAnswer {
  readonly finding: FindingId;
  /** 1-based. */
  readonly line: number;
  readonly status: AnswerWord;
  /** Where it was fixed, or why it is held to be wrong; never empty. */
  readonly where: string;
}
