// What a session remembers in order to decide. Plain JSON: it is folded from events and may be cached as such.
import type { DecisionEntry, TakenBackDecision } from "../../documents/decisions-document.ts";
import type { ReportedHole } from "../../documents/final-review-document.ts";
import type { Loss } from "../../documents/loss.ts";
import type { AgentOutcome } from "../../shared/agent-outcome.ts";
import { type CallKey, callKeyParts } from "../../shared/call-key.ts";
import type { DecisionId } from "../../shared/decision-id.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { ConflictId, IssueId } from "../../shared/issue-id.ts";
import type { LaunchSeal } from "../../shared/launch-seal.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import type { Conflict } from "../conflicts/conflict.ts";
import type { StatedDisagreement } from "../conflicts/disagreement.ts";
import type { Escalation, Flag, FlagOutcome } from "../conflicts/flag.ts";
import type { OptionDraft } from "../conflicts/option-draft.ts";
import type { DisagreeCount, RateLimit } from "../conflicts/rate-limits.ts";
import { CONVERGENCE_START, type Convergence, type Focus } from "../convergence.ts";
import type { CompletedMove, RoundNet } from "../counting.ts";
import type { Gap } from "../gap.ts";
import type { Tries } from "../gap-tries.ts";
import type { GateClass, Rationale } from "../gate.ts";
import type { Issue } from "../issue.ts";
import type { Question, QuestionAnswer, QuestionId } from "../questions/question.ts";
import type { OptionOf } from "../questions/question-kinds.ts";
import { newRoundLog, type RoundLog } from "../records/round-log.ts";
import type { AgentChange } from "../records/status-document.ts";
import type { UsageRow } from "../records/usage.ts";
import { type AgentRole, isSurveyRole, PERSON, type Side } from "../role.ts";
import {
  type PendingRollback,
  type RestoredFiles,
  type Rollback,
  type RollbackOrder,
  type RoundArchive,
  type SetAsideDecision,
  type Suggestion,
  timesUndone,
} from "../rollback/rollback.ts";
import type { SettledEntry } from "../settled-entry.ts";
import { draftOfSource, type SpecDraft, type SpecEdit } from "../spec-draft.ts";
import type { SurveyReport } from "../survey/hole.ts";
import type { SurveyInventory } from "../survey/join-survey.ts";
import type { FinalReview } from "../termination.ts";
import type { TerminationType } from "../termination-type.ts";
import type { Fork } from "./fork.ts";
import type { GapCommand } from "./gap-change.ts";
import type { IssueAnswer, SessionEventOf, TurnPlace } from "./session-event.ts";
import type { PublishedSpec, SessionSpec } from "./session-spec.ts";
import type { SessionSettings } from "./settings.ts";
import { NOTHING_SPENT, type Spend } from "./spend.ts";
import { isAt, placeOfKey, type Turn } from "./turn.ts";

export type Session = { readonly at: "none"; readonly fork?: Fork } | LiveSession;

export interface LiveSession {
  readonly at: "active" | "paused" | "ended";
  readonly id: string;
  readonly spec: SessionSpec;
  readonly settings: SessionSettings;
  /** The rules it is decided under. */
  readonly rules: number;
  readonly startedAt: Timestamp;
  /** Only where it began with the past of another. */
  readonly fork?: Fork;
  readonly work: SessionWork;
  readonly ledger: SessionLedger;
  /** Answers that can still be given otherwise, oldest first; of a session in a snapshot, `before` is read on demand. */
  readonly amendable: readonly AmendableAnswer[];
  /** How it stood before each round that began, oldest first; in a snapshot, what is in them is read on demand. */
  readonly checkpoints: readonly Checkpoint[];
  /** Right after a rollback: what `status.md` and `decisions.md` said at the end of that round. */
  readonly restored: RestoredFiles | null;
  readonly lastEventAt: Timestamp;
}

/** Whoever undoes rounds puts the `work` of an earlier moment back and leaves the `ledger`: a plain assignment. */
export interface Checkpoint {
  /** The last round that was complete. */
  readonly round: number;
  readonly before: Pick<LiveSession, "work" | "settings">;
}

