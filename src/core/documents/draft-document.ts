import type { PointFate } from "../refinement/conflicts/option-draft.ts";

/** The labels of a draft of option C, as the form has them. */
export const DRAFT_LABELS = [
  "Text",
  "Trade-off",
  "Reviewer's concern",
  "Engineer's constraint",
  "Values",
] as const;
export type DraftLabel = (typeof DRAFT_LABELS)[number];

/** What an agent drafts for option C of a conflict. Lines are 1-based. */
export interface DraftDocument {
  /** Of its headings: there should be one. */
  readonly headings: readonly number[];
  /** In the order in which they stand. */
  readonly fields: readonly DraftField[];
  /** The numbers and negations of its text and values, in a form in which they can be compared. */
  readonly facts: readonly string[];
}

export interface DraftField {
  readonly label: DraftLabel;
  readonly line: number;
  /** As written, without comments; empty where nothing is. */
  readonly value: string;
  /** The word that it is, where the field has a closed set of them. */
  readonly fate: PointFate | null;
  /** It says that there is none. */
  readonly none: boolean;
}
