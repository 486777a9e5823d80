import { assertNever } from "../shared/assert-never.ts";
import type { DecisionId } from "../shared/decision-id.ts";
import { type GapId, gapIdParts } from "../shared/gap-id.ts";
import type { ConflictId, IssueId } from "../shared/issue-id.ts";
import type { Refusal } from "../shared/refusal.ts";
import type { Gap } from "./gap.ts";
import { type GapState, type GapStateName, OPEN_STATES } from "./gap-state.ts";
import { type OpenConflict, undecidedWords } from "./open-conflict.ts";

export const ACTORS = ["Mediator", "Engineer", "Reviewer", "User"] as const;

export type Actor = (typeof ACTORS)[number];

/** A wish to move a gap, with the facts that its guard looks at; pairs that make no sense do not compile. */
export type Move = { readonly actor: Actor; readonly round: number } & (
  | { readonly to: "OPEN"; readonly grounds: GroundsOf<"reason" | "asked" | "input" | "unaddressed"> }
  | { readonly to: "IN_PROGRESS"; readonly grounds: GroundsOf<"assigned"> }
  | { readonly to: "PROPOSED"; readonly grounds: GroundsOf<"addressed" | "settled"> }
  | {
      readonly to: "NEEDS_REVISION";
      readonly grounds: GroundsOf<"reviewed" | "decided" | "displaced" | "reason" | "unaddressed">;
    }
  | { readonly to: "USER_DEFERRED" | "WONT_FIX"; readonly grounds: GroundsOf<"reason"> }
  | { readonly to: "BLOCKED_EXTERNAL"; readonly grounds: GroundsOf<"blocked"> }
  | { readonly to: "ACCEPTED"; readonly grounds: GroundsOf<"reviewed" | "accepted"> }
  | { readonly to: "RESOLVED"; readonly grounds: GroundsOf<"drafted"> }
  | { readonly to: "SUPERSEDED"; readonly grounds: GroundsOf<"split"> }
);

type Grounds = Move["grounds"];

type GroundsOf<Because extends keyof GroundFacts> = {
  [Each in Because]: { readonly because: Each } & GroundFacts[Each];
}[Because];

/** What each kind of grounds tells beside its name. */
interface GroundFacts {
  assigned: object;
  /** The Mediator takes an assigned gap back that the document did not treat. */
  unaddressed: object;
  addressed: AddressedFacts;
  reviewed: ReviewFacts;
  decided: {
    readonly decision: DecisionId;
    readonly option: "A" | "B" | "C" | "D" | "revise";
    /** On what conditions; B without any leaves nothing to revise. */
    readonly constraints?: string;
  };
  /** Since its text was proposed, the passage it replaces has changed, or a gap whose mark it takes was reopened. */
  displaced: object;
  /** The user takes it as it is; what was still open on it is overruled. */
  accepted: AcceptanceFacts;
  settled: SettledFacts;
  drafted: {
    /** Its text is in the draft of the finished spec. */
    readonly inDraft: boolean;
    readonly lastCompletedRound: number;
    readonly terminating: boolean;
  };
  reason: { readonly reason: string };
  asked: object;
  input: { readonly input: string };
  blocked: { readonly need: string };
  split: { readonly into: readonly GapId[] };
}

/** What the engineer's document holds for the gap. */
export interface AddressedFacts {
  readonly heading: boolean;
  readonly confidence: boolean;
  readonly body: boolean;
  readonly blockedMarker: boolean;
}

/** What a review leaves behind on the gap; grave means CRITICAL or HIGH. */
export interface ReviewFacts {
  readonly verdictNeedsRevision: boolean;
  readonly openGraveIssues: readonly IssueId[];
  readonly openGraveConflicts: readonly ConflictId[];
}

export interface AcceptanceFacts {
  readonly reason: string;
  /** Why what is proposed cannot be taken as it is; `null` where it can. */
  readonly unfit: string | null;
  readonly openCriticalConflicts: readonly Pick<OpenConflict, "id" | "pending">[];
  /** The round under way, else the last completed one. */
  readonly during: number;
}

/** How the user's overruling and waiving left the grave issues of the gap. */
export interface SettledFacts {
  readonly overruledOrWaived: readonly IssueId[];
  readonly openGraveIssues: readonly IssueId[];
  /** Decisions A, C or D that no revision has honoured yet. */
  readonly owedRevisions: readonly DecisionId[];
}

interface Transition {
  readonly from: readonly GapStateName[];
  readonly to: readonly GapStateName[];
  readonly actors: readonly Actor[];
  /** The kind of grounds it takes; `moveShortfall` is its guard. */
  readonly on: Grounds["because"];
  readonly when: string;
}