/** What rounds bring about, and what is lost with a round that is undone. */
export interface SessionWork {
  readonly initialGaps: number;
  /** By id, in the order in which they entered. */
  readonly gaps: Readonly<Record<GapId, Gap>>;
  /** The ids that gaps were written under, where they have another; the newest of each. */
  readonly gapAliases: Readonly<Record<string, GapId>>;
  /** What the source itself lists as settled: known, and outside every count. */
  readonly settled: readonly SettledEntry[];
  readonly tries: Tries;
  /** What the user supplied for gaps that were blocked. */
  readonly inputs: Readonly<Record<GapId, readonly string[]>>;
  /** The source with what was accepted. */
  readonly draft: SpecDraft;
  /** The newest of each gap. */
  readonly proposals: Readonly<Record<GapId, Proposal>>;
  /** Of the remarks round: texts that would take the place of accepted ones, and that are not settled. */
  readonly amendments: Readonly<Record<GapId, Proposal>>;
  /** There is one such round in a session. */
  readonly remarksRoundHeld: boolean;
  readonly issues: Readonly<Record<IssueId, IssueEntry>>;
  /** The newest answer to each issue, by its id. */
  readonly answers: Readonly<Record<IssueId, GivenAnswer>>;
  readonly justification: string | null;
  /** Runs of the Engineer about single issues. */
  readonly answering: readonly AnswerTurn[];
  /** Stated, and answered by nobody yet. */
  readonly disagreements: Readonly<Record<IssueId, StatedDisagreement>>;
  /** Of each round that had an Engineer's document, oldest first. */
  readonly disagreeCounts: readonly DisagreeCount[];
  /** The limits that the last of them passes. */
  readonly disagreeLimits: readonly RateLimit[];
  readonly conflicts: Readonly<Record<ConflictId, Conflict>>;
  /** Conflicts that an agent drafts a synthesis for. */
  readonly drafting: readonly Drafting[];
  /** The newest of each issue, with what became of it. */
  readonly flags: Readonly<Record<IssueId, RaisedFlag>>;
  readonly decisions: readonly DecisionEntry[];
  /** Open ones, oldest first. */
  readonly questions: readonly Question[];
  readonly round: Round | null;
  readonly completedRounds: number;
  readonly convergence: Convergence;
  /** What the user's answer asks of the next round; else the convergence decides. */
  readonly nextFocus: Focus | null;
  /** The open count when the round, or the session, began. */
  readonly openStart: number;
  readonly counted: readonly GapId[];
  readonly movesSinceRound: readonly CompletedMove[];
  /** What the last completed round gained and lost. */
  readonly lastNet: RoundNet | null;
  readonly ending: RequestedEnding | null;
  readonly finalReview: FinalReview;
  readonly finalTurn: Turn | null;
  readonly survey: SurveyState;
  /** What the user said at the gates of the ending that is under way. */
  readonly rationales: readonly Rationale[];
  /** Oldest first; the first is round 0, the time before there were any. Each has a log, so that an event copies little. */
  readonly past: readonly RoundLog[];
  /** The round under way; between rounds, the next. */
  readonly now: RoundLog;
  /** Whether a change of convergence would be what the last completed round brought about. */
  readonly settling: boolean;
  /** The newest text proposed for each gap, as far as something is to be said of it. */
  readonly texts: readonly NotedText[];
  /** What the last Final Review leaves to the implementer, section by section. */
  readonly leftHoles: readonly ReportedHole[];
  /** Rounds are to be undone: nothing new begins before. */
  readonly rollback: PendingRollback | null;
  /** What the next round takes up and is told, after one that was undone. */
  readonly retry: Pick<RollbackOrder, "adjustments" | "gaps"> | null;
  /** How often an answer has changed a limit or a threshold. */
  readonly limitsAnswered: number;
  /** What the user did to a gap of their own accord, by the decision that records it. */
  readonly gapCommands: Readonly<Record<DecisionId, GapCommand>>;
}

