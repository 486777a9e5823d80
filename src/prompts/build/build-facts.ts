// What the prompts of the build loop are made of. The engine gathers it from the board and the repository.
import type { Decision, DisputeReason, DisputeSide } from "../../core/board/dispute.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { BuildSettings } from "../../core/build/build-settings.ts";
import type { RoundOutcome } from "../../core/build/task-work.ts";
import type { WrittenFinding } from "../../core/documents/code-review.ts";
import type { AnswerWord, FindingAnswer } from "../../core/documents/coder-document.ts";
import type { FormFault } from "../../core/documents/form-reading.ts";
import type { StatedDispute } from "../../core/documents/stated-dispute.ts";
import type { FindingId } from "../../core/shared/finding-id.ts";

/** What every role is told of a task. */
export interface BuildFacts {
  /** The file to write, such as `.parley-out/coder.md`. */
  readonly documentName: string;
  /** A person writes: a form lies where the document goes. */
  readonly byHand: boolean;
  readonly task: TaskBrief;
  /** Where the project is in the repository; empty: at its top. */
  readonly folder: string;
  /** `null`: the task names no place of a specification. */
  readonly spec: SpecExcerpt | null;
  /** What disputes of this task were resolved to; the newest last. */
  readonly resolutions: readonly BindingResolution[];
  /** To what the user has limited the task; the newest last. */
  readonly narrowings: readonly string[];
  /** What the user said for this task; the newest last. */
  readonly guidance: readonly string[];
  /** All of the task's, in the order of their numbers. */
  readonly findings: readonly FindingBrief[];
  /** Of the board, those of the same section first. */
  readonly others: readonly OtherTask[];
  /** What was said in each, oldest first. */
  readonly rounds: readonly RoundWords[];
  /** How often the work was rejected. */
  readonly rejections: number;
}

type RoundWords = Pick<RoundOutcome, "round" | "summary" | "notDone" | "remarks">;

export interface TaskBrief {
  readonly id: string;
  readonly title: string;
  readonly notes: string;
  /** Globs that the work is to stay in; none: anywhere. */
  readonly files: readonly string[];
}

export interface SpecExcerpt {
  /** The file with its heading, as the task has it. */
  readonly from: string;
  /** The section that the task names; `null` where it names none that is there. */
  readonly own: string | null;
  /** What stands around it, as far as there is room. */
  readonly around: string;
}

interface OtherTask {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
}

/** About work that this task's may build on. */
export interface OpenDispute {
  readonly task: Omit<OtherTask, "status">;
  readonly reason: DisputeReason;
  readonly isLanded: boolean;
}

interface BindingResolution {
  readonly decision: Decision;
  readonly notes: string;
}

export interface FindingBrief extends Omit<WrittenFinding, "finding" | "line"> {
  readonly finding: FindingId;
  /** Of the review that raised it. */
  readonly round: number;
  readonly standing: FindingStanding;
  /** What the coder said to it last; `null`: nothing yet. */
  readonly answer: (Pick<FindingAnswer, "where"> & { readonly status: AnswerWord }) | null;
  /** What the last review said of it; empty where that said nothing. */
  readonly said: string;
}

export type FindingStanding =
  | "open"
  | "fixed"
  | "withdrawn"
  /** By the user. */
  | "overruled"
  /** The user has said what to do about it. */
  | "answered";

/** What a dispute needs, and what it does to the code. */
export interface DisputeRules {
  readonly mayRaise: boolean;
  readonly land: BuildSettings["land"];
  /** Reasons that were decided, and cannot be raised again. */
  readonly decided: readonly DisputeReason[];
}

export interface CoderFacts extends BuildFacts {
  readonly dispute: DisputeRules;
  readonly because: CoderCause;
  /** What parley runs when the coder is done, a command each. */
  readonly commands: readonly string[];
}

/** Why it is the coder's turn. */
export type CoderCause =
  | { readonly at: "begin" }
  /** From the beginning, after a dispute was resolved. */
  | { readonly at: "reopened" }
  | { readonly at: "rejected" }
  | { readonly at: "red"; readonly checks: readonly CheckShown[] }
  | { readonly at: "alarms"; readonly alarms: readonly AlarmShown[] }
  | { readonly at: "unchanged" }
  /** The target has moved, and earlier work does not apply to it any more, or fails on it. */
  | {
      readonly at: "carried";
      readonly why: "conflict" | "red-on-target";
      /** What git or the checks said. */
      readonly text: string;
      readonly diff: string;
    };

export interface CheckShown {
  readonly command: string;
  /** Such as `failed with exit code 1`, in words of ours. */
  readonly outcome: string;
  readonly output: string;
}

export interface AlarmShown {
  /** In words of ours. */
  readonly kind: string;
  readonly path: string | null;
  readonly what: string;
}

export interface CodeReviewFacts extends BuildFacts {
  readonly dispute: DisputeRules;
  readonly openDisputes: readonly OpenDispute[];
  readonly round: number;
  /** `null` where nothing of this worktree was reviewed before. */
  readonly sinceLast: SinceLastReview | null;
  readonly change: ChangeShown;
  /** What the coder says of its work. */
  readonly summary: string;
  /** What it noticed and left. */
  readonly notDone: string;
  /** Why it changed nothing; `null` where it did. */
  readonly noChangeNeeded: string | null;
  readonly checks: readonly CheckShown[];
  /** What was found in the change and let pass. */
  readonly alarms: readonly AlarmShown[];
  /** Whether the files can be looked at. */
  readonly readsProject: boolean;
}

export interface SinceLastReview {
  /** Of that review. */
  readonly round: number;
  readonly diff: string;
  /** How often build or tests failed meanwhile. */
  readonly reds: number;
}

export interface ChangeShown {
  readonly files: readonly FileShown[];
  /** Cut between files where it is too long. */
  readonly diff: string;
}

interface FileShown {
  readonly path: string;
  readonly change: "added" | "changed" | "removed" | "renamed";
  readonly added: number;
  readonly removed: number;
}

export interface PositionFacts extends BuildFacts {
  /** Whose position is asked for. */
  readonly side: DisputeSide;
  /** What the other side has said. */
  readonly dispute: StatedDispute;
  readonly code: DisputedCode;
  readonly change: ChangeShown;
}

/** Where the work is that the dispute is about. */
export type DisputedCode = "landed" | "landing" | "branch" | "none";

export interface GuideFacts extends BuildFacts {
  readonly change: ChangeShown;
}

/** A document that could not be taken, and goes back. */
export interface FormRetryFacts {
  /** The number of this attempt, and of how many. */
  readonly attempt: number;
  readonly of: number;
  readonly faults: readonly Pick<FormFault, "line" | "message">[];
}
