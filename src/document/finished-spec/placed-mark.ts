// A mark in a text of the author's, and what stands around it.
import type { MarkStretch } from "./mark-stretch.ts";
import type { FatedMark } from "./mending.ts";
import type { Stretch } from "./sentences.ts";

export interface PlacedMark extends FatedMark, MarkStretch {
  /** Whether it stands in for a value, as `TBD` does. */
  readonly value: boolean;
  /** Whether it is the id and the title of a gap's own entry. */
  readonly entry: boolean;
}

export interface Surroundings {
  readonly text: string;
  /** Where the words begin and end. */
  readonly from: number;
  readonly to: number;
  readonly limitations: string;
  /** How long a text may be that stands where a whole sentence stood; 0 where it goes after the paragraph. */
  readonly roomMax: number;
}

export interface InSentence {
  readonly masked: string;
  readonly sentence: Stretch;
  readonly around: Surroundings;
  /** Whether no mark before it was in the sentence: else what became of that one must stay. */
  readonly untouched: boolean;
}