/** What has happened for good: spend, numbers that are never given twice, calls, agents, how it ended. */
export interface SessionLedger {
  /** Every id that was ever given: none is given to another. */
  readonly gapIds: readonly GapId[];
  readonly issueIds: readonly IssueId[];
  readonly decisionIds: readonly DecisionId[];
  readonly questionsAsked: number;
  /** Started and not finished. */
  readonly calls: readonly StartedCall[];
  readonly spend: Spend;
  /** By round, role and agent; it outlasts the rounds it was spent on. */
  readonly usage: readonly UsageRow[];
  readonly agentChanges: readonly AgentChange[];
  /** Agents that do not tell what a limit counts, and of which the user was warned. */
  readonly silentAgents: readonly string[];
  /** Agents that another took over from, until the user has chosen. */
  readonly givenUp: Readonly<Record<Side, readonly GivenUpAgent[]>>;
  /** The last attempt of any Final Review, so that no key comes twice. */
  readonly finalAttempts: number;
  /** The last attempt of any draft, by its lane, for the same reason. */
  readonly draftAttempts: Readonly<Record<string, number>>;
  /** Calls that a person was let go from while an answer could still be given otherwise, so that no key comes twice. */
  readonly letGo: readonly CallKey[];
  /** Answers that stand, and why; the newest of them. */
  readonly fixedAnswers: readonly FixedAnswer[];
  /** Decisions that went with answers given otherwise since. */
  readonly takenBack: readonly TakenBackDecision[];
  /** Oldest first. */
  readonly rollbacks: readonly Rollback[];
  readonly archives: readonly RoundArchive[];
  /** Decisions of undone rounds that nobody has taken up again, or left for good. */
  readonly setAside: readonly SetAsideDecision[];
  /** The user wants to be asked should this round be undone, whatever the mode. */
  readonly askAboutRound: number | null;
  /** The user wants the session written down for somebody without parley. */
  readonly forReview: boolean;
  /** What becomes of the archives after the end; `null` until that is known. */
  readonly archivesSettled: ArchivesChoice | null;
  readonly ended: SessionEnd | null;
  readonly published: PublishedSpec | null;
}

interface ArchivesChoice {
  readonly option: OptionOf<"archives">;
  /** Whether it was carried out. */
  readonly done: boolean;
}

export interface AmendableAnswer {
  readonly answer: QuestionAnswer;
  /** What it found; what only ever grows is not put back. */
  readonly before: Pick<LiveSession, "at" | "work" | "settings"> &
    Pick<SessionLedger, "givenUp" | "agentChanges">;
}

/** Why an answer stands. */
export interface FixedAnswer {
  readonly question: QuestionId;
  readonly by: FixingFact;
}

/** What came after an answer and rests on it; `kind`: it was never one to be given otherwise. */
export interface FixingFact {
  readonly of:
    | "call"
    | "output"
    | "round"
    | "gap"
    | "answer"
    | "decision"
    | "settings"
    | "ending"
    | "rollback"
    | "kind"
    | "fork";
  /** Its key, number or id. */
  readonly id: string;
}

/** What is known of the whole specification before the first round. */
type SurveyState =
  | { readonly at: "none" }
  | { readonly at: "due" }
  | { readonly at: "under-way"; readonly turns: readonly Turn[]; readonly reports: readonly SurveyReport[] }
  /** The user has to say what becomes of it. */
  | { readonly at: "asking"; readonly inventory: SurveyInventory; readonly found: number }
  | ({ readonly at: "done" } & SurveyEnd);

/** What became of the survey. */
interface SurveyEnd {
  readonly outcome: SessionEventOf<"SurveySettled">["data"]["outcome"];
  readonly detail: string;
  /** How many holes the surveys found. */
  readonly found: number;
}

interface SessionEnd {
  readonly type: TerminationType;
  readonly trigger: string;
  readonly at: Timestamp;
}

export interface NotedText {
  readonly gap: GapId;
  /** What the passage said and it does not. */
  readonly losses: readonly Loss[];
  /** It named no place that applies, and was placed by the plain rule. */
  readonly plain: boolean;
  /** It was written with Confidence LOW. */
  readonly unsure: boolean;
}

/** How many holes the surveys found. */
export function holesFound(survey: SurveyState): number {
  if (survey.at === "under-way") return survey.reports.reduce((sum, { holes }) => sum + holes.length, 0);
  return survey.at === "asking" || survey.at === "done" ? survey.found : 0;
}

const NO_SURVEY: SurveyState = { at: "none" };

export function surveyTurns({ work: { survey } }: LiveSession): readonly Turn[] {
  return survey.at === "under-way" ? survey.turns : [];
}

