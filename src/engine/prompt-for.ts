// What a call is told: gathered from the session and the documents it refers to, rendered by `src/prompts`.

import type { DecisionEntry } from "../core/documents/decisions-document.ts";
import type { EngineerDocument, Resolution } from "../core/documents/engineer-document.ts";
import { bindingDecisions } from "../core/refinement/binding-decisions.ts";
import { type Gap, parentOf } from "../core/refinement/gap.ts";
import { isOpen, isSettledByText } from "../core/refinement/gap-state.ts";
import { isSettledByUser, issueFate } from "../core/refinement/issue.ts";
import { type OpenRemark, openRemarks } from "../core/refinement/open-remarks.ts";
import { roundsOf, turnsOf } from "../core/refinement/records/round-log.ts";
import { documentName, PERSON, type Role } from "../core/refinement/role.ts";
import { rollbackBefore, timesUndone } from "../core/refinement/rollback/rollback.ts";
import { pendingDisagreements } from "../core/refinement/session/disputed.ts";
import { engineerAsKnown, issueNamed } from "../core/refinement/session/known-names.ts";
import type { CallOrder } from "../core/refinement/session/owed.ts";
import {
  findTurn,
  gapsOf,
  type IssueEntry,
  type LiveSession,
  type Proposal,
} from "../core/refinement/session/session.ts";
import type { ExampleRecord } from "../core/refinement/session/session-event.ts";
import { standingEdits } from "../core/refinement/spec-draft.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import { compareGapIds, type GapId, gapIdParts } from "../core/shared/gap-id.ts";
import { compareIssueIds, parseIssueId } from "../core/shared/issue-id.ts";
import { pathText } from "../document/spec/heading-paths.ts";
import { mainSections } from "../document/survey/find-places.ts";
import { answerPrompt } from "../prompts/answer-prompt.ts";
import { draftPrompt } from "../prompts/draft-prompt.ts";
import { engineerPrompt } from "../prompts/engineer-prompt.ts";
import { finalReviewPrompt } from "../prompts/final-review-prompt.ts";
import type {
  AnswerBrief,
  AnswerFacts,
  GapBrief,
  LedgerEntry,
  ParentGap,
  Passage,
  PendingDisagreement,
  Prompt,
  ProposalBrief,
  RedoneRound,
  RetryFacts,
  SessionExample,
  ShownFlag,
  TakenText,
} from "../prompts/prompt-facts.ts";
import { retryPrompt } from "../prompts/retry.ts";
import { reviewerPrompt } from "../prompts/reviewer-prompt.ts";
import { surveyPrompt } from "../prompts/survey-prompt.ts";
import { draftedFacts } from "./conflict-facts.ts";
import { gapsByPassage } from "./default-target.ts";
import type { Documents } from "./documents.ts";
import { draftFacts, gapTarget, showEdits } from "./draft-facts.ts";
import { type OnDraft, sourceSpec } from "./draft-text.ts";
import { findingsInTexts, finishedSpec } from "./finished-spec.ts";
import { sectionsOn, withoutAnswers } from "./own-words.ts";

export interface BuiltPrompt {
  readonly prompt: Prompt;
  readonly example: ExampleRecord | null;
}

/** Documents of the session that a retry may show, newest first. */
const SESSION_EXAMPLES_MAX = 8;
/** Other gaps whose fate an Engineer hears of. */
const CHANGES_MAX = 20;
const SIMILAR_MAX = 3;

export async function promptFor(
  session: LiveSession,
  order: CallOrder,
  documents: Documents,
): Promise<BuiltPrompt> {
  const prompt = await firstPrompt(session, order, documents);
  if (order.retry === null) return { prompt, example: null };
  const told = await Promise.all(order.told.map((sha256) => documents.text(sha256)));
  return retryPrompt(prompt, await retryFacts(session, order, documents), told);
}

/** The documents of agents that a prompt quotes, and what a resumed one was told before, by their hashes. */
export function quotedDocuments(session: LiveSession, { gaps, retry, told }: CallOrder): ReadonlySet<string> {
  const own = gaps.flatMap((id) => {
    const parent = session.work.gaps[id] === undefined ? null : parentOf(session.work.gaps[id]);
    return parent === null ? [id] : [id, parent];
  });
  const proposals = own.flatMap((id) =>
    [session.work.amendments[id] ?? [], session.work.proposals[id] ?? []].flat(),
  );
  const examples = retry === null ? [] : newestProposals(session).slice(0, SESSION_EXAMPLES_MAX);
  const quoted = [...proposals, ...examples].flatMap(({ document, review }) =>
    review === null ? [document] : [document, review.document],
  );
  return new Set([...quoted, ...told]);
}

