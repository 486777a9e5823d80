// What was decided in all sessions of a project, and what of it is like a case at hand. Read from the table alone.
import {
  CONFLICT_TYPE_WORDS,
  type DecisionEntry,
  OPTION_WORDS,
} from "../../core/documents/decisions-document.ts";
import { supersededDecisions } from "../../core/refinement/binding-decisions.ts";
import { isSilent, positionsOf } from "../../core/refinement/conflicts/conflict.ts";
import {
  type ComparedCase,
  caseOfDecision,
  caseText,
  LIKENESS_MIN,
  likeness,
} from "../../core/refinement/conflicts/likeness.ts";
import type { Question } from "../../core/refinement/questions/question.ts";
import type { LiveSession } from "../../core/refinement/session/session.ts";
import { type IssueId, parseIssueId } from "../../core/shared/issue-id.ts";
import type { EventLog, Row } from "../../engine/ports.ts";
import { DECISIONS_TABLE, QUESTIONS_TABLE } from "../../engine/session-tables.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, notFoundFailure, type Outcome, usageFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import type { DecisionView, Precedent } from "../wire/conflict.ts";
import { findSession, listSessionRows, streamOf } from "./find-session.ts";
import { foldSession } from "./look-at-session.ts";
import { withProject } from "./with-project.ts";

interface ListDecisionsInput {
  readonly session: string | undefined;
  /** A decision, an issue or an open question: those most like it come first. */
  readonly like: string | undefined;
}

export async function listDecisions(
  context: CommandContext,
  input: ListDecisionsInput,
): Outcome<readonly DecisionView[]> {
  return await withProject(context, "read-only", async (project) => {
    const { like, session } = input;
    const all = await decisionsOf(project, like === undefined ? session : undefined);
    if (isFailure(all)) return all;
    if (like === undefined) return all.map(({ view }) => view);
    const wanted = await findCase(project, all, { like, session });
    if (isFailure(wanted)) return wanted;
    return all
      .filter(({ view }) => view !== wanted.decision)
      .map(({ view, entry }) => ({ ...view, likeness: likeness(wanted.case, caseOfDecision(entry)) }))
      .filter((view) => view.likeness >= LIKENESS_MIN)
      .sort((a, b) => b.likeness - a.likeness);
  });
}

export async function showDecision(
  context: CommandContext,
  input: { readonly session: string | undefined; readonly decision: string },
): Outcome<DecisionView> {
  return await withProject(context, "read-only", async (project) => {
    const all = await decisionsOf(project, input.session);
    if (isFailure(all)) return all;
    const found = findDecision(all, input.decision);
    return isFailure(found) ? found : found.view;
  });
}

interface StoredDecision {
  readonly entry: DecisionEntry;
  readonly view: DecisionView;
}

/** Oldest first. */
async function decisionsOf(
  { store }: Pick<OpenProject, "store">,
  session: string | undefined,
): Outcome<readonly StoredDecision[]> {
  if (session === undefined) return withoutCopies(await storedDecisions(store));
  const listed = await findSession(store, session);
  return isFailure(listed) ? listed : await storedDecisions(store, { session: listed.session });
}

async function storedDecisions(log: EventLog, where: Row = {}): Promise<readonly StoredDecision[]> {
  const rows = await log.rows(DECISIONS_TABLE, { where, order: ["position"] });
  const stored = rows.map(({ session, data }) => ({
    session: String(session),
    entry: JSON.parse(String(data)) as DecisionEntry,
  }));
  const superseded = new Map(
    [...new Set(stored.map(({ session }) => session))].map((session) => {
      const own = stored.filter((one) => one.session === session).map(({ entry }) => entry);
      return [session, supersededDecisions(own)];
    }),
  );
  return stored.map(({ session, entry }) => {
    const supersededBy = superseded.get(session)?.get(entry.id) ?? null;
    return { entry, view: viewOf(entry, { session, supersededBy }) };
  });
}

