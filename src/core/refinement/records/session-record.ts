// What a session's own documents tell, folded from its events; a second fold beside the one that decides. Plain
// JSON. Each round has a log of its own, so that an event copies only what is small.
import type { LeftHole } from "../../documents/final-review-document.ts";
import type { Loss } from "../../documents/loss.ts";
import type { GapTransition } from "../../documents/round-record.ts";
import type { AgentChange } from "../../documents/status-document.ts";
import { assertNever } from "../../shared/assert-never.ts";
import type { CallKey } from "../../shared/call-key.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { type Timestamp, timestampToMs } from "../../shared/timestamp.ts";
import { CONVERGENCE_START, type Convergence } from "../convergence.ts";
import type { Gap } from "../gap.ts";
import { relink } from "../gap-split.ts";
import type { Rationale } from "../gate.ts";
import { PERSON } from "../person.ts";
import { agentRoleOf, roleTitle } from "../role.ts";
import { evolveIssues, issuesOfParts, restateRemarks } from "../session/evolve-issues.ts";
import type { SessionWork } from "../session/session.ts";
import type { SessionEvent, SessionEventOf } from "../session/session-event.ts";
import type { PublishedSpec, SessionSpec } from "../session/session-spec.ts";
import type { SessionSettings } from "../session/settings.ts";
import type { SettledEntry } from "../settled-entry.ts";
import type { SpecEdit } from "../spec-draft.ts";
import type { TerminationType } from "../termination-type.ts";
import { completedRow, judgedRow } from "./convergence-row.ts";
import { originText, stateDetail } from "./gap-words.ts";
import { type RecordedQuestion, recordedQuestion, shownQuestion } from "./recorded-question.ts";
import { newRoundLog, type RoundLog, withAfterword, withTurn } from "./round-log.ts";
import { finallySettled } from "./turn-log.ts";
import { type UsageRow, withFinishedCall, withStartedCall } from "./usage-of.ts";

export interface SessionRecord {
  /** `null` before the session began. */
  readonly head: RecordHead | null;
  readonly updated: Timestamp | null;
  /** The time of the last event; `null` before the first. */
  readonly clockMs: number | null;
  /** In the order in which they entered. */
  readonly gaps: readonly RecordedGap[];
  readonly issues: SessionWork["issues"];
  /** What the source lists as settled. */
  readonly settled: readonly SettledEntry[];
  /** Oldest first; the first is round 0, the time before there were any. */
  readonly past: readonly RoundLog[];
  /** The round under way; between rounds, the next. */
  readonly now: RoundLog;
  /** Open ones, oldest first. */
  readonly questions: readonly RecordedQuestion[];
  readonly running: readonly RunningCall[];
  /** It outlasts the rounds it was spent on. */
  readonly usage: readonly UsageRow[];
  readonly agentChanges: readonly AgentChange[];
  readonly convergence: Convergence;
  /** Whether a change of convergence would be what the last completed round brought about. */
  readonly settling: boolean;
  readonly paused: boolean;
  /** What the user said at the gates of the ending that is under way. */
  readonly rationales: readonly Rationale[];
  readonly ended: RecordedEnd | null;
  readonly published: PublishedSpec | null;
  /** The newest text proposed for each gap, as far as something is to be said of it. */
  readonly texts: readonly RecordedText[];
  /** What became of the survey; `null` where there was none. */
  readonly survey: RecordedSurvey | null;
  /** What the last Final Review leaves to the implementer, section by section. */
  readonly leftHoles: readonly LeftHole[];
}

export interface RecordedSurvey {
  readonly outcome: SessionEventOf<"SurveySettled">["data"]["outcome"] | null;
  readonly detail: string;
  /** How many holes each survey found. */
  readonly found: number;
}

interface RecordedText {
  readonly gap: GapId;
  /** What the passage said and it does not. */
  readonly losses: readonly Loss[];
  /** It named no place that applies, and was placed by the plain rule. */
  readonly plain: boolean;
  /** It was written with Confidence LOW. */
  readonly unsure: boolean;
}

interface RecordHead {
  readonly session: string;
  readonly spec: SessionSpec;
  readonly settings: SessionSettings;
  readonly started: Timestamp;
}

export interface RecordedGap {
  readonly gap: Gap;
  readonly alias: string | null;
}

