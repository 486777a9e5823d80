import type { Severity } from "./severity.ts";
import { compareSeverities } from "./severity.ts";

/** A gap's severity and who set it. */
export interface SeverityRating {
  readonly level: Severity;
  /** As `stated` where the gap was found or by `default`; then raised by a reviewer or set by the user. */
  readonly setBy: "stated" | "default" | "reviewer" | "user";
  /** What it was when the gap entered: only this can make a gap a *new* CRITICAL one. */
  readonly enteredAs: Severity;
}

const DEFAULT_SEVERITY: Severity = "MEDIUM";

export function rateSeverity(stated: Severity | null): SeverityRating {
  const level = stated ?? DEFAULT_SEVERITY;
  return { level, setBy: stated === null ? "default" : "stated", enteredAs: level };
}

/** A reviewer's word: the higher counts, and what the user has set stands. */
export function raiseSeverity(rating: SeverityRating, to: Severity): SeverityRating {
  const higher = compareSeverities(to, rating.level) < 0;
  return higher && rating.setBy !== "user" ? { ...rating, level: to, setBy: "reviewer" } : rating;
}

/** The user's word, up or down. */
export function overrideSeverity(rating: SeverityRating, to: Severity): SeverityRating {
  return { ...rating, level: to, setBy: "user" };
}
