// The audit is what the events say, an entry each; nothing is kept beside them.
import type { Timestamp } from "../shared/timestamp.ts";
import type { BoardEvent, BoardEventOf, BoardEventType } from "./board-event.ts";
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
  const detailsOf = DETAILS[event.type] as (data: BoardEvent["data"]) => AuditDetails | null;
  const said = detailsOf(event.data);
  if (said === null) return null;
  const { at, by } = event.data;
  return { id: number, actor: by.actor, at, commit: null, ...said };
}

type DetailsTable = {
  readonly [Type in BoardEventType]: (data: BoardEventOf<Type>["data"]) => AuditDetails | null;
};

const DETAILS: DetailsTable = {
  SectionAdded: ({ name }) => aboutSection(`section "${name}" added`),
  SectionRenamed: ({ was, name }) => aboutSection(`section "${was}" renamed to "${name}"`),
  SectionMoved: ({ name }) => aboutSection(`section "${name}" moved`),
  SectionSkipSet: ({ name, skipped, notes }) =>
    aboutSection(withNotes(`section "${name}" ${skipped ? "skipped" : "no longer skipped"}`, notes)),
  SectionRemoved: ({ name }) => aboutSection(`section "${name}" removed`),
  TaskAdded: ({ task, status }) => ({ task, from: null, to: status, notes: "added" }),
  TaskRenamed: (data) => unchangedStatus(data, `renamed from "${data.was}" to "${data.title}"`),
  SourceSet: (data) =>
    unchangedStatus(data, data.sourceFile === null ? "no source" : `source ${data.sourceFile}`),
  NotesSet: (data) => unchangedStatus(data, data.notes === "" ? "no notes" : withNotes("notes", data.notes)),
  TaskMoved: (data) => unchangedStatus(data, describeMove(data.into)),
  TaskSkipSet: (data) =>
    unchangedStatus(data, withNotes(data.skipped ? "skipped" : "no longer skipped", data.notes)),
  AfterSet: (data) => {
    const { after } = data;
    return unchangedStatus(data, after.length === 0 ? "after nothing" : `after ${after.join(", ")}`);
  },
  TaskRemoved: ({ task, status, title, notes }) => {
    return { task, from: status, to: null, notes: withNotes(`removed: "${title}"`, notes) };
  },
  StatusChanged: ({ task, from, to, because, notes, commit }) => {
    return { task, from, to, notes: because === "read" ? `read in ${notes}` : notes, commit };
  },
  DisputeOpened: ({ task, from, dispute, raisedBy, reason, detail }) => {
    const notes = withNotes(`dispute ${dispute} raised by the ${raisedBy}: ${reason}`, detail);
    return { task, from, to: "disputed", notes };
  },
  MinorDisputeLogged: (data) => {
    const { dispute, raisedBy, reason, notes, detail } = data;
    const words = `minor dispute ${dispute} logged by the ${raisedBy}: ${reason}`;
    return unchangedStatus(data, withNotes(words, notes ?? detail));
  },
  PositionSettled: (data) => {
    const { dispute, side, position } = data;
    const how = position.at === "given" ? "given" : "not given";
    return unchangedStatus(data, `dispute ${dispute}: position of the ${side} ${how}`);
  },
  DisputeResolved: ({ task, to, dispute, decision, notes: said }) => {
    const notes = withNotes(`dispute ${dispute} resolved: ${decision}`, said);
    return { task, from: "disputed", to, notes };
  },
  DisputeWithdrawn: ({ task, to, dispute, notes }) => {
    return { task, from: "disputed", to, notes: withNotes(`dispute ${dispute} withdrawn`, notes) };
  },
  StaleAlerted: (data) =>
    unchangedStatus(data, `dispute ${data.dispute} reported as open for ${data.daysOpen} days`),
  SectionsRenumbered: () => null,
  TasksRenumbered: () => null,
  PlacesNoted: () => null,
  CommitLinked: () => null,
};

function aboutSection(notes: string): AuditDetails {
  return { task: null, from: null, to: null, notes };
}

interface StatusSubject {
  readonly task: TaskId;
  readonly status: TaskStatus | null;
}

function unchangedStatus({ task, status }: StatusSubject, notes: string): AuditDetails {
  return { task, from: status, to: status, notes };
}

function describeMove(into: string | null): string {
  if (into === null) return "moved";
  return into === "" ? "moved out of its section" : `moved to the section "${into}"`;
}

function withNotes(words: string, notes: string | null): string {
  return notes === null ? words : `${words}\n\n${notes}`;
}
