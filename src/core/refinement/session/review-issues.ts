// The Mediator owns the identity of issues: what a review calls them is kept as an alias.
import type { ReviewerDocument, ReviewIssue } from "../../documents/reviewer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { type IssueId, issueIdParts, nextIssueId, parseIssueId } from "../../shared/issue-id.ts";
import { isRefusal } from "../../shared/refusal.ts";
import { compareSeverities, type Severity } from "../../shared/severity.ts";
import { becomesNewGap, gapsOfIssue, issueSeverity } from "../issue.ts";
import { moveIssue } from "../issue-lifecycle.ts";
import type { Draft } from "./draft.ts";
import { enterNewGap } from "./enter-gaps.ts";
import { sameTitle } from "./same-title.ts";
import { gapsOf, type IssueEntry, issuesOf, type LiveSession } from "./session.ts";

/** More issues than these of one review are not taken up. */
export const ISSUES_MAX = 200;

export interface Reviewing {
  readonly document: ReviewerDocument;
  readonly reviewed: readonly GapId[];
  /** Proposals that the user took from under the review: what it says of them comes too late. */
  readonly takenAway: readonly GapId[];
  readonly round: number;
  readonly blob: string;
}

/** The issues that the review raises anew, and those of earlier rounds that it raises again. */
export function raiseIssues(draft: Draft, reviewing: Reviewing): { readonly again: readonly IssueId[] } {
  const again: IssueId[] = [];
  for (const issue of reviewing.document.issues.slice(0, ISSUES_MAX)) {
    if (issue.gap !== null && reviewing.takenAway.includes(issue.gap)) continue;
    const earlier = earlierIssue(draft.session, issue, reviewing);
    if (earlier === null) raise(draft, issue, reviewing);
    else again.push(earlier);
  }
  return { again };
}

/** An id of another round names the issue of that round; numbers that start over in each review do not. */
function earlierIssue(session: LiveSession, issue: ReviewIssue, reviewing: Reviewing): IssueId | null {
  const id = issue.id === null ? null : parseIssueId(issue.id);
  const known = id === null ? undefined : session.issues[id];
  if (id === null || known === undefined || known.issue.round >= reviewing.round) return null;
  const concerned = issue.gap === null ? reviewing.reviewed : [issue.gap];
  if (!known.issue.gaps.some((gap) => concerned.includes(gap))) return null;
  return isRaisedAgain(known, issue, reviewing) ? id : null;
}

/** What the user has decided stays decided; what is closed, graver or about something else is an issue of its own. */
function isRaisedAgain(known: IssueEntry, issue: ReviewIssue, { document }: Reviewing): boolean {
  const { state, severity, id } = known.issue;
  if (state.at === "OVERRULED" || state.at === "WAIVED") return true;
  if (state.at !== "OPEN") return false;
  if (state.decision !== null) return true;
  if (issue.severity !== null && compareSeverities(issue.severity, severity) < 0) return false;
  const listed = document.priorIssues.some(({ issueId, status }) => issueId === id && status !== "RESOLVED");
  return listed || issue.title.trim() === "" || sameTitle(known.title, issue.title);
}

function raise(draft: Draft, issue: ReviewIssue, reviewing: Reviewing): void {
  const id = freeIssueId(draft.session, issue.id, reviewing.round);
  if (id === null) return;
  const verdictNeedsRevision = reviewing.document.verdict.norm === "NEEDS_REVISION";
  const { severity, noted } = issueSeverity({
    stated: issue.severity,
    mustFix: issue.mustFix,
    verdictNeedsRevision,
  });
  const gaps = gapsConcerned(draft, { issue, id, severity, reviewed: reviewing.reviewed });
  if (gaps.length === 0) return;
  draft.emit("IssueRaised", {
    issue: { id, gaps, severity, round: reviewing.round, state: { at: "OPEN", decision: null } },
    alias: issue.id === id ? null : issue.id,
    inferred: noted,
    title: issue.title,
    location: issue.location,
    impact: issue.impact,
    suggestion: issue.suggestion,
    document: reviewing.blob,
    line: issue.line,
  });
}

function freeIssueId(session: LiveSession, written: string | null, round: number): IssueId | null {
  const id = written === null ? null : parseIssueId(written);
  if (id !== null && issueIdParts(id).round === round && session.issues[id] === undefined) return id;
  const next = nextIssueId(round, Object.keys(session.issues) as IssueId[]);
  return isRefusal(next) ? null : next;
}

interface Concern {
  readonly issue: ReviewIssue;
  readonly id: IssueId;
  readonly severity: Severity;
  readonly reviewed: readonly GapId[];
}

/** A closed gap is not opened by a review: what it finds there is a gap of its own. */
function gapsConcerned(draft: Draft, { issue, id, severity, reviewed }: Concern): readonly GapId[] {
  const named = issue.gap === null ? undefined : draft.session.gaps[issue.gap];
  const gaps = gapsOfIssue({
    named: named === undefined ? [] : [named.id],
    section: null,
    underReview: reviewed,
  });
  if (named === undefined || !becomesNewGap(named.state.at)) return gaps;
  const known = gapsOf(draft.session).find(
    (gap) =>
      gap.origin.from === "review" && gap.origin.about === named.id && sameTitle(gap.title, issue.title),
  );
  if (known !== undefined) return becomesNewGap(known.state.at) ? [] : [known.id];
  const origin = { from: "review", issue: id, about: named.id } as const;
  const entered = enterNewGap(draft, { id: null, title: issue.title, severity, origin });
  return entered === null ? [] : [entered];
}

interface Closing {
  readonly document: ReviewerDocument;
  readonly reviewed: readonly GapId[];
  readonly round: number;
  readonly raisedAgain: readonly IssueId[];
}

/** Earlier issues of the reviewed gaps that the review lists as resolved, or says nothing more of. */
export function closeIssues(draft: Draft, { document, reviewed, round, raisedAgain }: Closing): void {
  const listed = (resolved: boolean) =>
    document.priorIssues
      .filter(({ status }) => (status === "RESOLVED") === resolved)
      .flatMap(({ issueId }) => priorIssue(draft.session, issueId, reviewed) ?? []);
  const review = {
    round,
    gaps: reviewed,
    resolved: listed(true),
    open: listed(false),
    raisedAgain,
    held: [],
  };
  for (const issue of issuesOf(draft.session)) {
    const moved = moveIssue(issue, { to: "CLOSED", actor: "Reviewer", review });
    if (isRefusal(moved)) continue;
    draft.emit("IssueMoved", { issue: issue.id, from: issue.state.at, state: moved.state, round });
  }
}

/** By its id, else by what an earlier review called it: the newest open one of the reviewed gaps. */
function priorIssue(session: LiveSession, written: string, reviewed: readonly GapId[]): IssueId | null {
  const id = parseIssueId(written);
  if (id !== null && session.issues[id] !== undefined) return id;
  const named = Object.values(session.issues).findLast(
    ({ alias, issue }) =>
      alias === written && issue.state.at === "OPEN" && issue.gaps.some((gap) => reviewed.includes(gap)),
  );
  return named?.issue.id ?? null;
}
