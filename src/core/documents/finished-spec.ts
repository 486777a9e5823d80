// The spec that a session leaves behind, and where each of its lines comes from.
import type { DecisionId } from "../shared/decision-id.ts";
import type { GapId } from "../shared/gap-id.ts";
import type { DecisionEntry } from "./decisions-document.ts";
import type { KnownLimitation } from "./summary-document.ts";

/** What a finished spec is made of, beside the text of the draft. */
export interface SpecParts {
  /** Where each stretch of the draft comes from, in order and without holes. */
  readonly stretches: readonly SpecStretch[];
  /** Those that bind. */
  readonly decisions: readonly DecisionEntry[];
  /** Gaps that are left open, and remarks that nobody settled. */
  readonly limitations: readonly KnownLimitation[];
}

/** `to` is the first character after it. */
export interface SpecStretch {
  readonly from: number;
  readonly to: number;
  /** The gaps it was written for; `null` where it is the author's. */
  readonly gaps: readonly GapId[] | null;
  /** Where it begins in the source, or in the text of its edit. */
  readonly offset: number;
  /** Of the source: what it takes the place of, as far back as that goes. */
  readonly replaced: readonly SourceRange[];
}

/** Offsets of the source; `to` is the first character after it. */
export interface SourceRange {
  readonly from: number;
  readonly to: number;
}

export interface FinishedSpec {
  readonly text: string;
  readonly map: SpecMap;
}

/** In order and without holes: every line of the text is in exactly one of them. Lines are 1-based, both included. */
export type SpecMap = readonly SpecMapEntry[];

export interface SpecMapEntry {
  readonly from: number;
  readonly to: number;
  readonly origin: LineOrigin;
}

export type LineOrigin =
  /** As the author wrote it: `from` is `line` of the source, and so on line by line. */
  | { readonly of: "source"; readonly line: number }
  /** In specs of an older parley: a line of the source out of which a gap's marker was taken. */
  | { readonly of: "mended"; readonly line: number; readonly gaps: readonly GapId[] }
  /** A line of the source with words in it that were written for gaps. */
  | { readonly of: "blended"; readonly line: number; readonly gaps: readonly GapId[] }
  | { readonly of: "resolution"; readonly gaps: readonly GapId[] }
  | { readonly of: "decision"; readonly decision: DecisionId }
  | { readonly of: "limitation"; readonly gap: GapId | null }
  /** Titles and blank lines that hold the rest together. */
  | { readonly of: "added" };
