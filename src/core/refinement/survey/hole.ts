import type { Severity } from "../../shared/severity.ts";
import type { Span } from "../gap.ts";
import type { Finder } from "./finder.ts";

/** Something the specification leaves open, as a survey that passed its gate says it. */
export interface Hole {
  readonly number: number;
  readonly title: string;
  readonly severity: Severity;
  readonly path: readonly string[];
  readonly line: number;
  readonly passage: string | null;
  /** The quoted words in the source. */
  readonly span: Span | null;
  readonly why: string;
  readonly settledBy: string;
  /** Numbers of holes of the same survey and ids of gaps, as written. */
  readonly blockedBy: readonly string[];
}

export interface SurveyReport {
  readonly by: Extract<Finder, "survey" | "second-survey">;
  readonly holes: readonly Hole[];
}
