import { assertNever } from "../shared/assert-never.ts";
import type { DecisionId } from "../shared/decision-id.ts";
import type { GapId } from "../shared/gap-id.ts";
import type { IssueId } from "../shared/issue-id.ts";
import type { Severity } from "../shared/severity.ts";
import { isGrave } from "../shared/severity.ts";
import type { GapStateName } from "./gap-state.ts";
import { isTerminal } from "./gap-state.ts";

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
