import type { Severity } from "../shared/severity.ts";

/** What a survey says of a specification: its holes, and the sections that have none. Lines are 1-based. */
export interface SurveyDocument {
  readonly holes: readonly WrittenHole[];
  /** The sections it calls complete, by heading path. */
  readonly complete: readonly NamedSection[];
  /** The line that says that nothing was found; `null` where none does. */
  readonly nothingFound: number | null;
}

/** As it is written; what is missing is `null`. */
export interface WrittenHole {
  readonly line: number;
  /** Its own number in the survey, by which others may name it. */
  readonly number: number | null;
  readonly title: string;
  readonly severity: Severity | null;
  readonly place: string | null;
  /** Words of the specification; `null` where none are quoted. */
  readonly passage: string | null;
  readonly why: string | null;
  readonly settledBy: string | null;
  readonly blockedBy: string | null;
}

export interface NamedSection {
  readonly line: number;
  readonly path: string;
}
