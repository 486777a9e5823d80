import type { GapId } from "../shared/gap-id.ts";
import type { Severity } from "../shared/severity.ts";

/** What an Engineer's document says, whatever it looked like. Lines are 1-based. */
export interface EngineerDocument {
  readonly resolutions: readonly Resolution[];
  readonly newGaps: readonly ProposedGap[];
  readonly responses: readonly IssueResponse[];
  readonly disagreements: readonly Disagreement[];
  /** `BLOCKED_NEEDS_INPUT: GAP-…`, and what is needed. */
  readonly blocked: readonly GapMarker[];
  /** `UNCERTAINTY: …` */
  readonly uncertain: readonly GapMarker[];
  /** Why so many issues are disagreed with, where the Engineer says so. */
  readonly justification: string | null;
  /** Every gap the document names in a statement, for the check of references. */
  readonly gapsNamed: readonly PlacedGap[];
}

export const CONFIDENCES = ["HIGH", "MEDIUM", "LOW"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export interface Resolution {
  /** One heading may name several gaps. */
  readonly gaps: readonly GapId[];
  readonly line: number;
  /** What the title says beside the gaps; often nothing. */
  readonly title: string;
  readonly confidence: Confidence | null;
  /** The section's own Markdown, without its title, a line that only states the confidence, and the spec text. */
  readonly body: string;
  /** What enters the finished spec. */
  readonly specText: SpecText | null;
  /** Follows from the body; new gaps may also be listed for the whole document. */
  readonly has: { readonly tradeOffs: boolean; readonly examples: number; readonly newGaps: boolean };
}

export interface SpecText {
  readonly text: string;
  readonly line: number;
  readonly place:
    | { readonly at: "marker" }
    | { readonly at: "replaces" | "after"; readonly headingPath: readonly string[] };
}

export interface ProposedGap {
  /** `null` where the document introduces a gap without giving it an id. */
  readonly id: GapId | null;
  readonly line: number;
  readonly title: string;
  readonly severity: Severity | null;
}

/** An answer to an issue by its id; `other` when the document does not say how it answers. */
export interface IssueResponse {
  /** As written: agents use schemes of their own. */
  readonly issueId: string;
  readonly line: number;
  readonly kind: "addressed" | "partial" | "declined" | "deferred" | "other";
  readonly text: string;
}

export interface Disagreement {
  readonly issueId: string;
  readonly line: number;
  readonly reviewerConcern: string | null;
  readonly engineerPosition: string | null;
  readonly rationale: string | null;
  readonly alternative: string | null;
  readonly request: string | null;
}

export interface GapMarker {
  readonly gap: GapId | null;
  readonly line: number;
  readonly text: string;
}

export interface PlacedGap {
  readonly gap: GapId;
  readonly line: number;
}
