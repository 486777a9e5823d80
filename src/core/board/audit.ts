// The audit is what the events say, an entry each; nothing is kept beside them.
import { WORK_DETAILS } from "../build/audit-work.ts";
import { type AuditDetails, type AuditEntry, unchangedStatus, withNotes } from "./audit-entry.ts";
import type { BoardEvent, BoardEventOf, BoardEventType } from "./board-event.ts";

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
  ...WORK_DETAILS,
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
  FilesSet: (data) => {
    const { files } = data;
    return unchangedStatus(data, files.length === 0 ? "any files" : `files ${files.join(", ")}`);
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

function describeMove(into: string | null): string {
  if (into === null) return "moved";
  return into === "" ? "moved out of its section" : `moved to the section "${into}"`;
}
