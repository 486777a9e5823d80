// How far the loop is with a task.
import type { DisputeId, TaskId } from "../board/board-id.ts";
import type { Who } from "../board/who.ts";
import type { FateWord } from "../documents/code-review.ts";
import type { AnswerWord } from "../documents/coder-document.ts";
import type { StatedDispute } from "../documents/stated-dispute.ts";
import type { DocumentRef } from "../refinement/session/session-event.ts";
import type { SpendMeasure } from "../refinement/session/settings.ts";
import type { SpentAmounts } from "../refinement/session/spend.ts";
import type { LastCall } from "../refinement/session/turn.ts";
import type { CallKey } from "../shared/call-key.ts";
import type { FindingId } from "../shared/finding-id.ts";
import type { Severity } from "../shared/severity.ts";
import type { Timestamp } from "../shared/timestamp.ts";
import type { AsideSubject, BoardQuestionId } from "./board-question.ts";
import type { BuildRole, WorkRole } from "./build-settings.ts";
import type { Alarm, ChangedFile, CheckStep, CommitSha } from "./work-facts.ts";

export interface TaskWork {
  readonly id: TaskId;
  /** Grows each time the task is begun anew, in a fresh worktree. */
  readonly incarnation: number;
  /** The coder's turns are counted over all incarnations; 0 before the first. */
  readonly round: number;
  readonly stage: Stage;
  /** `null` while none is open. */
  readonly worktree: { readonly branch: string; readonly base: CommitSha } | null;
  /** How many numbers of commits are used. */
  readonly commits: number;
  /** The newest of this incarnation. */
  readonly commit: WorkCommit | null;
  /** Why what was inspected last could not be committed; none where it could. */
  readonly refused: readonly Alarm[];
  /** What the coder said in its last turn of this incarnation. */
  readonly said: CoderStatement | null;
  /** The blob with the repository's mark from before the first call since the last inspection. */
  readonly mark: string | null;
  /** All there ever were, by their numbers. */
  readonly findings: readonly Finding[];
  /** What binds both sides, and what was only drafted, oldest first. */
  readonly guidance: readonly Guidance[];
  /** Weakened tests that a person let pass, as `weakening` names them. */
  readonly allowed: readonly string[];
  /** An earlier incarnation's work that could not land, for the coder to look at. */
  readonly carried: CarriedWork | null;
  /** A dispute that the coder raised, until its work is looked at. */
  readonly raised: RaisedDispute | null;
  /** Calls beside the work: positions, drafts of guidance. */
  readonly asides: readonly Aside[];
  /** The lanes of those that came to an end. */
  readonly asidesSettled: readonly string[];
  /** The repository refused something, and is asked again. */
  readonly trouble: { readonly count: number; readonly notBeforeMs: number | null } | null;
  readonly spent: SpentAmounts;
  /** Limits that were raised for this task. */
  readonly raisedLimits: Readonly<Partial<Record<SpendMeasure, number>>>;
  /** Why it may land; `null` until something speaks for it in this incarnation. */
  readonly basis: LandingBasis | null;
  /** How often it was red on a target that had moved, since it landed last. */
  readonly redOnTarget: number;
  /** As many tests as ran on the target when the worktree was opened; `null` where that is not known. */
  readonly testsBefore: number | null;
  /** What is on the target of it, in the newest landing. */
  readonly landed: LandedWork | null;
  /** What came of each round, oldest first; the last few only. */
  readonly rounds: readonly RoundOutcome[];
}

export interface LandedWork {
  readonly commit: CommitSha;
  readonly incarnation: number;
  readonly branch: string;
  readonly basis: LandingBasis;
}

/** As its last attempt left it. */
export interface RoundOutcome {
  readonly round: number;
  readonly incarnation: number;
  /** `null`: nothing could be made of what the coder left. */
  readonly commit: CommitSha | null;
  /** How many it changes. */
  readonly files: number;
  /** `null` until build and tests have run on it. */
  readonly green: boolean | null;
  /** How often it was not, over all attempts. */
  readonly reds: number;
  /** `null` until a review counts. */
  readonly verdict: ReviewVerdict | null;
  /** The coder's words; empty where it said nothing. */
  readonly summary: string;
  readonly notDone: string;
  /** The reviewer's, beside its findings. */
  readonly remarks: string;
}

export type ReviewVerdict = "APPROVE" | "REJECT" | "DISPUTE";

export type Stage =
  | { readonly at: "worktree" }
  | { readonly at: "coder"; readonly turn: WorkTurn }
  /** The counts of the coder's turn go on, should it go back. */
  | { readonly at: "inspect"; readonly turn: WorkTurn | null }
  | { readonly at: "test"; readonly turn: WorkTurn | null }
  | { readonly at: "reviewer"; readonly turn: WorkTurn }
  | { readonly at: "land"; readonly landing: Landing }
  /** Then it is closed, or set aside. */
  | { readonly at: "push-branch"; readonly next: "close" | "held" | "by-hand" }
  | { readonly at: "close" }
  /** Its work could not land: the next build tries again, or a person does it. */
  | { readonly at: "set-aside"; readonly until: "held" | "by-hand" }
  | { readonly at: "closed" };

export const WORK_PURPOSES = ["coder", "reviewer", "position", "guide"] as const;
export type WorkPurpose = (typeof WORK_PURPOSES)[number];

