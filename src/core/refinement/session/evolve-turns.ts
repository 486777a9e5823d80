// How events change the turns of a round.
import { OUTCOME_RULES } from "../../shared/agent-outcome.ts";
import { ONLY_LANE } from "../../shared/call-key.ts";
import { timestampToMs } from "../../shared/timestamp.ts";
import type { Question } from "../questions/question.ts";
import { isSurveyRole, type SurveyRole } from "../role.ts";
import type { LiveSession, Round } from "./session.ts";
import type { SessionEvent, SessionEventOf, TurnPlace } from "./session-event.ts";
import { isAt, type LastCall, newTurn, type Turn } from "./turn.ts";

export function evolveTurns(session: LiveSession, event: SessionEvent): LiveSession {
  switch (event.type) {
    case "RoundStarted":
      return { ...session, work: { ...session.work, round: startedRound(event) } };
    case "ReviewOpened":
      return withRound(session, (round) => ({ ...round, reviewer: reviewTurn(round, event) }));
    case "ReplacementsStopped":
      return withRound(session, (round) => ({ ...round, replacementsStopped: true }));
    case "SurveyRequested":
      return {
        ...session,
        work: {
          ...session.work,
          survey: { at: "under-way", turns: event.data.roles.map(surveyTurn), reports: [] },
        },
      };
    case "FinalReviewRequested":
      return { ...session, work: { ...session.work, finalTurn: finalTurn(session) } };
    case "FinalReviewSettled":
      return { ...session, work: { ...session.work, finalTurn: null } };
    case "AgentCallStarted": {
      const { key, attempt, launch, agent } = event.data;
      return withTurn(session, event.data, (turn) => ({
        ...turn,
        attempt,
        launch,
        // Until the call is over, what the one before left is what this one was started with.
        lastCall: turn.lastCall?.agent === agent ? turn.lastCall : calledBy(agent),
        state: { at: "running", key, retry: retryOf(turn) },
      }));
    }
    case "AgentCallFinished":
      return withTurn(session, event.data, (turn) => afterCall(turn, event));
    case "OutputJudged": {
      const { attempt, failure, message, line } = event.data;
      if (failure === null) return session;
      const failed = { attempt, failure, message, line };
      return withTurn(session, event.data, (turn) => ({ ...turn, failures: [...turn.failures, failed] }));
    }
    case "TurnRestarted":
      return withTurn(counted(session, event), event.data, (turn) => restarted(turn, event));
    case "WorkKept": {
      const { gaps, keeps } = event.data;
      return withTurn(session, event.data, (turn) => ({
        ...turn,
        gaps,
        kept: keeps === undefined ? turn.kept : [...turn.kept, keeps],
      }));
    }
    case "TurnSettled": {
      const { outcome, document } = event.data;
      return withTurn(session, event.data, (turn) => ({
        ...turn,
        state: { at: "settled", outcome, document },
      }));
    }
    case "QuestionAsked":
      return asking(session, event.data.question);
    default:
      return session;
  }
}

function startedRound({ data }: SessionEventOf<"RoundStarted">): Round {
  const { round: number, incarnation, focus, lanes } = data;
  return {
    number,
    incarnation,
    focus,
    lanes: lanes.map(({ lane, gaps }) =>
      newTurn({ round: number, role: "engineer", lane, incarnation, gaps }),
    ),
    reviewer: null,
    replacements: 0,
    replacementsStopped: false,
  };
}

function reviewTurn({ number, incarnation }: Round, { data }: SessionEventOf<"ReviewOpened">): Turn {
  return newTurn({ round: number, role: "reviewer", lane: ONLY_LANE, incarnation, gaps: data.proposals });
}

/** A second Final Review after the same round goes on counting attempts, so that no key comes twice. */
function finalTurn({ work: { completedRounds }, ledger: { finalAttempts } }: LiveSession): Turn {
  return newTurn({
    round: completedRounds,
    role: "final",
    lane: ONLY_LANE,
    incarnation: 0,
    gaps: [],
    attempt: finalAttempts + 1,
  });
}

/** Before the first round. */
const SURVEY_ROUND = 0;

