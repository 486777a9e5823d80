// The board written into a checklist: markers and titles where they differ, the comments that tell which line is which
// task, new tasks at the end of their lists, lines of removed tasks taken out. No line moves, every other byte stays, and
// so do titles and headings that somebody has changed by hand.
import type { TaskId } from "../../core/board/board-id.ts";
import { readWords } from "../../core/board/board-text.ts";
import type { ChecklistPlace } from "../../core/board/task.ts";
import type { Note } from "../../core/documents/note.ts";
import { appendTasks } from "./append-tasks.ts";
import type { Checklist, ChecklistHeading, ChecklistItem } from "./checklist.ts";
import type { ChecklistBoard, ChecklistTask, RemovedChecklistLine } from "./checklist-board.ts";
import { ChecklistEdit } from "./checklist-edit.ts";
import { headingLines, renamedHeadings, withBoardSections } from "./checklist-sections.ts";
import { editedItem } from "./item-line.ts";
import { matchTasks, type TaskMatches } from "./match-tasks.ts";
import { goneLines, isByHand, isIn, isRetitled, type StatusDifference, seenPlace } from "./plan-import.ts";
import { readChecklist } from "./read-checklist.ts";
import { joinText, type SourceText, splitText } from "./source-lines.ts";

export interface WrittenChecklist {
  readonly text: string;
  /** Whose marker or title is another. */
  readonly changed: readonly TaskId[];
  /** Those that were nowhere in it. */
  readonly added: readonly TaskId[];
  /** Those whose lines have got the comment that names them, and nothing else. */
  readonly linked: readonly TaskId[];
  /** Those that are off the board, and now out of the checklist. */
  readonly removed: readonly TaskId[];
  /** Markers that were changed by hand, as far as that is known, and written over; the lines are those of `text`. */
  readonly overwritten: readonly StatusDifference[];
  /** Where every task stands now. */
  readonly places: readonly { readonly task: TaskId; readonly origin: ChecklistPlace }[];
  /** Removed tasks of this file that have no line in it any more. */
  readonly gone: readonly TaskId[];
  /** Whether it now says what the board does, in its order. */
  readonly level: boolean;
  /** What was not understood, which lines are no tasks, and what is not as on the board. */
  readonly notes: readonly Note[];
}

export function writeChecklist(text: string, board: ChecklistBoard, file: string): WrittenChecklist {
  const before = readFor(text, board, file);
  const first = writeOnce(before, new Set());
  const firstRead = first.text === text ? before : readFor(first.text, board, file);
  const lost = lostTasks(first, firstRead);
  // What would not be found again is left as it was: written once more, it would stand there twice.
  const { text: now, kept, over, ...told } = lost.size === 0 ? first : writeOnce(before, lost);
  const after = lost.size === 0 ? firstRead : readFor(now, board, file);
  const { standing, notes } = lookAt(after, kept);
  notes.push(...over);
  const lines = new Map(standing.map(({ item, task }) => [task.id, item.line]));
  return {
    text: now,
    ...told,
    overwritten: overwrittenMarkers(before, new Set(told.changed)).map((one) => ({
      ...one,
      line: lines.get(one.task) ?? one.line,
    })),
    places: standing.map(({ item, task }) => ({ task: task.id, origin: seenPlace(item, task, file) })),
    gone: goneLines(board, after.matching, file),
    level:
      standing.every(({ item, task }) => matchesTask(item, task)) &&
      !notes.some(({ code }) => OUT_OF_SYNC_NOTES.has(code)),
    notes: notes.sort((a, b) => a.line - b.line),
  };
}

/** A text, and what the board knows of its lines. */
interface KnownText {
  readonly source: SourceText;
  /** With the sections as the board calls them. */
  readonly checklist: Checklist;
  readonly matching: TaskMatches;
  readonly board: ChecklistBoard;
  readonly file: string;
}

function readFor(text: string, board: ChecklistBoard, file: string): KnownText {
  const checklist = withBoardSections(readChecklist(text), board);
  return { source: splitText(text), checklist, matching: matchTasks(checklist, board, file), board, file };
}

interface WrittenLines extends Pick<WrittenChecklist, "text" | "changed" | "added" | "linked" | "removed"> {
  /** Why lines of removed tasks stay. */
  readonly kept: ReadonlyMap<TaskId, string>;
  /** Headings that are others now; titles and headings that are gone, and that a person may have written. */
  readonly over: readonly Note[];
}

