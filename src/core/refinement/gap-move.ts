import type { DecisionId } from "../shared/decision-id.ts";
import type { GapId } from "../shared/gap-id.ts";
import type { ConflictId, IssueId } from "../shared/issue-id.ts";

export const ACTORS = ["Mediator", "Engineer", "Reviewer", "User"] as const;

export type Actor = (typeof ACTORS)[number];

/** A wish to move a gap, with the facts that its guard looks at; pairs that make no sense do not compile. */
export type Move = { readonly actor: Actor; readonly round: number } & (
  | {
      readonly to: "OPEN";
      readonly grounds: ReasonGrounds | AskedGrounds | InputGrounds | UnaddressedGrounds;
    }
  | { readonly to: "IN_PROGRESS"; readonly grounds: AssignedGrounds }
  | { readonly to: "PROPOSED"; readonly grounds: AddressedGrounds | SettledGrounds }
  | {
      readonly to: "NEEDS_REVISION";
      readonly grounds:
        | ReviewedGrounds
        | DecidedGrounds
        | DisplacedGrounds
        | ReasonGrounds
        | UnaddressedGrounds;
    }
  | { readonly to: "USER_DEFERRED" | "WONT_FIX"; readonly grounds: ReasonGrounds }
  | { readonly to: "BLOCKED_EXTERNAL"; readonly grounds: BlockedGrounds }
  | { readonly to: "ACCEPTED"; readonly grounds: ReviewedGrounds | AcceptedByUser }
  | { readonly to: "RESOLVED"; readonly grounds: DraftedGrounds }
  | { readonly to: "SUPERSEDED"; readonly grounds: SplitGrounds }
);

export type Grounds = Move["grounds"];

interface AssignedGrounds {
  readonly because: "assigned";
}

/** The Mediator takes an assigned gap back that the document did not treat. */
interface UnaddressedGrounds {
  readonly because: "unaddressed";
}

/** What the engineer's document holds for the gap. */
export interface AddressedFacts {
  readonly heading: boolean;
  readonly confidence: boolean;
  readonly body: boolean;
  readonly blockedMarker: boolean;
}

interface AddressedGrounds extends AddressedFacts {
  readonly because: "addressed";
}

/** What a review leaves behind on the gap; grave means CRITICAL or HIGH. */
export interface ReviewFacts {
  readonly verdictNeedsRevision: boolean;
  readonly openGraveIssues: readonly IssueId[];
  readonly openGraveConflicts: readonly ConflictId[];
}

interface ReviewedGrounds extends ReviewFacts {
  readonly because: "reviewed";
}

interface DecidedGrounds {
  readonly because: "decided";
  readonly decision: DecisionId;
  readonly option: "A" | "B" | "C" | "D" | "revise";
}

/** The passage that its text replaces has changed since it was proposed. */
interface DisplacedGrounds {
  readonly because: "displaced";
}

export interface AcceptanceFacts {
  readonly reason: string;
  /** Why what is proposed cannot be taken as it is; `null` where it can. */
  readonly unfit: string | null;
  readonly openCriticalConflicts: readonly ConflictId[];
  /** The round under way, else the last completed one. */
  readonly during: number;
}

/** The user takes it as it is; what was still open on it is overruled. */
interface AcceptedByUser extends AcceptanceFacts {
  readonly because: "accepted";
}

/** How the user's overruling and waiving left the grave issues of the gap. */
export interface SettledFacts {
  readonly overruledOrWaived: readonly IssueId[];
  readonly openGraveIssues: readonly IssueId[];
  /** Decisions A, C or D that no revision has honoured yet. */
  readonly owedRevisions: readonly DecisionId[];
}

interface SettledGrounds extends SettledFacts {
  readonly because: "settled";
}

interface DraftedGrounds {
  readonly because: "drafted";
  /** Its text is in the draft of the finished spec. */
  readonly inDraft: boolean;
  readonly lastCompletedRound: number;
  readonly terminating: boolean;
}

interface ReasonGrounds {
  readonly because: "reason";
  readonly reason: string;
}

interface AskedGrounds {
  readonly because: "asked";
}

interface InputGrounds {
  readonly because: "input";
  readonly input: string;
}

interface BlockedGrounds {
  readonly because: "blocked";
  readonly need: string;
}

interface SplitGrounds {
  readonly because: "split";
  readonly into: readonly GapId[];
}
