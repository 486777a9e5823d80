// What `tasks import` and `tasks export` tell programs.
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { Note } from "../../core/documents/note.ts";
import type { TaskRow } from "./board.ts";

export interface ImportedChecklist {
  readonly file: string;
  readonly dryRun: boolean;
  /** The names of those that are new. */
  readonly sections: readonly string[];
  readonly added: readonly ChecklistTask[];
  /** How many lines were tasks already. */
  readonly known: number;
  /** What was taken from the lines of tasks. */
  readonly updated: readonly UpdatedTask[];
  /** Markers that were to be taken and may not be. */
  readonly refused: readonly RefusedMarker[];
  /** Lines whose marker is another than the task's: the board's word stands. */
  readonly differing: readonly ByHandMarker[];
  /** Lines with another title than the task that they name by its id: the board's word stands. */
  readonly retitled: readonly Differing<string>[];
  /** Lines whose tasks were removed from the board, and that were not added again. */
  readonly removed: readonly { readonly line: number; readonly task: string; readonly title: string }[];
  /** What looks like an item and was not understood. */
  readonly unread: readonly Note[];
}

export interface ChecklistTask extends Pick<TaskRow, "title" | "status" | "section"> {
  /** `null` where it was not added. */
  readonly id: string | null;
}

export interface UpdatedTask {
  readonly line: number;
  readonly task: string;
  /** `null` where it stays. */
  readonly status: { readonly from: string; readonly to: string } | null;
  readonly title: { readonly from: string; readonly to: string } | null;
}

/** A line that says something else than the board does of its task. */
interface Differing<Said> {
  readonly line: number;
  readonly task: string;
  readonly there: Said;
  readonly board: Said;
}

interface ByHandMarker extends Differing<TaskStatus> {
  /** Whether somebody changed it, as far as that is known. */
  readonly byHand: boolean;
}

export interface RefusedMarker extends ByHandMarker {
  readonly reason: string;
}

export interface ExportedChecklist {
  readonly file: string;
  readonly dryRun: boolean;
  /** Whether the file holds, or would hold, something else than before. */
  readonly differs: boolean;
  /** Whose marker or title was another. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
  /** Whose lines have got the comment that names them, and nothing else. */
  readonly linked: readonly string[];
  /** Tasks that were removed from the board, and now from the file. */
  readonly removed: readonly string[];
  /** Markers that somebody changed by hand, as far as that is known, and that were written over. */
  readonly overwritten: readonly Differing<TaskStatus>[];
  /** Whether it says, or would say, what the board does, in its order. */
  readonly level: boolean;
  readonly notes: readonly Note[];
  /** What it would hold; `null` where it was written. */
  readonly text: string | null;
}
