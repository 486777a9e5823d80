import type { Refusal } from "../shared/refusal.ts";

/** Why the board says no. The `unknown-` ones mean that there is no such thing; all others that it cannot be now. */
export type BoardRefusalCode =
  | "unknown-task"
  | "unknown-section"
  | "unknown-dispute"
  | "id-taken"
  | "not-yours"
  | "illegal-move"
  | "unfit-text"
  | "notes-needed"
  | "detail-needed"
  | "name-taken"
  | "not-empty"
  | "cycle"
  | "needed"
  | "too-many"
  | "open-dispute"
  | "argued-before"
  | "closed"
  | "reserved"
  | "unknown-entry"
  | "not-owed"
  | "not-running"
  | "question-closed"
  | "option"
  | "answer-incomplete"
  | "document";

export interface BoardRefusal extends Refusal {
  readonly refused: BoardRefusalCode;
}

export function refuse(refused: BoardRefusalCode, message: string, fix?: string): BoardRefusal {
  return fix === undefined ? { refused, message } : { refused, message, fix };
}
