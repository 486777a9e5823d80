import type { BoardRefusalCode } from "../../core/board/board-refusal.ts";
import type { Refusal } from "../../core/shared/refusal.ts";
import type { Failure, FailureKind } from "../failure.ts";

/** What is not named here cannot be in this state of the board. */
const KINDS: Partial<Record<BoardRefusalCode, FailureKind>> = {
  "unknown-task": "not-found",
  "unknown-section": "not-found",
  "unknown-dispute": "not-found",
  "unknown-entry": "not-found",
  // These would be refused whatever the board holds: something is missing from the command, or unfit.
  "unfit-text": "usage",
  "notes-needed": "usage",
  "detail-needed": "usage",
};

export function boardFailure({ refused, message, fix }: Refusal): Failure {
  const failed = KINDS[refused as BoardRefusalCode] ?? "refused";
  return { failed, code: refused, message, ...(fix === undefined ? {} : { fix }) };
}