async function firstPrompt(session: LiveSession, order: CallOrder, documents: Documents): Promise<Prompt> {
  const { role, round, guidance } = order;
  const { on, spec } = await draftFacts(session, documents);
  const base = {
    round,
    documentName: documentName(role, order.lane),
    byHand: order.agent === PERSON,
    readsProject: order.readsProject,
    decisions: relevantDecisions(session),
    guidance,
    ...(session.work.round?.focus === "remarks" ? { remarks: true as const } : {}),
    remarksComeBack: session.settings.remarksRound === true && !session.work.remarksRoundHeld,
    ...redoneFacts(session, round),
  };
  const takenGapIds = [
    ...(Object.keys(session.work.gaps) as GapId[]),
    ...session.work.settled.map(({ id }) => id),
  ];
  const taken = gapsTakenBefore(session, order);
  const otherGaps = openBeside(session, [...order.gaps, ...taken]);
  switch (role) {
    case "engineer": {
      const groups = gapsByPassage(
        order.gaps.map((gap) => gapOf(session, gap)),
        session.work.proposals,
      );
      const gaps = await Promise.all(groups.map((group) => gapBrief(group, { on, documents, order })));
      return engineerPrompt({
        ...base,
        spec,
        gaps,
        taken: await takenTexts(on, taken, documents),
        changes: changesSince(session, order.gaps),
        takenGapIds,
        otherGaps,
      });
    }
    case "answer-issue":
      return answerPrompt({ ...base, spec, ...(await answerFacts(order, { on, documents })) });
    case "reviewer": {
      const proposals = await Promise.all(
        proposalsOf(session, order.gaps).map((group) => proposalBrief(group, { on, documents })),
      );
      return reviewerPrompt({
        ...base,
        spec,
        proposals: proposals.flatMap((brief) => brief ?? []),
        takenGapIds,
        otherGaps,
        otherRemarks: remarksBeside(session, order.gaps),
        disagreements: disagreementsFor(session, round),
        flags: flagsOf(session, round),
      });
    }
    case "draft":
      return draftPrompt({ ...base, ...(await draftedFacts(on, order.lane, documents)) });
    case "final":
      return finalReviewPrompt({
        ...base,
        specName: session.spec.name,
        draft: (await finishedSpec(session, documents)).text,
        findings: (await findingsInTexts(session, documents)).map(
          ({ rule, line, text }) => `line ${line}, ${rule}: ${text}`,
        ),
        remarks: openRemarks(session.work),
        limitations: gapsOf(session).filter(
          (gap) => gap.state.at === "USER_DEFERRED" || gap.state.at === "WONT_FIX",
        ),
      });
    case "survey":
    case "second-survey": {
      const source = await sourceSpec(session, documents);
      return surveyPrompt(role, {
        ...base,
        specName: session.spec.name,
        gapsMax: session.settings.survey?.gapsMax ?? 0,
        source: source.text,
        sections: mainSections(source).map(({ path }) => pathText(path)),
        marked: gapsOf(session),
      });
    }
    default:
      return assertNever(role);
  }
}

function redoneFacts(
  { work, ledger: { rollbacks } }: LiveSession,
  round: number,
): { readonly redone?: RedoneRound } {
  const rollback = rollbackBefore(rollbacks, round);
  if (rollback === null) return {};
  const byUser = rollback.trigger === "user";
  const suggestions = work.round?.suggestions ?? [];
  // Nothing holds against a decision that binds nobody any more.
  const moot = !byUser && undoneDecisions(rollbacks).some((id) => rollback.reason.includes(id));
  const reason = moot ? "" : rollback.reason;
  return { redone: { times: timesUndone(rollbacks, round), reason, byUser, suggestions } };
}

function undoneDecisions(rollbacks: LiveSession["ledger"]["rollbacks"]): readonly string[] {
  return rollbacks.flatMap(({ rounds }) => rounds.flatMap(({ decisions }) => decisions.map(({ id }) => id)));
}

