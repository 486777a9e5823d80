// The checker's own tables of the rules: none of the program's are used, so that a mistake there shows.
import type { SessionEvent, SessionEventOf } from "../../../src/core/refinement/session/session-event.ts";
import type { DataOf } from "./happened.ts";

export type StateName = DataOf<"GapMoved">["from"];
export type Actor = DataOf<"GapMoved">["actor"];
export type Severity = DataOf<"GapRated">["severity"]["level"];
export type Kind = DataOf<"QuestionAsked">["question"]["kind"];
export type GateClass = DataOf<"GatePassed">["class"];
export type IssueStateName = DataOf<"IssueMoved">["from"];

export const OPEN_WEIGHT: Record<StateName, number> = {
  OPEN: 1,
  IN_PROGRESS: 1,
  PROPOSED: 1,
  NEEDS_REVISION: 1,
  USER_DEFERRED: 0.5,
  BLOCKED_EXTERNAL: 0.25,
  ACCEPTED: 0,
  RESOLVED: 0,
  WONT_FIX: 0,
  SUPERSEDED: 0,
};

export const OPEN: readonly StateName[] = [
  "OPEN",
  "IN_PROGRESS",
  "PROPOSED",
  "NEEDS_REVISION",
  "BLOCKED_EXTERNAL",
];
export const TERMINAL: readonly StateName[] = ["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED"];
export const RESOLVING: readonly StateName[] = ["ACCEPTED", "RESOLVED", "WONT_FIX"];
export const LEFT: readonly StateName[] = [...OPEN, "USER_DEFERRED"];

export const SEVERITY_WEIGHT: Record<Severity, number> = { CRITICAL: 16, HIGH: 4, MEDIUM: 2, LOW: 1 };
export const IS_GRAVE: Record<Severity, boolean> = { CRITICAL: true, HIGH: true, MEDIUM: false, LOW: false };

/** From, to, by whom. */
type Step = readonly [StateName, StateName, Actor];

const byUser = (from: readonly StateName[], to: StateName): Step[] => from.map((one) => [one, to, "User"]);

const STEPS: readonly Step[] = [
  ["OPEN", "IN_PROGRESS", "Mediator"],
  ["NEEDS_REVISION", "IN_PROGRESS", "Mediator"],
  ["IN_PROGRESS", "PROPOSED", "Engineer"],
  ["NEEDS_REVISION", "PROPOSED", "Engineer"],
  ["PROPOSED", "NEEDS_REVISION", "Reviewer"],
  ["PROPOSED", "NEEDS_REVISION", "User"],
  ["PROPOSED", "NEEDS_REVISION", "Mediator"],
  ["PROPOSED", "ACCEPTED", "Reviewer"],
  ["PROPOSED", "ACCEPTED", "User"],
  ["NEEDS_REVISION", "ACCEPTED", "User"],
  ["ACCEPTED", "RESOLVED", "User"],
  ["ACCEPTED", "RESOLVED", "Mediator"],
  ["NEEDS_REVISION", "PROPOSED", "Mediator"],
  ["ACCEPTED", "NEEDS_REVISION", "User"],
  ["RESOLVED", "NEEDS_REVISION", "User"],
  ["WONT_FIX", "OPEN", "User"],
  ...byUser(OPEN, "USER_DEFERRED"),
  ...byUser(OPEN, "WONT_FIX"),
  ["USER_DEFERRED", "OPEN", "User"],
  ["OPEN", "BLOCKED_EXTERNAL", "Engineer"],
  ["IN_PROGRESS", "BLOCKED_EXTERNAL", "Engineer"],
  ["NEEDS_REVISION", "BLOCKED_EXTERNAL", "Engineer"],
  ["BLOCKED_EXTERNAL", "OPEN", "User"],
  ...byUser(OPEN, "SUPERSEDED"),
  ["IN_PROGRESS", "OPEN", "Mediator"],
  ["IN_PROGRESS", "NEEDS_REVISION", "Mediator"],
];

const LEGAL = new Set(STEPS.map((step) => step.join(" ")));

export function isLegalStep(from: StateName, to: StateName, actor: Actor): boolean {
  return LEGAL.has([from, to, actor].join(" "));
}

/** A first try and two more. */
export const TRIES_MAX = 3;
export const RETRIES_MAX = 2;
export const LAUNCHES_MAX = 5;
/** Of one attempt, and of one wait. */
export const WAITS_MAX = 12;
export const WAIT_MS_MAX = 6 * 60 * 60_000;
export const WAIT_MS_MIN = 1_000;
export const EXTENSION_ROUNDS = 5;
export const DEFERRED_WEIGHT_MAX = 4;
/** So many LOW conflicts in a row left to the Engineer, and the next goes the same way. */
export const LOW_PRECEDENTS = 3;
export const RATES = { disagreesMax: 5, roundShare: 0.5, patternShare: 0.4, patternRounds: 3 } as const;

