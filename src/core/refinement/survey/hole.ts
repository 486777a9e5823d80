import type { NamedSection, WrittenHole } from "../../documents/survey-document.ts";
import type { Severity } from "../../shared/severity.ts";
import type { Finder, Span } from "../gap.ts";

/** Something the specification leaves open, as a survey that passed its gate says it. */
export type Hole = Required<Pick<WrittenHole, "number" | "title" | "line" | "why" | "settledBy">> & {
  readonly severity: Severity;
  readonly path: readonly string[];
  readonly passage: string | null;
  /** The quoted words in the source. */
  readonly span: Span | null;
  /** Numbers of holes of the same survey and ids of gaps, as written. */
  readonly blockedBy: readonly string[];
};

export interface SurveyReport {
  readonly by: Extract<Finder, "survey" | "second-survey">;
  readonly holes: readonly Hole[];
}

/** Where the entries of a survey stand in the specification. */
export interface SurveyPlaces {
  /** Of each hole, in order. */
  readonly places: readonly FoundPlace[];
  readonly complete: readonly (readonly string[])[];
  /** Named as complete, and not there. */
  readonly unknown: readonly NamedSection[];
  /** Main sections that the survey neither finds a hole in nor calls complete. */
  readonly notSpokenOf: readonly (readonly string[])[];
}

export interface FoundPlace {
  /** Of the section; `null` where there is no such section. */
  readonly path: readonly string[] | null;
  readonly line: number;
  readonly passage: "none" | "found" | "missing";
  readonly span: Span | null;
}
