import { type Role, roleTitle } from "../../core/refinement/role.ts";
import { reasonWords } from "../../core/refinement/rollback/reason-words.ts";
import { cutWords } from "../../core/refinement/session/fork.ts";
import type {
  SessionEvent,
  SessionEventOf,
  SessionEventType,
} from "../../core/refinement/session/session-event.ts";
import { DECIDED_VIA_WORDS } from "../../core/shared/decided-via.ts";
import { formatCount } from "../../core/shared/format-count.ts";
import { SECOND_MS } from "../../core/shared/time-units.ts";
import { questionHeadline } from "./session-words.ts";

/** An event in a line, for a reader. */
export function eventWords({ type, data }: SessionEvent): string {
  return (WORDS[type] as (data: SessionEvent["data"]) => string)(data);
}

type EventWords = { readonly [Type in SessionEventType]: (data: SessionEventOf<Type>["data"]) => string };

const WORDS: EventWords = {
  SessionStarted: ({ spec, gaps }) => `started on ${spec.path} with ${gaps.length} gaps`,
  SessionForked: ({ origin, cut }) => `forked from ${origin} ${cutWords(cut)}: what follows is copied`,
  ForkOpened: () => "goes on by itself from here",
  SettingsChanged: ({ because }) => `settings changed: ${because}`,
  RoundStarted: ({ lanes, round }) => {
    const gaps = lanes.flatMap((lane) => lane.gaps);
    return `round ${round}: ${gaps.length === 0 ? "nothing to assign" : gaps.join(", ")}`;
  },
  AgentCallStarted: (data) => {
    const { attempt, launch, agent, prompt, retry } = data;
    const again = retry === null ? "" : `, retry ${retry.number} (${retry.because})`;
    const size = prompt === null ? "" : `, prompt of ${prompt.chars} characters`;
    return `${roleInLane(data)} called: attempt ${attempt}${launch === 1 ? "" : `, launch ${launch}`}${again}, ${agent}${size}`;
  },
  AgentCallSealed: (data) => `${roleInLane(data)} is called now: the launch had not begun`,
  AgentCallFinished: (data) => {
    const { outcome, document, elapsedMs, waitMs, stoppedBecause } = data;
    const wrote = document === null ? "no document" : `${document.bytes} bytes (${document.from})`;
    const pause = waitMs === undefined ? "" : `; again in ${Math.ceil(waitMs / SECOND_MS)} s`;
    const why = stoppedBecause === undefined ? "" : ` (${stoppedBecause})`;
    return `${roleInLane(data)} came back: ${outcome}${why}, ${wrote}, ${elapsedMs} ms${pause}`;
  },
  UsageNotTold: ({ agent, of }) => {
    const unseen = of.map((measure) => (measure === "usd" ? "dollars" : measure)).join(" and ");
    const what = of.includes("tokens") ? "uses" : "costs";
    return `${agent} does not tell what it ${what}: limits of ${unseen} do not see it; limits of calls and minutes do`;
  },
  OutputJudged: (data) => {
    const { failure, message, attempt } = data;
    return `${roleInLane(data)} attempt ${attempt}: ${failure === null ? "passed" : failure}: ${message}`;
  },
  TurnRestarted: (data) => `${roleInLane(data)} again: ${data.because}`,
  TurnSettled: (data) =>
    `${roleInLane(data)}: ${data.outcome}${data.detail === null ? "" : ` (${data.detail})`}`,
  ReviewOpened: ({ proposals }) => `review of ${proposals.length === 0 ? "nothing" : proposals.join(", ")}`,
  ReplacementsStopped: () => "no further gap is taken in place of a blocked one",
  GapEntered: ({ gap, alias }) =>
    `new gap ${gap.id} (${gap.severity.level})${alias === null ? "" : `, written as ${alias}`}: ${gap.title}`,
  GapMoved: ({ gap, from, state, actor, reason }) =>
    `${gap}: ${from} → ${state.at} by the ${actor}${reason === null ? "" : ` (${reason})`}`,
  GapRated: ({ gap, severity }) => `${gap} is now ${severity.level}, by the ${severity.setBy}`,
  GapBlocked: ({ gap, blockedBy }) => `${gap} waits for ${blockedBy.join(", ")}`,
  InputGiven: ({ gap }) => `input for ${gap}`,
  ProposalMade: ({ gap, confidence, amends }) =>
    `${amends === true ? "amendment" : "proposal"} for ${gap}, confidence ${confidence}`,
  AmendmentSettled: ({ gap, taken, reason }) =>
    taken ? `${gap} is amended` : `${gap} is not amended${reason === null ? "" : `: ${reason}`}`,
  ProposalReviewed: ({ gap, needsRevision }) => `${gap} reviewed${needsRevision ? ": needs revision" : ""}`,
  IssueRaised: ({ issue, title }) => `${issue.id} (${issue.severity}) on ${issue.gaps.join(", ")}: ${title}`,
  IssueRaisedAgain: ({ issue, alias, severity }) =>
    `${issue} (${severity}) raised again${alias === null ? "" : ` as ${alias}`}`,
  IssueMoved: ({ issue, from, state }) => `${issue}: ${from} → ${state.at}`,
  DisagreementStated: ({ stated }) => `the Engineer disagrees with ${stated?.issue ?? "an issue"}`,
  IssuesAnswered: ({ answers }) =>
    `answers to ${answers.map(({ issue, status }) => `${issue} (${status})`).join(", ")}`,
  AnswersRequested: ({ issues }) => `the Engineer is asked about ${issues.join(", ")}`,
  DisagreementSettled: ({ issue, outcome, why }) =>
    `${DISAGREEMENT_WORDS[outcome](issue)}${why === "" ? "" : `: ${why}`}`,
  DisagreementsCounted: ({ count, passed }) => {
    const over = passed.length === 0 ? "" : `: ${passed.join(", ")}`;
    return `${count.grave} of ${count.answered} HIGH and CRITICAL issues disagreed with${over}`;
  },
  ConflictOpened: ({ conflict }) => `conflict on ${conflict.id}`,
  DraftRequested: ({ conflict }) => `option C of the conflict on ${conflict} is to be drafted`,
  DraftTaken: ({ by, conflict }) => `${by} has drafted option C of the conflict on ${conflict}`,
  DraftSettled: ({ conflict, draft, why }) =>
    `option C of the conflict on ${conflict}: ${draft === null ? "left out, " : `drafted by ${draft.by}, `}${why}`,
  ConflictWithdrawn: ({ conflict, reason }) => `no conflict on ${conflict} any more: ${reason}`,
  IssueRated: ({ issue, severity }) => `${issue} is ${severity}, by the user's word`,
  FlagRaised: ({ flag }) =>
    `${flag.issue} (${flag.severity}) may be unanswered: ${flag.heuristics.join(", ")}`,
  FlagSettled: ({ issue, outcome }) => `the flag on ${issue}: ${outcome}`,
  WorkKept: ({ gaps }) => `what the attempt resolved is kept; ${gaps.join(", ")} left`,
  DraftEdited: ({ gaps }) => `the text for ${gaps.join(", ")} is in the draft`,
  DraftRestored: ({ gaps }) => `the passages of ${gaps.join(", ")} read as before`,
  EditsPlaced: ({ edits }) => `an older session: ${edits.length} texts given their places`,
  QuestionAsked: ({ question }) => {
    const { id, kind } = question;
    return `${id} (${kind}) asked: ${questionHeadline(question)}`;
  },
  QuestionAnswered: answeredWords,
  AnswersTakenBack: ({ question, with: later, decisions }) => {
    const gone = decisions.length === 0 ? "" : `; ${decisions.join(", ")} no longer stands`;
    return `the answer to ${[question, ...later].join(", ")} is taken back${gone}`;
  },
  QuestionWithdrawn: ({ question, reason }) => `${question} withdrawn: ${reason}`,
  DecisionRecorded: ({ decision }) => {
    const { id, title, decidedBy, rationale } = decision;
    return decidedBy === "precedent"
      ? `${id}: ${title}: left to the Engineer by precedent. ${rationale ?? ""}`
      : `${id}: ${title}`;
  },
  AgentChosen: ({ role, agent, insteadOf, alsoPlays, because }) => {
    const also = alsoPlays === undefined ? "" : `, which also is the ${alsoPlays},`;
    const why = because === undefined ? "" : ` (${because})`;
    const instead = insteadOf === undefined ? "" : ` instead of ${insteadOf}`;
    return `the ${role} is now ${agent}${also}${instead}${why}`;
  },
  RoundCompleted: ({ round, net }) => {
    const count = (gaps: number) => `${gaps} gap${gaps === 1 ? "" : "s"}`;
    const fresh = net.created.length === 0 ? "" : `, ${count(net.created.length)} new`;
    return `round ${round} done: ${count(net.resolved.length)} closed${fresh}`;
  },
  ConvergenceChanged: ({ state, because }) => `${state.at} (${because})`,
  RollbackRequested: ({ to, reason }) =>
    `the session is to go back to the end of round ${to}: ${reasonWords(reason)}`,
  RollbackAnalysed: ({ analysis }) => {
    const patterns = [...new Set(analysis.patterns.map(({ pattern }) => pattern))];
    return `what the round shows: ${patterns.length === 0 ? "no known pattern" : patterns.join(", ")}`;
  },
  RollbackOrdered: ({ way, adjustments, userDecision }) =>
    way === "auto"
      ? `the round is undone and tried again by itself, with ${formatCount(adjustments.length, "adjustment")}`
      : `the round is undone: ${userDecision ?? way}`,
  RollbackDropped: ({ reason }) => `nothing is undone: ${reason}`,
  RoundsRolledBack: ({ rollback }) => {
    const { rounds, to } = rollback;
    const archives = rounds.map(({ archive }) => archive).join(", ");
    const which = rounds.map(({ round }) => round).join(", ");
    return `${rounds.length === 1 ? "round" : "rounds"} ${which} undone, the session stands as at the end of round ${to}; kept in ${archives}`;
  },
  ArchiveWritten: ({ name }) => `${name} written and read back`,
  SetAsideLeft: ({ decisions }) => `${decisions.join(", ")} stay set aside`,
  RollbackModeChanged: ({ askAboutRound }) =>
    askAboutRound === null
      ? "rollbacks retry by themselves again"
      : `you are asked should round ${askAboutRound} be undone`,
  PromptsRefreshed: ({ because }) => `agents start afresh (${because})`,
  ReviewExportRequested: () => "for_review.md tells the session to a human reviewer",
  ArchivesSettled: ({ option }) => `archives of undone rounds: ${option}`,
  ArchivesCleared: ({ detail }) => detail,
  EndingRequested: ({ type, trigger }) => `to end as ${type}: ${trigger}`,
  EndingWithdrawn: ({ reason }) => `not ending: ${reason}`,
  GatePassed: (data) => `gate ${data.class} passed`,
  SurveyRequested: ({ roles }) => `survey of the whole specification${roles.length > 1 ? ", by two" : ""}`,
  SurveyTaken: ({ role, holes, complete }) =>
    `${roleTitle(role)}: ${holes.length} gaps found, ${complete.length} sections called complete`,
  SurveyJoined: ({ inventory }) => {
    const { gaps, confirmed, leftOut } = inventory;
    const more = leftOut === 0 ? "" : `, ${leftOut} left out`;
    return `survey: ${gaps.length} gaps beside the linter's, ${confirmed.length} that the linter found too${more}`;
  },
  SurveySettled: ({ outcome, detail }) => `survey ${outcome}: ${detail}`,
  GapConfirmed: ({ gap }) => `${gap} was found by the survey, too`,
  FinalReviewRequested: () => "Final Review",
  FinalReviewSettled: ({ verdict, blockers }) =>
    `Final Review: ${verdict}${blockers === 0 ? "" : `, ${blockers} blockers`}`,
  SessionPaused: ({ by, because }) => `paused by ${by}: ${because}`,
  SessionResumed: ({ by }) => `resumed by ${by}`,
  SessionEnded: ({ type, trigger }) => `ended as ${type}: ${trigger}`,
  OutputChosen: ({ out }) => `the finished spec is wanted as ${out}`,
  SpecPublished: ({ path }) => `finished spec: ${path}`,
};

function answeredWords({ answer, amends, again }: SessionEventOf<"QuestionAnswered">["data"]): string {
  const { question, option, by, via } = answer;
  const where = via === undefined ? "" : ` ${DECIDED_VIA_WORDS[via]}`;
  const how = amends === true ? "now " : again === true ? "again " : "";
  return `${question} answered ${how}${option} by ${by}${where}`;
}

type DisagreementOutcome = Extract<SessionEvent, { type: "DisagreementSettled" }>["data"]["outcome"];

const DISAGREEMENT_WORDS: Record<DisagreementOutcome, (issue: string) => string> = {
  withdrawn: (issue) => `the Reviewer withdraws ${issue}`,
  dropped: (issue) => `the Engineer no longer disagrees with ${issue}`,
  conflict: (issue) => `conflict on ${issue}`,
};

/** Whose turn it is, as people read it; of several at once, with the gap. */
export function roleInLane({ role, lane }: { readonly role: Role; readonly lane: string }): string {
  return lane === "-" ? roleTitle(role) : `${roleTitle(role)} (${lane})`;
}
