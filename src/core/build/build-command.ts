// What a build asks of the board. Documents come parsed; what is stored of a command refers to their blobs.
import type { DisputeId, TaskId } from "../board/board-id.ts";
import type { BoardRole } from "../board/who.ts";
import type { CodeReview } from "../documents/code-review.ts";
import type { CoderDocument } from "../documents/coder-document.ts";
import type { FormReading } from "../documents/form-reading.ts";
import type { GuideDocument } from "../documents/guide-document.ts";
import type { PositionDocument } from "../documents/position-document.ts";
import type { DocumentRef, PromptRecord } from "../refinement/session/session-event.ts";
import type { CallEnd } from "../shared/call-end.ts";
import type { CallKey } from "../shared/call-key.ts";
import type { LaunchSeal } from "../shared/launch-seal.ts";
import type { BoardAnswer } from "./board-question.ts";
import type { BuildScope, BuildSettings } from "./build-settings.ts";
import type { CheckRecord } from "./task-work.ts";
import type {
  Alarm,
  CommitSha,
  InspectedWork,
  LandingTrouble,
  PreparedLanding,
  PushedLanding,
} from "./work-facts.ts";

/** What a call left, read as what was asked for; `null`: there is no document. */
export interface BuildOutput {
  readonly ref: DocumentRef | null;
  readonly content: BuildContent | null;
}

export type BuildContent =
  | { readonly of: "coder"; readonly reading: FormReading<CoderDocument> }
  | { readonly of: "reviewer"; readonly reading: FormReading<CodeReview> }
  | { readonly of: "position"; readonly reading: FormReading<PositionDocument> }
  | { readonly of: "guide"; readonly reading: FormReading<GuideDocument> };

interface WorkPlace {
  readonly task: TaskId;
  readonly incarnation: number;
}

export type BuildCommand =
  | { readonly type: "BeginBuild"; readonly settings: BuildSettings; readonly scope: BuildScope }
  | { readonly type: "TakeTask"; readonly task: TaskId }
  | (WorkPlace & {
      readonly type: "NoteWorktree";
      readonly opened:
        | { readonly at: "open"; readonly branch: string; readonly base: CommitSha }
        | LandingTrouble;
    })
  | {
      readonly type: "StartCall";
      readonly key: CallKey;
      readonly agent: string;
      readonly prompt: PromptRecord;
      /** The blob with the repository's mark, before a coder begins. */
      readonly mark: string | null;
      readonly seal?: LaunchSeal;
    }
  /** A started call that never began is to begin after all, under another seal: the key to the first is gone. */
  | { readonly type: "SealCall"; readonly key: CallKey; readonly seal: LaunchSeal }
  | (CallEnd & {
      readonly type: "FinishCall";
      /** What a dispute is called that the document may raise. */
      readonly dispute: DisputeId;
      readonly output: BuildOutput;
    })
  | (WorkPlace & { readonly type: "NoteInspection"; readonly number: number; readonly found: InspectedWork })
  | (WorkPlace & {
      readonly type: "NoteChecks";
      readonly on: "work" | "target";
      readonly commit: CommitSha;
      readonly results: readonly CheckRecord[];
      /** What was changed outside of the worktree meanwhile. */
      readonly alarms?: readonly Alarm[];
    })
  /** `commit`: the one that is to land. */
  | (WorkPlace & {
      readonly type: "NoteLanding";
      readonly commit: CommitSha;
      readonly prepared: PreparedLanding;
    })
  /** `commit`: the one that was prepared. */
  | (WorkPlace & { readonly type: "NotePush"; readonly commit: CommitSha; readonly pushed: PushedLanding })
  | (WorkPlace & {
      readonly type: "NoteBranch";
      readonly commit: CommitSha;
      readonly pushed: { readonly at: "pushed"; readonly branch: string } | LandingTrouble;
    })
  | (WorkPlace & { readonly type: "NoteClosed" })
  | {
      readonly type: "AnswerBoardQuestion";
      readonly answer: BoardAnswer;
      /** A document that a person supplies, and what a dispute is called that it may raise. */
      readonly output: BuildOutput | null;
      readonly dispute: DisputeId;
    };

export type BuildCommandType = BuildCommand["type"];
export type BuildCommandOf<Type extends BuildCommandType> = Extract<BuildCommand, { readonly type: Type }>;

const LOOP: readonly BoardRole[] = ["system"];

/** What the loop asks is not for agents to ask. */
export const WHO_MAY_BUILD: Record<BuildCommandType, readonly BoardRole[]> = {
  BeginBuild: ["human", "system"],
  TakeTask: LOOP,
  NoteWorktree: LOOP,
  StartCall: LOOP,
  SealCall: LOOP,
  // By whoever was called.
  FinishCall: ["coder", "reviewer", "human", "system"],
  NoteInspection: LOOP,
  NoteChecks: LOOP,
  NoteLanding: LOOP,
  NotePush: LOOP,
  NoteBranch: LOOP,
  NoteClosed: LOOP,
  // By a person, or by a policy for them.
  AnswerBoardQuestion: ["human", "system"],
};