interface RunningCall {
  readonly key: CallKey;
  readonly agent: string;
  readonly started: Timestamp;
  /** A person writes, who is waited for. */
  readonly byHand: boolean;
}

interface RecordedEnd {
  readonly type: TerminationType;
  readonly trigger: string;
  readonly at: Timestamp;
}

export const RECORD_START: SessionRecord = {
  head: null,
  updated: null,
  clockMs: null,
  gaps: [],
  issues: {},
  settled: [],
  past: [newRoundLog(0)],
  now: newRoundLog(1),
  questions: [],
  running: [],
  usage: [],
  agentChanges: [],
  convergence: CONVERGENCE_START,
  settling: false,
  paused: false,
  rationales: [],
  ended: null,
  published: null,
  texts: [],
  survey: null,
  leftHoles: [],
};

/** Where nobody can say what the session owes, every open question is taken for one that holds it up. */
export function record(before: SessionRecord, event: SessionEvent): SessionRecord {
  return recordTimed(before, event, () => false);
}

/** `canGoOn`: whether, before the event, anything was owed that needs no answer. */
export function recordTimed(
  before: SessionRecord,
  event: SessionEvent,
  canGoOn: () => boolean,
): SessionRecord {
  const { at } = event.data;
  const clockMs = timestampToMs(at);
  return { ...applied(passed(before, clockMs, canGoOn), event), updated: at, clockMs };
}

/** A record is only made into documents once its session has begun. */
export function headOf({ head }: SessionRecord): RecordHead {
  if (head === null) throw new Error("the record holds no session");
  return head;
}

export function roundsOf({ past, now }: SessionRecord): readonly RoundLog[] {
  return [...past, now];
}

/** The last round that began; 0 before the first. */
export function lastRound({ now }: SessionRecord): number {
  return now.started === null ? now.round - 1 : now.round;
}

function applied(before: SessionRecord, event: SessionEvent): SessionRecord {
  switch (event.type) {
    case "SessionStarted":
      return started(before, event);
    case "SettingsChanged":
      return withSettings(before, () => event.data.settings);
    case "AgentChosen":
      return agentChosen(before, event);
    case "RoundStarted":
      return roundStarted(before, event);
    case "AgentCallStarted":
      return callStarted(before, event);
    case "AgentCallFinished":
      return callFinished(before, event);
    case "OutputJudged":
    case "TurnRestarted":
    case "TurnSettled":
      return inRound(before, event.data.round, (log) => withTurn(log, event));
    case "GapEntered":
      return gapEntered(before, event);
    case "GapMoved":
      return gapMoved(before, event);
    case "GapRated": {
      const { gap, severity, round } = event.data;
      return withGap(before, gap, (old) => ({ ...old, severity, roundUpdated: round }));
    }
    case "GapBlocked": {
      const { gap, blockedBy, round } = event.data;
      return withGap(before, gap, (old) => ({ ...old, blockedBy, roundUpdated: round }));
    }
    case "AmendmentSettled":
      return amendmentSettled(before, event);
    case "IssueRaised":
      return issueRaised(before, event);
    case "IssueRaisedAgain":
      return issueRaisedAgain(before, event);
    case "IssueMoved":
      return issueMoved(before, event);
    case "DisagreementStated":
      return inRound(before, event.data.round, (log) => ({ ...log, disagreements: log.disagreements + 1 }));
    case "QuestionAsked":
      return { ...before, questions: [...before.questions, recordedQuestion(event.data.question)] };
    case "QuestionAnswered":
      return { ...withoutQuestion(before, event.data.answer.question), settling: false };
    case "QuestionWithdrawn":
      return questionWithdrawn(before, event);
    case "DecisionRecorded":
      return inRound(before, event.data.decision.round, (log) => ({
        ...log,
        decisions: [...log.decisions, event.data.decision],
      }));
    case "RoundCompleted":
      return roundCompleted(before, event);
    case "ConvergenceChanged":
      return convergenceChanged(before, event.data.state);
    case "EndingWithdrawn":
      return { ...before, rationales: [] };
    case "GatePassed":
      return { ...before, rationales: [...before.rationales, ...event.data.rationales] };
    case "FinalReviewSettled":
      return finalReviewSettled(before, event);
    case "SessionPaused":
      return { ...before, paused: true, settling: false };
    case "SessionResumed":
      return { ...before, paused: false, settling: false };
    case "SessionEnded":
      return sessionEnded(before, event);
    case "SpecPublished": {
      const { at: _, ...published } = event.data;
      return { ...before, published };
    }
    case "ProposalMade":
      return withTexts(before, [
        { ...event.data, edits: event.data.edits ?? [], unsure: event.data.confidence === "LOW" },
      ]);
    case "EditsPlaced":
      return withTexts(
        before,
        event.data.edits.map(({ gap, edits }) => ({ gap, edits, losses: [], unsure: false })),
      );
    case "SurveyRequested":
      return { ...before, survey: { outcome: null, detail: "", found: 0 } };
    case "SurveyTaken": {
      const found = (before.survey?.found ?? 0) + event.data.holes.length;
      return { ...before, survey: { outcome: null, detail: "", found } };
    }
    case "SurveySettled": {
      const { outcome, detail } = event.data;
      return { ...before, survey: { outcome, detail, found: before.survey?.found ?? 0 } };
    }
    case "GapConfirmed": {
      const { gap, foundBy, description } = event.data;
      return withGap(before, gap, (old) => ({ ...old, foundBy, description }));
    }
    case "SurveyJoined":
    case "AgentCallSealed":
    case "UsageNotTold":
    case "OutputChosen":
    case "WorkKept":
    case "DraftEdited":
    case "DraftRestored":
    case "ReviewOpened":
    case "ReplacementsStopped":
    case "InputGiven":
    case "ProposalReviewed":
    case "EndingRequested":
    case "FinalReviewRequested":
      return before;
    default:
      return assertNever(event);
  }
}

