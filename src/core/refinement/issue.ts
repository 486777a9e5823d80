import { assertNever } from "../shared/assert-never.ts";
import type { DecisionId } from "../shared/decision-id.ts";
import type { GapId } from "../shared/gap-id.ts";
import type { IssueId } from "../shared/issue-id.ts";
import type { Refusal } from "../shared/refusal.ts";
import { isGrave, type Severity } from "../shared/severity.ts";
import type { Actor } from "./gap-lifecycle.ts";
import { type GapStateName, isTerminal } from "./gap-state.ts";

export type IssueState =
  /** With a decision A, C or D it stays open until a revision honours it. */
  | { readonly at: "OPEN"; readonly decision: DecisionId | null }
  /** `note`: why, where it is not that the text has changed. */
  | { readonly at: "CLOSED"; readonly round: number; readonly note?: string }
  | { readonly at: "OVERRULED"; readonly decision: DecisionId }
  | { readonly at: "WAIVED"; readonly reason: string }
  | { readonly at: "WITHDRAWN"; readonly round: number };

export interface Issue {
  readonly id: IssueId;
  readonly gaps: readonly GapId[];
  readonly severity: Severity;
  /** The round of the review that raised it. */
  readonly round: number;
  readonly state: IssueState;
}

/** An issue that is overruled, waived, closed or withdrawn never blocks. */
export function blocksAcceptance(issue: Issue): boolean {
  return issue.state.at === "OPEN" && isGrave(issue.severity);
}

/** Whether the user has ruled on it: raised again, it is not argued again. */
export function isSettledByUser(state: IssueState): boolean {
  return (
    state.at === "OVERRULED" || state.at === "WAIVED" || (state.at === "OPEN" && state.decision !== null)
  );
}

interface StatedSeverity {
  readonly stated: Severity | null;
  readonly mustFix: boolean;
  readonly verdictNeedsRevision: boolean;
}

/** `noted`: the severity was inferred, and the record says so. */
export function issueSeverity(issue: StatedSeverity): { severity: Severity; noted: boolean } {
  if (issue.stated !== null) return { severity: issue.stated, noted: false };
  return { severity: issue.mustFix || issue.verdictNeedsRevision ? "HIGH" : "MEDIUM", noted: true };
}

interface IssuePlace {
  readonly named: readonly GapId[];
  readonly section: GapId | null;
  readonly underReview: readonly GapId[];
}

export function gapsOfIssue({ named, section, underReview }: IssuePlace): readonly GapId[] {
  if (named.length > 0) return named;
  return section === null ? underReview : [section];
}

/** A closed gap is not opened by a later review: what it finds there is a gap of its own. */
export function becomesNewGap(stateOfItsGap: GapStateName): boolean {
  return isTerminal(stateOfItsGap);
}

/** What became of it, in words. */
export function issueFate(state: IssueState): string {
  switch (state.at) {
    case "OPEN":
      return state.decision === null ? "open" : `open, decided by ${state.decision}`;
    case "CLOSED":
      return `closed in round ${state.round}${state.note === undefined ? "" : `: ${state.note}`}`;
    case "OVERRULED":
      return `overruled by ${state.decision}`;
    case "WAIVED":
      return `waived: ${state.reason}`;
    case "WITHDRAWN":
      return `withdrawn with round ${state.round}`;
    default:
      return assertNever(state);
  }
}

/** What a valid review says of earlier issues. */
export interface ReviewOfIssues {
  readonly round: number;
  readonly gaps: readonly GapId[];
  /** Gaps that are settled by their text: what is said of remarks on them by id counts. */
  readonly accepted?: readonly GapId[];
  readonly resolved: readonly IssueId[];
  readonly open: readonly IssueId[];
  readonly raisedAgain: readonly IssueId[];
  /** Issues with an open conflict or disagreement flag: those wait for the user. */
  readonly held: readonly IssueId[];
}

export type IssueMove =
  | { readonly to: "CLOSED"; readonly actor: Actor; readonly review: ReviewOfIssues }
  | { readonly to: "OVERRULED"; readonly actor: Actor; readonly decision: DecisionId }
  | { readonly to: "WAIVED"; readonly actor: Actor; readonly reason: string }
  | { readonly to: "WITHDRAWN"; readonly actor: Actor; readonly rolledBackRound: number };

interface IssueTransition {
  readonly from: readonly IssueState["at"][];
  readonly actor: Actor;
}

const TRANSITIONS: Record<IssueMove["to"], IssueTransition> = {
  CLOSED: { from: ["OPEN"], actor: "Reviewer" },
  OVERRULED: { from: ["OPEN"], actor: "User" },
  WAIVED: { from: ["OPEN"], actor: "User" },
  /** A rolled-back round takes its issues along, whatever became of them. */
  WITHDRAWN: { from: ["OPEN", "CLOSED", "OVERRULED", "WAIVED"], actor: "Mediator" },
};

export function moveIssue(issue: Issue, move: IssueMove): Issue | Refusal {
  const rule = TRANSITIONS[move.to];
  if (!rule.from.includes(issue.state.at) || rule.actor !== move.actor) {
    return refusal(issue, move, `only the ${rule.actor} may do so, from ${rule.from.join(" or ")}`);
  }
  switch (move.to) {
    case "CLOSED":
      if (!closesIssue(issue, move.review)) return refusal(issue, move, "the review leaves it open");
      return { ...issue, state: { at: "CLOSED", round: move.review.round } };
    case "OVERRULED":
      return { ...issue, state: { at: "OVERRULED", decision: move.decision } };
    case "WAIVED":
      if (move.reason.trim() === "") return refusal(issue, move, "a reason is required");
      return { ...issue, state: { at: "WAIVED", reason: move.reason } };
    case "WITHDRAWN":
      if (move.rolledBackRound !== issue.round) {
        return refusal(issue, move, `it belongs to round ${issue.round}, not ${move.rolledBackRound}`);
      }
      return { ...issue, state: { at: "WITHDRAWN", round: move.rolledBackRound } };
    default:
      return assertNever(move);
  }
}

/** Silence speaks only for the gaps that were reviewed: all gaps of the issue must be among them. */
export function closesIssue(issue: Issue, review: ReviewOfIssues): boolean {
  if (issue.state.at !== "OPEN" || review.round <= issue.round) return false;
  const stillThere = [...review.open, ...review.raisedAgain, ...review.held].includes(issue.id);
  if (stillThere) return false;
  if (review.resolved.includes(issue.id))
    return (
      issue.gaps.some((gap) => review.gaps.includes(gap)) ||
      issue.gaps.every((gap) => review.accepted?.includes(gap) === true)
    );
  return issue.gaps.every((gap) => review.gaps.includes(gap));
}

/** A decision A, C or D stays with its open issue. */
export function decideIssue(issue: Issue, decision: DecisionId): Issue | Refusal {
  if (issue.state.at === "OPEN") return { ...issue, state: { at: "OPEN", decision } };
  return {
    refused: "illegal-transition",
    message: `${issue.id} is ${issue.state.at}, not open to a decision.`,
  };
}

function refusal(issue: Issue, move: IssueMove, why: string): Refusal {
  const attempt = `${issue.id} cannot go from ${issue.state.at} to ${move.to} by the ${move.actor}`;
  return { refused: "illegal-transition", message: `${attempt}: ${why}.` };
}
