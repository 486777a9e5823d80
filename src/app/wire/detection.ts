// What `detect` tells programs.
import type {
  Confidence,
  EvidenceLine,
  Heuristic,
  ResponseLabel,
} from "../../core/refinement/conflicts/flag.ts";
import type { Severity } from "../../core/shared/severity.ts";

export interface Detection {
  /** Of every issue of the review, in its order. */
  readonly findings: readonly DetectedIssue[];
}

export interface DetectedIssue {
  /** As the review writes it; `null` where it gives none. */
  readonly issueId: string | null;
  /** In the review. */
  readonly line: number;
  readonly severity: Severity;
  /** Whether the later document treats the issue's gap, or the issue names none. */
  readonly inScope: boolean;
  readonly label: ResponseLabel;
  /** Whether a session would flag it. */
  readonly flag: boolean;
  readonly confidence: Confidence;
  readonly heuristics: readonly Heuristic[];
  /** Lines of the later document. */
  readonly evidence: readonly EvidenceLine[];
}