interface ProposedText {
  readonly gap: GapId;
  readonly edits: readonly SpecEdit[];
  readonly losses: readonly Loss[];
  readonly unsure: boolean;
}

function withTexts(before: SessionRecord, proposed: readonly ProposedText[]): SessionRecord {
  const gaps = new Set(proposed.map(({ gap }) => gap));
  const others = before.texts.filter(({ gap }) => !gaps.has(gap));
  const told = proposed
    .map(({ gap, edits, losses, unsure }) => ({
      gap,
      losses,
      plain: edits.some(({ target }) => target === "plain"),
      unsure,
    }))
    .filter(({ losses, plain, unsure }) => losses.length > 0 || plain || unsure);
  return others.length === before.texts.length && told.length === 0
    ? before
    : { ...before, texts: [...others, ...told] };
}

/** The time since the last event belongs to the last round that began: it was waited, or something could go on. */
function passed(before: SessionRecord, nowMs: number, canGoOn: () => boolean): SessionRecord {
  // A clock that was set back tells nothing about the time between; what comes after counts again.
  const ms = before.clockMs === null || before.ended !== null ? 0 : Math.max(0, nowMs - before.clockMs);
  if (ms === 0) return before;
  const waited = isAwaited(before) && !canGoOn();
  return inRound(before, lastRound(before), (log) =>
    waited ? { ...log, waitingMs: log.waitingMs + ms } : { ...log, activeMs: log.activeMs + ms },
  );
}

/** Somebody is asked, has to write, or has paused the session, and no agent is at work. */
function isAwaited({ questions, running, paused }: SessionRecord): boolean {
  const asked = paused || questions.length > 0 || running.some(({ byHand }) => byHand);
  return asked && running.every(({ byHand }) => byHand);
}

/** Nearly always the round under way; a late result or the Final Review belongs to an earlier one. */
function inRound(before: SessionRecord, round: number, change: (log: RoundLog) => RoundLog): SessionRecord {
  const at = before.now.round === round ? -1 : before.past.findLastIndex((log) => log.round === round);
  const log = before.past[at];
  if (log === undefined) return { ...before, now: change(before.now) };
  return { ...before, past: before.past.with(at, change(log)) };
}

function started(before: SessionRecord, { data }: SessionEventOf<"SessionStarted">): SessionRecord {
  const { session, spec, settings, gaps, settled = [], at } = data;
  const begun = inRound(before, 0, (log) => ({ ...log, started: at }));
  return {
    ...begun,
    head: { session, spec, settings, started: at },
    gaps: gaps.map((gap) => ({ gap, alias: null })),
    settled,
  };
}

function withSettings(
  before: SessionRecord,
  change: (settings: SessionSettings) => SessionSettings,
): SessionRecord {
  const head = headOf(before);
  return { ...before, head: { ...head, settings: change(head.settings) } };
}

