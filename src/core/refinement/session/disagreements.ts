// Disagreement from its statement to a conflict: the Engineer states it, the Reviewer of the same round answers it, and what
// still stands is put to the user.
import type { Disagreement, EngineerDocument } from "../../documents/engineer-document.ts";
import type { ReviewerDocument } from "../../documents/reviewer-document.ts";
import { type IssueId, parseIssueId } from "../../shared/issue-id.ts";
import type { Severity } from "../../shared/severity.ts";
import type { ReviewerAnswer, StatedDisagreement } from "../conflicts/disagreement.ts";
import { type LookedUpPlace, standingOf } from "../conflicts/looked-up-place.ts";
import {
  countDisagreements,
  type DisagreeCount,
  passedLimits,
  type RateLimit,
  withCount,
} from "../conflicts/rate-limits.ts";
import { isPutAside } from "../gap-state.ts";
import type { Issue } from "../issue.ts";
import { disagreeRateQuestion } from "../questions/conflict-questions.ts";
import { conflictsStatedIn, openConflictsOf } from "./disputed.ts";
import type { Draft } from "./draft.ts";
import type { GivenAnswer, LiveSession } from "./session.ts";
import type { IssueAnswer } from "./session-event.ts";
import { isSettled } from "./turn.ts";

interface TakenDocument {
  readonly document: EngineerDocument;
  /** The round whose review is to answer. */
  readonly round: number;
  readonly blob: string;
  /** What stands where its disagreements rest. */
  readonly places: readonly LookedUpPlace[] | undefined;
}

/** What a document answers by id, and what it disagrees with. */
export function takeAnswers(draft: Draft, taken: TakenDocument): void {
  const { document, round } = taken;
  noteAnswers(draft, taken);
  for (const { block, issue } of contestedIssues(draft.session, document.disagreements))
    draft.emit("DisagreementStated", { round, stated: statementOf(block, { issue: issue.id, ...taken }) });
}

function noteAnswers(draft: Draft, { document, round, blob }: TakenDocument): void {
  const answers = answersIn(draft.session, document);
  const { justification } = document;
  if (answers.length > 0) draft.emit("IssuesAnswered", { round, answers, justification, document: blob });
}

/**
 * What the Engineer says when it looks again at what it disagreed with. The Reviewer has stood by these issues: what is
 * argued still goes to the user in its new words, and what is not is no conflict any more.
 */
export function takeReconsidered(draft: Draft, taken: TakenDocument, issues: readonly IssueId[]): void {
  const { document, round } = taken;
  noteAnswers(draft, taken);
  const kept = new Map(
    arguedIssues(draft.session, document.disagreements).map(({ block, issue }) => [issue.id, block]),
  );
  for (const id of issues) {
    const conflict = draft.session.work.conflicts[id];
    if (conflict?.state.at !== "open" || conflict.source.type !== "EXPLICIT") continue;
    const block = kept.get(id);
    if (block === undefined) {
      const reason = "the Engineer no longer disagrees";
      draft.emit("ConflictWithdrawn", { conflict: id, round, reason });
    } else {
      const disagreement = statementOf(block, { issue: id, ...taken });
      draft.emit("ConflictOpened", {
        conflict: { ...conflict, source: { ...conflict.source, disagreement } },
      });
    }
  }
  // A round that is under way is counted, and asked about, once it has been reviewed.
  if (draft.session.work.disagreeCounts.some((count) => count.round === round)) recount(draft, round);
}

/** Rows by id about open issues; a block stands for a missing row. */
function answersIn(
  session: LiveSession,
  { responses, disagreements }: EngineerDocument,
): readonly IssueAnswer[] {
  const rows = responses.flatMap(({ issueId, status, text, line }): readonly IssueAnswer[] => {
    const issue = openIssue(session, issueId);
    return issue === null ? [] : [{ issue: issue.id, status: status ?? "ADDRESSED", text, line }];
  });
  const blocks = arguedIssues(session, disagreements).map(({ issue, block }) => ({
    issue: issue.id,
    status: "DISAGREE" as const,
    text: block.engineerPosition ?? block.rationale ?? "",
    line: block.line,
  }));
  return [...new Map([...rows, ...blocks].map((answer) => [answer.issue, answer])).values()];
}

