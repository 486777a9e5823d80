import { assertNever } from "../../shared/assert-never.ts";
import { type Timestamp, timestampToMs } from "../../shared/timestamp.ts";
import { openCount } from "../counting.ts";
import { changeRound, judgedRow, lastRound, newRoundLog, withAfterword } from "../records/round-log.ts";
import { withFinishedCall, withStartedCall } from "../records/usage.ts";
import { agentRoleOf, isSide, roleTitle, type Side } from "../role.ts";
import {
  enterGap,
  makeProposal,
  moveGap,
  placeEdits,
  restoreDraft,
  reviewProposal,
  settleAmendment,
  updateDraft,
  updateGap,
} from "./evolve-gaps.ts";
import {
  answerIssues,
  countDisagreements,
  moveIssue,
  openConflict,
  raiseFlag,
  raiseIssue,
  raiseIssueAgain,
  rateIssue,
  restateRemarks,
  settleConflict,
  settleDisagreement,
  settleDraft,
  settleFlag,
  stateDisagreement,
  withDraft,
} from "./evolve-issues.ts";
import {
  leaveSetAside,
  noteCheckpoint,
  noteRetryOutcome,
  refreshPrompts,
  restoredAfter,
  undoRounds,
  writeArchive,
} from "./evolve-rollback.ts";
import {
  answerTurn,
  completeRound,
  draftingOf,
  finalTurn,
  finishCall,
  judgeOutput,
  keepWork,
  openReview,
  putQuestion,
  restartTurn,
  settleFinalReview,
  settleTurn,
  startCall,
  startRound,
  surveyTurn,
  withRound,
} from "./evolve-turns.ts";
import { noteAnswer, replaceTakenBack, takeAnswersBack } from "./given-answers.ts";
import { openFork } from "./open-fork.ts";
import { owed } from "./owed.ts";
import {
  gapsOf,
  holesFound,
  isByHand,
  isUndone,
  type LiveSession,
  SESSION_START,
  type Session,
  type SessionLedger,
  type SessionWork,
  type StartedCall,
  startedSession,
} from "./session.ts";
import { type SessionEvent, type SessionEventOf, upcast } from "./session-event.ts";
import { withCall, withUsage } from "./spend.ts";

/** What the session remembers after an event. No rule is applied here: those made the event. */
export function evolve(session: Session, event: SessionEvent): Session {
  const last = lastStep.get(session);
  if (last?.event === event) return last.after;
  const after = evolveSession(session, event);
  lastStep.set(session, { event, after });
  return after;
}

/** A decision folds its events while it makes them, and whoever asked for it folds them again. */
const lastStep = new WeakMap<Session, { readonly event: SessionEvent; readonly after: Session }>();

function evolveSession(session: Session, event: SessionEvent): Session {
  if (event.type === "SessionForked") return beginFork(event);
  if (event.type === "SessionStarted") return startSession(event, session);
  if (session.at === "none") throw new Error(`${event.type} in a session that has not started`);
  // The time until a past is copied belongs to nobody.
  const before = event.type === "ForkOpened" ? session : addElapsedTime(session, event.data.at);
  const after = noteAnswer(before, applyEvent(before, event), event);
  return { ...after, restored: restoredAfter(after, event), lastEventAt: event.data.at };
}

function beginFork({ data }: SessionEventOf<"SessionForked">): Session {
  const { origin, version, chainHash, cut } = data;
  return { at: "none", fork: { origin, version, chainHash, cut, inherited: [], openedAt: null } };
}

function startSession({ data }: SessionEventOf<"SessionStarted">, { fork }: Session): LiveSession {
  const { session: id, spec, settings, gaps, settled = [], rules = 1, at } = data;
  const started = startedSession({
    id,
    spec,
    settings,
    gaps,
    settled,
    openStart: openCount(gaps),
    rules,
    at,
  });
  return fork === undefined ? started : { ...started, fork };
}

