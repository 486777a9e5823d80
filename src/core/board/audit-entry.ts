import type { Timestamp } from "../shared/timestamp.ts";
import type { TaskId } from "./board-id.ts";
import type { TaskStatus } from "./task-status.ts";
import type { Actor } from "./who.ts";

export interface AuditEntry {
  /** The number of its event on the board. */
  readonly id: number;
  /** `null` where it is about a section, or about a whole build. */
  readonly task: TaskId | null;
  /** `null` for a task that was not there before … */
  readonly from: TaskStatus | null;
  /** … and for one that is gone. */
  readonly to: TaskStatus | null;
  readonly actor: Actor;
  readonly notes: string | null;
  readonly commit: string | null;
  readonly at: Timestamp;
}

/** What an event says of its entry. */
export type AuditDetails = Pick<AuditEntry, "task" | "from" | "to" | "notes"> & {
  readonly commit?: string | null;
};

interface StatusSubject {
  readonly task: TaskId | null;
  readonly status: TaskStatus | null;
}

export function unchangedStatus({ task, status }: StatusSubject, notes: string): AuditDetails {
  return { task, from: status, to: status, notes };
}

export function withNotes(words: string, notes: string | null): string {
  return notes === null ? words : `${words}\n\n${notes}`;
}
