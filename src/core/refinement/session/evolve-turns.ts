// How events change the rounds and their turns, and what is told of them.
import { OUTCOME_RULES } from "../../shared/agent-outcome.ts";
import { callKeyParts, ONLY_LANE } from "../../shared/call-key.ts";
import { timestampToMs } from "../../shared/timestamp.ts";
import type { Question } from "../questions/question.ts";
import {
  changeRound,
  completedRow,
  launchedAttempt,
  newRoundLog,
  orderRetry,
  settledTurnLog,
  settleFinalLog,
  shownQuestion,
  type TurnLog,
  withAttempt,
  withTurnLog,
} from "../records/round-log.ts";
import { isSurveyRole, type SurveyRole } from "../role.ts";
import { timesUndone } from "../rollback/rollback.ts";
import type { AnswerTurn, Drafting, Round, SessionLedger, SessionWork } from "./session.ts";
import type { SessionEventOf, SessionEventType, TurnPlace } from "./session-event.ts";
import { isAt, type LastCall, newTurn, resumeOf, type Turn } from "./turn.ts";

type DataOf<Type extends SessionEventType> = SessionEventOf<Type>["data"];

/** A round that begins again leaves nothing of what it was before, nor of the rounds after it. */
export function startRound(work: SessionWork, data: DataOf<"RoundStarted">): SessionWork {
  const { round, at, backup } = data;
  const awaited = work.now.round === round && work.now.started === null;
  const log = awaited ? work.now : newRoundLog(round);
  const past = work.past
    .filter((earlier) => earlier.round < round)
    .map((earlier) =>
      earlier.questions === null ? { ...earlier, questions: work.questions.map(shownQuestion) } : earlier,
    );
  return { ...work, round: startedRound(data), settling: false, past, now: { ...log, started: at, backup } };
}

export function completeRound(work: SessionWork, data: DataOf<"RoundCompleted">): SessionWork {
  const { round, at, counted, net } = data;
  const convergence = completedRow(data, work.convergence);
  return {
    ...work,
    round: null,
    completedRounds: round,
    counted,
    movesSinceRound: [],
    lastNet: net,
    settling: true,
    past: [...work.past, { ...work.now, completed: at, convergence }],
    now: newRoundLog(round + 1),
  };
}

export function startCall(work: SessionWork, data: DataOf<"AgentCallStarted">): SessionWork {
  const { key, attempt, launch, agent, prompt } = data;
  const started = changeTurn(work, data, (turn) => {
    // Until the call is over, what the one before left is what this one was started with.
    const before = turn.lastCall?.agent === agent ? turn.lastCall : newLastCall(agent);
    const remembered = resumeOf({ ...turn, attempt, launch }, agent) === null ? [] : before.told;
    return {
      ...turn,
      attempt,
      launch,
      lastCall: { ...before, told: [...remembered, ...(prompt === null ? [] : [prompt.sha256])] },
      state: { at: "running", key, retry: retryOf(turn) },
    };
  });
  return changeTurnLog(started, data, (log) => launchedAttempt(log, data));
}

export function finishCall(work: SessionWork, data: DataOf<"AgentCallFinished">): SessionWork {
  const { key, document } = data;
  const { attempt, incarnation } = callKeyParts(key);
  let isFormer = false;
  const finished = changeTurn(work, data, (turn) => {
    isFormer = turn.incarnation !== incarnation;
    return isFormer ? turn : recordCallEnd(turn, data);
  });
  // A run beside the rounds that was put back since is due again, and what the former one brings belongs to no turn.
  if (isFormer || document === null) return finished;
  return changeTurnLog(finished, data, (log) => withAttempt(log, attempt, { document: document.sha256 }));
}

export function judgeOutput(work: SessionWork, data: DataOf<"OutputJudged">): SessionWork {
  const { at, attempt, failure, message, line, warnings, gapsAddressed } = data;
  const judged =
    failure === null
      ? work
      : changeTurn(work, data, (turn) => ({
          ...turn,
          failures: [...turn.failures, { attempt, failure, message, line }],
        }));
  return changeTurnLog(judged, data, (log) =>
    withAttempt(log, attempt, { judged: { at, failure, message, warnings, gapsAddressed } }),
  );
}

export function restartTurn(work: SessionWork, data: DataOf<"TurnRestarted">): SessionWork {
  const counted = data.replacement
    ? withRound(work, (round) => ({ ...round, replacements: round.replacements + 1 }))
    : work;
  const again = changeTurn(counted, data, (turn) => applyRestart(turn, data));
  return changeTurnLog(again, data, (log) => orderRetry(log, data));
}

export function keepWork(work: SessionWork, data: DataOf<"WorkKept">): SessionWork {
  const { gaps, keeps } = data;
  return changeTurn(work, data, (turn) => ({
    ...turn,
    gaps,
    kept: keeps === undefined ? turn.kept : [...turn.kept, keeps],
  }));
}

export function settleTurn(work: SessionWork, data: DataOf<"TurnSettled">): SessionWork {
  const { outcome, document } = data;
  const settled = changeTurn(work, data, (turn) => ({
    ...turn,
    state: { at: "settled", outcome, document },
  }));
  return changeTurnLog(settled, data, (log) => settledTurnLog(log, data));
}

/** What the last Final Review came to is told with the round that it followed. */
export function settleFinalReview(work: SessionWork, data: DataOf<"FinalReviewSettled">): SessionWork {
  return changeRound({ ...work, finalTurn: null }, work.now.round - 1, (log) => ({
    ...log,
    turns: log.turns.map((turn) => (turn.role === "final" ? settleFinalLog(turn, data) : turn)),
  }));
}