/** The time since the last event belongs to the last round that began: it was waited, or something could go on. */
function addElapsedTime(session: LiveSession, at: Timestamp): LiveSession {
  const { lastEventAt, work } = session;
  if (at === lastEventAt || session.at === "ended") return session;
  // A clock that was set back tells nothing about the time between; what comes after counts again.
  const ms = Math.max(0, timestampToMs(at) - timestampToMs(lastEventAt));
  if (ms === 0) return session;
  const waited = isAwaited(session) && owed(session).length === 0;
  const timedWork = changeRound(work, lastRound(work), (log) =>
    waited ? { ...log, waitingMs: log.waitingMs + ms } : { ...log, activeMs: log.activeMs + ms },
  );
  return { ...session, work: timedWork };
}

/** Somebody is asked, has to write, or has paused the session, and no agent is at work. */
function isAwaited({ at, work: { questions }, ledger: { calls } }: LiveSession): boolean {
  const asked = at === "paused" || questions.length > 0 || calls.some(isByHand);
  return asked && calls.every(isByHand);
}

function applyEvent(
  session: LiveSession,
  event: Exclude<SessionEvent, { type: "SessionStarted" | "SessionForked" }>,
): LiveSession {
  const { work, ledger } = session;
  const inWork = (change: Partial<SessionWork>): LiveSession => ({
    ...session,
    work: { ...work, ...change },
  });
  const inLedger = (change: Partial<SessionLedger>): LiveSession => ({
    ...session,
    ledger: { ...ledger, ...change },
  });
  switch (event.type) {
    case "ForkOpened":
      return openFork(session, event.data);
    case "SettingsChanged":
      return applySettings(session, event);
    case "AgentChosen":
      return applyAgentChosen(session, event);
    case "OutputChosen":
      return { ...session, spec: { ...session.spec, out: event.data.out } };
    case "AgentCallStarted":
      return { ...session, work: startCall(work, event.data), ledger: callStarted(ledger, event) };
    case "AgentCallSealed": {
      const { key, seal } = event.data;
      return inLedger({ calls: ledger.calls.map((call) => (call.key === key ? { ...call, seal } : call)) });
    }
    case "AgentCallFinished":
      return {
        ...session,
        work: isUndone(ledger, event.data.key) ? work : finishCall(work, event.data),
        ledger: callFinished(ledger, event),
      };
    case "UsageNotTold":
      return inLedger({ silentAgents: [...ledger.silentAgents, event.data.agent] });
    case "OutputJudged":
      return { ...session, work: judgeOutput(work, event.data) };
    case "TurnRestarted":
      return { ...session, work: restartTurn(work, event.data) };
    case "WorkKept":
      return { ...session, work: keepWork(work, event.data) };
    case "TurnSettled":
      return { ...session, work: settleTurn(work, event.data) };
    case "GapEntered":
      return {
        ...session,
        work: enterGap(work, event.data),
        ledger: { ...ledger, gapIds: withId(ledger.gapIds, event.data.gap.id) },
      };
    case "GapMoved":
      return { ...session, work: moveGap(work, event.data) };
    case "GapRated": {
      const { gap, severity, round } = event.data;
      return { ...session, work: updateGap(work, gap, { severity, roundUpdated: round }) };
    }
    case "GapBlocked": {
      const { gap, blockedBy, round } = event.data;
      return { ...session, work: updateGap(work, gap, { blockedBy, roundUpdated: round }) };
    }
    case "GapConfirmed": {
      const { gap, foundBy, description } = event.data;
      return { ...session, work: updateGap(work, gap, { foundBy, description }) };
    }
    case "InputGiven": {
      const { gap, text } = event.data;
      return inWork({ inputs: { ...work.inputs, [gap]: [...(work.inputs[gap] ?? []), text] } });
    }
    case "ProposalMade":
      return { ...session, work: makeProposal(work, event.data) };
    case "ProposalReviewed":
      return { ...session, work: reviewProposal(work, event.data) };
    case "AmendmentSettled":
      return { ...session, work: settleAmendment(work, event.data) };
    case "DraftEdited": {
      const { gaps, round } = event.data;
      const edits = gaps.flatMap((gap) => work.proposals[gap]?.edits ?? []);
      return inWork({ draft: updateDraft(work.draft, { edits, gaps, round }) });
    }
    case "DraftRestored":
      return inWork({ draft: restoreDraft(work.draft, event.data.gaps) });
    case "EditsPlaced":
      return { ...session, rules: event.data.rules, work: placeEdits(work, event.data) };
    case "IssueRaised":
      return {
        ...session,
        work: raiseIssue(work, event.data),
        ledger: { ...ledger, issueIds: withId(ledger.issueIds, event.data.issue.id) },
      };
    case "IssueRaisedAgain":
      return { ...session, work: raiseIssueAgain(work, event.data) };
    case "IssueMoved":
      return { ...session, work: moveIssue(work, event.data) };
    case "IssuesAnswered":
      return { ...session, work: answerIssues(work, event.data) };
    case "AnswersRequested":
      return inWork({ answering: [...work.answering, answerTurn(event.data, ledger)] });
    case "DisagreementStated":
      return { ...session, work: stateDisagreement(work, event.data) };
    case "DisagreementSettled":
      return { ...session, work: settleDisagreement(work, event.data) };
    case "DisagreementsCounted":
      return { ...session, work: countDisagreements(work, event.data) };
    case "ConflictOpened":
      return { ...session, work: openConflict(work, event.data) };
    case "DraftRequested":
      return inWork({ drafting: [...work.drafting, draftingOf(event.data, ledger)] });
    case "DraftTaken":
      return inWork({ drafting: work.drafting.map((one) => withDraft(one, event.data)) });
    case "DraftSettled":
      return { ...session, work: settleDraft(work, event.data) };
    case "ConflictWithdrawn": {
      const { conflict, reason } = event.data;
      return { ...session, work: settleConflict(work, conflict, { at: "withdrawn", reason }) };
    }
    case "IssueRated":
      return { ...session, work: rateIssue(work, event.data) };
    case "FlagRaised":
      return { ...session, work: raiseFlag(work, event.data) };
    case "FlagSettled":
      return { ...session, work: settleFlag(work, event.data) };
    case "QuestionAsked": {
      const { question } = event.data;
      const asked = { ...work, questions: [...work.questions, question] };
      return {
        ...session,
        work: putQuestion(asked, question),
        ledger: { ...ledger, questionsAsked: ledger.questionsAsked + 1 },
      };
    }
    case "QuestionAnswered":
      return {
        ...session,
        work: applyAnswer(work, event),
        ledger: { ...ledger, givenUp: forgetGivenUp(session, event) },
      };
    case "AnswersTakenBack":
      return takeAnswersBack(session, event);
    case "QuestionWithdrawn":
      return { ...session, work: questionWithdrawn(work, event) };
    case "DecisionRecorded": {
      const { decision, command, recovers } = event.data;
      const { about, id } = decision;
      const known = {
        ...work,
        decisions: [...work.decisions, decision],
        gapCommands: command === undefined ? work.gapCommands : { ...work.gapCommands, [id]: command },
      };
      const decided = changeRound(known, decision.round, (log) => ({
        ...log,
        decisions: [...log.decisions, decision.id],
      }));
      const settled =
        about.of === "conflict"
          ? settleConflict(decided, about.issue, { at: "decided", decision: id })
          : decided;
      return {
        ...session,
        work: settled,
        ledger: {
          ...(recovers === undefined ? ledger : leaveSetAside(ledger, [recovers])),
          decisionIds: withId(ledger.decisionIds, decision.id),
          takenBack: replaceTakenBack(ledger.takenBack, event.data),
        },
      };
    }
    case "RoundStarted": {
      const begun = startRound(work, event.data);
      return {
        ...session,
        checkpoints: noteCheckpoint(session, event),
        work: {
          ...begun,
          retry: null,
          openStart: openCount(gapsOf(session)),
          nextFocus: null,
          finalReview: { at: "not-run" },
          remarksRoundHeld: work.remarksRoundHeld || event.data.focus === "remarks",
        },
      };
    }
    case "ReviewOpened":
      return { ...session, work: withRound(work, (round) => openReview(round, event.data)) };
    case "ReplacementsStopped":
      return { ...session, work: withRound(work, (round) => ({ ...round, replacementsStopped: true })) };
    case "RoundCompleted":
      return {
        ...session,
        work: completeRound(work, event.data),
        ledger: noteRetryOutcome(ledger, event.data.round),
      };
    case "RollbackRequested": {
      const { at, ...request } = event.data;
      return inWork({
        rollback: { ...request, requestedAt: at, analysis: null, rootCause: null, order: null },
      });
    }
    case "RollbackAnalysed": {
      const { analysis, rootCause } = event.data;
      return inWork({ rollback: work.rollback === null ? null : { ...work.rollback, analysis, rootCause } });
    }
    case "RollbackOrdered": {
      const { at: _, ...order } = event.data;
      return inWork({ rollback: work.rollback === null ? null : { ...work.rollback, order } });
    }
    case "RollbackDropped":
      return inWork({ rollback: null });
    case "RoundsRolledBack":
      return undoRounds(session, event);
    case "ArchiveWritten":
      return { ...session, ledger: writeArchive(ledger, event) };
    case "SetAsideLeft":
      return { ...session, ledger: leaveSetAside(ledger, event.data.decisions) };
    case "RollbackModeChanged":
      return inLedger({ askAboutRound: event.data.askAboutRound });
    case "PromptsRefreshed":
      return { ...session, work: refreshPrompts(work) };
    case "ReviewExportRequested":
      return inLedger({ forReview: true });
    case "ArchivesSettled":
      return inLedger({ archivesSettled: { option: event.data.option, done: false } });
    case "ArchivesCleared":
      return inLedger({
        archivesSettled: ledger.archivesSettled === null ? null : { ...ledger.archivesSettled, done: true },
      });
    case "ConvergenceChanged":
      return { ...session, work: convergenceChanged(work, event) };
    case "SurveyRequested":
      return inWork({ survey: { at: "under-way", turns: event.data.roles.map(surveyTurn), reports: [] } });
    case "SurveyTaken": {
      const { role: by, holes } = event.data;
      const { survey } = work;
      if (survey.at !== "under-way") return session;
      return inWork({ survey: { ...survey, reports: [...survey.reports, { by, holes }] } });
    }
    case "SurveyJoined": {
      const { inventory } = event.data;
      return {
        ...session,
        work: { ...work, survey: { at: "asking", inventory, found: holesFound(work.survey) } },
        ledger: { ...ledger, gapIds: inventory.gaps.reduce((ids, { id }) => withId(ids, id), ledger.gapIds) },
      };
    }
    case "SurveySettled": {
      const { outcome, detail } = event.data;
      return inWork({ survey: { at: "done", outcome, detail, found: holesFound(work.survey) } });
    }
    case "EndingRequested":
      return inWork({ ending: { ...event.data, passed: [] } });
    case "EndingWithdrawn":
      return inWork({ ending: null, rationales: [] });
    case "GatePassed": {
      const { ending } = work;
      const { class: passed, rationales } = event.data;
      return inWork({
        ending: ending === null ? null : { ...ending, passed: [...ending.passed, passed] },
        rationales: [...work.rationales, ...rationales],
      });
    }
    case "FinalReviewRequested":
      return inWork({ finalTurn: finalTurn(work.completedRounds, ledger) });
    case "FinalReviewSettled":
      return { ...session, work: applyFinalReview(work, event) };
    case "SessionPaused":
      return { ...session, at: "paused", work: { ...work, settling: false } };
    case "SessionResumed":
      return { ...session, at: "active", work: { ...work, settling: false } };
    case "SessionEnded":
      return applyEnd(session, event);
    case "SpecPublished": {
      const { at: _, ...published } = event.data;
      return inLedger({ published });
    }
    default:
      return assertNever(event);
  }
}

