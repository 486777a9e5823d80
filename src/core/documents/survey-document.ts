import type { ProposedGap } from "./engineer-document.ts";

/** What a survey says of a specification: its holes, and the sections that have none. Lines are 1-based. */
export interface SurveyDocument {
  readonly holes: readonly WrittenHole[];
  /** The sections it calls complete, by heading path. */
  readonly complete: readonly NamedSection[];
  /** The line that says that nothing was found; `null` where none does. */
  readonly nothingFound: number | null;
}

/** A gap with what the form of a survey asks for beside it; what is missing is left out. */
export interface WrittenHole extends ProposedGap {
  /** Its own in the survey, by which others may name it. */
  readonly number?: number;
  /** Words of the specification. */
  readonly passage?: string;
  readonly why?: string;
  readonly settledBy?: string;
  /** Numbers of holes of the same survey and ids of gaps, as written. */
  readonly waitsFor?: string;
}

export interface NamedSection {
  readonly line: number;
  readonly path: string;
}
