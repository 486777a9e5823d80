// A Markdown checklist as parley reads it. It owns the markers and titles of its items, and nothing else.
import type { TaskId } from "../../core/board/board-id.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { Note } from "../../core/documents/note.ts";

export interface Checklist {
  readonly headings: readonly ChecklistHeading[];
  /** In the order of their lines. */
  readonly items: readonly ChecklistItem[];
  /** What looks like an item and was not understood. */
  readonly unread: readonly Note[];
  /** From this line to the end there is code or a comment that nobody closed; `null` where all is closed. */
  readonly openFrom: number | null;
}

export interface ChecklistHeading {
  /** 1-based, as all lines are. */
  readonly line: number;
  readonly endLine: number;
  readonly indent: number;
  readonly level: number;
  readonly title: string;
  /** Its title, with those above it as far as it takes to tell it from others. */
  readonly section: string;
}

export interface ChecklistItem {
  readonly line: number;
  /** Of what belongs to it: notes and nested items. */
  readonly endLine: number;
  readonly indent: number;
  /** `null` for a marker that means nothing here. */
  readonly status: TaskStatus | null;
  readonly title: string;
  /** What a comment on its line says. */
  readonly id: TaskId | null;
  /** The place of its heading in `headings`; `null` above the first. */
  readonly heading: number | null;
  readonly section: string | null;
  /** The place in `items` of the item it is nested under. */
  readonly parent: number | null;
  /** The titles of the nearest items it is nested under, outermost first. */
  readonly under: readonly string[];
  readonly notes: string;
}