function surveyTurn(role: SurveyRole): Turn {
  return newTurn({ round: SURVEY_ROUND, role, lane: ONLY_LANE, incarnation: 0, gaps: [] });
}

function retryOf({ state }: Turn): Extract<Turn["state"], { at: "due" }>["retry"] {
  return state.at === "settled" ? null : state.retry;
}

function calledBy(agent: string): LastCall {
  return { agent, sessionRef: null, notBeforeMs: null };
}

/** A launch that came to nothing is made again; a document waits to be judged. */
function afterCall(turn: Turn, { data }: SessionEventOf<"AgentCallFinished">): Turn {
  const { outcome, key, at, waitMs, sessionRef } = data;
  const retry = retryOf(turn);
  const called = turn.lastCall === null ? null : calledBy(turn.lastCall.agent);
  if (OUTCOME_RULES[outcome].next === "judge") {
    const lastCall = called === null ? null : { ...called, sessionRef: sessionRef ?? null };
    return { ...turn, lastCall, state: { at: "returned", key, retry } };
  }
  const waited = waitMs !== undefined;
  const notBeforeMs = waited ? timestampToMs(at) + waitMs : null;
  return {
    ...turn,
    launch: turn.launch + 1,
    // What we stopped ourselves is not held against the agent, nor what its provider could not take.
    launchesForgiven: turn.launchesForgiven + (outcome === "cancelled" || waited ? 1 : 0),
    waits: turn.waits + (waited ? 1 : 0),
    lastCall: called === null ? null : { ...called, notBeforeMs },
    state: { at: "due", retry },
  };
}

function restarted(turn: Turn, { data }: SessionEventOf<"TurnRestarted">): Turn {
  const { gaps, retry, retries, guidance, launchAgain, keeps } = data;
  const base = {
    ...turn,
    gaps,
    kept: keeps === undefined ? turn.kept : [...turn.kept, keeps],
    lossesTold: [...turn.lossesTold, ...(retry?.losses ?? [])],
    guidance: guidance === null ? turn.guidance : [...turn.guidance, guidance],
    state: { at: "due", retry } as const,
  };
  if (launchAgain) return { ...base, launchesForgiven: turn.launch - 1, waits: 0, lastCall: null };
  const sameSet = retry !== null;
  return {
    ...base,
    retries,
    attempt: turn.attempt + 1,
    launch: 1,
    launchesForgiven: 0,
    waits: 0,
    // A new set of tries is begun by an agent that remembers nothing of the last.
    lastCall: sameSet ? turn.lastCall : null,
    uncertaintyUsed: sameSet && (turn.uncertaintyUsed || retry.because === "UNCERTAINTY"),
  };
}

function counted(session: LiveSession, { data }: SessionEventOf<"TurnRestarted">): LiveSession {
  if (!data.replacement) return session;
  return withRound(session, (round) => ({ ...round, replacements: round.replacements + 1 }));
}

function asking(session: LiveSession, question: Question): LiveSession {
  if (question.subject.of !== "turn") return session;
  return withTurn(session, question.subject, (turn) => ({
    ...turn,
    state: { at: "asking", question: question.id, retry: retryOf(turn) },
  }));
}

function withRound(session: LiveSession, change: (round: Round) => Round): LiveSession {
  return session.work.round === null
    ? session
    : { ...session, work: { ...session.work, round: change(session.work.round) } };
}

function withTurn(session: LiveSession, place: TurnPlace, change: (turn: Turn) => Turn): LiveSession {
  const changed = (turn: Turn): Turn => (isAt(turn, place) ? change(turn) : turn);
  if (place.role === "final") {
    return session.work.finalTurn === null
      ? session
      : { ...session, work: { ...session.work, finalTurn: changed(session.work.finalTurn) } };
  }
  if (isSurveyRole(place.role)) {
    const { survey } = session.work;
    if (survey.at !== "under-way") return session;
    return { ...session, work: { ...session.work, survey: { ...survey, turns: survey.turns.map(changed) } } };
  }
  return withRound(session, (round) => ({
    ...round,
    lanes: round.lanes.map(changed),
    reviewer: round.reviewer === null ? null : changed(round.reviewer),
  }));
}
