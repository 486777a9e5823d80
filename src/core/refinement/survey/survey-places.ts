import type { NamedSection } from "../../documents/survey-document.ts";
import type { Span } from "../gap.ts";

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
