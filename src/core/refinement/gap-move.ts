import type { DecisionId } from "../shared/decision-id.ts";
import type { GapId } from "../shared/gap-id.ts";
import type { ConflictId, IssueId } from "../shared/issue-id.ts";

export const ACTORS = ["Mediator", "Engineer", "Reviewer", "User"] as const;

export type Actor = (typeof ACTORS)[number];

/** A wish to move a gap, with the facts that its guard looks at; pairs that make no sense do not compile. */
export type Move = { readonly actor: Actor; readonly round: number } & (
  | { readonly to: "OPEN"; readonly grounds: Reason | Asked | Input | Unaddressed }
  | { readonly to: "IN_PROGRESS"; readonly grounds: Assigned }
  | { readonly to: "PROPOSED"; readonly grounds: Addressed | Settled }
  | { readonly to: "NEEDS_REVISION"; readonly grounds: Reviewed | Decided | Displaced | Reason | Unaddressed }
  | { readonly to: "USER_DEFERRED" | "WONT_FIX"; readonly grounds: Reason }
  | { readonly to: "BLOCKED_EXTERNAL"; readonly grounds: Blocked }
  | { readonly to: "ACCEPTED"; readonly grounds: Reviewed | AcceptedByUser }
  | { readonly to: "RESOLVED"; readonly grounds: Drafted }
  | { readonly to: "SUPERSEDED"; readonly grounds: Split }
);

export type Grounds = Move["grounds"];

interface Assigned {
  readonly because: "assigned";
}

/** The Mediator takes an assigned gap back that the document did not treat. */
interface Unaddressed {
  readonly because: "unaddressed";
}

/** What the engineer's document holds for the gap. */
export interface AddressedFacts {
  readonly heading: boolean;
  readonly confidence: boolean;
  readonly body: boolean;
  readonly blockedMarker: boolean;
}

interface Addressed extends AddressedFacts {
  readonly because: "addressed";
}

/** What a review leaves behind on the gap; grave means CRITICAL or HIGH. */
export interface ReviewFacts {
  readonly verdictNeedsRevision: boolean;
  readonly openGraveIssues: readonly IssueId[];
  readonly openGraveConflicts: readonly ConflictId[];
}

interface Reviewed extends ReviewFacts {
  readonly because: "reviewed";
}

interface Decided {
  readonly because: "decided";
  readonly decision: DecisionId;
  readonly option: "A" | "B" | "C" | "D" | "revise";
}

/** The passage that its text replaces has changed since it was proposed. */
interface Displaced {
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

interface Settled extends SettledFacts {
  readonly because: "settled";
}

interface Drafted {
  readonly because: "drafted";
  /** Its text is in the draft of the finished spec. */
  readonly inDraft: boolean;
  readonly lastCompletedRound: number;
  readonly terminating: boolean;
}

interface Reason {
  readonly because: "reason";
  readonly reason: string;
}

interface Asked {
  readonly because: "asked";
}

interface Input {
  readonly because: "input";
  readonly input: string;
}

interface Blocked {
  readonly because: "blocked";
  readonly need: string;
}

interface Split {
  readonly because: "split";
  readonly into: readonly GapId[];
}