export const GATES: Record<GateClass, { severities: readonly Severity[]; phrase: string | null }> = {
  CRITICAL: {
    severities: ["CRITICAL"],
    phrase: "I accept CRITICAL gaps knowing the spec may be unusable",
  },
  HIGH: { severities: ["HIGH"], phrase: "I acknowledge" },
  "MEDIUM/LOW": { severities: ["MEDIUM", "LOW"], phrase: null },
};

type Outcome = SessionEventOf<"AgentCallFinished">["data"]["outcome"];

/** What a run's end leads to: it is judged, the provider is waited for, it is launched again, or it is given up. */
export const AFTER: Record<Outcome, "judged" | "waited" | "launched" | "given-up" | "stopped"> = {
  ok: "judged",
  empty: "judged",
  refused: "given-up",
  denied: "given-up",
  "rate-limited": "waited",
  overloaded: "waited",
  unauthorised: "given-up",
  "context-too-long": "given-up",
  budget: "given-up",
  "timeout-wall": "launched",
  "timeout-idle": "launched",
  "timeout-after-result": "launched",
  trespassed: "given-up",
  crashed: "launched",
  cancelled: "stopped",
  "not-installed": "given-up",
};

/** Kinds of which only one question may be open. */
export const SINGLE_KINDS: readonly Kind[] = ["divergence", "max-rounds", "ending", "gate"];

export const OPTIONS: Record<Kind, readonly string[]> = {
  escalation: ["skip", "reassign", "context", "narrow", "pause", "rollback"],
  blocked: ["input", "defer", "other", "end-round"],
  loss: ["allow", "revise", "defer"],
  "both-empty": ["retry-fresh", "wont-fix", "defer", "abandon", "human"],
  divergence: ["narrow", "accept", "normal", "prioritise", "pause", "force", "rollback"],
  "max-rounds": ["extend", "accept", "abandon"],
  ending: ["reopen", "review-again", "accept", "abandon"],
  gate: ["acknowledge", "back"],
  execution: ["retry", "other-agent", "human", "pause"],
  repeat: ["accept", "context", "other-agent", "defer"],
  conflict: ["a", "b", "c", "d"],
  "conflict-batch": ["a", "b", "each"],
  "disagree-rate": ["accept", "revise", "review-reviewer", "mediate"],
  implicit: ["request", "convert", "waive", "clarify", "false-positive"],
  survey: ["start", "choose", "lint-only"],
  spend: ["raise", "pause", "accept", "abandon"],
  rollback: ["same", "narrow", "context", "several", "skip"],
  "root-cause": ["split", "context", "reassign", "force", "pause"],
  "rollback-limit": ["review", "accept", "abandon", "refresh"],
  decisions: ["all", "some", "edit", "leave"],
  archives: ["keep", "delete", "recent", "cold"],
};

export const EVENT_TYPES: Record<SessionEvent["type"], true> = {
  SessionStarted: true,
  SessionForked: true,
  ForkOpened: true,
  SettingsChanged: true,
  RoundStarted: true,
  AgentCallStarted: true,
  AgentCallFinished: true,
  OutputJudged: true,
  TurnRestarted: true,
  WorkKept: true,
  TurnSettled: true,
  ReviewOpened: true,
  ReplacementsStopped: true,
  GapEntered: true,
  GapMoved: true,
  GapRated: true,
  GapBlocked: true,
  InputGiven: true,
  ProposalMade: true,
  DraftEdited: true,
  DraftRestored: true,
  EditsPlaced: true,
  ProposalReviewed: true,
  AmendmentSettled: true,
  IssueRaised: true,
  IssueRaisedAgain: true,
  IssueMoved: true,
  DisagreementStated: true,
  IssuesAnswered: true,
  AnswersRequested: true,
  DisagreementSettled: true,
  DisagreementsCounted: true,
  ConflictOpened: true,
  DraftRequested: true,
  DraftTaken: true,
  DraftSettled: true,
  ConflictWithdrawn: true,
  IssueRated: true,
  FlagRaised: true,
  FlagSettled: true,
  UsageNotTold: true,
  AgentCallSealed: true,
  QuestionAsked: true,
  QuestionAnswered: true,
  AnswersTakenBack: true,
  QuestionWithdrawn: true,
  DecisionRecorded: true,
  AgentChosen: true,
  RoundCompleted: true,
  ConvergenceChanged: true,
  RollbackRequested: true,
  RollbackAnalysed: true,
  RollbackOrdered: true,
  RollbackDropped: true,
  RoundsRolledBack: true,
  ArchiveWritten: true,
  SetAsideLeft: true,
  RollbackModeChanged: true,
  PromptsRefreshed: true,
  ReviewExportRequested: true,
  ArchivesSettled: true,
  ArchivesCleared: true,
  EndingRequested: true,
  EndingWithdrawn: true,
  GatePassed: true,
  SurveyRequested: true,
  SurveyTaken: true,
  SurveyJoined: true,
  SurveySettled: true,
  GapConfirmed: true,
  FinalReviewRequested: true,
  FinalReviewSettled: true,
  SessionPaused: true,
  SessionResumed: true,
  SessionEnded: true,
  OutputChosen: true,
  SpecPublished: true,
};