function writeOnce(known: KnownText, without: ReadonlySet<TaskId>): WrittenLines {
  const { source, matching, board, file } = known;
  const edit = new ChecklistEdit();
  const { removed, kept } = takeOut(edit, known);
  const names = renamedHeadings(known.checklist, board, { tasks: matching.tasks, file });
  const checklist = withNewHeadings(edit, known.checklist, names);
  const added = matching.absent.filter(({ id }) => !without.has(id));
  appendTasks(edit, added, { checklist, source });
  const owned = [...matching.tasks].flatMap(([index, task]) => {
    const item = checklist.items[index];
    return item === undefined || item.status === null || without.has(task.id) ? [] : [{ item, task }];
  });
  const changed = owned.filter(({ item, task }) => !saysEnough(item, task, file));
  const isWritten = matching.linked || changed.length > 0 || !edit.isEmpty;
  const linked = owned.filter(
    ({ item, task }) => isWritten && saysEnough(item, task, file) && item.id !== task.id,
  );
  for (const { item, task } of [...changed, ...linked]) {
    const { title } = keepsTitle(item, task, file) ? item : task;
    edit.replaced.set(
      item.line,
      editedItem(source.lines[item.line - 1]?.text ?? "", item, { ...task, title }),
    );
  }
  return {
    text: edit.isEmpty ? joinText(source) : joinText(edit.applyTo(source)),
    changed: changed.map(({ task }) => task.id),
    added: added.map(({ id }) => id),
    linked: linked.map(({ task }) => task.id),
    removed,
    kept,
    over: [
      ...owned.flatMap(({ item, task }) =>
        isRetitled(item, task) && !keepsTitle(item, task, file) ? [writtenOver(item, task.title)] : [],
      ),
      ...[...names].flatMap(([index, name]) => {
        const heading = known.checklist.headings[index];
        if (heading === undefined || headingLines(heading, name).length === 0) return [];
        const isOurs = owned.some(({ item, task }) => item.heading === index && task.origin?.file === file);
        return [isOurs ? headingRenamed(heading, name) : writtenOver(heading, name)];
      }),
    ],
  };
}

function writtenOver({ line, title }: { readonly line: number; readonly title: string }, now: string): Note {
  return { code: WRITTEN_OVER, line, message: `"${title}" was written here, and is "${now}" now` };
}

function headingRenamed({ line, title }: ChecklistHeading, name: string): Note {
  return { code: HEADING_RENAMED, line, message: `the heading "${title}" is "${name}" now, as on the board` };
}

/** A title that somebody has written since this file was last written or read is theirs. */
function keepsTitle(item: ChecklistItem, task: ChecklistTask, file: string): boolean {
  return task.origin?.file === file && isRetitled(item, task);
}

function saysEnough(item: ChecklistItem, task: ChecklistTask, file: string): boolean {
  return item.status === task.status && (item.title === task.title || keepsTitle(item, task, file));
}

function matchesTask(item: ChecklistItem, task: ChecklistTask): boolean {
  return item.status === task.status && item.title === task.title;
}

function withNewHeadings(
  edit: ChecklistEdit,
  checklist: Checklist,
  names: ReadonlyMap<number, string>,
): Checklist {
  if (names.size === 0) return checklist;
  const headings = checklist.headings.map((heading, index) => {
    const section = names.get(index);
    if (section === undefined) return heading;
    for (const [line, text] of headingLines(heading, section)) edit.replaced.set(line, text);
    return { ...heading, section };
  });
  return { ...checklist, headings };
}

/** Lines of removed tasks that still read as they did go, with their notes; others stay, and it is told why. */
function takeOut(
  edit: ChecklistEdit,
  { checklist: { items }, matching }: KnownText,
): Pick<WrittenLines, "removed" | "kept"> {
  const removed: TaskId[] = [];
  const kept = new Map<TaskId, string>();
  const holdsOthers = new Set<number>();
  // What is nested comes after what it is nested under, and is looked at first.
  for (const [index, item] of [...items.entries()].reverse()) {
    const line = matching.removed.get(index);
    const nested = holdsOthers.has(index) ? "other items are nested under it" : null;
    const why = line === undefined ? "" : (changeSince(item, line) ?? nested);
    if (line !== undefined && why === null) {
      for (let at = item.line; at <= item.endLine; at += 1) edit.leaving.add(at);
      removed.push(line.id);
      continue;
    }
    if (line !== undefined && why !== null) kept.set(line.id, why);
    if (item.parent !== null) holdsOthers.add(item.parent);
  }
  return { removed: removed.reverse(), kept };
}

/** What somebody has done to the line since it was last written or read. */
function changeSince(
  { status, title, notes }: ChecklistItem,
  { origin, notes: had }: RemovedChecklistLine,
): string | null {
  if (origin.title !== title) return "its title is another since";
  if (origin.status !== undefined && origin.status !== status) return "its marker is another since";
  return notes === "" || (readWords(notes) ?? "") === had ? null : "its notes are others since";
}

