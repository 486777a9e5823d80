// What can be asked of the board. New things bring their ids.
import { type BuildCommand, WHO_MAY_BUILD } from "../build/build-command.ts";
import type { Timestamp } from "../shared/timestamp.ts";
import type { AlertChannel } from "./board-event.ts";
import type { DisputeId, SectionId, TaskId } from "./board-id.ts";
import type { Decision, Dispute, DisputeSide } from "./dispute.ts";
import type { ChecklistPlace, Task } from "./task.ts";
import type { TaskStatus } from "./task-status.ts";
import type { BoardRole, Who } from "./who.ts";

/** A place among the others of its kind. */
export type Place<Id> =
  | { readonly at: "first" | "last" }
  | { readonly at: "before" | "after"; readonly other: Id };

/** Before or after a task also means into its section. */
export type TaskPlace =
  | { readonly at: "first" | "last"; readonly section: SectionId | null }
  | { readonly at: "before" | "after"; readonly other: TaskId };

type NewTask = Pick<Task, "id" | "title" | "section" | "sourceFile" | "after" | "notes"> &
  Partial<Pick<Task, "files">>;

export interface ImportedTask extends NewTask, Pick<Task, "status" | "origin" | "planned"> {
  readonly place: ImportPlace;
}

/** Among the tasks that its section has already; several with the same place keep their order. */
export type ImportPlace = Place<TaskId>;

/** What somebody has written into the line of a task. */
export interface ChecklistChange {
  readonly task: TaskId;
  /** `null` leaves it as it is. */
  readonly title: string | null;
  readonly to: TaskStatus | null;
  /** `TODO.md:7` */
  readonly where: string;
}

export interface NewSection {
  readonly id: SectionId;
  readonly name: string;
}

export type BoardCommand = { readonly at: Timestamp; readonly by: Who } & (
  | BuildCommand
  | ({ readonly type: "AddSection" } & NewSection)
  | { readonly type: "RenameSection"; readonly section: SectionId; readonly name: string }
  | { readonly type: "MoveSection"; readonly section: SectionId; readonly to: Place<SectionId> }
  | {
      readonly type: "SkipSection";
      readonly section: SectionId;
      readonly skipped: boolean;
      readonly notes: string | null;
    }
  /** Only an empty one. */
  | { readonly type: "RemoveSection"; readonly section: SectionId }
  /** At the end of its section. */
  | ({ readonly type: "AddTask" } & NewTask)
  /** All or none; tasks may be after others of the same import. */
  | {
      readonly type: "ImportTasks";
      readonly sections: readonly NewSection[];
      readonly tasks: readonly ImportedTask[];
    }
  | { readonly type: "RenameTask"; readonly task: TaskId; readonly title: string }
  | { readonly type: "SetSource"; readonly task: TaskId; readonly sourceFile: string | null }
  | { readonly type: "SetNotes"; readonly task: TaskId; readonly notes: string }
  | { readonly type: "MoveTask"; readonly task: TaskId; readonly to: TaskPlace }
  | {
      readonly type: "SkipTask";
      readonly task: TaskId;
      readonly skipped: boolean;
      readonly notes: string | null;
    }
  | { readonly type: "SetAfter"; readonly task: TaskId; readonly after: readonly TaskId[] }
  /** Globs that its work is to stay in; none: anywhere. */
  | { readonly type: "SetFiles"; readonly task: TaskId; readonly files: readonly string[] }
  | { readonly type: "RemoveTask"; readonly task: TaskId; readonly notes: string | null }
  /** Also how a person restores a failed task. */
  | ({ readonly type: "ChangeStatus"; readonly to: TaskStatus } & JudgedTask)
  | ({ readonly type: "ApproveTask" } & JudgedTask)
  | ({ readonly type: "RejectTask" } & JudgedTask)
  /** `entry`: the audit entry of the change of status it came of; `null` for the last one. */
  | {
      readonly type: "LinkCommit";
      readonly task: TaskId;
      readonly entry: number | null;
      readonly commit: string;
    }
  /** All or none: who takes them has looked which of them may be. */
  | { readonly type: "TakeChanges"; readonly changes: readonly ChecklistChange[] }
  /** `gone`: tasks that are off the board, and whose lines are in no checklist any more. */
  | {
      readonly type: "NotePlaces";
      readonly places: readonly { readonly task: TaskId; readonly origin: ChecklistPlace }[];
      readonly gone?: readonly TaskId[];
    }
  | (NewDispute & {
      readonly type: "OpenDispute";
      /** Of whoever raises it; a person's goes to the detail. */
      readonly position: string | null;
      readonly model: string | null;
      readonly files: readonly string[];
    })
  | (NewDispute & { readonly type: "LogMinorDispute"; readonly notes: string | null })
  /** `text` is `null` where the side was asked in vain. */
  | {
      readonly type: "GivePosition";
      readonly dispute: DisputeId;
      readonly side: DisputeSide;
      readonly text: string | null;
      readonly model: string | null;
    }
  | {
      readonly type: "ResolveDispute";
      readonly dispute: DisputeId;
      readonly decision: Decision;
      readonly notes: string | null;
    }
  | { readonly type: "WithdrawDispute"; readonly dispute: DisputeId; readonly notes: string | null }
  /** Marks those that were reported; without a list, every dispute that is stale now and was never reported. */
  | {
      readonly type: "AlertStale";
      readonly timeoutDays: number;
      readonly channel: AlertChannel;
      readonly disputes?: readonly DisputeId[];
    }
);

type NewDispute = Pick<Dispute, "id" | "task" | "raisedBy" | "reason" | "detail">;

interface JudgedTask {
  readonly task: TaskId;
  readonly notes: string | null;
  readonly commit: string | null;
}

export type BoardCommandType = BoardCommand["type"];
export type CommandOf<Type extends BoardCommandType> = Extract<BoardCommand, { readonly type: Type }>;

const ANYONE: readonly BoardRole[] = ["coder", "reviewer", "human", "system"];
const KEEPERS: readonly BoardRole[] = ["human", "system"];
const PEOPLE: readonly BoardRole[] = ["human"];

/** Who may ask for what; what a status or a dispute adds to it stands with their rules. */
export const WHO_MAY: Record<BoardCommandType, readonly BoardRole[]> = {
  ...WHO_MAY_BUILD,
  AddSection: KEEPERS,
  RenameSection: KEEPERS,
  MoveSection: KEEPERS,
  SkipSection: PEOPLE,
  RemoveSection: KEEPERS,
  AddTask: ANYONE,
  ImportTasks: KEEPERS,
  RenameTask: KEEPERS,
  SetSource: KEEPERS,
  SetNotes: KEEPERS,
  MoveTask: KEEPERS,
  SkipTask: PEOPLE,
  SetAfter: KEEPERS,
  SetFiles: KEEPERS,
  RemoveTask: PEOPLE,
  ChangeStatus: ANYONE,
  ApproveTask: ["reviewer", "human"],
  RejectTask: ["reviewer", "human"],
  LinkCommit: ANYONE,
  TakeChanges: PEOPLE,
  NotePlaces: KEEPERS,
  OpenDispute: ["coder", "reviewer", "human"],
  LogMinorDispute: ["coder", "reviewer", "human"],
  GivePosition: ANYONE,
  ResolveDispute: PEOPLE,
  WithdrawDispute: ["coder", "reviewer", "human"],
  AlertStale: KEEPERS,
};
