// What the detector has found of an issue that an Engineer's document may have passed over.
import type { IssueId } from "../../shared/issue-id.ts";
import type { Severity } from "../../shared/severity.ts";

/**
 * H1 not answered by id and not covered; H2 unanswered on a gap that was rolled back for differing reasons; H3 unanswered on a
 * gap proposed as resolved; H4 the criticised place is unchanged, or its change is about something else; H5 dismissed without
 * an alternative.
 */
export const HEURISTICS = ["H1", "H2", "H3", "H4", "H5"] as const;
export type Heuristic = (typeof HEURISTICS)[number];

const RESPONSE_LABELS = [
  "ADDRESSED_WITH_ID",
  "ADDRESSED_WITHOUT_ID",
  "PARTIALLY",
  "IGNORED",
  "DEFLECTED",
  "DISAGREED",
  "UNSURE",
] as const;
export type ResponseLabel = (typeof RESPONSE_LABELS)[number];

export type Confidence = "HIGH" | "MEDIUM" | "LOW";

/** A line of a document that shows what a finding says. */
export interface EvidenceLine {
  readonly line: number;
  readonly text: string;
}

/** Of one issue and one document of the Engineer. */
export interface Finding {
  readonly issue: IssueId;
  readonly label: ResponseLabel;
  readonly confidence: Confidence;
  readonly heuristics: readonly Heuristic[];
  /** In the Engineer's document. */
  readonly evidence: readonly EvidenceLine[];
}

export interface Flag extends Finding {
  readonly round: number;
  readonly severity: Severity;
  /** The Engineer's document, and its name in the round's folder. */
  readonly document: string;
  readonly file: string;
  /** In how many rounds in a row the concern was passed over, this one included. */
  readonly rounds: number;
}

export type FlagOutcome =
  /** The Reviewer calls the issue resolved, or a later document answers it. */
  | "answered"
  | "requested"
  | "converted"
  | "waived"
  | "clarified"
  | "false-positive"
  /** Its gap or issue is gone. */
  | "moot";

/** `null` where an outcome says nothing about whether the flag was right. */
export function confirmsFlag(outcome: FlagOutcome): boolean | null {
  return CONFIRMS[outcome];
}

const CONFIRMS: Record<FlagOutcome, boolean | null> = {
  requested: true,
  converted: true,
  waived: true,
  clarified: true,
  "false-positive": false,
  answered: null,
  moot: null,
};

/** How much each heuristic has been worth so far; 1 until a user called one of its flags false. */
export type Weights = Readonly<Record<Heuristic, number>>;

export const FULL_WEIGHTS: Weights = { H1: 1, H2: 1, H3: 1, H4: 1, H5: 1 };

const WEIGHT_STEP = 0.1;

/** Below this a heuristic only logs. */
const WEIGHT_MIN = 0.5;

/** Kept to one decimal, so that steps add up. */
export function lowerWeight(weight: number): number {
  return Math.max(0, Math.round((weight - WEIGHT_STEP) * 10) / 10);
}

export function mayAsk(heuristics: readonly Heuristic[], weights: Weights): boolean {
  return heuristics.some((heuristic) => weights[heuristic] >= WEIGHT_MIN);
}

/** How many unanswered issues of a severity, and how many rounds, it takes before the user is asked. */
export interface FlagThresholds {
  readonly unaddressedHighThreshold: number;
  readonly unaddressedCriticalThreshold: number;
  readonly patternThreshold: number;
}

export const FLAG_THRESHOLDS: FlagThresholds = {
  unaddressedHighThreshold: 2,
  unaddressedCriticalThreshold: 1,
  patternThreshold: 3,
};

export type Escalation = "log" | "ask" | "block";

/** What the flags of one round ask for: of each, whether it is only logged, asked about, or holds the round. */
export function escalationOf(
  flag: Flag,
  about: {
    readonly flags: readonly Flag[];
    readonly thresholds?: FlagThresholds | undefined;
    readonly weights: Weights;
  },
): Escalation {
  const { flags, thresholds = FLAG_THRESHOLDS, weights } = about;
  if (!mayAsk(flag.heuristics, weights)) return "log";
  const count = (severity: Severity) =>
    flags.filter((other) => other.severity === severity && mayAsk(other.heuristics, weights)).length;
  const [critical, high] = [count("CRITICAL"), count("HIGH")];
  const { unaddressedCriticalThreshold, unaddressedHighThreshold, patternThreshold } = thresholds;
  if (flag.severity === "CRITICAL" && critical > unaddressedCriticalThreshold) return "block";
  if (flag.severity === "CRITICAL" && critical >= unaddressedCriticalThreshold) return "ask";
  if (flag.heuristics.includes("H5") || flag.rounds >= patternThreshold) return "ask";
  return flag.severity === "HIGH" && high >= unaddressedHighThreshold ? "ask" : "log";
}