function agentChosen(before: SessionRecord, { data }: SessionEventOf<"AgentChosen">): SessionRecord {
  const { role, agent, at, insteadOf = null, because = null } = data;
  const round = lastRound(before);
  const change = { timestamp: at, round, role: roleTitle(role), agent, insteadOf, because };
  const changed = { ...before, agentChanges: [...before.agentChanges, change] };
  return withSettings(changed, (old) => ({ ...old, agents: { ...old.agents, [role]: agent } }));
}

/** A round that begins again leaves nothing of what it was before, nor of the rounds after it. */
function roundStarted(before: SessionRecord, { data }: SessionEventOf<"RoundStarted">): SessionRecord {
  const { round, at, backup } = data;
  const awaited = before.now.round === round && before.now.started === null;
  const log = awaited ? before.now : newRoundLog(round);
  const past = before.past
    .filter((earlier) => earlier.round < round)
    .map((earlier) =>
      earlier.questions === null ? { ...earlier, questions: before.questions.map(shownQuestion) } : earlier,
    );
  return { ...before, settling: false, past, now: { ...log, started: at, backup } };
}

function callStarted(before: SessionRecord, event: SessionEventOf<"AgentCallStarted">): SessionRecord {
  const { key, at, round, role, agent } = event.data;
  const byHand = agent === PERSON;
  const running = [...before.running, { key, agent, started: at, byHand }];
  const place = { round, role: agentRoleOf(role), agent };
  const usage = byHand ? before.usage : withStartedCall(before.usage, place);
  return inRound({ ...before, running, usage }, round, (log) => withTurn(log, event));
}

function callFinished(before: SessionRecord, event: SessionEventOf<"AgentCallFinished">): SessionRecord {
  const { key, round, role } = event.data;
  const call = before.running.find((one) => one.key === key);
  const running = before.running.filter((one) => one !== call);
  const usage =
    call === undefined || call.byHand
      ? before.usage
      : withFinishedCall(before.usage, { round, role: agentRoleOf(role), agent: call.agent }, event.data);
  return inRound({ ...before, running, usage }, round, (log) => withTurn(log, event));
}

function gapEntered(before: SessionRecord, { data }: SessionEventOf<"GapEntered">): SessionRecord {
  const { gap, alias } = data;
  const row = {
    gap: gap.id,
    severity: gap.severity.level,
    title: gap.title,
    origin: originText(gap.origin, alias),
  };
  const gaps = [...before.gaps, { gap, alias }];
  return inRound({ ...before, gaps }, gap.roundEntered, (log) => ({
    ...log,
    newGaps: [...log.newGaps, row],
  }));
}

function gapMoved(before: SessionRecord, { data }: SessionEventOf<"GapMoved">): SessionRecord {
  const { gap, from, state, actor, round, reason } = data;
  const linked = state.at === "SUPERSEDED" ? withParts(before, gap, state.by) : before;
  const moved = withGap(linked, gap, (old) => ({ ...old, state, roundUpdated: round }));
  const transition: GapTransition = {
    gap,
    from,
    to: state.at,
    actor,
    reason: reason || stateDetail(state),
  };
  return inRound(moved, round, (log) => ({ ...log, transitions: [...log.transitions, transition] }));
}

/** The gap stays where it is: what changes is its text, or nothing. */
function amendmentSettled(
  before: SessionRecord,
  { data }: SessionEventOf<"AmendmentSettled">,
): SessionRecord {
  const { gap, round, taken, reason } = data;
  const state = before.gaps.find((entry) => entry.gap.id === gap)?.gap.state.at;
  if (state === undefined) return before;
  const why = taken ? "amended after remarks" : `not amended: ${reason ?? "the earlier text stands"}`;
  const transition: GapTransition = { gap, from: state, to: state, actor: "Reviewer", reason: why };
  return inRound(before, round, (log) => ({ ...log, transitions: [...log.transitions, transition] }));
}

/** Gaps that build on a whole build on its parts once it is split. */
function withParts(before: SessionRecord, whole: GapId, parts: readonly GapId[]): SessionRecord {
  const gaps = before.gaps.map((entry) => {
    const blockedBy = relink(entry.gap.blockedBy, whole, parts);
    return blockedBy === entry.gap.blockedBy ? entry : { ...entry, gap: { ...entry.gap, blockedBy } };
  });
  return { ...before, gaps, issues: issuesOfParts(before.issues, whole, parts) };
}

