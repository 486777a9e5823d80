// A document that a person is to write.
import type { WorkPurpose } from "../../core/build/task-work.ts";
import type { Role } from "../../core/refinement/role.ts";
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
  /** Where the work is; `null` where it is only spoken of. */
  readonly worktree: string | null;
}

export type AwaitedDocument = AwaitedInSession | AwaitedWork;
