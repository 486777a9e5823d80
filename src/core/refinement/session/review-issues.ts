// The Mediator owns the identity of issues: what a review calls them is kept as an alias.
import type { PriorStatus, ReviewerDocument, ReviewIssue } from "../../documents/reviewer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { type IssueId, issueIdParts, nextIssueId, parseIssueId } from "../../shared/issue-id.ts";
import { isRefusal } from "../../shared/refusal.ts";
import { compareSeverities, isGrave, type Severity } from "../../shared/severity.ts";
import { wordOverlap } from "../../shared/word-overlap.ts";
import { isSettledByText } from "../gap-state.ts";
import { becomesNewGap, gapsOfIssue, isSettledByUser, issueSeverity, moveIssue } from "../issue.ts";
import { heldIssues } from "./disputed.ts";
import type { Draft } from "./draft.ts";
import { enterNewGap } from "./enter-gaps.ts";
import { issueNamed, sameTitle } from "./known-names.ts";
import { gapsOf, type IssueEntry, issuesOf, type LiveSession, type SessionWork } from "./session.ts";

/** More issues than these of one review are not taken up. */
const ISSUES_MAX = 200;

/** What is kept of an issue in its own words. */
const ISSUE_TEXT_MAX = 4_000;

interface ReviewInput {
  readonly document: ReviewerDocument;
  readonly reviewed: readonly GapId[];
  /** Proposals that the user took from under the review: what it says of them comes too late. */
  readonly takenAway: readonly GapId[];
  /** Those of the reviewed gaps that are accepted, and stay so: only an amendment is reviewed. */
  readonly amended: readonly GapId[];
  readonly round: number;
  readonly blob: string;
}

/** What a review says of the issues of earlier rounds. */
interface EarlierIssues {
  /** Raised again. */
  readonly again: readonly IssueId[];
  /** Listed by name. */
  readonly statuses: ReadonlyMap<IssueId, PriorStatus>;
}

/** Raises what is new in the review, and tells what it says of earlier issues. */
export function raiseIssues(
  draft: Draft,
  reviewing: ReviewInput,
): EarlierIssues & { readonly raised: readonly IssueId[] } {
  const raised: IssueId[] = [];
  const again: IssueId[] = [];
  const statuses = statusesIn(draft.session, reviewing);
  for (const issue of reviewing.document.issues.slice(0, ISSUES_MAX)) {
    if (issue.gap !== null && reviewing.takenAway.includes(issue.gap)) continue;
    // What one review says in two issues is two things: only the first can be the earlier one.
    const earlier = earlierIssue(draft.session, issue, { ...reviewing, again, statuses });
    if (earlier === null || isLate(draft.session, issue, { earlier, reviewing })) {
      raised.push(...raise(draft, issue, reviewing));
    } else {
      raiseAgain(draft, issue, { earlier, reviewing });
      again.push(earlier.issue.id);
    }
  }
  return { again, statuses, raised };
}

interface ReviewWithIssues extends ReviewInput, EarlierIssues {}

/** Names are those known before the review gives any of its own; of two statuses the one that leaves it open counts. */
function statusesIn(session: LiveSession, { document, reviewed }: ReviewInput): EarlierIssues["statuses"] {
  const statuses = new Map<IssueId, PriorStatus>();
  for (const { issueId, status } of document.priorIssues) {
    const id = (issueNamed(session.work, issueId, reviewed) ?? remarkNamed(session, issueId))?.issue.id;
    if (id !== undefined && (status !== "RESOLVED" || !statuses.has(id))) statuses.set(id, status);
  }
  return statuses;
}

/** A remark that is open on accepted gaps may be settled by the text for another. */
function remarkNamed(session: LiveSession, written: string): IssueEntry | null {
  const accepted = gapsOf(session).filter(({ state }) => isSettledByText(state.at));
  const named = issueNamed(
    session.work,
    written,
    accepted.map(({ id }) => id),
  );
  return named?.issue.state.at === "OPEN" ? named : null;
}

