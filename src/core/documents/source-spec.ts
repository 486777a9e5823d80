import type { GapId } from "../shared/gap-id.ts";

/** The outline of a spec as its author wrote it, and the places that say of themselves that something is missing. */
export interface SourceSpec {
  readonly lines: readonly string[];
  readonly headings: readonly SpecHeading[];
  readonly markers: readonly GapMarkerPlace[];
}

export interface SpecHeading {
  readonly level: number;
  /** Without its numbering. */
  readonly title: string;
  /** `4.2`, `A.1`, `IV` as written; `null` where it has none. */
  readonly numbering: string | null;
  /** The titles above it and its own. */
  readonly path: readonly string[];
  /** 1-based; the section runs to `endLine`, its sub-sections included. */
  readonly line: number;
  readonly endLine: number;
}

const MARKER_KINDS = ["gap", "needs-clarification", "todo", "tbd", "fixme", "question-marks"] as const;
export type MarkerKind = (typeof MARKER_KINDS)[number];

/** Line and columns are 1-based, `endColumn` is the first after it; `lines` holds exactly `text` there. */
export interface GapMarkerPlace {
  readonly kind: MarkerKind;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly text: string;
  /** The gap that an entry defines; `null` for every other kind. */
  readonly gap: GapId | null;
}
