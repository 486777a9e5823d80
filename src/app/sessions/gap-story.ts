// What happened to one gap, from the events that name it.

import type { DecisionEntry } from "../../core/documents/decisions-document.ts";
import { issueFate } from "../../core/refinement/issue.ts";
import { recountQuestion } from "../../core/refinement/questions/conflict-questions.ts";
import { documentName } from "../../core/refinement/role.ts";
import type { LiveSession } from "../../core/refinement/session/session.ts";
import type { SessionEvent, SessionEventOf } from "../../core/refinement/session/session-event.ts";
import { callKeyParts } from "../../core/shared/call-key.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import type { IssueId } from "../../core/shared/issue-id.ts";
import { roundFolder } from "../../core/shared/round-folder.ts";
import type { DecisionRow, GapHistory, IssueRow, ProposalRow } from "../wire/gap.ts";
import { eventsOfStandingRounds } from "./standing-events.ts";

export function gapStory(all: readonly SessionEvent[], gap: GapId, session: LiveSession): GapHistory {
  const events = eventsOfStandingRounds(all);
  const of = <Type extends SessionEvent["type"]>(type: Type) =>
    events.filter((event): event is SessionEventOf<Type> => event.type === type);
  return {
    proposals: of("ProposalMade")
      .filter(({ data }) => data.gap === gap)
      .map((event) => proposalOf(event, events)),
    reviews: of("ProposalReviewed")
      .filter(({ data }) => data.gap === gap)
      .map(({ data: { round, needsRevision } }) => ({
        round,
        needsRevision,
        file: `${roundFolder(round)}/${documentName("reviewer", "-")}`,
      })),
    issues: Object.values(session.work.issues)
      .filter(({ issue }) => issue.gaps.includes(gap))
      .map(issueRow),
    decisions: decisionsOf(session, ({ gaps }) => gaps.includes(gap)),
    questions: of("QuestionAsked")
      .filter(({ data }) => isAbout(data.question, gap))
      .map(({ data: { question } }) => ({
        id: question.id,
        kind: question.kind,
        why: recountQuestion(question, null).why,
        fate: questionFate(events, question.id),
      })),
    moves: of("GapMoved")
      .filter(({ data }) => data.gap === gap)
      .map(({ data: { at, round, from, state, actor, reason } }) => ({
        at,
        round,
        from,
        to: state.at,
        actor,
        reason,
      })),
  };
}

type IssueEntry = LiveSession["work"]["issues"][IssueId];

export function issueRow({ issue, title }: IssueEntry): IssueRow {
  const { id, severity, round, state } = issue;
  return { id, severity, round, title, state: state.at, fate: issueFate(state) };
}

export function decisionsOf(
  { work: { decisions } }: LiveSession,
  wanted: (decision: DecisionEntry) => boolean,
): readonly DecisionRow[] {
  return decisions.filter(wanted).map(({ id, title, decision, rationale, decidedBy, timestamp }) => ({
    id,
    title,
    decision,
    rationale,
    decidedBy,
    at: timestamp,
  }));
}

/** The document that counts has the plain name; one of several that count, or that another try followed, goes by its number. */
function proposalOf({ data }: SessionEventOf<"ProposalMade">, events: readonly SessionEvent[]): ProposalRow {
  const { round, confidence, key, line, document } = data;
  const { lane, attempt } = callKeyParts(key);
  const counts = events.some(
    (event) =>
      event.type === "TurnSettled" &&
      event.data.round === round &&
      event.data.role === "engineer" &&
      event.data.document?.sha256 === document &&
      (event.data.documents ?? []).length < 2,
  );
  const name = documentName("engineer", lane, counts ? null : attempt);
  return { round, confidence, file: `${roundFolder(round)}/${name}`, line };
}

type Question = SessionEventOf<"QuestionAsked">["data"]["question"];

function isAbout({ subject, blocks }: Question, gap: GapId): boolean {
  return (subject.of === "gap" && subject.gap === gap) || blocks.includes(gap);
}

function questionFate(events: readonly SessionEvent[], id: string): string {
  for (const event of events) {
    if (event.type === "QuestionAnswered" && event.data.answer.question === id) {
      return `answered ${event.data.answer.option} by ${event.data.answer.by}`;
    }
    if (event.type === "QuestionWithdrawn" && event.data.question === id) {
      return `withdrawn: ${event.data.reason}`;
    }
  }
  return "open";
}