/** Every transition there is; what is not here is refused. */
const TRANSITIONS: readonly Transition[] = [
  {
    from: ["OPEN", "NEEDS_REVISION"],
    to: ["IN_PROGRESS"],
    actors: ["Mediator"],
    on: "assigned",
    when: "assigned to a round",
  },
  {
    from: ["IN_PROGRESS", "NEEDS_REVISION"],
    to: ["PROPOSED"],
    actors: ["Engineer"],
    on: "addressed",
    when: "the document addresses it",
  },
  {
    from: ["PROPOSED"],
    to: ["NEEDS_REVISION"],
    actors: ["Reviewer"],
    on: "reviewed",
    when: "the review objects to it",
  },
  {
    from: ["PROPOSED"],
    to: ["NEEDS_REVISION"],
    actors: ["User"],
    on: "decided",
    when: "a conflict on it is decided A, C or D, or B with constraints, or a loss is not allowed",
  },
  {
    from: ["PROPOSED"],
    to: ["NEEDS_REVISION"],
    actors: ["Mediator"],
    on: "displaced",
    when: "its text no longer applies to the draft",
  },
  {
    from: ["PROPOSED"],
    to: ["ACCEPTED"],
    actors: ["Reviewer"],
    on: "reviewed",
    when: "the review leaves nothing grave open",
  },
  {
    from: ["PROPOSED", "NEEDS_REVISION"],
    to: ["ACCEPTED"],
    actors: ["User"],
    on: "accepted",
    when: "taken as it is, with a reason",
  },
  {
    from: ["ACCEPTED"],
    to: ["RESOLVED"],
    actors: ["User", "Mediator"],
    on: "drafted",
    when: "it is in the draft, for the Mediator one round later or at termination",
  },
  {
    from: ["NEEDS_REVISION"],
    to: ["PROPOSED"],
    actors: ["Mediator"],
    on: "settled",
    when: "all its CRITICAL and HIGH issues are overruled or waived",
  },
  {
    from: ["ACCEPTED", "RESOLVED"],
    to: ["NEEDS_REVISION"],
    actors: ["User"],
    on: "reason",
    when: "reopened with a reason",
  },
  { from: ["WONT_FIX"], to: ["OPEN"], actors: ["User"], on: "reason", when: "reopened with a reason" },
  {
    from: OPEN_STATES,
    to: ["USER_DEFERRED", "WONT_FIX"],
    actors: ["User"],
    on: "reason",
    when: "a reason is given",
  },
  { from: ["USER_DEFERRED"], to: ["OPEN"], actors: ["User"], on: "asked", when: "taken up again" },
  {
    from: ["OPEN", "IN_PROGRESS", "NEEDS_REVISION"],
    to: ["BLOCKED_EXTERNAL"],
    actors: ["Engineer"],
    on: "blocked",
    when: "the document marks it BLOCKED_NEEDS_INPUT",
  },
  { from: ["BLOCKED_EXTERNAL"], to: ["OPEN"], actors: ["User"], on: "input", when: "the input is given" },
  { from: OPEN_STATES, to: ["SUPERSEDED"], actors: ["User"], on: "split", when: "split into sub-gaps" },
  {
    from: ["IN_PROGRESS"],
    to: ["OPEN", "NEEDS_REVISION"],
    actors: ["Mediator"],
    on: "unaddressed",
    when: "assigned but not addressed: back to the state before",
  },
];

export function transition(gap: Gap, move: Move): Gap | Refusal {
  const rule = TRANSITIONS.find(
    ({ from, to, actors }) =>
      from.includes(gap.state.at) && to.includes(move.to) && actors.includes(move.actor),
  );
  if (rule === undefined) return illegalMove(gap, move);
  if (rule.on !== move.grounds.because)
    return unmetGuard(gap, move, { rule, why: `this needs: ${rule.when}` });
  const shortfall = moveShortfall(gap, move);
  if (shortfall !== null) return unmetGuard(gap, move, { rule, why: shortfall });
  return { ...gap, state: arrivalState(gap, move), roundUpdated: move.round };
}

function arrivalState(gap: Gap, move: Move): GapState {
  switch (move.to) {
    case "OPEN":
    case "PROPOSED":
    case "NEEDS_REVISION":
    case "RESOLVED":
      return { at: move.to };
    case "IN_PROGRESS":
      return { at: move.to, before: gap.state.at === "NEEDS_REVISION" ? "NEEDS_REVISION" : "OPEN" };
    case "USER_DEFERRED":
    case "WONT_FIX":
      return { at: move.to, reason: move.grounds.reason };
    case "BLOCKED_EXTERNAL":
      return { at: move.to, need: move.grounds.need };
    case "ACCEPTED":
      // Between rounds a user accepts before the next one: that one is the further round.
      return { at: move.to, round: move.grounds.because === "accepted" ? move.grounds.during : move.round };
    case "SUPERSEDED":
      return { at: move.to, by: move.grounds.into };
    default:
      return assertNever(move);
  }
}

function illegalMove(gap: Gap, move: Move): Refusal {
  return { refused: "illegal-transition", message: `${attempt(gap, move)}.`, fix: listAlternatives(gap) };
}

function unmetGuard(
  gap: Gap,
  move: Move,
  { rule, why }: { readonly rule: Transition; readonly why: string },
): Refusal {
  const message = `${attempt(gap, move)}: ${why}.`;
  return { refused: "unmet-guard", message, fix: listAlternatives(gap, rule) };
}

