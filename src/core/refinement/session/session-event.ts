// Everything that can happen in a session. The raw events are all that is kept; all else is derived.
import type { DecisionEntry } from "../../documents/decisions-document.ts";
import type { ResponseStatus } from "../../documents/engineer-document.ts";
import type { ReportedHole } from "../../documents/final-review-document.ts";
import type { Loss } from "../../documents/loss.ts";
import { type AgentOutcome, presentOutcome } from "../../shared/agent-outcome.ts";
import type { CallEnd } from "../../shared/call-end.ts";
import type { CallKey } from "../../shared/call-key.ts";
import type { DecisionId } from "../../shared/decision-id.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { ConflictId, IssueId } from "../../shared/issue-id.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { LaunchSeal } from "../../shared/launch-seal.ts";
import { type FactToRead, NewerParley } from "../../shared/newer-parley.ts";
import type { Plain } from "../../shared/plain.ts";
import type { Severity, SeverityRating } from "../../shared/severity.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import type { Conflict, DraftedSynthesis } from "../conflicts/conflict.ts";
import type { StatedDisagreement } from "../conflicts/disagreement.ts";
import type { Escalation, Flag, FlagOutcome, Heuristic, Weights } from "../conflicts/flag.ts";
import type { OptionDraft } from "../conflicts/option-draft.ts";
import type { DisagreeCount, RateLimit } from "../conflicts/rate-limits.ts";
import type { Convergence, Focus } from "../convergence.ts";
import type { RoundNet } from "../counting.ts";
import type { Finder, Gap, SourceOrigin } from "../gap.ts";
import type { Actor } from "../gap-lifecycle.ts";
import type { GapState, GapStateName } from "../gap-state.ts";
import type { GateClass, Rationale } from "../gate.ts";
import type { Issue, IssueState } from "../issue.ts";
import type { Question, QuestionAnswer, QuestionId } from "../questions/question.ts";
import type { OptionOf } from "../questions/question-kinds.ts";
import type { AgentRole, Role, Side, SurveyRole } from "../role.ts";
import type {
  ArchivedFile,
  Backup,
  PendingRollback,
  RestoredFiles,
  Rollback,
  RollbackOrder,
  Suggestion,
} from "../rollback/rollback.ts";
import type { RollbackAnalysis } from "../rollback/rollback-analysis.ts";
import type { RootCause } from "../rollback/root-cause.ts";
import type { SettledEntry } from "../settled-entry.ts";
import type { SpecEdit } from "../spec-draft.ts";
import type { Hole } from "../survey/hole.ts";
import type { SurveyInventory } from "../survey/join-survey.ts";
import type { TerminationType } from "../termination-type.ts";
import type { FailureType, Warning } from "../validation/judgement.ts";
import type { ForkOrigin } from "./fork.ts";
import type { GapCommand } from "./gap-change.ts";
import type { PublishedSpec, SessionSpec } from "./session-spec.ts";
import type { SessionSettings } from "./settings.ts";
import type { UnknownMeasure } from "./spend.ts";

/** How a role came out of a round. */
const TURN_OUTCOMES = ["VALID", "BLOCKED", "SKIP", "UNREVIEWED", "IDLE", "UNCHANGED"] as const;
export type TurnOutcome = (typeof TURN_OUTCOMES)[number];

/** Where a turn belongs; the Final Review's round is the last completed one. */
export interface TurnPlace {
  readonly round: number;
  readonly role: Role;
  readonly lane: string;
}

/** Why a call is made again with another prompt. */
export interface RetryReason {
  /** 1 or 2. */
  readonly number: number;
  readonly because: FailureType | "UNCERTAINTY";
  readonly message: string;
  readonly line: number | null;
  readonly subjects: readonly string[];
  /** The gaps whose texts lose something that the passage said, and that is all that is wrong with them. */
  readonly losses?: readonly GapId[];
}

/** What an attempt resolved, while the turn goes on for other gaps. */
export interface RestatedRemark {
  readonly issue: IssueId;
  readonly left: string;
}

export interface IssueAnswer {
  readonly issue: IssueId;
  readonly status: ResponseStatus;
  /** As written. */
  readonly text: string;
  readonly line: number;
}

export interface KeptWork {
  readonly document: DocumentRef;
  readonly gaps: readonly GapId[];
}