export interface GivenUpAgent {
  readonly agent: string;
  /** How its last call ended; `null` where an older log does not tell. */
  readonly outcome: AgentOutcome | null;
}

export interface StartedCall {
  readonly key: CallKey;
  readonly agent: string;
  /** The prompt's blob; `null` where a person writes. */
  readonly prompt: string | null;
  readonly standingChars: number;
  readonly seal?: LaunchSeal;
}

/** A person's document costs nothing. */
export function isByHand({ agent, prompt }: StartedCall): boolean {
  return prompt === null || agent === PERSON;
}

export interface Round {
  readonly number: number;
  readonly incarnation: number;
  readonly focus: Focus;
  readonly lanes: readonly Turn[];
  /** `null` until every lane has an outcome. */
  readonly reviewer: Turn | null;
  /** How many gaps were taken up in place of blocked ones. */
  readonly replacements: number;
  readonly replacementsStopped: boolean;
  /** Where it is done again: what the analysis of the undone one suggests to the Engineer. */
  readonly suggestions?: readonly Suggestion[];
}

export interface Proposal {
  readonly gap: GapId;
  readonly round: number;
  readonly key: CallKey;
  /** The blob it stands in. */
  readonly document: string;
  readonly line: number;
  readonly substance: string;
  readonly together: readonly GapId[];
  readonly edits: readonly SpecEdit[] | null;
  readonly losses: readonly Loss[];
  readonly unmarks?: readonly GapId[];
  /** How often in a row it has come back unchanged after its review. */
  readonly repeats: number;
  readonly review: ProposalReview | null;
}

export interface ProposalReview {
  readonly round: number;
  readonly document: string;
  readonly needsRevision: boolean;
}

export interface GivenAnswer extends IssueAnswer {
  readonly round: number;
  /** The blob it stands in. */
  readonly document: string;
}

export interface AnswerTurn {
  readonly turn: Turn;
  readonly issues: readonly IssueId[];
  /** The user asks about a silence, or about too many disagreements. */
  readonly because: "flag" | "rate";
}

/** The drafts of one conflict, until they have come to something. */
export interface Drafting {
  readonly conflict: ConflictId;
  readonly turns: readonly Turn[];
  readonly taken: readonly TakenDraft[];
}

export interface TakenDraft {
  readonly lane: string;
  /** The agent. */
  readonly by: string;
  readonly draft: OptionDraft;
}

export interface RaisedFlag {
  readonly flag: Flag;
  readonly escalation: Escalation;
  /** `null` while it stands. */
  readonly outcome: FlagOutcome | null;
}

export interface IssueEntry {
  readonly issue: Issue;
  /** What reviews called it, where that is not its id; oldest first. */
  readonly aliases: readonly string[];
  readonly title: string;
  readonly location: string | null;
  readonly impact: string | null;
  readonly suggestion: string | null;
  /** All that the review says of it; absent in reviews of an older parley. */
  readonly text?: string;
  /** The user has said what it weighs: no review changes that. */
  readonly ratedByUser?: true;
  /** The blob of the review that raised it, and the line. */
  readonly source?: { readonly document: string; readonly line: number };
  /** What is left of it, as the last Final Review says. */
  readonly left?: string;
}

interface RequestedEnding {
  readonly type: Exclude<TerminationType, "COMPLETE">;
  readonly trigger: string;
  readonly passed: readonly GateClass[];
}

const NOBODY_GIVEN_UP: SessionLedger["givenUp"] = { engineer: [], reviewer: [] };

export const SESSION_START: Session = { at: "none" };