function withId<Id>(ids: readonly Id[], id: Id): readonly Id[] {
  return ids.includes(id) ? ids : [...ids, id];
}

/** Who is chosen by name starts with a clean slate. */
function applySettings(session: LiveSession, { data }: SessionEventOf<"SettingsChanged">): LiveSession {
  const { settings, question } = data;
  const same = (role: Side) => session.settings.agents[role] === settings.agents[role];
  const { engineer, reviewer } = session.ledger.givenUp;
  const givenUp = { engineer: same("engineer") ? engineer : [], reviewer: same("reviewer") ? reviewer : [] };
  const limitsAnswered = session.work.limitsAnswered + (question === undefined ? 0 : 1);
  return {
    ...session,
    settings,
    work: { ...session.work, limitsAnswered },
    ledger: { ...session.ledger, givenUp },
  };
}

function applyAgentChosen(session: LiveSession, { data }: SessionEventOf<"AgentChosen">): LiveSession {
  const { role, agent, at, insteadOf = null, outcome = null, because = null } = data;
  const { settings, ledger } = session;
  const agents = { ...settings.agents, [role]: agent };
  const left = insteadOf === null ? [] : [...ledger.givenUp[role], { agent: insteadOf, outcome }];
  const round = lastRound(session.work);
  const change = { timestamp: at, round, role: roleTitle(role), agent, insteadOf, because };
  return {
    ...session,
    settings: { ...settings, agents },
    ledger: {
      ...ledger,
      givenUp: { ...ledger.givenUp, [role]: left },
      agentChanges: [...ledger.agentChanges, change],
    },
  };
}

