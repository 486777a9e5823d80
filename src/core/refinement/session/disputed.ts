// What is in dispute in a session, and what that holds up.
import type { DecisionId } from "../../shared/decision-id.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { compareIssueIds, type IssueId } from "../../shared/issue-id.ts";
import type { Severity } from "../../shared/severity.ts";
import { bindingDecisions } from "../binding-decisions.ts";
import { compareQueued, isOpenConflict } from "../conflicts/conflict.ts";
import type { StatedDisagreement } from "../conflicts/disagreement.ts";
import type { Escalation } from "../conflicts/flag.ts";
import { isOpen } from "../gap-state.ts";
import type { Issue } from "../issue.ts";
import type { OpenConflict } from "../open-conflict.ts";
import { type ArguedIssue, recountQuestion } from "../questions/conflict-questions.ts";
import type { LiveSession, Proposal, RaisedFlag } from "./session.ts";

export function openConflictsOf(session: LiveSession): readonly ArguedIssue[] {
  return Object.values(session.work.conflicts)
    .filter(isOpenConflict)
    .flatMap((conflict) => {
      const entry = session.work.issues[conflict.id];
      return entry === undefined ? [] : [{ conflict, entry }];
    });
}

/** Those on what the documents of a round disagree with. */
export function conflictsStatedIn(session: LiveSession, round: number): readonly ArguedIssue[] {
  return openConflictsOf(session).filter(({ conflict: { id } }) => {
    const answer = session.work.answers[id];
    return answer?.round === round && answer.status === "DISAGREE";
  });
}

/** What the review of a round has to answer: stated, not decided, and about an issue that is open. */
export function pendingDisagreements(
  { work: { disagreements, issues } }: LiveSession,
  round: number,
): readonly StatedDisagreement[] {
  return Object.values(disagreements)
    .filter((stated) => {
      const state = issues[stated.issue]?.issue.state;
      return stated.round <= round && state?.at === "OPEN" && state.decision === null;
    })
    .sort((a, b) => compareIssueIds(a.issue, b.issue));
}

/** Open conflicts as they are put to the user: the gravest first. */
export function queueOf(session: LiveSession): readonly ArguedIssue[] {
  const keyOf = ({ conflict, entry }: ArguedIssue): { id: IssueId; severity: Severity } => ({
    id: conflict.id,
    severity: entry.issue.severity,
  });
  return openConflictsOf(session).toSorted((a, b) => compareQueued(keyOf(a), keyOf(b)));
}

/** The same session, with questions about conflicts that say where each stands in the queue by now. */
export function recountConflicts(before: LiveSession, session: LiveSession): LiveSession {
  const { questions, conflicts, issues } = session.work;
  const { work: was } = before;
  if (was.questions === questions && was.conflicts === conflicts && was.issues === issues) return session;
  if (!questions.some(({ subject }) => subject.of === "conflict")) return session;
  const queue = queueOf(session).map(({ conflict }) => conflict.id);
  const recounted = questions.map((question) => {
    const at = question.subject.of === "conflict" ? queue.indexOf(question.subject.conflict) : -1;
    return recountQuestion(question, at < 0 ? null : { number: at + 1, of: queue.length });
  });
  const changed = recounted.some((question, index) => question !== questions[index]);
  return changed ? { ...session, work: { ...session.work, questions: recounted } } : session;
}

/** In conflict, or disagreed with and not answered yet: nobody ends a session or accepts over these without knowing. */
export function undecidedIssues(session: LiveSession): readonly OpenConflict[] {
  const { disagreements, issues } = session.work;
  const open = openConflictsOf(session).map(({ entry }) => entry.issue);
  const stated = Object.values(disagreements)
    .flatMap(({ issue }) => issues[issue]?.issue ?? [])
    .filter((issue) => !open.includes(issue));
  const asConflict = ({ id, gaps, severity }: Issue): OpenConflict => ({ id, gaps, severity });
  return [
    ...open.map(asConflict),
    ...stated.map((issue) => ({ ...asConflict(issue), pending: true as const })),
  ];
}

/**
 * Decisions that overrule an issue on conditions which no text has been revised for since. A text of the round that the
 * conflict belongs to was there before; between rounds, a decision has the number of the round to come.
 */
export function owedConstraints({ work }: LiveSession, gaps: readonly GapId[]): readonly DecisionId[] {
  return bindingDecisions(work).flatMap(({ id, about, gaps: own, round, constraints }) => {
    if (about.of !== "conflict" || about.option !== "B" || constraints === null) return [];
    const argued = Math.max(work.conflicts[about.issue]?.round ?? 0, round - 1);
    const owes = (gap: GapId) => gaps.includes(gap) && (work.proposals[gap]?.round ?? 0) <= argued;
    return own.some(owes) ? [id] : [];
  });
}

/** What an undecided disagreement, conflict or flag is about does not close by silence. */
export function heldIssues({ work: { disagreements, conflicts, flags } }: LiveSession): readonly IssueId[] {
  const open = Object.values(conflicts).filter(isOpenConflict);
  const flagged = Object.values(flags).filter(({ outcome }) => outcome === null);
  return [
    ...Object.values(disagreements).map(({ issue }) => issue),
    ...open.map(({ id }) => id),
    ...flagged.map(({ flag }) => flag.issue),
  ];
}

/** With the gaps that have one text with them, which is accepted or sent back as a whole. */
export function withTogether({ work: { proposals } }: LiveSession, gaps: readonly GapId[]): readonly GapId[] {
  return [...new Set(gaps.flatMap((gap) => gapsOfText(gap, proposals)))];
}

/** The gap, and the others that its text settles; not those for which another text was proposed since. */
export function gapsOfText(gap: GapId, texts: Readonly<Record<GapId, Proposal>>): readonly GapId[] {
  const { together = [gap] } = texts[gap] ?? {};
  return together.filter((other) => texts[other]?.together.includes(gap) ?? true);
}

/** Those that an open conflict holds. */
export function gapsHeldBy(session: LiveSession, { entry: { issue } }: ArguedIssue): readonly GapId[] {
  return withTogether(session, issue.gaps).filter(
    (gap) => issue.gaps.includes(gap) || isOpen(session.work.gaps[gap]?.state.at ?? "SUPERSEDED"),
  );
}

/** Gaps that wait for a decision: nobody works on them meanwhile. */
export function gapsInConflict(session: LiveSession, severities: readonly Severity[]): readonly GapId[] {
  return openConflictsOf(session)
    .filter(({ entry }) => severities.includes(entry.issue.severity))
    .flatMap(({ entry }) => entry.issue.gaps);
}

export function standingFlags(
  { work: { flags } }: LiveSession,
  escalations: readonly Escalation[],
): readonly RaisedFlag[] {
  return Object.values(flags).filter(
    ({ outcome, escalation }) => outcome === null && escalations.includes(escalation),
  );
}

/** Whether the round cannot complete: a CRITICAL conflict is open, too much is disagreed with, or silence holds it. */
export function isRoundHeld(session: LiveSession): boolean {
  const critical = openConflictsOf(session).some(({ entry }) => entry.issue.severity === "CRITICAL");
  return critical || isRateHolding(session) || standingFlags(session, ["block"]).length > 0;
}

/** The user has to say what becomes of too many disagreements, or the Engineer is looking at them again. */
function isRateHolding({ work: { questions, answering, round, disagreeLimits } }: LiveSession): boolean {
  if (!disagreeLimits.includes("TOO_MANY_DISAGREES")) return false;
  const asked = questions.some(({ subject }) => subject.of === "rate" && subject.round === round?.number);
  return asked || answering.some(({ because }) => because === "rate");
}