function attempt(gap: Gap, move: Move): string {
  return `${gap.id} cannot go from ${gap.state.at} to ${move.to} by the ${move.actor}`;
}

/** `refused`: the transition that was tried, which is no way out. */
function listAlternatives(gap: Gap, refused?: Transition): string {
  const ways = TRANSITIONS.filter((rule) => rule !== refused && rule.from.includes(gap.state.at)).map(
    ({ to, actors, when }) => `${to.join(" or ")} (${actors.join(" or ")}: ${when})`,
  );
  const none = refused === undefined ? "nothing, it is final" : "nothing else";
  const list = ways.length === 0 ? none : ways.join(", ");
  return `Allowed from ${gap.state.at}: ${list}.`;
}

/** A split into one is a new name, not a split. */
const SPLIT_PARTS_MIN = 2;

/** What the facts of a move lack for its guard, in words; `null` when they suffice. */
function moveShortfall(gap: Gap, move: Move): string | null {
  const { grounds } = move;
  switch (grounds.because) {
    case "assigned":
    case "asked":
    case "blocked":
      return null;
    case "unaddressed":
      return gap.state.at === "IN_PROGRESS" && gap.state.before !== move.to
        ? `its state before was ${gap.state.before}`
        : null;
    case "addressed":
      return addressShortfall(grounds);
    case "reviewed":
      return move.to === "ACCEPTED" ? acceptanceShortfall(grounds) : objectionShortfall(grounds);
    case "decided":
      return grounds.option === "B" && grounds.constraints === undefined
        ? `${grounds.decision} chose B, which overrules the issue; acceptance is re-evaluated instead`
        : null;
    case "displaced":
      return null;
    case "accepted":
      return userAcceptanceShortfall(grounds);
    case "settled":
      return settlementShortfall(grounds);
    case "drafted":
      return draftShortfall(gap, move.actor === "User", grounds);
    case "reason":
      return isBlank(grounds.reason) ? "a reason is required" : null;
    case "input":
      return isBlank(grounds.input) ? "the input is missing" : null;
    case "split":
      return splitShortfall(gap, grounds.into);
    default:
      return assertNever(grounds);
  }
}

export function addressShortfall(facts: AddressedFacts): string | null {
  if (facts.blockedMarker) return "the document marks it BLOCKED_NEEDS_INPUT";
  const missing = [
    facts.heading ? [] : ["a resolution heading"],
    facts.confidence ? [] : ["a Confidence"],
    facts.body ? [] : ["a body"],
  ].flat();
  return missing.length === 0 ? null : `it lacks ${missing.join(", ")}`;
}

export function acceptanceShortfall(review: ReviewFacts): string | null {
  if (review.openGraveIssues.length > 0) return `${review.openGraveIssues.join(", ")} is open`;
  if (review.openGraveConflicts.length > 0) {
    return `the conflict on ${review.openGraveConflicts.join(", ")} is open`;
  }
  return review.verdictNeedsRevision ? "the verdict is NEEDS_REVISION" : null;
}

function userAcceptanceShortfall(facts: AcceptanceFacts): string | null {
  if (isBlank(facts.reason)) return "a reason is required";
  if (facts.unfit !== null) return facts.unfit;
  const { openCriticalConflicts: conflicts } = facts;
  return conflicts.length === 0 ? null : undecidedWords(conflicts);
}

export function objectionShortfall(review: ReviewFacts): string | null {
  return review.verdictNeedsRevision || review.openGraveIssues.length > 0
    ? null
    : "the verdict does not ask for it and no CRITICAL or HIGH issue is open";
}

export function settlementShortfall(facts: SettledFacts): string | null {
  if (facts.overruledOrWaived.length === 0) return "no CRITICAL or HIGH issue was overruled or waived";
  if (facts.openGraveIssues.length > 0) return `${facts.openGraveIssues.join(", ")} is still open`;
  return facts.owedRevisions.length > 0
    ? `${facts.owedRevisions.join(", ")} still asks for a revision`
    : null;
}

interface DraftFacts {
  readonly inDraft: boolean;
  readonly lastCompletedRound: number;
  readonly terminating: boolean;
}

function draftShortfall(gap: Gap, byUser: boolean, facts: DraftFacts): string | null {
  if (!facts.inDraft) return "its text is not in the draft of the finished spec";
  if (byUser || facts.terminating || gap.state.at !== "ACCEPTED") return null;
  return facts.lastCompletedRound > gap.state.round
    ? null
    : `no round has completed since it was accepted in round ${gap.state.round}`;
}

function splitShortfall(gap: Gap, into: readonly Gap["id"][]): string | null {
  if (new Set(into).size < SPLIT_PARTS_MIN) return `a split needs ${SPLIT_PARTS_MIN} or more sub-gaps`;
  const { category, number } = gapIdParts(gap.id);
  const stranger = into.find((id) => {
    const part = gapIdParts(id);
    return id === gap.id || part.letter === null || part.category !== category || part.number !== number;
  });
  return stranger === undefined ? null : `${stranger} is not a lettered part of ${gap.id}`;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