export interface PromptRecord {
  readonly sha256: string;
  readonly chars: number;
  /** How much of it, from its beginning, is the same in every call of the role; absent in older logs. */
  readonly standingChars?: number;
  readonly parts: readonly { readonly name: string; readonly chars: number }[];
}

export interface ExampleRecord {
  /** 1 canonical, 2 session, 3 template. */
  readonly tier: 1 | 2 | 3;
  readonly source: string;
  readonly tokens: number;
  readonly truncated: boolean;
}

export interface DocumentRef {
  readonly sha256: string;
  readonly bytes: number;
  /** A file it wrote, its final words, or a person's. */
  readonly from: "file" | "text" | "human";
  /** Why it was not read; absent where it was. */
  readonly unread?: string;
}

interface EventData {
  SessionStarted: {
    readonly session: string;
    readonly spec: SessionSpec;
    readonly settings: SessionSettings;
    readonly gaps: readonly Gap[];
    /** The rules it begins under; absent in sessions of an older parley, which began under the first. */
    readonly rules?: number;
    readonly settled?: readonly SettledEntry[];
  };
  /** It begins with the past of another session: first of all its events, before what is copied. */
  SessionForked: ForkOrigin & {
    /** How many of the copied events each append of the origin had. */
    readonly appends: readonly number[];
  };
  /** The past is copied, and the session goes on by itself. */
  ForkOpened: { readonly session: string };
  SettingsChanged: {
    readonly settings: SessionSettings;
    readonly because: string;
    /** Whose answer changes them; absent where the user does so unasked, and in older logs. */
    readonly question?: QuestionId;
  };
  RoundStarted: {
    readonly round: number;
    readonly incarnation: number;
    readonly focus: Focus;
    /** A run of the Engineer each; none where nothing can be assigned. */
    readonly lanes: readonly { readonly lane: string; readonly gaps: readonly GapId[] }[];
    /** The documents as they stood at the end of the round before: the backup. */
    readonly backup: Backup;
    /** After a round that was undone: what its analysis suggests to the Engineer. */
    readonly suggestions?: readonly Suggestion[];
    /** In older logs: the same, with what the user added, for which see `DecisionRecorded`. */
    readonly guidance?: readonly string[];
  };
  AgentCallStarted: TurnPlace & {
    readonly key: CallKey;
    readonly attempt: number;
    readonly launch: number;
    readonly agent: string;
    /** `null` where a person supplies the document. */
    readonly prompt: PromptRecord | null;
    readonly retry: RetryReason | null;
    readonly example: ExampleRecord | null;
    /** None where a person writes, or an older version started it. */
    readonly seal?: LaunchSeal;
  };
  /** It had not begun when whoever started it was gone; it is the same launch still, and counts once. */
  AgentCallSealed: TurnPlace & { readonly key: CallKey; readonly seal: LaunchSeal };
  AgentCallFinished: TurnPlace & CallEnd & { readonly document: DocumentRef | null };
  /** Once for each agent, where a limit counts what it does not tell. */
  UsageNotTold: { readonly role: AgentRole; readonly agent: string; readonly of: readonly UnknownMeasure[] };
  OutputJudged: TurnPlace & {
    readonly key: CallKey;
    readonly attempt: number;
    /** `null`: it passed. */
    readonly failure: FailureType | null;
    readonly message: string;
    readonly line: number | null;
    readonly warnings: readonly Warning[];
    readonly gapsAddressed: readonly GapId[];
  };
  /** The same turn once more: a retry, or a new set of tries after an answer, with the gaps it now has. */
  TurnRestarted: TurnPlace & {
    readonly gaps: readonly GapId[];
    readonly retry: RetryReason | null;
    /** How many retries are used up; with all of them, one more try is what is left. */
    readonly retries: number;
    /** In older logs: what the user adds to the prompt, for which see `DecisionRecorded`. */
    readonly guidance: string | null;
    /** The same attempt, with as many launches again. */
    readonly launchAgain: boolean;
    /** The gaps stand in for ones that turned out to be blocked. */
    readonly replacement: boolean;
    readonly because: string;
    /** What the attempt before resolved for other gaps. */
    readonly keeps?: KeptWork;
  };
  /** What the last attempt resolved stays, while a person is asked about the other gaps of the turn. */
  WorkKept: TurnPlace & { readonly gaps: readonly GapId[]; readonly keeps?: KeptWork };
  TurnSettled: TurnPlace & {
    readonly outcome: TurnOutcome;
    readonly detail: string | null;
    /** The document that counts. */
    readonly document: DocumentRef | null;
    /** Where several attempts count together: all of their documents, in order. */
    readonly documents?: readonly DocumentRef[];
  };
  /** All of the Engineer's runs have an outcome: what the Reviewer is given; nothing, and it has no turn. */
  ReviewOpened: { readonly round: number; readonly proposals: readonly GapId[] };
  /** No further gap is taken up in place of a blocked one in this round. */
  ReplacementsStopped: { readonly round: number };
  GapEntered: {
    readonly gap: Gap;
    /** The id it was written under, where that one was taken. */
    readonly alias: string | null;
  };
  GapMoved: {
    readonly gap: GapId;
    readonly from: GapStateName;
    readonly state: GapState;
    readonly actor: Actor;
    readonly round: number;
    readonly reason: string | null;
  };
  GapRated: { readonly gap: GapId; readonly severity: SeverityRating; readonly round: number };
  /** All that the gap now waits for, also what is not known or waits for it in turn. */
  GapBlocked: { readonly gap: GapId; readonly blockedBy: readonly GapId[]; readonly round: number };
  /** What the user supplied for a gap that was blocked; it goes into its prompts. */
  InputGiven: { readonly gap: GapId; readonly text: string };
  ProposalMade: {
    readonly gap: GapId;
    readonly round: number;
    readonly key: CallKey;
    readonly document: string;
    readonly line: number;
    readonly confidence: string;
    /** Of what the proposal says, dress aside: equal substance is not reviewed twice. */
    readonly substance: string;
    /** The gaps that the same texts settle; they are accepted together. */
    readonly together: readonly GapId[];
    /** `null` in a session of an older parley, until they are placed. */
    readonly edits: readonly SpecEdit[] | null;
    /** What the replaced passages said and the new texts do not. */
    readonly losses: readonly Loss[];
    /** Settled gaps whose marks go with the passages it replaces; absent where there are none. */
    readonly unmarks?: readonly GapId[];
    /** Its gap is accepted with another text, which stands until a review passes this one. */
    readonly amends?: true;
  };
  /** The texts proposed for these gaps took their places in the draft. */
  DraftEdited: { readonly gaps: readonly GapId[]; readonly round: number };
  /** What the texts of these gaps had replaced stands in the draft again. */
  DraftRestored: { readonly gaps: readonly GapId[]; readonly round: number };
  /** Once, in a session that began under older rules: the texts of its proposals were given their places. */
  EditsPlaced: {
    readonly rules: number;
    /** How long the source is. */
    readonly chars: number;
    /** What the linter finds of each gap, and exactly where. */
    readonly origins: readonly { readonly gap: GapId; readonly origin: SourceOrigin }[];
    readonly edits: readonly { readonly gap: GapId; readonly edits: readonly SpecEdit[] }[];
    /** Those whose texts were accepted already, in the order of their acceptance. */
    readonly accepted: readonly GapId[];
  };
  ProposalReviewed: {
    readonly gap: GapId;
    readonly round: number;
    readonly document: string;
    readonly needsRevision: boolean;
  };
  /** What became of an amendment: it takes the place of the accepted text, or that one stands. */
  AmendmentSettled: {
    readonly gap: GapId;
    readonly round: number;
    readonly taken: boolean;
    readonly reason: string | null;
  };
  IssueRaised: {
    readonly issue: Issue;
    /** As the review wrote it; `null` where it gave none. */
    readonly alias: string | null;
    /** The severity was inferred. */
    readonly inferred: boolean;
    readonly title: string;
    readonly location: string | null;
    readonly impact: string | null;
    readonly suggestion: string | null;
    /** All that the review says of it, as written; absent in reviews of an older parley. */
    readonly text?: string;
    readonly document: string;
    readonly line: number;
  };
  /** A later review raises an issue again, under its id or another: it keeps its first id. */
  IssueRaisedAgain: {
    readonly issue: IssueId;
    readonly round: number;
    /** As the review wrote it; `null` where it gave the id itself, or none. */
    readonly alias: string | null;
    /** The graver of what was said before and now; what the user has decided keeps its own. */
    readonly severity: Severity;
    readonly document: string;
    readonly line: number;
  };
  IssueMoved: {
    readonly issue: IssueId;
    readonly from: IssueState["at"];
    readonly state: IssueState;
    readonly round: number;
  };
  /** What a document of the Engineer says to open issues, by their ids. */
  IssuesAnswered: {
    readonly round: number;
    readonly answers: readonly IssueAnswer[];
    /** Why so many are disagreed with, where it says so. */
    readonly justification: string | null;
    readonly document: string;
  };
  /** The Engineer is to answer these, because the user wants to know. */
  AnswersRequested: {
    readonly round: number;
    readonly question: QuestionId;
    readonly issues: readonly IssueId[];
    readonly because: "flag" | "rate";
  };
  /** The Engineer disagrees with an issue, by form. */
  DisagreementStated: { readonly round: number; readonly stated: StatedDisagreement | null };
  /** What became of it before the user was asked: the Reviewer, or the Engineer, lets it go, or it becomes a conflict. */
  DisagreementSettled: {
    readonly issue: IssueId;
    readonly round: number;
    readonly outcome: "withdrawn" | "dropped" | "conflict";
    readonly why: string;
  };
  /** What a round disagreed with, and which limits that passes. */
  DisagreementsCounted: { readonly count: DisagreeCount; readonly passed: readonly RateLimit[] };
  ConflictOpened: { readonly conflict: Conflict };
  /** An agent is asked to draft a synthesis, in each of these lanes; the positions change places between them. */
  DraftRequested: {
    readonly conflict: ConflictId;
    readonly round: number;
    readonly lanes: readonly string[];
  };
  /** A draft passed its gate. */
  DraftTaken: {
    readonly conflict: ConflictId;
    readonly round: number;
    readonly lane: string;
    readonly by: string;
    readonly document: string;
    readonly draft: OptionDraft;
  };
  /** What the drafts come to; `null`: nothing, and why. */
  DraftSettled: {
    readonly conflict: ConflictId;
    readonly round: number;
    readonly draft: DraftedSynthesis | null;
    readonly why: string;
  };
  /** It is no longer one: the user took its ground away. */
  ConflictWithdrawn: { readonly conflict: ConflictId; readonly round: number; readonly reason: string };
  /** The user has said what an issue weighs. */
  IssueRated: { readonly issue: IssueId; readonly severity: Severity; readonly round: number };
  /** An issue that a document of the Engineer may have passed over. */
  FlagRaised: {
    readonly flag: Flag;
    readonly escalation: Escalation;
    /** What the heuristics were worth; absent where all were worth everything. */
    readonly weights?: Weights;
  };
  FlagSettled: {
    readonly issue: IssueId;
    readonly round: number;
    readonly outcome: FlagOutcome;
    readonly heuristics: readonly Heuristic[];
  };
  QuestionAsked: { readonly question: Question };
  QuestionAnswered: {
    readonly answer: QuestionAnswer;
    /** It takes the place of an earlier answer. */
    readonly amends?: true;
    /** It was given before, and was taken back with another. */
    readonly again?: true;
  };
  /** The session is as it was before that answer; what was answered later is taken back with it, and given again. */
  AnswersTakenBack: {
    readonly question: QuestionId;
    readonly with: readonly QuestionId[];
    readonly decisions: readonly DecisionId[];
    readonly by: string;
  };
  QuestionWithdrawn: { readonly question: QuestionId; readonly reason: string };
  DecisionRecorded: {
    readonly decision: DecisionEntry;
    /** Whose answer it records; absent where the user decides unasked, and in older logs. */
    readonly question?: QuestionId;
    /** What the user did to the gap, where they did so unasked. */
    readonly command?: GapCommand;
    /** The decision of an undone round that this one takes up again. */
    readonly recovers?: DecisionId;
  };
  /** `insteadOf`: the agent that could not go on, where the settings name this one to take over. */
  AgentChosen: {
    readonly role: Side;
    readonly agent: string;
    readonly insteadOf?: string;
    /** How the last call of that agent ended. */
    readonly outcome?: AgentOutcome;
    /** The role that the one who takes over plays already. */
    readonly alsoPlays?: Side;
    readonly because?: string;
  };
  RoundCompleted: {
    readonly round: number;
    readonly net: RoundNet;
    readonly openStart: number;
    readonly openEnd: number;
    readonly countsTowardsStall: boolean;
    /** The gaps that have had their one count, this round's included. */
    readonly counted: readonly GapId[];
  };
  ConvergenceChanged: {
    readonly state: Convergence;
    readonly nextFocus: Focus | null;
    readonly because: string;
  };
  /** Rounds are to be undone; nothing new begins before that. */
  RollbackRequested: Omit<PendingRollback, "requestedAt" | "analysis" | "rootCause" | "order">;
  /** What the documents of the round show. */
  RollbackAnalysed: { readonly analysis: RollbackAnalysis; readonly rootCause: RootCause | null };
  RollbackOrdered: RollbackOrder;
  /** It was not made: the round stands. */
  RollbackDropped: { readonly reason: string };
  /** The work is as it was at the end of round `to`. */
  RoundsRolledBack: {
    readonly rollback: Omit<Rollback, "at" | "outcome">;
    readonly archives: readonly { readonly name: string; readonly files: readonly ArchivedFile[] }[];
    /** With the limits and thresholds as they were then. */
    readonly settings: SessionSettings;
    readonly restored: RestoredFiles;
    readonly retry: Pick<RollbackOrder, "adjustments" | "gaps"> | null;
  };
  ArchiveWritten: { readonly name: string; readonly sha256: string; readonly bytes: number };
  /** What the user does with decisions of undone rounds that they do not take up again now. */
  SetAsideLeft: { readonly decisions: readonly DecisionId[] };
  /** Whether the user wants to be asked should that round be undone; `null`: as the mode says. */
  RollbackModeChanged: { readonly askAboutRound: number | null };
  /** Turns start afresh: what was added to their prompts, and what agents remember, is forgotten. */
  PromptsRefreshed: { readonly because: string };
  ReviewExportRequested: Record<never, never>;
  ArchivesSettled: { readonly option: OptionOf<"archives"> };
  ArchivesCleared: { readonly detail: string };
  EndingRequested: { readonly type: Exclude<TerminationType, "COMPLETE">; readonly trigger: string };
  EndingWithdrawn: { readonly reason: string };
  GatePassed: { readonly class: GateClass; readonly rationales: readonly Rationale[] };
  /** The specification is read as a whole before the first round, by each of these on their own. */
  SurveyRequested: { readonly roles: readonly SurveyRole[] };
  /** A survey passed its gate: what it found, and the sections it calls complete. */
  SurveyTaken: {
    readonly role: SurveyRole;
    readonly document: string;
    readonly holes: readonly Hole[];
    readonly complete: readonly (readonly string[])[];
  };
  /** What surveys and linter found, as one inventory; nothing of it is a gap of the session yet. */
  SurveyJoined: { readonly inventory: SurveyInventory };
  /** What became of the inventory: the gaps that entered follow. */
  SurveySettled: { readonly outcome: "taken" | "dropped" | "nothing" | "left-out"; readonly detail: string };
  /** A gap of the linter's that a survey names, too. */
  GapConfirmed: {
    readonly gap: GapId;
    readonly foundBy: readonly Finder[];
    readonly description: string;
  };
  FinalReviewRequested: Record<never, never>;
  FinalReviewSettled: {
    readonly verdict: "ready" | "not-ready" | "failed";
    readonly blockers: number;
    readonly document: string | null;
    /** What it leaves open section by section, beside its blockers; absent in reviews of an older parley. */
    readonly holes?: readonly ReportedHole[];
    readonly complete?: readonly string[];
    /** What is left of remarks that are still open. */
    readonly remarks?: readonly RestatedRemark[];
  };
  SessionPaused: { readonly by: string; readonly because: string };
  SessionResumed: { readonly by: string };
  SessionEnded: { readonly type: TerminationType; readonly trigger: string };
  /** Where the finished spec is wanted from now on, from the project's root. */
  OutputChosen: { readonly out: string };
  SpecPublished: PublishedSpec;
}

