import { type Timestamp, timestampToMs } from "../../shared/timestamp.ts";
import { openCount } from "../counting.ts";
import { recountQuestion } from "../questions/conflict-questions.ts";
import { changeRound, judgedRow, lastRound, newRoundLog, withAfterword } from "../records/round-log.ts";
import { withFinishedCall, withStartedCall } from "../records/usage.ts";
import { agentRoleOf, isSide, roleTitle, type Side } from "../role.ts";
import { recountConflicts } from "./disputed.ts";
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
import { type SessionEvent, type SessionEventOf, type SessionEventType, upcast } from "./session-event.ts";
import { withCall, withUsage } from "./spend.ts";

/** What the session remembers after an event. No rule is applied here: those made the event. */
export function evolve(session: Session, event: SessionEvent): Session {
  const last = lastStep.get(session);
  if (last?.data === event.data && last.type === event.type) return last.after;
  const after = evolveSession(session, event);
  lastStep.set(session, { type: event.type, data: event.data, after });
  return after;
}

/** A decision folds its events while it makes them; whoever asked for it folds them again, and so does who makes rows. */
const lastStep = new WeakMap<Session, Pick<SessionEvent, "type" | "data"> & { readonly after: Session }>();

function evolveSession(session: Session, event: SessionEvent): Session {
  if (event.type === "SessionForked") return beginFork(event);
  if (event.type === "SessionStarted") return startSession(event, session);
  if (session.at === "none") throw new Error(`${event.type} in a session that has not started`);
  // The time until a past is copied belongs to nobody.
  const before = event.type === "ForkOpened" ? session : addElapsedTime(session, event.data.at);
  const after = recountConflicts(before, noteAnswer(before, applyEvent(before, event), event));
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

type AppliedType = Exclude<SessionEventType, "SessionStarted" | "SessionForked">;
type DataOf<Type extends SessionEventType> = SessionEventOf<Type>["data"];
/** What each event makes of a part of the session. */
type Fold<Part> = { readonly [Type in AppliedType]: (part: Part, data: DataOf<Type>) => Part };
type FoldStep<Part> = ((part: Part, data: SessionEvent["data"]) => Part) | undefined;

function applyEvent(session: LiveSession, { type, data }: SessionEvent): LiveSession {
  const inWork = (IN_WORK as Record<string, unknown>)[type] as FoldStep<SessionWork>;
  if (inWork !== undefined) return { ...session, work: inWork(session.work, data) };
  const inLedger = (IN_LEDGER as Record<string, unknown>)[type] as FoldStep<SessionLedger>;
  if (inLedger !== undefined) return { ...session, ledger: inLedger(session.ledger, data) };
  const inSession = (IN_SESSION as Record<string, unknown>)[type] as FoldStep<LiveSession>;
  if (inSession === undefined) throw new Error(`nobody knows what ${type} means`);
  return inSession(session, data);
}

/** What an undone round takes back, and nothing else. */
const IN_WORK = {
  OutputJudged: judgeOutput,
  TurnRestarted: restartTurn,
  WorkKept: keepWork,
  TurnSettled: settleTurn,
  GapMoved: moveGap,
  GapRated: (work, { gap, severity, round }) => updateGap(work, gap, { severity, roundUpdated: round }),
  GapBlocked: (work, { gap, blockedBy, round }) => updateGap(work, gap, { blockedBy, roundUpdated: round }),
  GapConfirmed: (work, { gap, foundBy, description }) => updateGap(work, gap, { foundBy, description }),
  InputGiven: (work, { gap, text }) => {
    return { ...work, inputs: { ...work.inputs, [gap]: [...(work.inputs[gap] ?? []), text] } };
  },
  ProposalMade: makeProposal,
  ProposalReviewed: reviewProposal,
  AmendmentSettled: settleAmendment,
  DraftEdited: (work, { gaps, round }) => {
    const edits = gaps.flatMap((gap) => work.proposals[gap]?.edits ?? []);
    return { ...work, draft: updateDraft(work.draft, { edits, gaps, round }) };
  },
  DraftRestored: (work, { gaps }) => ({ ...work, draft: restoreDraft(work.draft, gaps) }),
  IssueRaisedAgain: raiseIssueAgain,
  IssueMoved: moveIssue,
  IssuesAnswered: answerIssues,
  DisagreementStated: stateDisagreement,
  DisagreementSettled: settleDisagreement,
  DisagreementsCounted: countDisagreements,
  ConflictOpened: openConflict,
  DraftTaken: (work, data) => ({ ...work, drafting: work.drafting.map((one) => withDraft(one, data)) }),
  DraftSettled: settleDraft,
  ConflictWithdrawn: (work, { conflict, reason }) =>
    settleConflict(work, conflict, { at: "withdrawn", reason }),
  IssueRated: rateIssue,
  FlagRaised: raiseFlag,
  FlagSettled: settleFlag,
  QuestionWithdrawn: withdrawQuestion,
  ReviewOpened: (work, data) => withRound(work, (round) => openReview(round, data)),
  ReplacementsStopped: (work) => withRound(work, (round) => ({ ...round, replacementsStopped: true })),
  RollbackRequested: (work, { at, ...request }) => {
    const rollback = { ...request, requestedAt: at, analysis: null, rootCause: null, order: null };
    return { ...work, rollback };
  },
  RollbackAnalysed: (work, { analysis, rootCause }) => {
    return { ...work, rollback: work.rollback === null ? null : { ...work.rollback, analysis, rootCause } };
  },
  RollbackOrdered: (work, { at: _, ...order }) => {
    return { ...work, rollback: work.rollback === null ? null : { ...work.rollback, order } };
  },
  RollbackDropped: (work) => ({ ...work, rollback: null }),
  PromptsRefreshed: refreshPrompts,
  ConvergenceChanged: changeConvergence,
  SurveyRequested: (work, { roles }) => {
    return { ...work, survey: { at: "under-way", turns: roles.map(surveyTurn), reports: [] } };
  },
  SurveyTaken: (work, { role: by, holes }) => {
    const { survey } = work;
    if (survey.at !== "under-way") return work;
    return { ...work, survey: { ...survey, reports: [...survey.reports, { by, holes }] } };
  },
  SurveySettled: (work, { outcome, detail }) => {
    return { ...work, survey: { at: "done", outcome, detail, found: holesFound(work.survey) } };
  },
  EndingRequested: (work, data) => ({ ...work, ending: { ...data, passed: [] } }),
  EndingWithdrawn: (work) => ({ ...work, ending: null, rationales: [] }),
  GatePassed: (work, { class: passed, rationales }) => {
    const { ending } = work;
    return {
      ...work,
      ending: ending === null ? null : { ...ending, passed: [...ending.passed, passed] },
      rationales: [...work.rationales, ...rationales],
    };
  },
  FinalReviewSettled: applyFinalReview,
} satisfies Partial<Fold<SessionWork>>;

/** What stays, whatever is undone, and nothing else. */
const IN_LEDGER = {
  AgentCallSealed: (ledger, { key, seal }) => {
    return { ...ledger, calls: ledger.calls.map((call) => (call.key === key ? { ...call, seal } : call)) };
  },
  UsageNotTold: (ledger, { agent }) => ({ ...ledger, silentAgents: [...ledger.silentAgents, agent] }),
  ArchiveWritten: writeArchive,
  SetAsideLeft: (ledger, { decisions }) => leaveSetAside(ledger, decisions),
  RollbackModeChanged: (ledger, { askAboutRound }) => ({ ...ledger, askAboutRound }),
  ReviewExportRequested: (ledger) => ({ ...ledger, forReview: true }),
  ArchivesSettled: (ledger, { option }) => ({ ...ledger, archivesSettled: { option, done: false } }),
  ArchivesCleared: (ledger) => {
    const { archivesSettled } = ledger;
    return {
      ...ledger,
      archivesSettled: archivesSettled === null ? null : { ...archivesSettled, done: true },
    };
  },
  SpecPublished: (ledger, { at: _, ...published }) => ({ ...ledger, published }),
} satisfies Partial<Fold<SessionLedger>>;

const IN_SESSION: Omit<Fold<LiveSession>, keyof typeof IN_WORK | keyof typeof IN_LEDGER> = {
  ForkOpened: openFork,
  SettingsChanged: applySettings,
  AgentChosen: applyAgentChosen,
  OutputChosen: (session, { out }) => ({ ...session, spec: { ...session.spec, out } }),
  AgentCallStarted: (session, data) => {
    const { work, ledger } = session;
    return { ...session, work: startCall(work, data), ledger: callStarted(ledger, data) };
  },
  AgentCallFinished: (session, data) => {
    const { work, ledger } = session;
    const finished = isUndone(ledger, data.key) ? work : finishCall(work, data);
    return { ...session, work: finished, ledger: callFinished(ledger, data) };
  },
  GapEntered: (session, data) => {
    const { work, ledger } = session;
    const gapIds = withId(ledger.gapIds, data.gap.id);
    return { ...session, work: enterGap(work, data), ledger: { ...ledger, gapIds } };
  },
  EditsPlaced: (session, data) => {
    return { ...session, rules: data.rules, work: placeEdits(session.work, data) };
  },
  IssueRaised: (session, data) => {
    const { work, ledger } = session;
    const issueIds = withId(ledger.issueIds, data.issue.id);
    return { ...session, work: raiseIssue(work, data), ledger: { ...ledger, issueIds } };
  },
  AnswersRequested: (session, data) => {
    const { work, ledger } = session;
    return { ...session, work: { ...work, answering: [...work.answering, answerTurn(data, ledger)] } };
  },
  DraftRequested: (session, data) => {
    const { work, ledger } = session;
    return { ...session, work: { ...work, drafting: [...work.drafting, draftingOf(data, ledger)] } };
  },
  QuestionAsked: (session, { question }) => {
    const { work, ledger } = session;
    const asked = { ...work, questions: [...work.questions, question] };
    const questionsAsked = ledger.questionsAsked + 1;
    return { ...session, work: putQuestion(asked, question), ledger: { ...ledger, questionsAsked } };
  },
  QuestionAnswered: (session, data) => {
    const givenUp = forgetGivenUp(session, data);
    return { ...session, work: applyAnswer(session.work, data), ledger: { ...session.ledger, givenUp } };
  },
  AnswersTakenBack: takeAnswersBack,
  DecisionRecorded: recordDecision,
  RoundStarted: (session, data) => ({
    ...session,
    checkpoints: noteCheckpoint(session, data),
    work: {
      ...startRound(session.work, data),
      retry: null,
      openStart: openCount(gapsOf(session)),
      nextFocus: null,
      finalReview: { at: "not-run" },
      remarksRoundHeld: session.work.remarksRoundHeld || data.focus === "remarks",
    },
  }),
  RoundCompleted: (session, data) => {
    const ledger = noteRetryOutcome(session.ledger, data.round);
    return { ...session, work: completeRound(session.work, data), ledger };
  },
  RoundsRolledBack: undoRounds,
  SurveyJoined: (session, { inventory }) => {
    const { work, ledger } = session;
    const gapIds = inventory.gaps.reduce((ids, { id }) => withId(ids, id), ledger.gapIds);
    const survey = { at: "asking", inventory, found: holesFound(work.survey) } as const;
    return { ...session, work: { ...work, survey }, ledger: { ...ledger, gapIds } };
  },
  FinalReviewRequested: (session) => {
    const { work, ledger } = session;
    return { ...session, work: { ...work, finalTurn: finalTurn(work.completedRounds, ledger) } };
  },
  SessionPaused: (session) => ({ ...session, at: "paused", work: { ...session.work, settling: false } }),
  SessionResumed: (session) => ({ ...session, at: "active", work: { ...session.work, settling: false } }),
  SessionEnded: applyEnd,
};

function recordDecision(session: LiveSession, data: DataOf<"DecisionRecorded">): LiveSession {
  const { decision, command, recovers } = data;
  const { work, ledger } = session;
  const { about, id } = decision;
  const known = {
    ...work,
    decisions: [...work.decisions, decision],
    gapCommands: command === undefined ? work.gapCommands : { ...work.gapCommands, [id]: command },
  };
  const decided = changeRound(known, decision.round, (log) => ({
    ...log,
    decisions: [...log.decisions, id],
  }));
  return {
    ...session,
    work:
      about.of === "conflict"
        ? settleConflict(decided, about.issue, { at: "decided", decision: id })
        : decided,
    ledger: {
      ...(recovers === undefined ? ledger : leaveSetAside(ledger, [recovers])),
      decisionIds: withId(ledger.decisionIds, id),
      takenBack: replaceTakenBack(ledger.takenBack, data),
    },
  };
}

function withId<Id>(ids: readonly Id[], id: Id): readonly Id[] {
  return ids.includes(id) ? ids : [...ids, id];
}

/** Who is chosen by name starts with a clean slate. */
function applySettings(session: LiveSession, data: DataOf<"SettingsChanged">): LiveSession {
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

function applyAgentChosen(session: LiveSession, data: DataOf<"AgentChosen">): LiveSession {
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

function callStarted(ledger: SessionLedger, data: DataOf<"AgentCallStarted">): SessionLedger {
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

function callFinished(ledger: SessionLedger, data: DataOf<"AgentCallFinished">): SessionLedger {
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

function applyAnswer(work: SessionWork, data: DataOf<"QuestionAnswered">): SessionWork {
  return {
    ...work,
    questions: withoutQuestion(work, data.answer.question),
    proposals: proposalsAfter(work, data),
    settling: false,
  };
}

function withoutQuestion({ questions }: SessionWork, id: string): SessionWork["questions"] {
  return questions.filter((question) => question.id !== id);
}

/** Who has answered for a text that keeps coming back is not asked at once again. */
function proposalsAfter(
  { questions, proposals }: SessionWork,
  data: DataOf<"QuestionAnswered">,
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
  data: DataOf<"QuestionAnswered">,
): SessionLedger["givenUp"] {
  const asked = questions.find(({ id }) => id === data.answer.question);
  if (asked?.kind !== "execution" || asked.subject.of !== "turn" || data.answer.option === "human")
    return givenUp;
  const role = agentRoleOf(asked.subject.role);
  return isSide(role) ? { ...givenUp, [role]: [] } : givenUp;
}

function withdrawQuestion(
  work: SessionWork,
  { question: id, reason, at }: DataOf<"QuestionWithdrawn">,
): SessionWork {
  const asked = work.questions.find((question) => question.id === id);
  if (asked === undefined) return work;
  const { why, subject } = asked;
  const left = { ...work, questions: withoutQuestion(work, id) };
  return changeRound(left, work.now.round, (log) => ({
    ...log,
    withdrawn: [...log.withdrawn, { question: id, ...recountQuestion({ why, subject }, null), reason, at }],
  }));
}

function changeConvergence(
  work: SessionWork,
  { state, nextFocus }: DataOf<"ConvergenceChanged">,
): SessionWork {
  const changed = { ...work, convergence: state, nextFocus, settling: false };
  if (!work.settling || state.at === "COMPLETE") return changed;
  return changeRound(changed, work.now.round - 1, (log) => ({
    ...log,
    convergence: log.convergence === null ? null : judgedRow(log.convergence, state),
  }));
}

function applyFinalReview(work: SessionWork, data: DataOf<"FinalReviewSettled">): SessionWork {
  const { verdict, blockers, holes = [] } = data;
  const told = settleFinalReview({ ...work, leftHoles: holes }, data);
  // It was of the spec as it stood before the user stepped in.
  if (work.finalTurn?.overtaken === true && verdict !== "failed") {
    return { ...told, finalReview: { at: "not-run" } };
  }
  const finalReview = verdict === "not-ready" ? ({ at: verdict, blockers } as const) : { at: verdict };
  return { ...told, finalReview, issues: restateRemarks(work.issues, data.remarks) };
}

/** What came after the last round and before a next one that never began is told with the last. */
function applyEnd(session: LiveSession, data: DataOf<"SessionEnded">): LiveSession {
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