function viewOf(
  entry: DecisionEntry,
  { session, supersededBy }: { readonly session: string; readonly supersededBy: string | null },
): DecisionView {
  const { about, timestamp: at, ...said } = entry;
  const conflict = about.of === "conflict" ? about : null;
  return {
    session,
    id: said.id,
    round: said.round,
    title: said.title,
    issue: conflict?.issue ?? null,
    type: conflict === null ? null : CONFLICT_TYPE_WORDS[conflict.type],
    option: about.option,
    gaps: said.gaps,
    severity: said.severity,
    positions: conflict === null ? null : { reviewer: conflict.reviewer, engineer: conflict.engineer },
    decision: said.decision,
    rationale: said.rationale,
    constraints: said.constraints,
    actionForEngineer: said.actionForEngineer,
    actionForGap: said.actionForGap,
    decidedBy: said.decidedBy,
    at,
    ...(said.reappliedFrom === null ? {} : { reappliedFrom: said.reappliedFrom }),
    supersededBy,
    likeness: null,
  };
}

function findDecision(all: readonly StoredDecision[], wanted: string): StoredDecision | Failure {
  const id = wanted.toUpperCase();
  const named = all.filter(({ view }) => view.id === id);
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  if (named.length > 1)
    return usageFailure(
      "several-sessions",
      `${id} was decided in ${named.map(({ view }) => view.session).join(" and ")}`,
      "say which with --session",
    );
  return notFoundFailure(
    "no-decision",
    `there is no decision ${wanted}`,
    all.length === 0 ? "nothing has been decided yet" : "see `parley decisions`",
  );
}

interface FoundCase {
  readonly case: ComparedCase;
  /** Where it is itself one. */
  readonly decision: DecisionView | null;
}

async function findCase(
  project: OpenProject,
  all: readonly StoredDecision[],
  { like, session }: { readonly like: string; readonly session: string | undefined },
): Outcome<FoundCase> {
  const issue = parseIssueId(like.toUpperCase());
  if (issue !== null || /^q\d+$/i.test(like)) {
    const asked = issue === null ? await findAsking(project.store, like, session) : null;
    if (asked !== null && isFailure(asked)) return asked;
    const listed = await findSession(project.store, asked?.session ?? session);
    if (isFailure(listed)) return listed;
    const folded = await foldSession(project.store, streamOf(listed));
    const subject = issue ?? asked?.issue ?? null;
    const found = folded.at === "none" || subject === null ? null : caseOfIssue(folded, subject);
    return found === null ? noCase(like) : { case: found, decision: null };
  }
  const named = session === undefined ? all : all.filter(({ view }) => view.session.startsWith(session));
  const decision = findDecision(named, like);
  return isFailure(decision) ? decision : { case: caseOfDecision(decision.entry), decision: decision.view };
}

function noCase(like: string): Failure {
  return notFoundFailure(
    "no-case",
    `${like} is no issue that could be compared`,
    "name a decision, an issue, or an open question about one",
  );
}

async function findAsking(
  log: EventLog,
  like: string,
  session: string | undefined,
): Outcome<{ readonly session: string; readonly issue: IssueId | null }> {
  const rows = await log.rows(QUESTIONS_TABLE, { where: { question: like.toUpperCase() } });
  const [row, ...others] = rows.filter(
    (one) => session === undefined || String(one.session).startsWith(session),
  );
  if (row === undefined) return noCase(like);
  if (others.length > 0)
    return usageFailure(
      "several-sessions",
      `${like} is open in several sessions`,
      "say which with --session",
    );
  const question = JSON.parse(String(row.data)) as Question;
  return { session: question.session, issue: issueAsked(question) };
}

function issueAsked({ subject }: Question): IssueId | null {
  if (subject.of === "conflict") return subject.conflict;
  return subject.of === "flag" ? subject.issue : null;
}