/** What other attempts of the same turn resolved. */
function gapsTakenBefore(session: LiveSession, order: CallOrder): readonly GapId[] {
  const kept = findTurn(session, order)?.kept.flatMap(({ gaps }) => gaps) ?? [];
  return [...new Set(kept)].filter((gap) => !order.gaps.includes(gap));
}

/** Those of one text once. */
async function takenTexts(
  on: OnDraft,
  gaps: readonly GapId[],
  documents: Documents,
): Promise<readonly TakenText[]> {
  const texts = proposalsOf(on.session, gaps).flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ first, ids: [first, ...others].map(({ gap }) => gap) }],
  );
  return await Promise.all(
    texts.map(async ({ first, ids }) => ({ gaps: ids, edits: await showEdits(on, first, documents) })),
  );
}

/** The newest last. */
function openBeside(session: LiveSession, gaps: readonly GapId[]): readonly Gap[] {
  return gapsOf(session)
    .filter(({ id, state }) => isOpen(state.at) && !gaps.includes(id))
    .sort((a, b) => a.roundEntered - b.roundEntered || compareGapIds(a.id, b.id));
}

/** Those on a gap at hand are shown with it. */
function remarksBeside(session: LiveSession, gaps: readonly GapId[]): readonly OpenRemark[] {
  return openRemarks(session.work)
    .filter((remark) => !session.work.issues[remark.issue]?.issue.gaps.some((gap) => gaps.includes(gap)))
    .sort((a, b) => compareIssueIds(a.issue, b.issue));
}

/** What a decision asked for is done once its gaps are settled; what it says binds on. */
function relevantDecisions(session: LiveSession): readonly DecisionEntry[] {
  const isSettled = (id: GapId) => !isOpen(session.work.gaps[id]?.state.at ?? "RESOLVED");
  return bindingDecisions(session.work).map((entry) =>
    entry.gaps.length > 0 && entry.gaps.every(isSettled)
      ? { ...entry, actionForEngineer: null, actionForGap: null }
      : entry,
  );
}

interface PromptSources {
  readonly on: OnDraft;
  readonly documents: Documents;
}

async function gapBrief(
  [gap, ...together]: readonly [Gap, ...Gap[]],
  { on, documents, order: { retry } }: PromptSources & { readonly order: CallOrder },
): Promise<GapBrief> {
  const { session } = on;
  const ids = [gap, ...together].map(({ id }) => id);
  const proposal = ids.flatMap((id) => session.work.proposals[id] ?? [])[0];
  const decided = new Set(session.work.decisions.map(({ decision }) => decision.trim()));
  const review = proposal?.review ?? null;
  return {
    gap,
    together,
    target: gapTarget(on, [gap, ...together]),
    parent: await parentGap(session, gap, documents),
    // A text that was accepted stands in the draft, and is its passage.
    proposal:
      proposal === undefined || isInDraft(session, gap) ? null : await ownWords(session, proposal, documents),
    ...(proposal === undefined ? {} : sentBack(session, proposal.gap)),
    review: review === null ? null : { round: review.round, text: await documents.text(review.document) },
    issues: ledgerOf(session, ids),
    ...(retry?.because === "UNCERTAINTY" ? { doubt: retry.message } : {}),
    inputs: ids.flatMap((id) => session.work.inputs[id] ?? []).filter((text) => !decided.has(text.trim())),
  };
}

/** Where the Mediator sent the last text on a gap back, and nobody has taken it since. */
function sentBack({ work }: LiveSession, gap: GapId): Pick<GapBrief, "sentBack"> {
  const fate = roundsOf(work)
    .flatMap(({ transitions }) => transitions)
    .findLast((move) => move.gap === gap && (move.from === "PROPOSED" || move.to === "ACCEPTED"));
  const isBack = fate?.actor === "Mediator" && fate.to === "NEEDS_REVISION";
  return isBack && fate.reason !== null ? { sentBack: fate.reason } : {};
}

function isInDraft(session: LiveSession, { id, state }: Gap): boolean {
  return isSettledByText(state.at) && standingEdits(session.work.draft, id).length > 0;
}

