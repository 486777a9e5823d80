// How the tables of the board follow from its events.
import { auditEntry } from "../../core/board/audit.ts";
import { BOARD_STREAM } from "../../core/board/board.ts";
import { type BoardEvent, type BoardEventOf, upcast } from "../../core/board/board-event.ts";
import { type Dispute, disputeType, type Position } from "../../core/board/dispute.ts";
import type { Cell, Projection, RecordedEvent, Row, RowChange } from "../../engine/ports.ts";
import { AUDIT_TABLE, DISPUTES_TABLE, SECTIONS_TABLE, TASKS_TABLE } from "./board-tables.ts";

function boardEvent(event: RecordedEvent): BoardEvent | null {
  return event.stream === BOARD_STREAM ? upcast(event) : null;
}

/** SQL has no truth of its own. */
function flag(value: boolean): number {
  return value ? 1 : 0;
}

const TASKS_PROJECTION: Projection = {
  ...TASKS_TABLE,
  project(recorded) {
    const event = boardEvent(recorded);
    return event === null ? [] : taskChanges(event);
  },
};

function taskChanges(event: BoardEvent): readonly RowChange[] {
  switch (event.type) {
    case "TaskAdded":
      return [{ do: "put", row: taskRow(event) }];
    case "TaskRenamed":
      return changedTask(event, { title: event.data.title });
    case "SourceSet":
      return changedTask(event, { source_file: event.data.sourceFile });
    case "NotesSet":
      return changedTask(event, { notes: event.data.notes });
    case "TaskMoved":
      return changedTask(event, { section_id: event.data.section, position: event.data.position });
    case "TasksRenumbered":
      return event.data.positions.map(({ task, position }) => ({
        do: "patch",
        key: task,
        cells: { position },
      }));
    case "TaskSkipSet":
      return changedTask(event, { skipped: flag(event.data.skipped) });
    case "AfterSet":
      return changedTask(event, { after: JSON.stringify(event.data.after) });
    case "TaskRemoved":
      return [{ do: "delete", key: event.data.task }];
    case "StatusChanged":
      return changedTask(event, { status: event.data.to, rejection_count: event.data.rejections });
    case "DisputeOpened":
      return changedTask(event, { status: "disputed" });
    case "DisputeResolved":
    case "DisputeWithdrawn":
      return changedTask(event, { status: event.data.to });
    default:
      return [];
  }
}

function taskRow({ data }: BoardEventOf<"TaskAdded">): Row {
  const { task: id, title, status, section, position, sourceFile, after, notes, at, by } = data;
  return {
    id,
    title,
    status,
    section_id: section,
    position,
    source_file: sourceFile,
    rejection_count: 0,
    skipped: flag(false),
    created_at: at,
    updated_at: at,
    after: JSON.stringify(after),
    notes,
    created_by: by.actor,
  };
}

type AboutTask = Extract<BoardEvent, { readonly data: { readonly task: string } }>;

function changedTask({ data }: AboutTask, cells: Row): readonly RowChange[] {
  return [{ do: "patch", key: data.task, cells: { ...cells, updated_at: data.at } }];
}

const SECTIONS_PROJECTION: Projection = {
  ...SECTIONS_TABLE,
  project(recorded) {
    const event = boardEvent(recorded);
    return event === null ? [] : sectionChanges(event);
  },
};

function sectionChanges(event: BoardEvent): readonly RowChange[] {
  switch (event.type) {
    case "SectionAdded": {
      const { section: id, name, position, at } = event.data;
      const row = { id, name, position, skipped: flag(false), created_at: at, updated_at: at };
      return [{ do: "put", row }];
    }
    case "SectionRenamed":
      return changedSection(event, { name: event.data.name });
    case "SectionMoved":
      return changedSection(event, { position: event.data.position });
    case "SectionSkipSet":
      return changedSection(event, { skipped: flag(event.data.skipped) });
    case "SectionsRenumbered":
      return event.data.positions.map(({ section, position }) => ({
        do: "patch",
        key: section,
        cells: { position },
      }));
    case "SectionRemoved":
      return [{ do: "delete", key: event.data.section }];
    default:
      return [];
  }
}

