// What can happen to the work on tasks: events of the board.
import type { DisputeId, TaskId } from "../board/board-id.ts";
import type { TaskStatus } from "../board/task-status.ts";
import type { FateWord } from "../documents/code-review.ts";
import type { AnswerWord } from "../documents/coder-document.ts";
import type { DocumentRef, PromptRecord } from "../refinement/session/session-event.ts";
import type { SpendMeasure } from "../refinement/session/settings.ts";
import type { CallEnd } from "../shared/call-end.ts";
import type { CallKey } from "../shared/call-key.ts";
import type { FindingId } from "../shared/finding-id.ts";
import type { LaunchSeal } from "../shared/launch-seal.ts";
import type { AsideSubject, BoardAnswer, BoardQuestion, BoardQuestionId } from "./board-question.ts";
import type { BuildRole, BuildScope, BuildSettings } from "./build-settings.ts";
import type {
  CarriedWork,
  CheckRecord,
  CoderStatement,
  Finding,
  Guidance,
  LandingBasis,
  RaisedDispute,
  Retry,
  ReviewVerdict,
  WorkPurpose,
} from "./task-work.ts";
import type { Alarm, BuildTarget, ChangedFile, CommitSha } from "./work-facts.ts";

interface WorkPlace {
  readonly task: TaskId;
  readonly incarnation: number;
}

/** The audit has an entry of it. */
interface Audited {
  readonly task: TaskId;
  /** The task's; `null` where it is gone. */
  readonly status: TaskStatus | null;
}

/** `null` for both where it is about the whole build. */
interface QuestionPlace {
  readonly task: TaskId | null;
  readonly status: TaskStatus | null;
}

interface TurnPlace extends WorkPlace {
  readonly round: number;
  readonly purpose: WorkPurpose;
  readonly lane: string;
}

