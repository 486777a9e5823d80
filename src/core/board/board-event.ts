// Everything that can happen on the board. An event tells enough of what was before that its audit entry and its rows
// follow from it alone.
import { BUILD_EVENT_VERSIONS, type BuildEventData } from "../build/build-event.ts";
import { asWritten, type FactToRead } from "../shared/newer-parley.ts";
import type { Plain } from "../shared/plain.ts";
import type { Timestamp } from "../shared/timestamp.ts";
import type { DisputeId, SectionId, TaskId } from "./board-id.ts";
import type { Decision, Dispute, DisputeSide, Position } from "./dispute.ts";
import type { ChecklistPlace, Task } from "./task.ts";
import type { TaskStatus } from "./task-status.ts";
import type { Who } from "./who.ts";

interface TaskSubject {
  readonly task: TaskId;
  readonly status: TaskStatus;
}

interface DisputeSubject {
  readonly dispute: DisputeId;
  readonly task: TaskId;
  /** The task's; `null` where it is gone. */
  readonly status: TaskStatus | null;
}

interface RaisedDispute extends Pick<Dispute, "raisedBy" | "reason" | "detail"> {
  readonly dispute: DisputeId;
  /** The task's. */
  readonly title: string;
}

interface ClosedDispute {
  readonly dispute: DisputeId;
  readonly task: TaskId;
  readonly to: TaskStatus;
  readonly notes: string | null;
}

export type AlertChannel = "log" | "webhook";

interface EventData extends BuildEventData {
  SectionAdded: { readonly section: SectionId; readonly name: string; readonly position: number };
  SectionRenamed: { readonly section: SectionId; readonly name: string; readonly was: string };
  SectionMoved: { readonly section: SectionId; readonly name: string; readonly position: number };
  /** There was no number left between two neighbours; the order is the same. */
  SectionsRenumbered: {
    readonly positions: readonly { readonly section: SectionId; readonly position: number }[];
  };
  SectionSkipSet: {
    readonly section: SectionId;
    readonly name: string;
    readonly skipped: boolean;
    readonly notes: string | null;
  };
  SectionRemoved: { readonly section: SectionId; readonly name: string };
  TaskAdded: TaskSubject &
    Pick<Task, "title" | "section" | "position" | "sourceFile" | "after" | "notes" | "origin" | "planned"> &
    Partial<Pick<Task, "files">>;
  TaskRenamed: TaskSubject & { readonly title: string; readonly was: string };
  SourceSet: TaskSubject & { readonly sourceFile: string | null };
  NotesSet: TaskSubject & { readonly notes: string };
  TaskMoved: TaskSubject & {
    readonly section: SectionId | null;
    readonly position: number;
    /** The name of the section it went to, where that is another one. */
    readonly into: string | null;
  };
  /** As for sections. */
  TasksRenumbered: {
    readonly section: SectionId | null;
    readonly positions: readonly { readonly task: TaskId; readonly position: number }[];
  };
  TaskSkipSet: TaskSubject & { readonly skipped: boolean; readonly notes: string | null };
  AfterSet: TaskSubject & { readonly after: readonly TaskId[] };
  FilesSet: TaskSubject & { readonly files: readonly string[] };
  TaskRemoved: TaskSubject & { readonly title: string; readonly notes: string | null };
  StatusChanged: {
    readonly task: TaskId;
    readonly from: TaskStatus;
    readonly to: TaskStatus;
    /** `read`: in a checklist, of which the notes tell the line. */
    readonly because: "said" | "approved" | "rejected" | "read";
    /** As many as there are now. */
    readonly rejections: number;
    readonly notes: string | null;
    readonly commit: string | null;
  };
  /** A commit that came of a change of status becomes known later. */
  CommitLinked: TaskSubject & { readonly entry: number; readonly commit: string };
  /** Where tasks stand in a checklist since it was written. */
  PlacesNoted: {
    readonly places: readonly { readonly task: TaskId; readonly origin: ChecklistPlace }[];
    /** Removed tasks whose lines are gone, too. */
    readonly gone?: readonly TaskId[];
  };
  DisputeOpened: RaisedDispute &
    Pick<Dispute, "task" | "positions" | "files"> & { readonly from: TaskStatus };
  /** Resolved in the coder's favour from the start. */
  MinorDisputeLogged: TaskSubject & RaisedDispute & { readonly notes: string | null };
  PositionSettled: DisputeSubject & { readonly side: DisputeSide; readonly position: Position };
  DisputeResolved: ClosedDispute & { readonly decision: Decision };
  DisputeWithdrawn: ClosedDispute;
  StaleAlerted: DisputeSubject & { readonly channel: AlertChannel; readonly daysOpen: number };
}

export type BoardEventType = keyof EventData;

type EventShape<Type extends BoardEventType> = {
  readonly type: Type;
  readonly v: number;
  readonly data: Plain<{ readonly at: Timestamp; readonly by: Who } & EventData[Type]>;
};

export type BoardEvent = { [Type in BoardEventType]: EventShape<Type> }[BoardEventType];
export type BoardEventOf<Type extends BoardEventType> = Extract<BoardEvent, { readonly type: Type }>;
export type BoardEventData<Type extends BoardEventType> = Plain<EventData[Type]>;

/** Of the shape in which each is written today. */
export const BOARD_EVENT_VERSIONS: Record<BoardEventType, number> = {
  ...BUILD_EVENT_VERSIONS,
  SectionAdded: 1,
  SectionRenamed: 1,
  SectionMoved: 1,
  SectionsRenumbered: 1,
  SectionSkipSet: 1,
  SectionRemoved: 1,
  TaskAdded: 1,
  TaskRenamed: 1,
  SourceSet: 1,
  NotesSet: 1,
  TaskMoved: 1,
  TasksRenumbered: 1,
  TaskSkipSet: 1,
  AfterSet: 1,
  FilesSet: 1,
  TaskRemoved: 1,
  StatusChanged: 1,
  CommitLinked: 1,
  PlacesNoted: 1,
  DisputeOpened: 1,
  MinorDisputeLogged: 1,
  PositionSettled: 1,
  DisputeResolved: 1,
  DisputeWithdrawn: 1,
  StaleAlerted: 1,
};

export function makeBoardEvent<Type extends BoardEventType>(
  type: Type,
  when: { readonly at: Timestamp; readonly by: Who },
  data: BoardEventData<Type>,
): BoardEvent {
  const { at, by } = when;
  return {
    type,
    v: BOARD_EVENT_VERSIONS[type],
    data: { at, by, ...(data as object) },
  } as unknown as BoardEvent;
}

export function upcast(fact: FactToRead): BoardEvent {
  return asWritten(fact, BOARD_EVENT_VERSIONS);
}