/** A gap that came up on the way is read with the text it came up in, where the draft does not have that. */
async function parentGap(session: LiveSession, gap: Gap, documents: Documents): Promise<ParentGap | null> {
  const id = parentOf(gap);
  const parent = id === null ? undefined : session.work.gaps[id];
  if (parent === undefined) return null;
  const proposal = session.work.proposals[parent.id];
  const inDraft = standingEdits(session.work.draft, parent.id).length > 0;
  const resolutions =
    proposal === undefined || inDraft
      ? []
      : resolutionsOf(proposal, await engineerDocument(session, proposal, documents));
  const texts = resolutions.flatMap(({ edits }) => edits.map(({ text }) => text));
  return { gap: parent, pending: texts.length === 0 ? null : texts.join("\n\n") };
}

/** Those of one section of a document are judged as one. */
function proposalsOf(session: LiveSession, gaps: readonly GapId[]): readonly (readonly Proposal[])[] {
  const groups: Proposal[][] = [];
  for (const proposal of gaps.flatMap(
    (gap) => session.work.amendments[gap] ?? session.work.proposals[gap] ?? [],
  )) {
    const group = groups.find(
      ([first]) => first?.document === proposal.document && first.line === proposal.line,
    );
    if (group === undefined) groups.push([proposal]);
    else group.push(proposal);
  }
  return groups;
}

async function proposalBrief(
  proposals: readonly Proposal[],
  { on, documents }: PromptSources,
): Promise<ProposalBrief | null> {
  const { session } = on;
  const [proposal] = proposals;
  if (proposal === undefined) return null;
  const document = await engineerDocument(session, proposal, documents);
  const resolutions = resolutionsOf(proposal, document);
  if (document === null || resolutions.length === 0) return null;
  const ids = proposals.map(({ gap }) => gap);
  const [gap, ...together] = ids.map((id) => gapOf(session, id));
  if (gap === undefined) return null;
  return {
    gap,
    together,
    parent: await parentGap(session, gap, documents),
    proposal: { round: proposal.round, text: resolutions.map(withoutEdits).join("\n\n") },
    edits: await showEdits(on, proposal, documents),
    losses: proposal.losses,
    issues: ledgerOf(session, ids),
    answers: answersOf(session, { document, sha256: proposal.document }, ids),
    newGaps: gapsOf(session).filter(
      ({ origin, roundEntered }) =>
        origin.from === "gap" && ids.includes(origin.parent) && roundEntered === proposal.round,
    ),
  };
}

function gapOf(session: LiveSession, id: GapId): Gap {
  const gap = session.work.gaps[id];
  if (gap === undefined) throw new Error(`${id} is not in the session`);
  return gap;
}

/** Several sections of a document may be on one gap: they count together. */
function resolutionsOf(proposal: Proposal, document: EngineerDocument | null): readonly Resolution[] {
  return document?.resolutions.filter(({ gaps }) => gaps.includes(proposal.gap)) ?? [];
}

/** With the gaps by their ids, whatever the document calls them. */
async function engineerDocument(
  session: LiveSession,
  { document: sha256 }: Proposal,
  documents: Documents,
): Promise<EngineerDocument | null> {
  const document = await documents.engineer(sha256);
  return document === null ? null : engineerAsKnown(document, session.work);
}

async function ownWords(
  session: LiveSession,
  proposal: Proposal,
  documents: Documents,
): Promise<Passage | null> {
  const document = await engineerDocument(session, proposal, documents);
  const text =
    document === null ? "" : sectionsOn(proposal.gap, document, await documents.text(proposal.document));
  return text === "" ? null : { round: proposal.round, text };
}

/** The texts of the edits are shown by themselves. */
function withoutEdits({ gaps, title, confidence, body }: Resolution): string {
  return [
    `## Gap Resolution: ${gaps.join(", ")}${title === "" ? "" : `: ${title}`}`,
    "",
    `**Confidence:** ${confidence ?? "not stated"}`,
    "",
    withoutAnswers(body),
  ].join("\n");
}

function issuesOn(session: LiveSession, gaps: readonly GapId[]): readonly IssueEntry[] {
  return Object.values(session.work.issues)
    .filter(({ issue }) => issue.gaps.some((gap) => gaps.includes(gap)))
    .sort((a, b) => compareIssueIds(a.issue.id, b.issue.id));
}

function ledgerOf(session: LiveSession, gaps: readonly GapId[]): readonly LedgerEntry[] {
  return issuesOn(session, gaps).map(ledgerEntry);
}