/** Tasks whose lines were written and cannot be found again as they were meant. */
function lostTasks({ changed, added, linked }: WrittenLines, after: KnownText): ReadonlySet<TaskId> {
  const lost = new Set([...changed, ...added, ...linked]);
  for (const [index, task] of after.matching.tasks) {
    const item = after.checklist.items[index];
    if (item?.id === task.id && saysEnough(item, task, after.file)) lost.delete(task.id);
  }
  return lost;
}

function overwrittenMarkers(
  { checklist: { items }, matching, file }: KnownText,
  changed: ReadonlySet<TaskId>,
): readonly StatusDifference[] {
  return [...matching.tasks].flatMap(([index, task]): StatusDifference[] => {
    const item = items[index];
    if (item === undefined || item.status === null || item.status === task.status) return [];
    if (!changed.has(task.id) || !isByHand(item, task, file)) return [];
    return [{ line: item.line, task: task.id, there: item.status, board: task.status }];
  });
}

interface MatchedItem {
  readonly item: ChecklistItem;
  readonly task: ChecklistTask;
}

const OTHER_SECTION = "other-section";
const OTHER_ORDER = "other-order";
const NOT_WRITTEN = "not-written";
const REMOVED_KEPT = "removed-kept";
const RETITLED = "retitled";
const OUT_OF_SYNC_NOTES: ReadonlySet<string> = new Set([
  OTHER_SECTION,
  OTHER_ORDER,
  NOT_WRITTEN,
  REMOVED_KEPT,
]);
const HEADING_RENAMED = "heading-renamed";
/** The code of notes on what was not left alone. */
const WRITTEN_OVER = "written-over";

/** What was written is read again: only what is found there stands there. */
function lookAt(
  { checklist, matching, board, file }: KnownText,
  kept: WrittenLines["kept"],
): { readonly standing: readonly MatchedItem[]; readonly notes: Note[] } {
  const standing: MatchedItem[] = [];
  const notes = [...checklist.unread];
  const left = new Map(board.tasks.map((task) => [task.id, task]));
  for (const [index, item] of checklist.items.entries()) {
    const { line, title, status } = item;
    const task = matching.tasks.get(index);
    const removed = matching.removed.get(index);
    const isTheirs = task !== undefined && keepsTitle(item, task, file);
    if (task !== undefined && (title === task.title || isTheirs)) {
      standing.push({ item, task });
      left.delete(task.id);
      if (!isTheirs) continue;
      const message = `"${title}" was written by hand, and stays: ${task.id} is "${task.title}" on the board; tasks import --update takes it`;
      notes.push({ code: RETITLED, line, message });
    } else if (removed !== undefined) {
      const message = `"${title}" was removed from the board (${removed.id}), and its line stays: ${kept.get(removed.id) ?? "it was not taken out"}`;
      notes.push({ code: REMOVED_KEPT, line, message });
    } else if (task === undefined && status !== null) {
      notes.push({ code: "not-on-board", line, message: `"${title}" is no task on the board` });
    }
  }
  for (const { id, title } of left.values()) {
    const message = `${id} "${title}" could not be written so that it is found again`;
    notes.push({ code: NOT_WRITTEN, line: 1, message });
  }
  notes.push(...boardDifferences(checklist, board, standing));
  return { standing, notes };
}

/** Where the checklist is not as the board is, and stays so: lines and headings are not moved. */
function boardDifferences(
  { headings }: Checklist,
  { sections }: ChecklistBoard,
  standing: readonly MatchedItem[],
): readonly Note[] {
  const notes: Note[] = [];
  const lasts = new Map<string | null, number>();
  for (const { item, task } of standing) {
    const { line, title, section, parent, under } = item;
    const key = section?.toLowerCase() ?? null;
    if (!isIn(task, section)) {
      const where = task.section === null ? "in no section" : `in the section "${task.section}"`;
      const stays = parent === null ? "under its heading" : `under "${under.at(-1)}"`;
      const message = `"${title}" is ${where} on the board, and stays here ${stays}`;
      notes.push({ code: OTHER_SECTION, line, message });
      continue;
    }
    if (task.rank < (lasts.get(key) ?? -1)) {
      const message = `"${title}" has another place on the board: lines are not moved`;
      notes.push({ code: OTHER_ORDER, line, message });
    }
    lasts.set(key, task.rank);
  }
  const ranks = new Map(sections.map((name, rank) => [name.toLowerCase(), rank]));
  const seen = new Set<string>();
  let above = -1;
  for (const { line, section: name } of headings) {
    const rank = ranks.get(name.toLowerCase());
    if (rank === undefined || !lasts.has(name.toLowerCase()) || seen.has(name.toLowerCase())) continue;
    seen.add(name.toLowerCase());
    if (rank < above) {
      const message = `the section "${name}" has another place on the board: headings are not moved`;
      notes.push({ code: OTHER_ORDER, line, message });
    }
    above = rank;
  }
  return notes;
}
