import { assertNever } from "../shared/assert-never.ts";
import { gapIdParts } from "../shared/gap-id.ts";
import type { Gap } from "./gap.ts";
import type { AcceptanceFacts, AddressedFacts, Move, ReviewFacts, SettledFacts } from "./gap-move.ts";

/** A split into one is a new name, not a split. */
const SPLIT_PARTS_MIN = 2;

/** What the facts of a move lack for its guard, in words; `null` when they suffice. */
export function moveShortfall(gap: Gap, move: Move): string | null {
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
      return grounds.option === "B"
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
  return conflicts.length === 0 ? null : `the CRITICAL conflict on ${conflicts.join(", ")} is open`;
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
