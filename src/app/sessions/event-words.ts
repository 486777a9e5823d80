import { type Role, roleTitle } from "../../core/refinement/role.ts";
import { reasonWords } from "../../core/refinement/rollback/reason-words.ts";
import { cutWords } from "../../core/refinement/session/fork.ts";
import type { SessionEvent, SessionEventOf } from "../../core/refinement/session/session-event.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { DECIDED_VIA_WORDS } from "../../core/shared/decided-via.ts";
import { formatCount } from "../../core/shared/format-count.ts";
import { SECOND_MS } from "../../core/shared/time-units.ts";
import { questionHeadline } from "./session-words.ts";

/** An event in a line, for a reader. */
export function eventWords(event: SessionEvent): string {
  switch (event.type) {
    case "SessionStarted":
      return `started on ${event.data.spec.path} with ${event.data.gaps.length} gaps`;
    case "SessionForked":
      return `forked from ${event.data.origin} ${cutWords(event.data.cut)}: what follows is copied`;
    case "ForkOpened":
      return "goes on by itself from here";
    case "SettingsChanged":
      return `settings changed: ${event.data.because}`;
    case "RoundStarted": {
      const gaps = event.data.lanes.flatMap((lane) => lane.gaps);
      return `round ${event.data.round}: ${gaps.length === 0 ? "nothing to assign" : gaps.join(", ")}`;
    }
    case "AgentCallStarted": {
      const { attempt, launch, agent, prompt, retry } = event.data;
      const again = retry === null ? "" : `, retry ${retry.number} (${retry.because})`;
      const size = prompt === null ? "" : `, prompt of ${prompt.chars} characters`;
      return `${roleInLane(event.data)} called: attempt ${attempt}${launch === 1 ? "" : `, launch ${launch}`}${again}, ${agent}${size}`;
    }
    case "AgentCallSealed":
      return `${roleInLane(event.data)} is called now: the launch had not begun`;
    case "AgentCallFinished": {
      const { outcome, document, elapsedMs, waitMs, stoppedBecause } = event.data;
      const wrote = document === null ? "no document" : `${document.bytes} bytes (${document.from})`;
      const pause = waitMs === undefined ? "" : `; again in ${Math.ceil(waitMs / SECOND_MS)} s`;
      const why = stoppedBecause === undefined ? "" : ` (${stoppedBecause})`;
      return `${roleInLane(event.data)} came back: ${outcome}${why}, ${wrote}, ${elapsedMs} ms${pause}`;
    }
    case "UsageNotTold": {
      const { agent, of } = event.data;
      const unseen = of.map((measure) => (measure === "usd" ? "dollars" : measure)).join(" and ");
      const what = of.includes("tokens") ? "uses" : "costs";
      return `${agent} does not tell what it ${what}: limits of ${unseen} do not see it; limits of calls and minutes do`;
    }
    case "OutputJudged": {
      const { failure, message, attempt } = event.data;
      return `${roleInLane(event.data)} attempt ${attempt}: ${failure === null ? "passed" : failure}: ${message}`;
    }
    case "TurnRestarted":
      return `${roleInLane(event.data)} again: ${event.data.because}`;
    case "TurnSettled":
      return `${roleInLane(event.data)}: ${event.data.outcome}${event.data.detail === null ? "" : ` (${event.data.detail})`}`;
    case "ReviewOpened":
      return `review of ${event.data.proposals.length === 0 ? "nothing" : event.data.proposals.join(", ")}`;
    case "ReplacementsStopped":
      return "no further gap is taken in place of a blocked one";
    case "GapEntered": {
      const { gap, alias } = event.data;
      return `new gap ${gap.id} (${gap.severity.level})${alias === null ? "" : `, written as ${alias}`}: ${gap.title}`;
    }
    case "GapMoved": {
      const { gap, from, state, actor, reason } = event.data;
      return `${gap}: ${from} → ${state.at} by the ${actor}${reason === null ? "" : ` (${reason})`}`;
    }
    case "GapRated":
      return `${event.data.gap} is now ${event.data.severity.level}, by the ${event.data.severity.setBy}`;
    case "GapBlocked":
      return `${event.data.gap} waits for ${event.data.blockedBy.join(", ")}`;
    case "InputGiven":
      return `input for ${event.data.gap}`;
    case "ProposalMade": {
      const { gap, confidence, amends } = event.data;
      return `${amends === true ? "amendment" : "proposal"} for ${gap}, confidence ${confidence}`;
    }
    case "AmendmentSettled": {
      const { gap, taken, reason } = event.data;
      return taken ? `${gap} is amended` : `${gap} is not amended${reason === null ? "" : `: ${reason}`}`;
    }
    case "ProposalReviewed":
      return `${event.data.gap} reviewed${event.data.needsRevision ? ": needs revision" : ""}`;
    case "IssueRaised": {
      const { issue, title } = event.data;
      return `${issue.id} (${issue.severity}) on ${issue.gaps.join(", ")}: ${title}`;
    }
    case "IssueRaisedAgain": {
      const { issue, alias, severity } = event.data;
      return `${issue} (${severity}) raised again${alias === null ? "" : ` as ${alias}`}`;
    }
    case "IssueMoved":
      return `${event.data.issue}: ${event.data.from} → ${event.data.state.at}`;
    case "DisagreementStated":
      return `the Engineer disagrees with ${event.data.stated?.issue ?? "an issue"}`;
    case "IssuesAnswered":
      return `answers to ${event.data.answers.map(({ issue, status }) => `${issue} (${status})`).join(", ")}`;
    case "AnswersRequested":
      return `the Engineer is asked about ${event.data.issues.join(", ")}`;
    case "DisagreementSettled": {
      const { issue, outcome, why } = event.data;
      return `${DISAGREEMENT_WORDS[outcome](issue)}${why === "" ? "" : `: ${why}`}`;
    }
    case "DisagreementsCounted": {
      const { count, passed } = event.data;
      const over = passed.length === 0 ? "" : `: ${passed.join(", ")}`;
      return `${count.grave} of ${count.answered} HIGH and CRITICAL issues disagreed with${over}`;
    }
    case "ConflictOpened":
      return `conflict on ${event.data.conflict.id}`;
    case "DraftRequested":
      return `option C of the conflict on ${event.data.conflict} is to be drafted`;
    case "DraftTaken":
      return `${event.data.by} has drafted option C of the conflict on ${event.data.conflict}`;
    case "DraftSettled": {
      const { conflict, draft, why } = event.data;
      return `option C of the conflict on ${conflict}: ${draft === null ? "left out, " : `drafted by ${draft.by}, `}${why}`;
    }
    case "ConflictWithdrawn":
      return `no conflict on ${event.data.conflict} any more: ${event.data.reason}`;
    case "IssueRated":
      return `${event.data.issue} is ${event.data.severity}, by the user's word`;
    case "FlagRaised": {
      const { flag } = event.data;
      return `${flag.issue} (${flag.severity}) may be unanswered: ${flag.heuristics.join(", ")}`;
    }
    case "FlagSettled":
      return `the flag on ${event.data.issue}: ${event.data.outcome}`;
    case "WorkKept":
      return `what the attempt resolved is kept; ${event.data.gaps.join(", ")} left`;
    case "DraftEdited":
      return `the text for ${event.data.gaps.join(", ")} is in the draft`;
    case "DraftRestored":
      return `the passages of ${event.data.gaps.join(", ")} read as before`;
    case "EditsPlaced":
      return `an older session: ${event.data.edits.length} texts given their places`;
    case "QuestionAsked": {
      const { id, kind } = event.data.question;
      return `${id} (${kind}) asked: ${questionHeadline(event.data.question)}`;
    }
    case "QuestionAnswered":
      return answeredWords(event.data);
    case "AnswersTakenBack": {
      const { question, with: later, decisions } = event.data;
      const gone = decisions.length === 0 ? "" : `; ${decisions.join(", ")} no longer stands`;
      return `the answer to ${[question, ...later].join(", ")} is taken back${gone}`;
    }
    case "QuestionWithdrawn":
      return `${event.data.question} withdrawn: ${event.data.reason}`;
    case "DecisionRecorded": {
      const { id, title, decidedBy, rationale } = event.data.decision;
      return decidedBy === "precedent"
        ? `${id}: ${title}: left to the Engineer by precedent. ${rationale ?? ""}`
        : `${id}: ${title}`;
    }
    case "AgentChosen": {
      const { role, agent, insteadOf, alsoPlays, because } = event.data;
      const also = alsoPlays === undefined ? "" : `, which also is the ${alsoPlays},`;
      const why = because === undefined ? "" : ` (${because})`;
      const instead = insteadOf === undefined ? "" : ` instead of ${insteadOf}`;
      return `the ${role} is now ${agent}${also}${instead}${why}`;
    }
    case "RoundCompleted": {
      const { round, net } = event.data;
      const count = (gaps: number) => `${gaps} gap${gaps === 1 ? "" : "s"}`;
      const fresh = net.created.length === 0 ? "" : `, ${count(net.created.length)} new`;
      return `round ${round} done: ${count(net.resolved.length)} closed${fresh}`;
    }
    case "ConvergenceChanged":
      return `${event.data.state.at} (${event.data.because})`;
    case "RollbackRequested": {
      const { to, reason } = event.data;
      return `the session is to go back to the end of round ${to}: ${reasonWords(reason)}`;
    }
    case "RollbackAnalysed": {
      const patterns = [...new Set(event.data.analysis.patterns.map(({ pattern }) => pattern))];
      return `what the round shows: ${patterns.length === 0 ? "no known pattern" : patterns.join(", ")}`;
    }
    case "RollbackOrdered":
      return event.data.way === "auto"
        ? `the round is undone and tried again by itself, with ${formatCount(event.data.adjustments.length, "adjustment")}`
        : `the round is undone: ${event.data.userDecision ?? event.data.way}`;
    case "RollbackDropped":
      return `nothing is undone: ${event.data.reason}`;
    case "RoundsRolledBack": {
      const { rounds, to } = event.data.rollback;
      const archives = rounds.map(({ archive }) => archive).join(", ");
      const which = rounds.map(({ round }) => round).join(", ");
      return `${rounds.length === 1 ? "round" : "rounds"} ${which} undone, the session stands as at the end of round ${to}; kept in ${archives}`;
    }
    case "ArchiveWritten":
      return `${event.data.name} written and read back`;
    case "SetAsideLeft":
      return `${event.data.decisions.join(", ")} stay set aside`;
    case "RollbackModeChanged": {
      const { askAboutRound } = event.data;
      return askAboutRound === null
        ? "rollbacks retry by themselves again"
        : `you are asked should round ${askAboutRound} be undone`;
    }
    case "PromptsRefreshed":
      return `agents start afresh (${event.data.because})`;
    case "ReviewExportRequested":
      return "for_review.md tells the session to a human reviewer";
    case "ArchivesSettled":
      return `archives of undone rounds: ${event.data.option}`;
    case "ArchivesCleared":
      return event.data.detail;
    case "EndingRequested":
      return `to end as ${event.data.type}: ${event.data.trigger}`;
    case "EndingWithdrawn":
      return `not ending: ${event.data.reason}`;
    case "GatePassed":
      return `gate ${event.data.class} passed`;
    case "SurveyRequested":
      return `survey of the whole specification${event.data.roles.length > 1 ? ", by two" : ""}`;
    case "SurveyTaken": {
      const { role, holes, complete } = event.data;
      return `${roleTitle(role)}: ${holes.length} gaps found, ${complete.length} sections called complete`;
    }
    case "SurveyJoined": {
      const { gaps, confirmed, leftOut } = event.data.inventory;
      const more = leftOut === 0 ? "" : `, ${leftOut} left out`;
      return `survey: ${gaps.length} gaps beside the linter's, ${confirmed.length} that the linter found too${more}`;
    }
    case "SurveySettled":
      return `survey ${event.data.outcome}: ${event.data.detail}`;
    case "GapConfirmed":
      return `${event.data.gap} was found by the survey, too`;
    case "FinalReviewRequested":
      return "Final Review";
    case "FinalReviewSettled":
      return `Final Review: ${event.data.verdict}${event.data.blockers === 0 ? "" : `, ${event.data.blockers} blockers`}`;
    case "SessionPaused":
      return `paused by ${event.data.by}: ${event.data.because}`;
    case "SessionResumed":
      return `resumed by ${event.data.by}`;
    case "SessionEnded":
      return `ended as ${event.data.type}: ${event.data.trigger}`;
    case "OutputChosen":
      return `the finished spec is wanted as ${event.data.out}`;
    case "SpecPublished":
      return `finished spec: ${event.data.path}`;
    default:
      return assertNever(event);
  }
}

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

function roleInLane({ role, lane }: { readonly role: Role; readonly lane: string }): string {
  return lane === "-" ? roleTitle(role) : `${roleTitle(role)} (${lane})`;
}