function callStarted(ledger: SessionLedger, { data }: SessionEventOf<"AgentCallStarted">): SessionLedger {
  const { key, role, lane, round, attempt, agent, prompt, seal } = data;
  const sealed = seal === undefined ? {} : { seal };
  const { sha256 = null, standingChars = 0 } = prompt ?? {};
  const call: StartedCall = { key, agent, prompt: sha256, standingChars, ...sealed };
  const started = {
    ...ledger,
    calls: [...ledger.calls, call],
    finalAttempts: role === "final" ? attempt : ledger.finalAttempts,
    draftAttempts: role === "draft" ? { ...ledger.draftAttempts, [lane]: attempt } : ledger.draftAttempts,
  };
  if (isByHand(call)) return started;
  const payer = agentRoleOf(role);
  return {
    ...started,
    spend: withCall(ledger.spend, payer),
    usage: withStartedCall(ledger.usage, { round, role: payer, agent }),
  };
}

function callFinished(ledger: SessionLedger, { data }: SessionEventOf<"AgentCallFinished">): SessionLedger {
  const { key, role, round } = data;
  const call = ledger.calls.find((one) => one.key === key);
  const finished = { ...ledger, calls: ledger.calls.filter((one) => one !== call) };
  if (call !== undefined && isByHand(call)) return finished;
  const run = { role: agentRoleOf(role), agent: call?.agent ?? "", round };
  return {
    ...finished,
    spend: withUsage(ledger.spend, run, data),
    usage: call === undefined ? ledger.usage : withFinishedCall(ledger.usage, run, data),
  };
}

