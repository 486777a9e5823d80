import type { Timestamp } from "../shared/timestamp.ts";
import type { DisputeId, SectionId, TaskId } from "./board-id.ts";
import type { TaskStatus } from "./task-status.ts";
import type { Actor, BoardRole } from "./who.ts";

/** The rejection with this number makes a task fail. */
export const REJECTIONS_MAX = 15;

export interface Task {
  readonly id: TaskId;
  readonly title: string;
  readonly status: TaskStatus;
  /** `null`: above all sections. */
  readonly section: SectionId | null;
  /** Tasks of a section are in the order of these numbers, which need not be whole. */
  readonly position: number;
  /** `FILE#heading`: what it is to fulfil. */
  readonly sourceFile: string | null;
  /** What must be done first. */
  readonly after: readonly TaskId[];
  /** Globs that its work is to stay in; none: anywhere. */
  readonly files: readonly string[];
  readonly rejectionCount: number;
  readonly skipped: boolean;
  /** What was written beside the title; may be blank. */
  readonly notes: string;
  /** Where it stands in a checklist it came from or was written to. */
  readonly origin: ChecklistPlace | null;
  /** Only where a plan has made it. */
  readonly planned?: PlannedFrom;
  /** The open major dispute about it. */
  readonly dispute: DisputeId | null;
  /** What its coder is to heed, oldest first; the last few only. */
  readonly feedback: readonly Feedback[];
  /** The numbers of the audit entries of its changes of status, oldest first; the last few only. */
  readonly moves: readonly number[];
  readonly createdBy: Actor;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

/** A line of a checklist, told by what stands above it and what it says: line numbers do not survive an edit. */
export interface ChecklistPlace {
  readonly file: string;
  readonly section: string | null;
  /** The titles of the nearest lines it is nested under, outermost first. */
  readonly under: readonly string[];
  readonly title: string;
  /** What its marker said when it was last written or read; places of older boards do not say. */
  readonly status?: TaskStatus;
}

/** A task that is off the board, while the line it had may still stand in a checklist. */
export interface RemovedTask extends Pick<Task, "id" | "section" | "position" | "notes"> {
  readonly origin: ChecklistPlace;
}

/** What a plan made a task of. It stays with the task, so that planning again knows it under any title. */
export interface PlannedFrom {
  readonly session: string;
  /** A gap by its id, or a heading of the finished spec by `#` and its anchor. */
  readonly item: string;
}

export interface Feedback {
  readonly role: BoardRole;
  readonly text: string;
  readonly at: Timestamp;
}

/** `a1b2c3d4 "Fix login bug"`: a task as messages name it. */
export function taskName({ id, title }: Pick<Task, "id" | "title">): string {
  return `${id} "${title}"`;
}