/** One agent's turn, from its first call to a document that counts. */
export interface WorkTurn {
  readonly purpose: WorkPurpose;
  readonly round: number;
  readonly incarnation: number;
  readonly lane: string;
  readonly attempt: number;
  readonly launch: number;
  /** How many launches and waits this attempt has used since a person last said to go on. */
  readonly launches: number;
  readonly waits: number;
  /** Attempts that came to nothing, since a person last said how to go on. */
  readonly failed: { readonly form: number; readonly red: number };
  /** Why it is not the first attempt. */
  readonly retry: Retry | null;
  readonly lastCall: LastCall | null;
  readonly state: { readonly at: "due" } | { readonly at: "running"; readonly key: CallKey };
}

/** What the next attempt is told. */
export interface Retry {
  readonly because: RetryCause;
  readonly messages: readonly string[];
  /** Where in the document each message points to; only where it is about its form. */
  readonly lines?: readonly (number | null)[];
}

type RetryCause =
  /** The document is not in its form. */
  | "form"
  /** Nothing was changed, and no word says why. */
  | "unchanged"
  /** The work holds what it may not. */
  | "alarms"
  /** Build or tests fail. */
  | "red"
  /** It lacks what only a person can tell. */
  | "blocked"
  /** A person said how to go on. */
  | "guided";

export interface WorkCommit {
  readonly number: number;
  /** The base itself where nothing was changed. */
  readonly commit: CommitSha;
  /** `null` where nothing was changed. */
  readonly tree: string | null;
  readonly base: CommitSha;
  readonly round: number;
  /** It holds just what the one before held. */
  readonly repeats: boolean;
  readonly files: readonly ChangedFile[];
  readonly alarms: readonly Alarm[];
  /** `null` until they have run. */
  readonly checks: ChecksRun | null;
  /** What a reviewer, or a person, said of this very commit. */
  readonly verdict: ReviewVerdict | null;
}

interface ChecksRun {
  readonly green: boolean;
  readonly results: readonly CheckRecord[];
}

export interface CheckRecord {
  readonly step: CheckStep;
  readonly command: string;
  readonly outcome: "passed" | "failed" | "timeout" | "not-started" | "cancelled";
  readonly exitCode: number | null;
  readonly elapsedMs: number;
  /** The blob with its output; `null` where there was none. */
  readonly output: string | null;
  /** How many tests it said that it ran, where that is known. */
  readonly tests: number | null;
}

export interface CoderStatement {
  readonly round: number;
  readonly agent: string;
  readonly outcome: "done" | "no-change-needed" | "disputed";
  readonly summary: string;
  /** What it noticed and left. */
  readonly notDone: string;
  /** Why no change is needed. */
  readonly why: string | null;
  /** With an open finding at least. */
  readonly disagrees: boolean;
  readonly document: DocumentRef | null;
  readonly at: Timestamp;
}

export interface Finding {
  readonly id: FindingId;
  readonly round: number;
  readonly title: string;
  readonly severity: Severity;
  readonly place: string;
  readonly why: string;
  readonly settledBy: string;
  readonly state: FindingState;
  /** What the reviewer said of it last, and the coder. */
  readonly fate: { readonly status: FateWord; readonly why: string } | null;
  readonly answer: { readonly status: AnswerWord; readonly where: string } | null;
}

/** `overruled` and `answered` by a person: it grounds nothing any more, under whatever name. */
type FindingState = "open" | "fixed" | "withdrawn" | "overruled" | "answered";

export interface Guidance {
  /** `draft`: a drafter's, that binds nobody. */
  readonly kind: "guide" | "narrow" | "resolution" | "draft";
  readonly text: string;
  readonly question: BoardQuestionId | null;
  readonly dispute: DisputeId | null;
  readonly by: string;
  readonly at: Timestamp;
}

/** As the coder of the next incarnation is shown it. */
export interface CarriedWork {
  readonly commit: CommitSha;
  readonly why: "conflict" | "red-on-target";
  /** What git or the checks said, in short. */
  readonly text: string;
}

export interface RaisedDispute extends StatedDispute {
  readonly id: DisputeId;
  readonly by: Who;
  readonly model: string;
}

interface Landing {
  /** The number of the event by which it was opened: the earliest goes first. */
  readonly since: number;
  /** How often it was prepared in vain. */
  readonly tries: number;
  readonly prepared: PreparedCommit | null;
}

/** By a review or a person's approval; a dispute whose code lands; a dispute decided for the coder. */
export type LandingBasis = "approved" | "disputed" | "decided";

interface PreparedCommit {
  readonly commit: CommitSha;
  readonly onto: CommitSha;
  /** The target is another than when the checks ran. */
  readonly moved: boolean;
  /** Whether they are green on it; `null` while they have not run there. */
  readonly checks: ChecksRun | null;
}

export interface Aside {
  readonly subject: AsideSubject;
  readonly turn: WorkTurn;
}

export const NOTHING_SPENT: SpentAmounts = { tokens: 0, usd: 0, minutes: 0, calls: 0 };

export function isWorkRole(role: BuildRole): role is WorkRole {
  return role !== "drafter";
}

/** Whose agent makes a call: a position is the side's own. */
export function roleOf(purpose: WorkPurpose, about: AsideSubject | null): BuildRole {
  if (purpose === "coder" || purpose === "reviewer") return purpose;
  return about?.of === "dispute" ? about.side : "drafter";
}
