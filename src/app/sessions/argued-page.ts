// What the page of a session tells, gathered from its events and texts.

import type { DecisionEntry } from "../../core/documents/decisions-document.ts";
import type { SpecMap } from "../../core/documents/finished-spec.ts";
import { groundWords } from "../../core/refinement/conflicts/disagreement.ts";
import type { Gap } from "../../core/refinement/gap.ts";
import { issueFate } from "../../core/refinement/issue.ts";
import { originText, stateDetail } from "../../core/refinement/records/gap-words.ts";
import { roundsOf } from "../../core/refinement/records/round-log.ts";
import { convergenceRows, stateWord } from "../../core/refinement/records/status-of.ts";
import { gapsOf, type LiveSession } from "../../core/refinement/session/session.ts";
import type { SessionEvent, SessionEventOf } from "../../core/refinement/session/session-event.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import type { IssueId } from "../../core/shared/issue-id.ts";
import type { ArguedGap, ArgumentStep, PageDecision, SessionPage } from "../../document/page/session-page.ts";
import type { Spec } from "../../document/spec/spec.ts";
import type { Documents } from "../../engine/documents.ts";
import { type DraftText, draftText, sourceSpec, standingSpan } from "../../engine/draft-text.ts";
import { finishedSpec } from "../../engine/finished-spec.ts";
import { eventsOfStandingRounds } from "./standing-events.ts";
import { gapsOfOrigin } from "./why-line.ts";

export async function arguedPage(
  session: LiveSession,
  { events, documents }: { readonly events: readonly SessionEvent[]; readonly documents: Documents },
): Promise<SessionPage> {
  const { work, settings, spec } = session;
  const { text, map } = await specOrDraft(session, documents);
  const context = {
    session,
    documents,
    standing: eventsOfStandingRounds(events),
    source: await sourceSpec(session, documents),
    draft: await draftText(session, documents),
  };
  const gaps: ArguedGap[] = [];
  for (const gap of gapsOf(session)) gaps.push(await arguedGap(gap, context));
  return {
    session: session.id,
    spec: spec.path,
    state: stateWord(session),
    started: session.startedAt,
    updated: session.lastEventAt,
    rounds: work.completedRounds,
    engineer: settings.agents.engineer,
    reviewer: settings.agents.reviewer,
    output: session.ledger.published?.path ?? null,
    text,
    lines: map.map(({ from, to, origin }) => ({ from, to, gaps: gapsOfOrigin(origin) })),
    convergence: convergenceRows(roundsOf(work)),
    decisions: work.decisions.map(decisionOf),
    gaps,
    questions: work.questions.map(({ id, why }) => ({ id, why })),
  };
}

async function specOrDraft(
  session: LiveSession,
  documents: Documents,
): Promise<{ readonly text: string; readonly map: SpecMap }> {
  const { published } = session.ledger;
  if (published === null) return await finishedSpec(session, documents);
  const map = JSON.parse(await documents.text(published.map)) as SpecMap;
  return { text: await documents.text(published.sha256), map };
}

interface PageContext {
  readonly session: LiveSession;
  readonly documents: Documents;
  /** Without those of rounds that were undone. */
  readonly standing: readonly SessionEvent[];
  readonly source: Spec;
  readonly draft: DraftText;
}

async function arguedGap(gap: Gap, context: PageContext): Promise<ArguedGap> {
  const { session, draft, source, standing } = context;
  const { id, title, severity, state, description, origin } = gap;
  const span = standingSpan(draft, session, id);
  const steps: ArgumentStep[] = [];
  for (const event of standing) steps.push(...(await stepsOf(event, id, context)));
  return {
    id,
    title,
    severity: severity.level,
    state: state.at,
    detail: stateDetail(state),
    description,
    origin: originText(origin, gap.alias ?? null),
    passage: passageOf(gap, source),
    inputs: session.work.inputs[id] ?? [],
    steps,
    accepted: span === null ? null : draft.text.slice(span.from, span.to),
  };
}

/** The block around its mark, or the words that a survey quotes; in older sessions the line. */
function passageOf({ origin }: Gap, { text, lines }: Spec): string | null {
  if (origin.from !== "source" && origin.from !== "survey") return null;
  const span = origin.from === "source" ? (origin.block ?? origin.mark) : origin.passage;
  const passage = span === undefined ? (lines[origin.line - 1] ?? "") : text.slice(span.from, span.to);
  return passage.trim() === "" ? null : passage;
}

async function stepsOf(
  event: SessionEvent,
  gap: GapId,
  { session, documents }: PageContext,
): Promise<readonly ArgumentStep[]> {
  const isAbout = (issue: IssueId): boolean => session.work.issues[issue]?.issue.gaps.includes(gap) === true;
  switch (event.type) {
    case "ProposalMade":
      return event.data.gap === gap ? [await proposalStep(event, documents)] : [];
    case "ProposalReviewed": {
      const { round, needsRevision } = event.data;
      return event.data.gap === gap ? [{ of: "review", round, needsRevision }] : [];
    }
    case "IssueRaised":
      return event.data.issue.gaps.includes(gap) ? [issueStep(event, session)] : [];
    case "DisagreementStated": {
      const { round, stated } = event.data;
      if (stated === null || !isAbout(stated.issue)) return [];
      const { issue, position, rationale, alternative, restsOn } = stated;
      const rest = { position, rationale, alternative, restsOn: groundWords(restsOn) };
      return [{ of: "disagreement", round, issue, ...rest }];
    }
    case "DisagreementSettled": {
      const { round, issue, outcome, why } = event.data;
      return isAbout(issue) ? [{ of: "settled", round, issue, words: settledWords(outcome, why) }] : [];
    }
    case "DecisionRecorded": {
      const { decision } = event.data;
      if (!decision.gaps.includes(gap)) return [];
      return [{ of: "decision", round: decision.round, decision: decisionOf(decision) }];
    }
    default:
      return [];
  }
}

async function proposalStep(
  { data: { round, confidence, edits } }: SessionEventOf<"ProposalMade">,
  documents: Documents,
): Promise<ArgumentStep> {
  const texts: string[] = [];
  for (const { text, chars } of edits ?? []) texts.push((await documents.text(text)).slice(0, chars));
  return { of: "proposal", round, confidence, texts: texts.filter((text) => text.trim() !== "") };
}

function issueStep({ data }: SessionEventOf<"IssueRaised">, { work }: LiveSession): ArgumentStep {
  const { issue, title, text, impact, suggestion } = data;
  const now = work.issues[issue.id]?.issue ?? issue;
  const said = text ?? [impact, suggestion].filter((part) => part !== null).join("\n\n");
  const { id, round } = issue;
  return { of: "issue", round, id, severity: now.severity, title, text: said, fate: issueFate(now.state) };
}

function settledWords(
  outcome: SessionEventOf<"DisagreementSettled">["data"]["outcome"],
  why: string,
): string {
  switch (outcome) {
    case "withdrawn":
      return ["The Reviewer withdraws it", why].filter(Boolean).join(": ");
    case "dropped":
      return ["The Engineer drops the disagreement", why].filter(Boolean).join(": ");
    case "conflict":
      return ["Neither gives way, so you decide", why].filter(Boolean).join(": ");
  }
}

function decisionOf(entry: DecisionEntry): PageDecision {
  const { id, title, decision, rationale, constraints, decidedBy, timestamp: at, gaps } = entry;
  return { id, title, decision, rationale, constraints, decidedBy, at, gaps };
}