export function startedSession(about: {
  readonly id: string;
  readonly spec: LiveSession["spec"];
  readonly settings: SessionSettings;
  readonly gaps: readonly Gap[];
  readonly settled: readonly SettledEntry[];
  readonly openStart: number;
  readonly rules: number;
  readonly at: Timestamp;
}): LiveSession {
  return {
    at: "active",
    id: about.id,
    spec: about.spec,
    settings: about.settings,
    rules: about.rules,
    startedAt: about.at,
    work: {
      initialGaps: about.gaps.length,
      gaps: Object.fromEntries(about.gaps.map((gap) => [gap.id, gap])),
      gapAliases: {},
      settled: about.settled,
      tries: {},
      inputs: {},
      draft: draftOfSource(about.spec.chars ?? 0),
      proposals: {},
      amendments: {},
      remarksRoundHeld: false,
      issues: {},
      answers: {},
      justification: null,
      answering: [],
      disagreements: {},
      disagreeCounts: [],
      disagreeLimits: [],
      conflicts: {},
      drafting: [],
      flags: {},
      decisions: [],
      questions: [],
      round: null,
      completedRounds: 0,
      convergence: CONVERGENCE_START,
      nextFocus: null,
      openStart: about.openStart,
      counted: [],
      movesSinceRound: [],
      lastNet: null,
      ending: null,
      finalReview: { at: "not-run" },
      finalTurn: null,
      survey: about.settings.survey === undefined ? NO_SURVEY : { at: "due" },
      rationales: [],
      past: [{ ...newRoundLog(0), started: about.at }],
      now: newRoundLog(1),
      settling: false,
      texts: [],
      leftHoles: [],
      rollback: null,
      retry: null,
      limitsAnswered: 0,
      gapCommands: {},
    },
    ledger: {
      gapIds: [...about.gaps, ...about.settled].map(({ id }) => id),
      issueIds: [],
      decisionIds: [],
      questionsAsked: 0,
      calls: [],
      spend: NOTHING_SPENT,
      usage: [],
      agentChanges: [],
      silentAgents: [],
      givenUp: NOBODY_GIVEN_UP,
      finalAttempts: 0,
      draftAttempts: {},
      letGo: [],
      fixedAnswers: [],
      takenBack: [],
      rollbacks: [],
      archives: [],
      setAside: [],
      askAboutRound: null,
      forReview: false,
      archivesSettled: null,
      ended: null,
      published: null,
    },
    amendable: [],
    checkpoints: [],
    restored: null,
    lastEventAt: about.at,
  };
}

export function gapsOf(session: LiveSession): readonly Gap[] {
  return Object.values(session.work.gaps);
}

/** Every gap that a document may refer to. */
export function knownGaps({ work: { gaps, settled } }: LiveSession): readonly GapId[] {
  return [...(Object.keys(gaps) as GapId[]), ...settled.map(({ id }) => id)];
}

export function issuesOf(session: LiveSession): readonly Issue[] {
  return Object.values(session.work.issues).map(({ issue }) => issue);
}

/** With what the reviews say of them. */
export function arguableIssues({ work }: LiveSession): readonly (Issue & { readonly text?: string })[] {
  return Object.values(work.issues).map(({ issue, text }) =>
    text === undefined ? issue : { ...issue, text },
  );
}

/** The number of the round under way; between rounds, of the next. */
export function currentRound({ work: { round, completedRounds } }: LiveSession): number {
  return round?.number ?? completedRounds + 1;
}

export function agentFor(session: LiveSession, role: AgentRole): string {
  return session.settings.agents[role] ?? NOBODY;
}

/** Where the settings no longer name a drafter. */
const NOBODY = "nobody";

/** The turn that a call belongs to; a call of a round, or of a run beside the rounds, that was undone since belongs to none. */
export function findTurnOfCall(session: LiveSession, key: CallKey): Turn | null {
  if (isUndone(session.ledger, key)) return null;
  const turn = findTurn(session, placeOfKey(key));
  return turn?.incarnation === callKeyParts(key).incarnation ? turn : null;
}

export function isUndone({ rollbacks }: Pick<SessionLedger, "rollbacks">, key: CallKey): boolean {
  if (rollbacks.length === 0) return false;
  const { round, incarnation } = callKeyParts(key);
  return incarnation < timesUndone(rollbacks, round);
}

export function findTurn(session: LiveSession, place: TurnPlace): Turn | null {
  if (place.role === "final") return session.work.finalTurn;
  if (isSurveyRole(place.role)) return surveyTurns(session).find((turn) => isAt(turn, place)) ?? null;
  if (place.role === "answer-issue")
    return session.work.answering.find(({ turn }) => isAt(turn, place))?.turn ?? null;
  if (place.role === "draft")
    return session.work.drafting.flatMap(({ turns }) => turns).find((turn) => isAt(turn, place)) ?? null;
  const { round } = session.work;
  if (round === null) return null;
  const turns = round.reviewer === null ? round.lanes : [...round.lanes, round.reviewer];
  return turns.find((turn) => isAt(turn, place)) ?? null;
}