function ledgerEntry({ issue, title, location, impact, suggestion }: IssueEntry): LedgerEntry {
  const said = [
    ["Location", location],
    ["Impact", impact],
    ["Suggestion", suggestion],
  ].flatMap(([label, text]) => (text === null || text === undefined ? [] : [`${label}: ${text}`]));
  return {
    issue: issue.id,
    severity: issue.severity,
    title,
    text: said.join("\n"),
    raisedIn: issue.round,
    fate: issueFate(issue.state),
    open: issue.state.at === "OPEN",
    ...(issue.state.at === "OPEN" && issue.state.decision !== null ? { decision: issue.state.decision } : {}),
  };
}

/** Rows of the document, and what was said since, in answer to a question of the user's. */
function answersOf(
  session: LiveSession,
  { document, sha256 }: { readonly document: EngineerDocument; readonly sha256: string },
  gaps: readonly GapId[],
): ProposalBrief["answers"] {
  const given = session.work.answers;
  const rows = document.responses.flatMap(({ issueId, status, text }) => {
    const named = issueNamed(session.work, issueId, gaps);
    const said = status === null ? text : `${status}: ${text}`;
    return named === null ? [] : [{ issue: named.issue.id, text: said }];
  });
  const later = issuesOn(session, gaps).flatMap(({ issue: { id } }) => {
    const answer = given[id];
    if (answer === undefined || answer.document === sha256 || !isAddendum(session, answer.document))
      return [];
    return [{ issue: id, text: `${answer.status}: ${answer.text}`, addendum: true as const }];
  });
  const anew = new Set(later.map(({ issue }) => issue));
  return [...rows.filter(({ issue }) => !anew.has(issue)), ...later];
}

function isAddendum({ work }: LiveSession, document: string): boolean {
  return roundsOf(work).some((log) =>
    turnsOf(log, "answer-issue").some((turn) => turn.document === document),
  );
}

function disagreementsFor(session: LiveSession, round: number): readonly PendingDisagreement[] {
  return pendingDisagreements(session, round).flatMap((stated) => {
    const entry = session.work.issues[stated.issue];
    return entry === undefined ? [] : [{ entry: ledgerEntry(entry), gaps: entry.issue.gaps, stated }];
  });
}

/** Raised in this round, and settled by nobody. */
function flagsOf({ work }: LiveSession, round: number): readonly ShownFlag[] {
  return Object.values(work.flags).flatMap(({ flag, outcome }) => {
    const entry = work.issues[flag.issue];
    if (outcome !== null || flag.round !== round || entry?.issue.state.at !== "OPEN") return [];
    return [{ entry: ledgerEntry(entry), gaps: entry.issue.gaps, flag }];
  });
}

/** The issues that the user asks about, and the Engineer's texts they are about. */
async function answerFacts(
  order: CallOrder,
  { on, documents }: PromptSources,
): Promise<Pick<AnswerFacts, "because" | "issues" | "gaps">> {
  const { session } = on;
  const { work } = session;
  const asked = work.answering.find(({ turn }) => turn.lane === order.lane);
  if (asked === undefined) throw new Error(`nobody is asked in ${order.key}`);
  const entries = asked.issues.flatMap((id) => work.issues[id] ?? []);
  const gaps = [...new Set(entries.flatMap(({ issue }) => issue.gaps))].flatMap((id) => work.gaps[id] ?? []);
  const groups = gapsByPassage(gaps, work.proposals);
  return {
    because: asked.because,
    issues: entries.map((entry) => {
      const { id } = entry.issue;
      const source = work.conflicts[id]?.source;
      return {
        entry: ledgerEntry(entry),
        gaps: entry.issue.gaps,
        flag: asked.because === "flag" ? (work.flags[id]?.flag ?? null) : null,
        stated: work.disagreements[id] ?? (source?.type === "EXPLICIT" ? source.disagreement : null),
      };
    }),
    gaps: await Promise.all(groups.map((group) => answerBrief(group, { on, documents }))),
  };
}

async function answerBrief(
  [gap, ...together]: readonly [Gap, ...Gap[]],
  { on, documents }: PromptSources,
): Promise<AnswerBrief> {
  const { session } = on;
  const ids = [gap, ...together].map(({ id }) => id);
  const proposal = ids.flatMap((id) => session.work.proposals[id] ?? [])[0];
  return {
    gap,
    together,
    parent: await parentGap(session, gap, documents),
    proposal: proposal === undefined ? null : await ownWords(session, proposal, documents),
    edits: proposal === undefined ? [] : await showEdits(on, proposal, documents),
    issues: ledgerOf(session, ids),
  };
}