interface ContestedIssue {
  readonly block: Disagreement;
  readonly issue: Issue;
}

/** Those that can still be argued: open, neither decided nor before the user already. */
export function contestedIssues(
  session: LiveSession,
  blocks: readonly Disagreement[],
): readonly ContestedIssue[] {
  return arguedIssues(session, blocks).filter(
    ({ issue }) => session.work.conflicts[issue.id]?.state.at !== "open",
  );
}

/** Open, and not decided. */
function arguedIssues(session: LiveSession, blocks: readonly Disagreement[]): readonly ContestedIssue[] {
  return blocks.flatMap((block) => {
    const issue = openIssue(session, block.issueId);
    return issue === null || decisionOf(issue) !== null ? [] : [{ block, issue }];
  });
}

function openIssue(session: LiveSession, written: string): Issue | null {
  const id = parseIssueId(written);
  const issue = id === null ? undefined : session.work.issues[id]?.issue;
  return issue?.state.at === "OPEN" ? issue : null;
}

function decisionOf({ state }: Issue): string | null {
  return state.at === "OPEN" ? state.decision : null;
}

/** The Rationale stands for a position that is not stated; what it rests on, unsaid, is judgement. */
function statementOf(
  block: Disagreement,
  about: { readonly issue: IssueId } & Pick<TakenDocument, "round" | "blob" | "places">,
): StatedDisagreement {
  const { reviewerConcern, engineerPosition, rationale, alternative, restsOn, line } = block;
  return {
    issue: about.issue,
    round: about.round,
    concern: reviewerConcern ?? "",
    position: engineerPosition ?? rationale ?? "",
    rationale: rationale ?? "",
    alternative,
    restsOn: groundOf(restsOn, about.places ?? []),
    document: about.blob,
    line,
  };
}

function groundOf(
  written: Disagreement["restsOn"],
  places: readonly LookedUpPlace[],
): StatedDisagreement["restsOn"] {
  if (written?.of !== "place") return { of: "judgement" };
  const standing = standingOf(written, places);
  return standing === undefined ? written : { ...written, standing };
}

/** What a review says to the disagreements that were put to it. */
interface AnsweringReview {
  readonly document: ReviewerDocument;
  readonly round: number;
  /** Issues it raises again. */
  readonly again: readonly IssueId[];
  /** Issues it lists as resolved. */
  readonly resolved: readonly IssueId[];
}

export function answerDisagreements(draft: Draft, review: AnsweringReview): void {
  for (const stated of Object.values(draft.session.work.disagreements)) {
    if (stated.round > review.round) continue;
    const answer = answerTo(stated.issue, review);
    if (answer.said === "withdraws") withdraw(draft, stated, { why: answer.why, round: review.round });
    else openExplicit(draft, stated, answer);
  }
}

/** Whoever raises it again, or says that it stands, does not withdraw it, whatever else is written. */
function answerTo(issue: IssueId, { document, again, resolved }: AnsweringReview): ReviewerAnswer {
  if (again.includes(issue)) return { said: "raised-again" };
  const rows = document.disagreements.filter(({ issueId }) => parseIssueId(issueId) === issue);
  const stands = rows.find(({ answer }) => answer !== "WITHDRAW");
  if (stands !== undefined) return { said: "stands", why: stands.why };
  const [row] = rows;
  if (row !== undefined) return { said: "withdraws", why: row.why };
  return resolved.includes(issue)
    ? { said: "withdraws", why: "the review lists it as resolved" }
    : { said: "nothing" };
}

function withdraw(
  draft: Draft,
  { issue: id }: StatedDisagreement,
  { why, round }: { readonly why: string; readonly round: number },
): void {
  const issue = draft.session.work.issues[id]?.issue;
  if (issue?.state.at === "OPEN") {
    const note = why === "" ? "the Reviewer withdrew it" : `the Reviewer withdrew it: ${why}`;
    draft.emit("IssueMoved", { issue: id, from: "OPEN", state: { at: "CLOSED", round, note }, round });
  }
  draft.emit("DisagreementSettled", { issue: id, round, outcome: "withdrawn", why });
}

const ANSWER_WORDS: Record<ReviewerAnswer["said"], string> = {
  withdraws: "the Reviewer withdraws the issue",
  stands: "the Reviewer stands by the issue",
  "raised-again": "the Reviewer raises the issue again",
  nothing: "the Reviewer does not answer it",
  "no-review": "no review answers it",
};

