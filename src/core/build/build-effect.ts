// What a build owes: derived from the board, never stored. Each may be done again after a crash.
import type { TaskId } from "../board/board-id.ts";
import type { Access } from "../shared/access.ts";
import type { CallKey } from "../shared/call-key.ts";
import type { AsideSubject } from "./board-question.ts";
import type { BuildRole, CheckCommand } from "./build-settings.ts";
import type { Retry, WorkPurpose } from "./task-work.ts";
import type { BuildTarget, CommitMessage, CommitSha } from "./work-facts.ts";

interface WorkPlace {
  readonly task: TaskId;
  readonly incarnation: number;
}

/** What the repository does; `notBeforeMs`: it was in trouble, and is asked again then. */
interface Asked extends WorkPlace {
  readonly notBeforeMs: number | null;
}

interface Commitment {
  readonly message: CommitMessage;
  /** Of the commit's author and committer; milliseconds since 1970. */
  readonly atMs: number;
}

export type BuildEffect =
  /** `TakeTask` */
  | { readonly do: "take-task"; readonly task: TaskId }
  /** `NoteWorktree` */
  | (Asked & { readonly do: "open-worktree"; readonly target: BuildTarget })
  /** `StartCall`, and `FinishCall` when it is back */
  | { readonly do: "call"; readonly order: BuildCallOrder }
  /** `NoteInspection` */
  | (Asked &
      Commitment & {
        readonly do: "inspect-work";
        readonly base: CommitSha;
        readonly number: number;
        /** The blob with the mark from before the calls; `null`: there was none. */
        readonly mark: string | null;
        readonly files: readonly string[];
      })
  /** `NoteChecks`; `target`: in the folder where the landing was prepared. */
  | (WorkPlace & {
      readonly do: "run-checks";
      readonly on: "work" | "target";
      readonly commit: CommitSha;
      readonly checks: readonly CheckCommand[];
    })
  /** `NoteLanding` */
  | (Asked &
      Commitment & {
        readonly do: "prepare-landing";
        readonly commit: CommitSha;
        readonly base: CommitSha;
        readonly target: BuildTarget;
      })
  /** `NotePush` */
  | (Asked & { readonly do: "push-landing"; readonly commit: CommitSha; readonly target: BuildTarget })
  /** `NoteBranch` */
  | (Asked & { readonly do: "push-branch"; readonly commit: CommitSha; readonly target: BuildTarget })
  /** `NoteClosed` */
  | (WorkPlace & { readonly do: "close-worktree" });

/** An agent's call that may start now. */
export interface BuildCallOrder {
  readonly key: CallKey;
  readonly task: TaskId;
  readonly incarnation: number;
  readonly round: number;
  readonly purpose: WorkPurpose;
  readonly lane: string;
  readonly role: BuildRole;
  readonly agent: string;
  /** What is said beside the work: about a dispute, or a question. */
  readonly about: AsideSubject | null;
  readonly retry: Retry | null;
  readonly wallMs: number | null;
  readonly access: Access;
  /** What the agent is resumed with; `null`: it begins afresh. */
  readonly resume: string | null;
  /** The prompts that the resumed conversation has been given; none where it begins afresh. */
  readonly told: readonly string[];
  /** Its provider is to be left alone until then; `null`: it may start at once. */
  readonly notBeforeMs: number | null;
}