export type SessionEventType = keyof EventData;

type EventShape<Type extends SessionEventType> = {
  readonly type: Type;
  readonly v: number;
  readonly data: Plain<{ readonly at: Timestamp } & EventData[Type]>;
};

export type SessionEvent = { [Type in SessionEventType]: EventShape<Type> }[SessionEventType];

export type SessionEventOf<Type extends SessionEventType> = Extract<SessionEvent, { readonly type: Type }>;

export function makeSessionEvent<Type extends SessionEventType>(
  type: Type,
  at: Timestamp,
  data: Plain<EventData[Type]>,
): SessionEvent {
  return { type, v: VERSIONS[type], data: { at, ...(data as object) } } as unknown as SessionEvent;
}

/** Of the shape in which each is written today. */
const VERSIONS: Record<SessionEventType, number> = {
  SessionStarted: 1,
  SessionForked: 1,
  ForkOpened: 1,
  SettingsChanged: 1,
  RoundStarted: 1,
  AgentCallStarted: 1,
  AgentCallSealed: 1,
  AgentCallFinished: 2,
  UsageNotTold: 1,
  OutputJudged: 1,
  TurnRestarted: 1,
  WorkKept: 1,
  TurnSettled: 1,
  ReviewOpened: 1,
  ReplacementsStopped: 1,
  GapEntered: 1,
  GapMoved: 1,
  GapRated: 1,
  GapBlocked: 1,
  InputGiven: 1,
  ProposalMade: 2,
  DraftEdited: 1,
  DraftRestored: 1,
  EditsPlaced: 1,
  ProposalReviewed: 1,
  AmendmentSettled: 1,
  IssueRaised: 1,
  IssueRaisedAgain: 1,
  IssueMoved: 1,
  IssuesAnswered: 1,
  AnswersRequested: 1,
  DisagreementStated: 2,
  DisagreementSettled: 1,
  DisagreementsCounted: 1,
  ConflictOpened: 1,
  DraftRequested: 1,
  DraftTaken: 1,
  DraftSettled: 1,
  ConflictWithdrawn: 1,
  IssueRated: 1,
  FlagRaised: 1,
  FlagSettled: 1,
  QuestionAsked: 1,
  QuestionAnswered: 1,
  AnswersTakenBack: 1,
  QuestionWithdrawn: 1,
  DecisionRecorded: 1,
  AgentChosen: 1,
  RoundCompleted: 1,
  ConvergenceChanged: 1,
  RollbackRequested: 1,
  RollbackAnalysed: 1,
  RollbackOrdered: 1,
  RollbackDropped: 1,
  RoundsRolledBack: 1,
  ArchiveWritten: 1,
  SetAsideLeft: 1,
  RollbackModeChanged: 1,
  PromptsRefreshed: 1,
  ReviewExportRequested: 1,
  ArchivesSettled: 1,
  ArchivesCleared: 1,
  EndingRequested: 1,
  EndingWithdrawn: 1,
  GatePassed: 1,
  SurveyRequested: 1,
  SurveyTaken: 1,
  SurveyJoined: 1,
  SurveySettled: 1,
  GapConfirmed: 1,
  FinalReviewRequested: 1,
  FinalReviewSettled: 1,
  SessionPaused: 1,
  SessionResumed: 1,
  SessionEnded: 1,
  OutputChosen: 1,
  SpecPublished: 1,
};

