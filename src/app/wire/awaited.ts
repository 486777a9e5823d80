// A document that a person is to write.
import type { DisputeSide } from "../../core/board/dispute.ts";
import type { WorkPurpose } from "../../core/build/task-work.ts";
import type { Role } from "../../core/refinement/role.ts";
import type { Warning } from "../../core/refinement/validation/judgement.ts";
import type { CallKey } from "../../core/shared/call-key.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import type { TaskName } from "./board.ts";

interface AwaitedFile {
  readonly round: number;
  /** Which of several that go on side by side. */
  readonly lane: string | null;
  readonly attempt: number;
  readonly key: CallKey;
  /** The file to fill in. */
  readonly file: string;
  readonly prompt: string;
}

export interface AwaitedInSession extends AwaitedFile {
  readonly session: string;
  readonly role: Role;
  readonly gaps: readonly GapId[];
}

/** For a task of a build. */
export interface AwaitedWork extends AwaitedFile {
  readonly session: null;
  readonly task: TaskName;
  readonly role: WorkPurpose;
  /** Whose position it is; `null` where it is none. */
  readonly side: DisputeSide | null;
  /** Where the work is; `null` where it is only spoken of. */
  readonly worktree: string | null;
}

export type AwaitedDocument = AwaitedInSession | AwaitedWork;

interface Submitted {
  readonly lane: string | null;
  readonly key: string;
  readonly accepted: boolean;
  /** What the gate said; `null` where it was accepted. */
  readonly failure: { readonly type: string; readonly message: string; readonly line: number | null } | null;
  readonly warnings: readonly Warning[];
  /** Where the rest is to be written once more: the gaps whose texts were taken from it. */
  readonly taken: readonly GapId[];
  /** Whether the same turn is to be written once more. */
  readonly retry: boolean;
  readonly openQuestions: readonly string[];
}

export interface SubmittedInSession extends Submitted {
  readonly session: string;
  readonly role: Role;
  /** How the session stands now, where that keeps it from going on. */
  readonly state: "active" | "paused" | "ended";
  /** What people are to write now. */
  readonly awaited: readonly AwaitedInSession[];
}

export interface SubmittedWork extends Submitted {
  readonly session: null;
  readonly task: TaskName;
  readonly role: WorkPurpose;
  /** What it says, as it was read; `null` where it does not count. */
  readonly readAs: string | null;
  readonly state: "active" | "paused";
  /** What people are to write now, for any task. */
  readonly awaited: readonly AwaitedWork[];
}

export type SubmittedDocument = SubmittedInSession | SubmittedWork;