function changedSection(
  { data }: BoardEventOf<"SectionRenamed" | "SectionMoved" | "SectionSkipSet">,
  cells: Row,
): readonly RowChange[] {
  return [{ do: "patch", key: data.section, cells: { ...cells, updated_at: data.at } }];
}

const DISPUTES_PROJECTION: Projection = {
  ...DISPUTES_TABLE,
  project(recorded) {
    const event = boardEvent(recorded);
    return event === null ? [] : disputeChanges(event);
  },
};

function disputeChanges(event: BoardEvent): readonly RowChange[] {
  switch (event.type) {
    case "DisputeOpened":
      return [{ do: "put", row: openedRow(event) }];
    case "MinorDisputeLogged":
      return [{ do: "put", row: loggedRow(event) }];
    case "PositionSettled": {
      const { dispute, side, position } = event.data;
      return [{ do: "patch", key: dispute, cells: positionCells(side, position) }];
    }
    case "DisputeResolved": {
      const { dispute, decision, notes } = event.data;
      const cells = { status: "resolved", resolution: decision, notes, ...closedCells(event) };
      return [{ do: "patch", key: dispute, cells }];
    }
    case "DisputeWithdrawn": {
      const { dispute, notes } = event.data;
      return [{ do: "patch", key: dispute, cells: { status: "withdrawn", notes, ...closedCells(event) } }];
    }
    case "StaleAlerted":
      return [{ do: "patch", key: event.data.dispute, cells: { stale_alerted_at: event.data.at } }];
    default:
      return [];
  }
}

type Raised = BoardEventOf<"DisputeOpened" | "MinorDisputeLogged">;

function raisedCells({ data }: Raised, weight: Dispute["weight"]): Row {
  const { dispute: id, task, title, raisedBy, reason, detail, at, by } = data;
  return {
    id,
    task_id: task,
    task_title: title,
    type: disputeType({ weight, raisedBy }),
    raised_by: raisedBy,
    weight,
    reason,
    detail,
    created_by: by.actor,
    created_at: at,
  };
}

function openedRow(event: BoardEventOf<"DisputeOpened">): Row {
  const { positions, files } = event.data;
  return {
    ...raisedCells(event, "major"),
    status: "open",
    ...positionCells("coder", positions.coder),
    ...positionCells("reviewer", positions.reviewer),
    files: JSON.stringify(files),
  };
}

function loggedRow(event: BoardEventOf<"MinorDisputeLogged">): Row {
  const { notes } = event.data;
  return {
    ...raisedCells(event, "minor"),
    status: "resolved",
    resolution: "coder",
    notes,
    ...closedCells(event),
    files: "[]",
  };
}

function positionCells(side: "coder" | "reviewer", position: Position): { readonly [column: string]: Cell } {
  const given = position.at === "given" ? position : null;
  return { [`${side}_position`]: given?.text ?? null, [`${side}_model`]: given?.model ?? null };
}

function closedCells({ data: { at, by } }: BoardEvent): Row {
  return { resolved_by: by.actor, resolved_at: at };
}

const AUDIT_PROJECTION: Projection = {
  ...AUDIT_TABLE,
  project(recorded) {
    const event = boardEvent(recorded);
    if (event === null) return [];
    if (event.type === "CommitLinked") {
      const { entry, commit } = event.data;
      return [{ do: "patch", key: entry, cells: { commit_sha: commit } }];
    }
    const entry = auditEntry(event, recorded.version);
    if (entry === null) return [];
    const { id, task, from, to, actor, notes, commit, at } = entry;
    const row = {
      id,
      task_id: task,
      from_status: from,
      to_status: to,
      actor,
      notes,
      commit_sha: commit,
      created_at: at,
    };
    return [{ do: "put", row }];
  },
};

export const BOARD_PROJECTIONS: readonly Projection[] = [
  SECTIONS_PROJECTION,
  TASKS_PROJECTION,
  DISPUTES_PROJECTION,
  AUDIT_PROJECTION,
];