function isSessionEventType(type: string): type is SessionEventType {
  return Object.hasOwn(VERSIONS, type);
}

type Upcaster = (data: JsonObject) => JsonObject;

/** From the first shape to the second, and so on; each event type has as many as its version is above 1. */
const UPCASTERS: Partial<Record<SessionEventType, readonly Upcaster[]>> = {
  AgentCallFinished: [(data) => ({ ...data, outcome: presentOutcome(String(data.outcome)) })],
  // An older parley showed them to the Reviewer and left it at that: nothing waits for an answer.
  DisagreementStated: [({ round }) => ({ round: round ?? 0, stated: null })],
  ProposalMade: [
    ({ hasSpecText: _, ...data }) => ({ ...data, together: [data.gap ?? null], edits: null, losses: [] }),
  ],
};

export function upcast(fact: FactToRead): SessionEvent {
  const { type, v, data } = fact;
  if (!isSessionEventType(type) || v > VERSIONS[type]) {
    throw new NewerParley(fact, "event");
  }
  if (v === VERSIONS[type]) return fact as unknown as SessionEvent;
  const present = (UPCASTERS[type] ?? []).slice(v - 1).reduce((older, up) => up(older), data);
  return { ...fact, v: VERSIONS[type], data: present } as unknown as SessionEvent;
}