function applyAnswer(work: SessionWork, event: SessionEventOf<"QuestionAnswered">): SessionWork {
  return {
    ...work,
    questions: withoutQuestion(work, event.data.answer.question),
    proposals: proposalsAfter(work, event),
    settling: false,
  };
}

function withoutQuestion({ questions }: SessionWork, id: string): SessionWork["questions"] {
  return questions.filter((question) => question.id !== id);
}

/** Who has answered for a text that keeps coming back is not asked at once again. */
function proposalsAfter(
  { questions, proposals }: SessionWork,
  { data }: SessionEventOf<"QuestionAnswered">,
): SessionWork["proposals"] {
  const asked = questions.find(({ id }) => id === data.answer.question);
  if (asked?.kind !== "repeat" || asked.subject.of !== "gap") return proposals;
  const proposal = proposals[asked.subject.gap];
  return proposal === undefined
    ? proposals
    : { ...proposals, [asked.subject.gap]: { ...proposal, repeats: 0 } };
}

/** Whoever has it launched again may have mended what was wrong with any of them. */
function forgetGivenUp(
  { work: { questions }, ledger: { givenUp } }: LiveSession,
  { data }: SessionEventOf<"QuestionAnswered">,
): SessionLedger["givenUp"] {
  const asked = questions.find(({ id }) => id === data.answer.question);
  if (asked?.kind !== "execution" || asked.subject.of !== "turn" || data.answer.option === "human")
    return givenUp;
  const role = agentRoleOf(asked.subject.role);
  return isSide(role) ? { ...givenUp, [role]: [] } : givenUp;
}