export interface BuildEventData {
  BuildBegun: { readonly run: number; readonly settings: BuildSettings; readonly scope: BuildScope };
  /** Nothing more is begun until the next build. */
  BuildPaused: { readonly because: string };
  /** The build has come to a task, new or begun before. */
  TaskTaken: { readonly task: TaskId; readonly run: number };
  /** A task is begun, or begun anew: a worktree is owed. */
  WorkBegun: WorkPlace;
  WorktreeOpened: WorkPlace & { readonly branch: string; readonly base: CommitSha };
  /** A turn of the coder begins. */
  RoundBegun: WorkPlace & { readonly round: number };
  /** What was made is shown to the reviewer: its turn begins; in a round of its own where the coder has nothing to do. */
  ReviewBegun: WorkPlace & { readonly round: number; readonly commit: CommitSha };
  AgentCallStarted: TurnPlace & {
    readonly key: CallKey;
    readonly attempt: number;
    readonly launch: number;
    readonly agent: string;
    /** What is said beside the work: about a dispute, or a question. */
    readonly about: AsideSubject | null;
    /** `null` where a person supplies the document. */
    readonly prompt: PromptRecord | null;
    readonly retry: Retry | null;
    /** The blob with the repository's mark; of a coder's call alone. */
    readonly mark: string | null;
    readonly seal?: LaunchSeal;
  };
  AgentCallSealed: TurnPlace & { readonly key: CallKey; readonly seal: LaunchSeal };
  AgentCallFinished: TurnPlace & CallEnd & { readonly document: DocumentRef | null };
  /** Another plays a role from now on. */
  AgentChosen: {
    readonly role: BuildRole;
    readonly agent: string;
    readonly insteadOf: string | null;
    readonly because: string;
  };
  /** Nothing that counts came of an attempt: the same turn goes on with another. */
  AttemptFailed: TurnPlace & { readonly attempt: number; readonly retry: Retry };
  /** A person said how to go on: the turn has as many attempts and launches again. */
  TurnRenewed: TurnPlace & { readonly retry: Retry | null };
  /** What is said beside the work came to an end. */
  AsideSettled: TurnPlace & { readonly outcome: "given" | "not-given"; readonly detail: string | null };
  /** The coder's document counts: its work is looked at next. */
  CoderReported: WorkPlace & {
    readonly round: number;
    readonly agent: string;
    readonly outcome: CoderStatement["outcome"];
    readonly why: string | null;
    readonly answers: readonly {
      readonly finding: FindingId;
      readonly status: AnswerWord;
      readonly where: string;
    }[];
    readonly raised: RaisedDispute | null;
    readonly summary?: string;
    readonly notDone?: string;
    readonly document: DocumentRef | null;
  };
  /** Commit and tree are `null` where nothing can be made of it. */
  WorkInspected: WorkPlace & {
    readonly round: number;
    readonly number: number;
    readonly at: "unchanged" | "committed" | "refused";
    readonly commit: CommitSha | null;
    readonly tree: string | null;
    readonly files: readonly ChangedFile[];
    readonly alarms: readonly Alarm[];
  };
  ChecksRun: WorkPlace & {
    /** `target`: on what is to land, on top of a target that has moved. */
    readonly on: "work" | "target";
    readonly commit: CommitSha;
    readonly green: boolean;
    readonly results: readonly CheckRecord[];
    /** What was changed outside of the worktree meanwhile; absent: nothing. */
    readonly alarms?: readonly Alarm[];
  };
  /** A review that counts, of this very commit. */
  ReviewGiven: Audited & {
    readonly incarnation: number;
    readonly round: number;
    readonly commit: CommitSha;
    readonly agent: string;
    readonly verdict: ReviewVerdict;
    readonly findings: readonly Omit<Finding, "state" | "fate" | "answer">[];
    readonly fates: readonly {
      readonly finding: FindingId;
      readonly status: FateWord;
      readonly why: string;
    }[];
    /** Findings that came back under another name. */
    readonly linked: readonly { readonly title: string; readonly to: FindingId }[];
    readonly remarks?: string;
    readonly document: DocumentRef | null;
  };
  /** A person's word, or a drafter's. */
  GuidanceGiven: Audited & {
    readonly kind: Guidance["kind"];
    readonly text: string;
    readonly question: BoardQuestionId | null;
    readonly dispute: DisputeId | null;
    readonly from: string;
  };
  /** By a person: they ground nothing any more. */
  FindingsSettled: Audited & {
    readonly findings: readonly FindingId[];
    readonly as: "overruled" | "answered";
    readonly question: BoardQuestionId;
  };
  /** Weakened tests that a person lets pass. */
  WeakeningAllowed: Audited & { readonly weakenings: readonly string[] };
  /** Work is to land: approved, or disputed and green. */
  LandingOpened: WorkPlace & { readonly commit: CommitSha; readonly basis: LandingBasis };
  /** Recorded before it is pushed. */
  LandingPrepared: WorkPlace & {
    readonly commit: CommitSha;
    readonly onto: CommitSha;
    readonly moved: boolean;
  };
  /** It is to be prepared again. */
  LandingMissed: WorkPlace & {
    readonly because: "moved" | "conflict" | "red" | "trouble";
    readonly text: string;
  };
  TaskLanded: Audited & {
    readonly incarnation: number;
    readonly commit: CommitSha;
    readonly target: BuildTarget;
    readonly basis: LandingBasis;
    /** So many tests ran on it; `null` where that is not known. */
    readonly tests: number | null;
  };
  /** The task's branch is to go to the remote alone. */
  BranchWanted: WorkPlace & { readonly next: "close" | "held" | "by-hand"; readonly because: string };
  BranchPushed: Audited & {
    readonly incarnation: number;
    readonly commit: CommitSha;
    readonly branch: string;
  };
  /** The repository did not do what was asked; `waitMs`: it is asked again then. */
  RepositoryTroubled: WorkPlace & {
    readonly asked: "worktree" | "inspect" | "landing" | "push" | "branch";
    readonly message: string;
    readonly waitMs: number | null;
    /** As it was before the coder ran. */
    readonly untouched?: true;
  };
  /** A person said to try again. */
  TroubleForgiven: WorkPlace;
  /** Nothing more is done in this worktree: it and the branch may go. */
  WorkEnded: WorkPlace & { readonly because: string; readonly carried: CarriedWork | null };
  WorktreeClosed: WorkPlace;
  BoardQuestionAsked: QuestionPlace & { readonly question: BoardQuestion };
  BoardQuestionAnswered: QuestionPlace & { readonly answer: BoardAnswer };
  BoardQuestionWithdrawn: {
    readonly task: TaskId | null;
    readonly question: BoardQuestionId;
    readonly reason: string;
  };
  /** `task`: `null` for the limit of the whole build. */
  LimitRaised: { readonly task: TaskId | null; readonly measure: SpendMeasure; readonly to: number };
}

export type BuildEventType = keyof BuildEventData;

/** Of the shape in which each is written today. */
export const BUILD_EVENT_VERSIONS: Record<BuildEventType, number> = {
  BuildBegun: 1,
  BuildPaused: 1,
  TaskTaken: 1,
  WorkBegun: 1,
  WorktreeOpened: 1,
  RoundBegun: 1,
  ReviewBegun: 1,
  AgentCallStarted: 1,
  AgentCallSealed: 1,
  AgentCallFinished: 1,
  AgentChosen: 1,
  AttemptFailed: 1,
  TurnRenewed: 1,
  AsideSettled: 1,
  CoderReported: 1,
  WorkInspected: 1,
  ChecksRun: 1,
  ReviewGiven: 1,
  GuidanceGiven: 1,
  FindingsSettled: 1,
  WeakeningAllowed: 1,
  LandingOpened: 1,
  LandingPrepared: 1,
  LandingMissed: 1,
  TaskLanded: 1,
  BranchWanted: 1,
  BranchPushed: 1,
  RepositoryTroubled: 1,
  TroubleForgiven: 1,
  WorkEnded: 1,
  WorktreeClosed: 1,
  BoardQuestionAsked: 1,
  BoardQuestionAnswered: 1,
  BoardQuestionWithdrawn: 1,
  LimitRaised: 1,
};