function openExplicit(draft: Draft, stated: StatedDisagreement, reviewer: ReviewerAnswer): void {
  const { issue: id, round } = stated;
  draft.emit("DisagreementSettled", {
    issue: id,
    round,
    outcome: "conflict",
    why: ANSWER_WORDS[reviewer.said],
  });
  // What is in conflict already stays the conflict it is.
  if (draft.session.work.conflicts[id]?.state.at === "open") return;
  draft.emit("ConflictOpened", {
    conflict: {
      id,
      round,
      source: { type: "EXPLICIT", disagreement: stated, reviewer },
      draft: null,
      state: { at: "open" },
    },
  });
}

/** What is decided, closed or put aside meanwhile is no longer argued about. */
export function dropMootDisagreements(draft: Draft): void {
  for (const { issue: id, round } of Object.values(draft.session.work.disagreements)) {
    const issue = draft.session.work.issues[id]?.issue;
    if (issue === undefined) continue;
    const decision = decisionOf(issue);
    const why = decision === null ? mootReason(draft.session, issue) : `${decision} decides it`;
    if (why !== null) draft.emit("DisagreementSettled", { issue: id, round, outcome: "dropped", why });
  }
}

/** Once the Reviewer's turn is over, however it went: what nobody answered is a conflict, and the round is counted. */
export function settleDisagreements(draft: Draft): void {
  const { round } = draft.session.work;
  if (round === null || round.reviewer === null || !isSettled(round.reviewer)) return;
  for (const stated of Object.values(draft.session.work.disagreements))
    if (stated.round <= round.number) openExplicit(draft, stated, { said: "no-review" });
  countRound(draft, round.number);
}

function countRound(draft: Draft, round: number): void {
  const { disagreeCounts, answers, justification } = draft.session.work;
  if (disagreeCounts.at(-1)?.round === round) return;
  const answered = Object.values(answers).some((answer) => answer.round === round);
  if (!answered && !hasEngineerDocument(draft.session)) return;
  const { passed, counts } = recount(draft, round);
  const standing = conflictsStatedIn(draft.session, round);
  if (passed.length > 0 && standing.length > 0)
    draft.ask(disagreeRateQuestion({ round, passed, counts, standing, justification }));
}

/** What a round disagreed with, as its issues weigh now. */
export function recount(
  draft: Draft,
  round: number,
): { readonly passed: readonly RateLimit[]; readonly counts: readonly DisagreeCount[] } {
  const { disagreeCounts, answers, issues } = draft.session.work;
  const own = Object.values(answers).filter((answer) => answer.round === round);
  const severitiesOf = (some: readonly GivenAnswer[]): readonly Severity[] =>
    some.flatMap(({ issue }) => issues[issue]?.issue.severity ?? []);
  const count = countDisagreements(round, {
    answered: severitiesOf(own),
    stated: severitiesOf(own.filter(({ status }) => status === "DISAGREE")),
  });
  const counts = withCount(disagreeCounts, count);
  const passed = passedLimits(counts);
  draft.emit("DisagreementsCounted", { count, passed });
  return { passed, counts };
}

function hasEngineerDocument({ work: { round } }: LiveSession): boolean {
  return round?.lanes.some(({ state }) => state.at === "settled" && state.document !== null) ?? false;
}

/** Conflicts whose ground is gone: the issue is settled in another way, or its gaps are put aside. */
export function withdrawMootConflicts(draft: Draft): void {
  for (const { conflict, entry } of openConflictsOf(draft.session)) {
    const reason = mootReason(draft.session, entry.issue);
    if (reason !== null)
      draft.emit("ConflictWithdrawn", { conflict: conflict.id, round: conflict.round, reason });
  }
}

function mootReason(session: LiveSession, issue: Issue): string | null {
  if (issue.state.at !== "OPEN") return `${issue.id} is ${issue.state.at}`;
  const states = issue.gaps.map((gap) => session.work.gaps[gap]?.state.at ?? "SUPERSEDED");
  const gone = states.every((at) => isPutAside(at) || at === "SUPERSEDED");
  return gone ? `${issue.gaps.join(", ")} is ${[...new Set(states)].join(", ")}` : null;
}