function caseOfIssue({ work }: LiveSession, id: IssueId): ComparedCase | null {
  const entry = work.issues[id];
  if (entry === undefined) return null;
  const conflict = work.conflicts[id];
  const { gaps, severity } = entry.issue;
  if (conflict === undefined) return { gaps, severity, text: `${entry.title}\n${entry.suggestion ?? ""}` };
  const positions = { ...positionsOf(conflict, entry), unstated: isSilent(conflict) };
  return { gaps, severity, text: caseText(entry.title, positions) };
}

const PRECEDENTS_MAX = 3;

/** How the user decided cases like that of a question; none where it is about no issue. */
export async function precedentsFor(project: OpenProject, question: Question): Promise<readonly Precedent[]> {
  const issue = issueAsked(question);
  if (issue === null) return [];
  const listed = await findSession(project.store, question.session);
  if (isFailure(listed)) return [];
  const session = await foldSession(project.store, streamOf(listed));
  return session.at === "none" ? [] : await precedentsOf(project.store, session, issue);
}

export async function precedentsOf(
  log: EventLog,
  session: LiveSession,
  issue: IssueId,
): Promise<readonly Precedent[]> {
  const at = caseOfIssue(session, issue);
  if (at === null) return [];
  const kin = await kinOf(log, session.id);
  const title = session.work.issues[issue]?.title ?? null;
  const stored = (await storedDecisions(log)).filter(
    ({ view }) => isPrecedent(view) && !isSameQuestion(view, { session, issue, title, kin }),
  );
  return withoutCopies(stored)
    .map(({ entry, view }) => ({ view, score: likeness(at, caseOfDecision(entry)) }))
    .filter(({ score }) => score >= LIKENESS_MIN)
    .sort((a, b) => b.score - a.score)
    .slice(0, PRECEDENTS_MAX)
    .map(({ view, score }) => ({
      session: view.session,
      decision: view.id,
      title: view.title,
      option: optionText(view),
      said: view.decision,
      likeness: score,
    }));
}

/** What a fork has from its origin was decided once. */
function withoutCopies(stored: readonly StoredDecision[]): readonly StoredDecision[] {
  const first = new Map(stored.toReversed().map((one) => [JSON.stringify(one.entry), one]));
  return stored.filter((one) => first.get(JSON.stringify(one.entry)) === one);
}

/** What the user said of an issue, and still holds to; not what followed from it by itself. */
function isPrecedent({ issue, option, decidedBy, supersededBy }: DecisionView): boolean {
  if (decidedBy === "precedent" || supersededBy !== null) return false;
  return issue !== null || option === "waive";
}

interface AskedIssue {
  readonly session: LiveSession;
  readonly issue: IssueId;
  readonly title: string | null;
  readonly kin: ReadonlySet<string>;
}

/** A fork and its origin have the issue in common: what was decided there is another answer to it, and no like case. */
function isSameQuestion(view: DecisionView, { session, issue, title, kin }: AskedIssue): boolean {
  if (view.issue !== issue) return false;
  return view.session === session.id || (kin.has(view.session) && view.title === title);
}

/** The sessions that have some of their past in common with this one. */
async function kinOf(log: EventLog, session: string): Promise<ReadonlySet<string>> {
  const origins = new Map(
    (await listSessionRows(log)).flatMap(({ session: id, forkedFrom }) =>
      forkedFrom === null ? [] : [[id, forkedFrom.session] as const],
    ),
  );
  const rootOf = (id: string): string => {
    let root = id;
    for (let step = origins.size; step > 0; step -= 1) root = origins.get(root) ?? root;
    return root;
  };
  const root = rootOf(session);
  return new Set([root, ...[...origins.keys()].filter((id) => rootOf(id) === root)]);
}

/** `B (Engineer)`; of decisions about something else, the word. */
function optionText({ issue, option }: Pick<DecisionView, "issue" | "option">): string {
  return issue !== null && option in OPTION_WORDS
    ? `${option} (${OPTION_WORDS[option as keyof typeof OPTION_WORDS]})`
    : option;
}
