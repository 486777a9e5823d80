/** Gravest first; this order is the order of every list by severity. */
export const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

export type Severity = (typeof SEVERITIES)[number];

interface SeverityFacts {
  readonly weight: number;
  readonly meaning: string;
  /** Whether an open issue or conflict of this severity keeps its gap from being accepted. */
  readonly grave: boolean;
}

const FACTS: Record<Severity, SeverityFacts> = {
  CRITICAL: { weight: 16, meaning: "cannot be implemented without it", grave: true },
  HIGH: { weight: 4, meaning: "will be implemented wrongly", grave: true },
  MEDIUM: { weight: 2, meaning: "possible but suboptimal", grave: false },
  LOW: { weight: 1, meaning: "polish", grave: false },
};

export function parseSeverity(text: string): Severity | null {
  return SEVERITIES.find((severity) => severity === text) ?? null;
}

export function severityWeight(severity: Severity): number {
  return FACTS[severity].weight;
}

export function severityMeaning(severity: Severity): string {
  return FACTS[severity].meaning;
}

export function isGrave(severity: Severity): boolean {
  return FACTS[severity].grave;
}

/** For sorting: the graver one first. */
export function compareSeverities(a: Severity, b: Severity): number {
  return SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);
}

export function graverSeverity(a: Severity, b: Severity): Severity {
  return compareSeverities(a, b) <= 0 ? a : b;
}

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