/** The issue of an earlier round that this one is, by the id it gives or by what it says. */
function earlierIssue(
  session: LiveSession,
  issue: ReviewIssue,
  looking: ReviewWithIssues,
): IssueEntry | null {
  const concerned = issue.gap === null ? looking.reviewed : [issue.gap];
  const earlier = Object.values(session.work.issues).filter(
    ({ issue: known }) =>
      known.round < looking.round &&
      !looking.again.includes(known.id) &&
      known.gaps.some((gap) => concerned.includes(gap)) &&
      (known.state.at === "OPEN" || isSettledByUser(known.state)),
  );
  const named = issueNamed({ issues: byId(earlier) }, issue.id ?? "", concerned);
  if (named !== null && isMeant(named, issue, looking)) return named;
  const isOpen = ({ issue: known }: IssueEntry) => known.state.at === "OPEN";
  const [open, settled] = [earlier.filter(isOpen), earlier.filter((entry) => !isOpen(entry))];
  return (
    open.findLast((known) => isSameIssue(known, issue, looking)) ??
    settled.findLast((known) => isSameIssue(known, issue, looking)) ??
    null
  );
}

function byId(entries: readonly IssueEntry[]): SessionWork["issues"] {
  return Object.fromEntries(entries.map((entry) => [entry.issue.id, entry]));
}

/** What the user has decided stays decided; another thing under an old number is an issue of its own. */
function isMeant(known: IssueEntry, issue: ReviewIssue, { statuses, round }: ReviewWithIssues): boolean {
  const written = issue.id === null ? null : parseIssueId(issue.id);
  // Numbers that start over in each review name nothing of an earlier one.
  if (written === null || issueIdParts(written).round >= round) return false;
  if (isSettledByUser(known.issue.state)) return true;
  const status = statuses.get(known.issue.id) ?? "RESOLVED";
  return status !== "RESOLVED" || issue.title.trim() === "" || isAlike(known, issue);
}

/**
 * Said by its title, or by most of its words. A review that gives the earlier one a status, or answers the disagreement
 * with it, tells the two apart.
 */
function isSameIssue(
  known: IssueEntry,
  issue: ReviewIssue,
  { document, statuses }: ReviewWithIssues,
): boolean {
  if (issue.title.trim() === "") return false;
  if (isSettledByUser(known.issue.state)) return isAlike(known, issue);
  const status = statuses.get(known.issue.id);
  const answered = document.disagreements.some(({ issueId }) => parseIssueId(issueId) === known.issue.id);
  if (status === undefined && !answered) return isAlike(known, issue);
  return status !== "RESOLVED" && sameTitle(known.title, issue.title);
}

/** How much of both must be the same words for two issues on one gap to be one. */
const OVERLAP_MIN = 0.5;

function isAlike(known: IssueEntry, issue: ReviewIssue): boolean {
  return sameTitle(known.title, issue.title) || wordOverlap(wordsOf(known), wordsOf(issue)) >= OVERLAP_MIN;
}

function wordsOf({ title, impact, suggestion }: Pick<IssueEntry, "title" | "impact" | "suggestion">): string {
  return [title, impact, suggestion].join(" ");
}

interface RaisedAgain {
  readonly earlier: IssueEntry;
  readonly reviewing: ReviewInput;
}

/** A remark on a gap that is closed by now, and that turns out to be grave: it needs a gap of its own. */
function isLate(session: LiveSession, issue: ReviewIssue, { earlier, reviewing }: RaisedAgain): boolean {
  const gap = issue.gap === null ? undefined : session.work.gaps[issue.gap];
  if (gap === undefined || !becomesNewGap(gap.state.at) || reviewing.reviewed.includes(gap.id)) return false;
  return !isSettledByUser(earlier.issue.state) && isGrave(combineSeverity(issue, earlier));
}

/** The graver of what was said before and now; what the user has ruled on keeps its own. */
function combineSeverity(issue: ReviewIssue, earlier: IssueEntry): Severity {
  const { severity, state } = earlier.issue;
  const said = issue.severity ?? (issue.mustFix ? "HIGH" : severity);
  const ruled = isSettledByUser(state) || earlier.ratedByUser === true;
  return !ruled && compareSeverities(said, severity) < 0 ? said : severity;
}

function raiseAgain(draft: Draft, issue: ReviewIssue, { earlier, reviewing }: RaisedAgain): void {
  const { id } = earlier.issue;
  draft.emit("IssueRaisedAgain", {
    issue: id,
    round: reviewing.round,
    alias: issue.id === id ? null : issue.id,
    // What is wrong with an amendment makes a remark on the accepted text no graver.
    severity: earlier.issue.gaps.some((gap) => reviewing.amended.includes(gap))
      ? earlier.issue.severity
      : combineSeverity(issue, earlier),
    document: reviewing.blob,
    line: issue.line,
  });
}

