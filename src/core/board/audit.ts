// The audit is what the events say, an entry each; nothing is kept beside them.
import { assertNever } from "../shared/assert-never.ts";
import type { Timestamp } from "../shared/timestamp.ts";
import type { BoardEvent, BoardEventOf } from "./board-event.ts";
import type { TaskId } from "./board-id.ts";
import type { TaskStatus } from "./task-status.ts";
import type { Actor } from "./who.ts";

interface AuditEntry {
  /** The number of its event on the board. */
  readonly id: number;
  /** `null` where it is about a section. */
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

type AuditDetails = Pick<AuditEntry, "task" | "from" | "to" | "notes"> & { readonly commit?: string | null };

/** `null` for what is no change that a person asked for: new numbers in the same order, places in a file, a commit's link. */
export function auditEntry(event: BoardEvent, number: number): AuditEntry | null {
  const said = auditDetails(event);
  if (said === null) return null;
  const { at, by } = event.data;
  return { id: number, actor: by.actor, at, commit: null, ...said };
}

function auditDetails(event: BoardEvent): AuditDetails | null {
  switch (event.type) {
    case "SectionAdded":
      return aboutSection(`section "${event.data.name}" added`);
    case "SectionRenamed":
      return aboutSection(`section "${event.data.was}" renamed to "${event.data.name}"`);
    case "SectionMoved":
      return aboutSection(`section "${event.data.name}" moved`);
    case "SectionSkipSet": {
      const { name, skipped, notes } = event.data;
      return aboutSection(withNotes(`section "${name}" ${skipped ? "skipped" : "no longer skipped"}`, notes));
    }
    case "SectionRemoved":
      return aboutSection(`section "${event.data.name}" removed`);
    case "TaskAdded":
      return { task: event.data.task, from: null, to: event.data.status, notes: "added" };
    case "TaskRenamed":
      return unchangedStatus(event, `renamed from "${event.data.was}" to "${event.data.title}"`);
    case "SourceSet":
      return unchangedStatus(
        event,
        event.data.sourceFile === null ? "no source" : `source ${event.data.sourceFile}`,
      );
    case "NotesSet":
      return unchangedStatus(
        event,
        event.data.notes === "" ? "no notes" : withNotes("notes", event.data.notes),
      );
    case "TaskMoved":
      return unchangedStatus(event, describeMove(event));
    case "TaskSkipSet": {
      const { skipped, notes } = event.data;
      return unchangedStatus(event, withNotes(skipped ? "skipped" : "no longer skipped", notes));
    }
    case "AfterSet": {
      const { after } = event.data;
      return unchangedStatus(event, after.length === 0 ? "after nothing" : `after ${after.join(", ")}`);
    }
    case "TaskRemoved": {
      const { task, status, title, notes } = event.data;
      return { task, from: status, to: null, notes: withNotes(`removed: "${title}"`, notes) };
    }
    case "StatusChanged": {
      const { task, from, to, because, notes, commit } = event.data;
      return { task, from, to, notes: because === "read" ? `read in ${notes}` : notes, commit };
    }
    case "DisputeOpened": {
      const { task, from, dispute, raisedBy, reason, detail } = event.data;
      const notes = withNotes(`dispute ${dispute} raised by the ${raisedBy}: ${reason}`, detail);
      return { task, from, to: "disputed", notes };
    }
    case "MinorDisputeLogged": {
      const { dispute, raisedBy, reason, notes, detail } = event.data;
      const words = `minor dispute ${dispute} logged by the ${raisedBy}: ${reason}`;
      return unchangedStatus(event, withNotes(words, notes ?? detail));
    }
    case "PositionSettled": {
      const { dispute, side, position } = event.data;
      const how = position.at === "given" ? "given" : "not given";
      return unchangedStatus(event, `dispute ${dispute}: position of the ${side} ${how}`);
    }
    case "DisputeResolved": {
      const { task, to, dispute, decision, notes } = event.data;
      return {
        task,
        from: "disputed",
        to,
        notes: withNotes(`dispute ${dispute} resolved: ${decision}`, notes),
      };
    }
    case "DisputeWithdrawn": {
      const { task, to, dispute, notes } = event.data;
      return { task, from: "disputed", to, notes: withNotes(`dispute ${dispute} withdrawn`, notes) };
    }
    case "StaleAlerted":
      return unchangedStatus(
        event,
        `dispute ${event.data.dispute} reported as open for ${event.data.daysOpen} days`,
      );
    case "SectionsRenumbered":
    case "TasksRenumbered":
    case "PlacesNoted":
    case "CommitLinked":
      return null;
    default:
      return assertNever(event);
  }
}

function aboutSection(notes: string): AuditDetails {
  return { task: null, from: null, to: null, notes };
}

type StatusEvent = Extract<
  BoardEvent,
  { readonly data: { readonly task: TaskId; readonly status: TaskStatus | null } }
>;

function unchangedStatus({ data: { task, status } }: StatusEvent, notes: string): AuditDetails {
  return { task, from: status, to: status, notes };
}

function describeMove({ data: { into } }: BoardEventOf<"TaskMoved">): string {
  if (into === null) return "moved";
  return into === "" ? "moved out of its section" : `moved to the section "${into}"`;
}

function withNotes(words: string, notes: string | null): string {
  return notes === null ? words : `${words}\n\n${notes}`;
}