function changeTurnLog(work: SessionWork, place: TurnPlace, change: (turn: TurnLog) => TurnLog): SessionWork {
  return changeRound(work, place.round, (log) => withTurnLog(log, place, change));
}

function startedRound(data: DataOf<"RoundStarted">): Round {
  const { round: number, incarnation, focus, lanes, guidance, suggestions } = data;
  return {
    number,
    incarnation,
    focus,
    lanes: lanes.map(({ lane, gaps }) => ({
      ...newTurn({ round: number, role: "engineer", lane, incarnation, gaps }),
      guidance: guidance ?? [],
    })),
    reviewer: null,
    replacements: 0,
    replacementsStopped: false,
    ...(suggestions === undefined ? {} : { suggestions }),
  };
}

export function openReview(round: Round, { proposals: gaps }: DataOf<"ReviewOpened">): Round {
  const { number, incarnation } = round;
  const reviewer = newTurn({ round: number, role: "reviewer", lane: ONLY_LANE, incarnation, gaps });
  return { ...round, reviewer };
}

/** A second Final Review after the same round goes on counting attempts, so that no key comes twice. */
export function finalTurn(round: number, { finalAttempts, rollbacks }: SessionLedger): Turn {
  const incarnation = timesUndone(rollbacks, round);
  return newTurn({
    round,
    role: "final",
    lane: ONLY_LANE,
    incarnation,
    gaps: [],
    attempt: finalAttempts + 1,
  });
}

/** Its lane is the question it answers, so that no key comes twice. */
export function answerTurn(
  { round, question, issues, because }: DataOf<"AnswersRequested">,
  { rollbacks }: SessionLedger,
): AnswerTurn {
  const incarnation = timesUndone(rollbacks, round);
  const turn = newTurn({ round, role: "answer-issue", lane: question, incarnation, gaps: [] });
  return { turn, issues, because };
}

/** A conflict that is drafted once more goes on counting attempts. */
export function draftingOf(
  { conflict, round, lanes }: DataOf<"DraftRequested">,
  { draftAttempts, rollbacks }: SessionLedger,
): Drafting {
  const incarnation = timesUndone(rollbacks, round);
  const turns = lanes.map((lane) =>
    newTurn({ round, role: "draft", lane, incarnation, gaps: [], attempt: (draftAttempts[lane] ?? 0) + 1 }),
  );
  return { conflict, turns, taken: [] };
}

/** Before the first round. */
const SURVEY_ROUND = 0;

export function surveyTurn(role: SurveyRole): Turn {
  return newTurn({ round: SURVEY_ROUND, role, lane: ONLY_LANE, incarnation: 0, gaps: [] });
}

function retryOf({ state }: Turn): Extract<Turn["state"], { at: "due" }>["retry"] {
  return state.at === "settled" ? null : state.retry;
}

function newLastCall(agent: string): LastCall {
  return { agent, sessionRef: null, told: [], notBeforeMs: null };
}

/** A launch that came to nothing is made again; a document waits to be judged. */
function recordCallEnd(
  turn: Turn,
  { outcome, key, at, waitMs, sessionRef }: DataOf<"AgentCallFinished">,
): Turn {
  const retry = retryOf(turn);
  const called = turn.lastCall === null ? null : newLastCall(turn.lastCall.agent);
  if (OUTCOME_RULES[outcome].next === "judge") {
    const { told = [] } = turn.lastCall ?? {};
    const lastCall = called === null ? null : { ...called, told, sessionRef: sessionRef ?? null };
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

function applyRestart(
  turn: Turn,
  { gaps, retry, retries, guidance, launchAgain, keeps }: DataOf<"TurnRestarted">,
): Turn {
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

/** The turn that asks stands still. */
export function putQuestion(work: SessionWork, question: Question): SessionWork {
  if (question.subject.of !== "turn") return work;
  return changeTurn(work, question.subject, (turn) => ({
    ...turn,
    state: { at: "asking", question: question.id, retry: retryOf(turn) },
  }));
}

export function withRound(work: SessionWork, change: (round: Round) => Round): SessionWork {
  return work.round === null ? work : { ...work, round: change(work.round) };
}

export function changeTurn(work: SessionWork, place: TurnPlace, change: (turn: Turn) => Turn): SessionWork {
  const changed = (turn: Turn): Turn => (isAt(turn, place) ? change(turn) : turn);
  if (place.role === "final") {
    return work.finalTurn === null ? work : { ...work, finalTurn: changed(work.finalTurn) };
  }
  if (place.role === "answer-issue") {
    const answering = work.answering
      .map((one) => ({ ...one, turn: changed(one.turn) }))
      .filter(({ turn }) => turn.state.at !== "settled");
    return { ...work, answering };
  }
  if (place.role === "draft") {
    const drafting = work.drafting.map((one) => ({ ...one, turns: one.turns.map(changed) }));
    return { ...work, drafting };
  }
  if (isSurveyRole(place.role)) {
    const { survey } = work;
    if (survey.at !== "under-way") return work;
    return { ...work, survey: { ...survey, turns: survey.turns.map(changed) } };
  }
  return withRound(work, (round) => ({
    ...round,
    lanes: round.lanes.map(changed),
    reviewer: round.reviewer === null ? null : changed(round.reviewer),
  }));
}