/** The id it got; none where there is none left, or the gap it is about is closed. */
function raise(draft: Draft, issue: ReviewIssue, reviewing: ReviewInput): readonly IssueId[] {
  const id = freeIssueId(draft.session, issue.id, reviewing.round);
  if (id === null) return [];
  const verdictNeedsRevision = reviewing.document.verdict.norm === "NEEDS_REVISION";
  const { severity, noted } = issueSeverity({
    stated: issue.severity,
    mustFix: issue.mustFix,
    verdictNeedsRevision,
  });
  const gaps = gapsConcerned(draft, { issue, id, severity, reviewed: reviewing.reviewed });
  if (gaps.length === 0) return [];
  draft.emit("IssueRaised", {
    issue: { id, gaps, severity, round: reviewing.round, state: { at: "OPEN", decision: null } },
    alias: issue.id === id ? null : issue.id,
    inferred: noted,
    title: issue.title,
    location: issue.location,
    impact: issue.impact,
    suggestion: issue.suggestion,
    text: issue.text.slice(0, ISSUE_TEXT_MAX),
    document: reviewing.blob,
    line: issue.line,
  });
  return [id];
}

function freeIssueId(session: LiveSession, written: string | null, round: number): IssueId | null {
  const id = written === null ? null : parseIssueId(written);
  const ids = session.ledger.issueIds;
  // What a review called an issue that has another id is nobody's id.
  const aliases = Object.values(session.work.issues).flatMap((entry) =>
    entry.aliases.flatMap((alias) => parseIssueId(alias) ?? []),
  );
  if (id !== null && issueIdParts(id).round === round && ![...ids, ...aliases].includes(id)) return id;
  const next = nextIssueId(round, [...ids, ...aliases]);
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
  const named = issue.gap === null ? undefined : draft.session.work.gaps[issue.gap];
  const gaps = gapsOfIssue({
    named: named === undefined ? [] : [named.id],
    section: null,
    underReview: reviewed,
  });
  if (named === undefined || !becomesNewGap(named.state.at) || reviewed.includes(named.id)) return gaps;
  const known = gapsOf(draft.session).find(
    (gap) =>
      gap.origin.from === "review" && gap.origin.about === named.id && sameTitle(gap.title, issue.title),
  );
  if (known !== undefined) return becomesNewGap(known.state.at) ? [] : [known.id];
  const origin = { from: "review", issue: id, about: named.id } as const;
  const entered = enterNewGap(draft, { id: null, line: issue.line, title: issue.title, severity }, origin);
  return entered === null ? [] : [entered];
}

/** A flag is settled by a review that calls its issue resolved; a disagreement is not. */
function heldBy(session: LiveSession, resolved: readonly IssueId[]): readonly IssueId[] {
  const { disagreements, conflicts } = session.work;
  return heldIssues(session).filter(
    (id) => disagreements[id] !== undefined || conflicts[id]?.state.at === "open" || !resolved.includes(id),
  );
}

interface ClosingReview extends EarlierIssues {
  readonly reviewed: readonly GapId[];
  /** Of those: gaps whose amendment is not taken. What it was to settle stays open. */
  readonly untaken: readonly GapId[];
  readonly round: number;
}

/** Earlier issues of the reviewed gaps that the review lists as resolved, or says nothing more of. */
export function closeIssues(draft: Draft, closing: ClosingReview): void {
  const { reviewed, untaken, round, again, statuses } = closing;
  const stays = (gap: GapId) => untaken.includes(gap) || draft.session.work.amendments[gap] !== undefined;
  const listed = (resolved: boolean) =>
    [...statuses].filter(([, status]) => (status === "RESOLVED") === resolved).map(([id]) => id);
  const review = {
    round,
    gaps: reviewed.filter((gap) => !untaken.includes(gap)),
    accepted: gapsOf(draft.session).flatMap(({ id, state }) =>
      isSettledByText(state.at) && !stays(id) ? [id] : [],
    ),
    resolved: listed(true),
    open: listed(false),
    raisedAgain: again,
    held: heldBy(draft.session, listed(true)),
  };
  for (const issue of issuesOf(draft.session)) {
    const moved = moveIssue(issue, { to: "CLOSED", actor: "Reviewer", review });
    if (isRefusal(moved)) continue;
    draft.emit("IssueMoved", { issue: issue.id, from: issue.state.at, state: moved.state, round });
  }
}