/** Gaps that were settled or put off since these were last worked on, newest first. */
function changesSince(session: LiveSession, gaps: readonly GapId[]): readonly Gap[] {
  const worked = gaps.map((gap) => session.work.proposals[gap]?.round ?? 0);
  const since = Math.max(0, ...worked);
  return gapsOf(session)
    .filter((gap) => !gaps.includes(gap.id) && gap.roundUpdated > since && !isOpen(gap.state.at))
    .sort((a, b) => b.roundUpdated - a.roundUpdated)
    .slice(0, CHANGES_MAX);
}

async function retryFacts(session: LiveSession, order: CallOrder, documents: Documents): Promise<RetryFacts> {
  const { retry, role, lane, round } = order;
  if (retry === null) throw new Error("a first call has no retry");
  const issues = Object.values(session.work.issues).map(({ issue }) => issue);
  return {
    role,
    round,
    ...retry,
    documentName: documentName(role, lane),
    byHand: order.agent === PERSON,
    taken: gapsTakenBefore(session, order),
    assigned: order.gaps.map((gap) => gapOf(session, gap)),
    knownGaps: [...gapsOf(session), ...session.work.settled],
    openIssues: issues
      .filter(({ state }) => state.at === "OPEN" && state.decision === null)
      .map(({ id }) => id),
    decidedIssues: issues.filter(({ state }) => isSettledByUser(state)).map(({ id }) => id),
    issueTexts: retry.subjects.flatMap((subject) => {
      const id = parseIssueId(subject);
      const entry = id === null ? undefined : session.work.issues[id];
      return entry?.text === undefined ? [] : [{ issue: entry.issue.id, text: entry.text }];
    }),
    disagreements: pendingDisagreements(session, round).map(({ issue }) => issue),
    sessionExamples: await sessionExamples(session, role, documents),
    similar: retry.because === "UNCERTAINTY" ? await findSimilar(session, order.gaps, documents) : [],
  };
}

function newestProposals(session: LiveSession): readonly Proposal[] {
  return Object.values(session.work.proposals).sort((a, b) => b.round - a.round);
}

async function sessionExamples(
  session: LiveSession,
  role: Role,
  documents: Documents,
): Promise<readonly SessionExample[]> {
  if (role === "answer-issue") return [];
  return role === "engineer"
    ? await engineerExamples(session, documents)
    : await reviewerExamples(session, documents);
}

async function engineerExamples(
  session: LiveSession,
  documents: Documents,
): Promise<readonly SessionExample[]> {
  const examples = newestProposals(session)
    .slice(0, SESSION_EXAMPLES_MAX)
    .map(async (proposal) => {
      const passage = await ownWords(session, proposal, documents);
      const accepted = isSettledByText(gapOf(session, proposal.gap).state.at);
      return passage === null ? [] : [{ ...passage, gap: proposal.gap, accepted }];
    });
  return (await Promise.all(examples)).flat();
}

async function reviewerExamples(
  session: LiveSession,
  documents: Documents,
): Promise<readonly SessionExample[]> {
  const examples = newestProposals(session)
    .slice(0, SESSION_EXAMPLES_MAX)
    .map(async ({ gap, review }) => {
      if (review === null) return [];
      const accepted = isSettledByText(gapOf(session, gap).state.at);
      const { round } = review;
      const raisedIssues = issuesOn(session, [gap]).some(({ issue }) => issue.round === round);
      return [{ round, gap, accepted, raisedIssues, text: await documents.text(review.document) }];
    });
  return (await Promise.all(examples)).flat();
}

/** Resolved gaps of the same category, newest first. */
async function findSimilar(
  session: LiveSession,
  gaps: readonly GapId[],
  documents: Documents,
): Promise<RetryFacts["similar"]> {
  const categories = gaps.map((gap) => gapIdParts(gap).category);
  const alike = newestProposals(session).filter(
    ({ gap }) =>
      categories.includes(gapIdParts(gap).category) && isSettledByText(gapOf(session, gap).state.at),
  );
  const passages = alike.slice(0, SIMILAR_MAX).map(async (proposal) => {
    const passage = await ownWords(session, proposal, documents);
    return passage === null ? [] : [{ ...passage, gap: proposal.gap }];
  });
  return (await Promise.all(passages)).flat();
}
