// The spec that a session leaves behind, and where each of its lines comes from.
import type { GapOrigin } from "../refinement/gap.ts";
import type { DecisionId } from "../shared/decision-id.ts";
import type { GapId } from "../shared/gap-id.ts";
import type { DecisionEntry } from "./decisions-document.ts";
import type { SpecText } from "./engineer-document.ts";
import type { SourceSpec } from "./source-spec.ts";
import type { KnownLimitation } from "./summary-document.ts";

/** What a finished spec is made of. */
export interface SpecParts {
  readonly source: SourceSpec;
  /** Every gap of the session, in the order in which they entered. */
  readonly gaps: readonly SpecGap[];
  readonly decisions: readonly DecisionEntry[];
  readonly limitations: readonly KnownLimitation[];
  /** How the lines of the source end, which its lines do not tell; `\n` where nothing is said. */
  readonly lineEnd?: "\n" | "\r\n";
}

export interface SpecGap {
  readonly id: GapId;
  readonly title: string;
  readonly description: string;
  readonly origin: GapOrigin;
  /** What was accepted for it; none where it is not settled by text. */
  readonly resolutions: readonly SpecResolution[];
}

/** A section of an Engineer's document; gaps that one section settles together have the same. */
export interface SpecResolution {
  /** The blob of the document and the line of the section's title. */
  readonly document: string;
  readonly line: number;
  readonly body: string;
  readonly specText: SpecText | null;
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
  /** A line of the source out of which a gap's marker was taken. */
  | { readonly of: "mended"; readonly line: number; readonly gaps: readonly GapId[] }
  /** A line of the source with words in it that were written for gaps. */
  | { readonly of: "blended"; readonly line: number; readonly gaps: readonly GapId[] }
  | { readonly of: "resolution"; readonly gaps: readonly GapId[] }
  | { readonly of: "decision"; readonly decision: DecisionId }
  | { readonly of: "limitation"; readonly gap: GapId | null }
  /** Titles and blank lines that hold the rest together. */
  | { readonly of: "added" };
