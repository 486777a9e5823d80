// What an undone round shows of why it failed: what it produced, which patterns it has, what to change when it is done again.
// Evidence, never intent.
import type { GapId } from "../../shared/gap-id.ts";

export const ROLLBACK_PATTERNS = [
  "ABSTRACT_OUTPUT",
  "MISSING_SECTIONS",
  "NARROW_EXAMPLES",
  "INCONSISTENT_REFS",
  "DOMAIN_CONFUSION",
  "SCOPE_DRIFT",
] as const;
export type RollbackPattern = (typeof ROLLBACK_PATTERNS)[number];

export interface RollbackAnalysis {
  /** One for each gap that the round was given. */
  readonly produced: readonly ProducedGap[];
  readonly checks: readonly StructureCheck[];
  readonly patterns: readonly FoundPattern[];
  /** Where what is proposed for a gap says two things that cannot both hold. */
  readonly contradictions: readonly Contradiction[];
  /** What the next attempt is told; the surest first. */
  readonly adjustments: readonly Adjustment[];
}

export interface ProducedGap {
  readonly gap: GapId;
  /** `Partial`: there is something for it, but not all that the form asks for. */
  readonly addressed: "Yes" | "Partial" | "No";
  readonly sections: readonly string[];
  readonly examples: number;
  /** Of its text, without white space around it. */
  readonly chars: number;
  /** What it was divided into, in the attempt's own words: the headings that are none of the form's. */
  readonly headings: readonly string[];
  /** The new gaps that were found in the work on it. */
  readonly concerns: readonly string[];
}

export interface StructureCheck {
  readonly check: string;
  readonly passed: boolean;
}

export interface FoundPattern {
  readonly pattern: RollbackPattern;
  readonly gap: GapId | null;
  /** What was found, in a few words. */
  readonly detail: string;
  /** The vague words, the sections, the ids or the terms that it is about. */
  readonly subjects: readonly string[];
  /** What is absent altogether has no line to show it. */
  readonly evidence: readonly PatternEvidence[];
}

export interface PatternEvidence {
  /** In the round's folder. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface Contradiction {
  readonly gap: GapId;
  /** The two places. */
  readonly evidence: readonly PatternEvidence[];
}

export interface Adjustment {
  readonly pattern: RollbackPattern;
  /** As it stands in the prompt of the next attempt. */
  readonly text: string;
  readonly confidence: "HIGH" | "MEDIUM" | "LOW";
}

/** Which of these an earlier attempt at the same round had too. */
export function recurringPatterns(
  previous: readonly Pick<RollbackAnalysis, "patterns">[],
): ReadonlySet<RollbackPattern> {
  return new Set(previous.flatMap(({ patterns }) => patterns.map(({ pattern }) => pattern)));
}