function withGap(before: SessionRecord, id: GapId, change: (gap: Gap) => Gap): SessionRecord {
  const at = before.gaps.findIndex(({ gap }) => gap.id === id);
  const entry = before.gaps[at];
  if (entry === undefined) return before;
  return { ...before, gaps: before.gaps.with(at, { ...entry, gap: change(entry.gap) }) };
}

function issueRaised(before: SessionRecord, event: SessionEventOf<"IssueRaised">): SessionRecord {
  const { issue, title } = event.data;
  const { id, severity, gaps, round, state } = issue;
  const issues = evolveIssues(before.issues, event);
  const row = { issue: id, severity, gaps, title, state: state.at };
  return inRound({ ...before, issues }, round, (log) => ({ ...log, issues: [...log.issues, row] }));
}

function issueRaisedAgain(before: SessionRecord, event: SessionEventOf<"IssueRaisedAgain">): SessionRecord {
  const issues = evolveIssues(before.issues, event);
  const entry = issues[event.data.issue];
  if (entry === undefined) return before;
  const { id, severity, gaps, state } = entry.issue;
  const row = { issue: id, severity, gaps, title: entry.title, state: `${state.at}, raised again` };
  return inRound({ ...before, issues }, event.data.round, (log) => ({
    ...log,
    issues: [...log.issues, row],
  }));
}

/** A round's summary tells how its issues stood at its end; what later rounds make of them is theirs. */
function issueMoved(before: SessionRecord, event: SessionEventOf<"IssueMoved">): SessionRecord {
  const { data } = event;
  const issues = evolveIssues(before.issues, event);
  return inRound({ ...before, issues }, data.round, (log) => ({
    ...log,
    issues: log.issues.map((row) => (row.issue === data.issue ? { ...row, state: data.state.at } : row)),
  }));
}

function withoutQuestion(before: SessionRecord, id: string): SessionRecord {
  return { ...before, questions: before.questions.filter(({ question }) => question !== id) };
}

function questionWithdrawn(
  before: SessionRecord,
  { data }: SessionEventOf<"QuestionWithdrawn">,
): SessionRecord {
  const asked = before.questions.find(({ question }) => question === data.question);
  if (asked === undefined) return before;
  const row = { question: asked.question, why: asked.why, reason: data.reason };
  return inRound(withoutQuestion(before, data.question), before.now.round, (log) => ({
    ...log,
    withdrawn: [...log.withdrawn, row],
  }));
}

function roundCompleted(before: SessionRecord, event: SessionEventOf<"RoundCompleted">): SessionRecord {
  const { round, at } = event.data;
  const convergence = completedRow(event, before.convergence);
  const past = [...before.past, { ...before.now, completed: at, convergence }];
  return { ...before, settling: true, past, now: newRoundLog(round + 1) };
}

function convergenceChanged(before: SessionRecord, state: Convergence): SessionRecord {
  const changed = { ...before, convergence: state, settling: false };
  if (!before.settling || state.at === "COMPLETE") return changed;
  return inRound(changed, before.now.round - 1, (log) => ({
    ...log,
    convergence: log.convergence === null ? null : judgedRow(log.convergence, state),
  }));
}

function finalReviewSettled(
  before: SessionRecord,
  event: SessionEventOf<"FinalReviewSettled">,
): SessionRecord {
  const issues = restateRemarks(before.issues, event.data.remarks);
  const told = { ...before, issues, leftHoles: event.data.holes ?? [] };
  return inRound(told, before.now.round - 1, (log) => ({
    ...log,
    turns: log.turns.map((turn) => (turn.role === "final" ? finallySettled(turn, event) : turn)),
  }));
}

/** What came after the last round and before a next one that never began is told with the last. */
function sessionEnded(before: SessionRecord, { data }: SessionEventOf<"SessionEnded">): SessionRecord {
  const { type, trigger, at } = data;
  const { now } = before;
  const ended = { ...before, ended: { type, trigger, at }, running: [] };
  if (now.started !== null) return ended;
  return inRound({ ...ended, now: newRoundLog(now.round) }, now.round - 1, (log) => withAfterword(log, now));
}