function questionWithdrawn(
  work: SessionWork,
  { data: { question: id, reason } }: SessionEventOf<"QuestionWithdrawn">,
): SessionWork {
  const asked = work.questions.find((question) => question.id === id);
  if (asked === undefined) return work;
  const left = { ...work, questions: withoutQuestion(work, id) };
  return changeRound(left, work.now.round, (log) => ({
    ...log,
    withdrawn: [...log.withdrawn, { question: id, why: asked.why, reason }],
  }));
}

function convergenceChanged(
  work: SessionWork,
  { data: { state, nextFocus } }: SessionEventOf<"ConvergenceChanged">,
): SessionWork {
  const changed = { ...work, convergence: state, nextFocus, settling: false };
  if (!work.settling || state.at === "COMPLETE") return changed;
  return changeRound(changed, work.now.round - 1, (log) => ({
    ...log,
    convergence: log.convergence === null ? null : judgedRow(log.convergence, state),
  }));
}

function applyFinalReview(work: SessionWork, event: SessionEventOf<"FinalReviewSettled">): SessionWork {
  const { verdict, blockers, holes = [] } = event.data;
  const told = settleFinalReview({ ...work, leftHoles: holes }, event.data);
  // It was of the spec as it stood before the user stepped in.
  if (work.finalTurn?.overtaken === true && verdict !== "failed") {
    return { ...told, finalReview: { at: "not-run" } };
  }
  const finalReview = verdict === "not-ready" ? ({ at: verdict, blockers } as const) : { at: verdict };
  return { ...told, finalReview, issues: restateRemarks(work.issues, event.data.remarks) };
}

/** What came after the last round and before a next one that never began is told with the last. */
function applyEnd(session: LiveSession, { data }: SessionEventOf<"SessionEnded">): LiveSession {
  const { type, trigger, at } = data;
  const { work, ledger } = session;
  const { now } = work;
  const closed = { ...work, round: null, ending: null };
  const told =
    now.started === null
      ? changeRound({ ...closed, now: newRoundLog(now.round) }, now.round - 1, (log) =>
          withAfterword(log, now),
        )
      : closed;
  return {
    ...session,
    at: "ended",
    work: told,
    ledger: { ...ledger, calls: [], ended: { type, trigger, at } },
  };
}

/** What a session is made of its events by, without what decides: whoever only looks at one loads this. */
export const sessionFold = { initial: SESSION_START, evolve, upcast };

/** Snapshots of another shape are left alone. A test tells the value: a hash of what streams that never change fold to. */
export const SESSION_SHAPE = "session 1dfe643df742ced5";
