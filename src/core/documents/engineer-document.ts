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

const CONFIDENCES = ["HIGH", "MEDIUM", "LOW"] as const;
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
  /** What enters the specification, and where. */
  readonly edits: readonly WrittenEdit[];
  /** What the resolution says it leaves out on purpose, as written; empty where it says nothing. */
  readonly drops: string;
  /** Follows from the body; new gaps may also be listed for the whole document. */
  readonly has: { readonly tradeOffs: boolean; readonly examples: number; readonly newGaps: boolean };
}

/** A text and the place it names: the marked block where it names none. */
export interface WrittenEdit {
  readonly line: number;
  readonly target:
    | { readonly at: "mark" }
    | { readonly at: "passage"; readonly words: string }
    | { readonly at: "section" | "after"; readonly headingPath: readonly string[] };
  readonly text: string;
}

export interface ProposedGap {
  /** `null` where the document introduces a gap without giving it an id. */
  readonly id: GapId | null;
  readonly line: number;
  /** In the raiser's words, code between backticks. */
  readonly title: string;
  readonly severity: Severity | null;
  /** What else the raiser wrote about it; left out, like what follows, where nothing is written. */
  readonly description?: string;
  /** Where in the spec it belongs: a heading path or a quoted passage, as written. */
  readonly place?: string;
  readonly blockedBy?: readonly GapId[];
  /** An id that it was written with and that is none of the grammar: `GAP-7`, `gap_flow_1`. */
  readonly alias?: string;
}

/** What the form asks an Engineer to say of each open issue. */
const RESPONSE_STATUSES = ["ADDRESSED", "PARTLY", "DISAGREE", "DEFERRED"] as const;
export type ResponseStatus = (typeof RESPONSE_STATUSES)[number];

/** An answer to an issue by its id. */
export interface IssueResponse {
  /** As written: agents use schemes of their own. */
  readonly issueId: string;
  readonly line: number;
  /** `null` where the document does not say it in one of the accepted words. */
  readonly status: ResponseStatus | null;
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
  /** What it says it rests on; `null` where it does not say. */
  readonly restsOn: WrittenGround | null;
}

/** A place that nobody has looked up yet; `unclear` is neither a place with a quote nor `judgement`. */
export type WrittenGround =
  | { readonly of: "judgement" }
  | { readonly of: "place"; readonly path: string; readonly line: number; readonly quote: string }
  | { readonly of: "unclear"; readonly text: string };

export interface GapMarker {
  readonly gap: GapId | null;
  readonly line: number;
  readonly text: string;
}

/** Where a text names a gap, or has its mark. */
export interface PlacedGap {
  readonly gap: GapId;
  readonly line: number;
}
