// The board written into a checklist: markers, titles and order where they differ, new tasks at the end of their
// sections, and every other byte as it was.
import type { TaskId } from "../../core/board/board-id.ts";
import type { ChecklistPlace } from "../../core/board/task.ts";
import type { Note } from "../../core/documents/note.ts";
import type { Checklist } from "./checklist.ts";
import type { ChecklistBoard } from "./checklist-board.ts";
import { type AssembledLine, assemble } from "./checklist-edit.ts";
import { editedItem } from "./item-edits.ts";
import { insertions } from "./item-insertions.ts";
import { slotsInOrder } from "./item-order.ts";
import { itemsIn, matchTasks } from "./match-tasks.ts";
import { placeOf } from "./plan-import.ts";
import { readChecklist } from "./read-checklist.ts";
import { type RenamedHeading, renamedHeadings } from "./renamed-headings.ts";
import { joinText, lineEndOf, splitText } from "./source-lines.ts";
import { hasNamesake, type Writing, writingOf } from "./writing.ts";

export interface WrittenChecklist {
  readonly text: string;
  /** Whose marker or title is another. */
  readonly changed: readonly TaskId[];
  /** Those that were nowhere in it. */
  readonly added: readonly TaskId[];
  /** Those that went to another section. */
  readonly moved: readonly TaskId[];
  /** Where every task stands now. */
  readonly places: readonly { readonly task: TaskId; readonly origin: ChecklistPlace }[];
  /** What was not understood, and which lines are no tasks. */
  readonly notes: readonly Note[];
}

/** What has come to its section is put in order there by a second pass; a third finds nothing left to do. */
const PASSES_MAX = 3;

export function writeChecklist(text: string, board: ChecklistBoard, file: string): WrittenChecklist {
  const first = writeOnce(text, board, file);
  let last = first;
  for (let pass = 1; pass < PASSES_MAX && last.added.length + last.moved.length > 0; pass += 1) {
    last = writeOnce(last.text, withPlaces(board, last.places), file);
  }
  return { ...last, changed: first.changed, added: first.added, moved: first.moved };
}

function withPlaces({ sections, tasks }: ChecklistBoard, places: WrittenChecklist["places"]): ChecklistBoard {
  const origins = new Map(places.map(({ task, origin }) => [task, origin]));
  return { sections, tasks: tasks.map((task) => ({ ...task, origin: origins.get(task.id) ?? task.origin })) };
}

function writeOnce(text: string, board: ChecklistBoard, file: string): WrittenChecklist {
  const source = splitText(text);
  const checklist = readChecklist(text);
  const matching = matchTasks(checklist, board, file);
  const headings = renamedHeadings(checklist, board, matching);
  const renamed = withHeadings(checklist, headings);
  const writing = writingOf({ source, checklist: renamed, board, matching });
  const changes = changedLines(writing);
  const replaced = new Map([
    ...headings.flatMap(headingLines),
    ...changes.map((change) => [change.line, change.text] as const),
  ]);
  const items = new Set(writing.items.map(({ line }) => line));
  const edit = { items, replaced, slots: slotsInOrder(writing), inserted: insertions(writing) };
  const lines = assemble(source, edit, lineEndOf(source));
  const written = joinText({ mark: source.mark, lines });
  return {
    text: written,
    changed: changes.map(({ task }) => task),
    added: writing.matching.absent.map(({ id }) => id),
    moved: [...writing.moving.keys()],
    ...lookedAtAgain(written, { writing, lines, file }),
  };
}

function withHeadings(checklist: Checklist, renamed: readonly RenamedHeading[]): Checklist {
  const names = new Map(renamed.map(({ index, name }) => [index, name]));
  return {
    ...checklist,
    headings: checklist.headings.map((heading, index) => {
      const name = names.get(index);
      return name === undefined ? heading : { ...heading, title: name, section: name };
    }),
  };
}

function headingLines({ lines }: RenamedHeading): readonly (readonly [number, string])[] {
  return lines.map(({ line, text }) => [line, text] as const);
}

interface ChangedLine {
  readonly line: number;
  readonly text: string;
  readonly task: TaskId;
}

function changedLines(writing: Writing): readonly ChangedLine[] {
  const { source, items, matching } = writing;
  return items.flatMap((item, index) => {
    const task = matching.tasks.get(index);
    const line = source.lines[item.line - 1];
    if (task === undefined || line === undefined) return [];
    const text = editedItem(line.text, {
      item,
      task,
      hasNamesake: hasNamesake(writing, { ...item, title: task.title }),
    });
    return text === null ? [] : [{ line: item.line, text, task: task.id }];
  });
}

interface Written {
  readonly writing: Writing;
  readonly lines: readonly AssembledLine[];
  readonly file: string;
}

/** What was written is read again: only what is found there stands there. */
function lookedAtAgain(text: string, written: Written): Pick<WrittenChecklist, "places" | "notes"> {
  const { writing, file } = written;
  const { board } = writing;
  const checklist = readChecklist(text);
  const tasks = tasksByLine(written);
  const left = new Map(board.tasks.map((task) => [task.id, task]));
  const places: WrittenChecklist["places"][number][] = [];
  const notes = [...checklist.unread];
  for (const item of itemsIn(checklist, board)) {
    const task = tasks.get(item.line);
    if (task !== undefined && item.title === left.get(task)?.title) {
      left.delete(task);
      places.push({ task, origin: placeOf(item, file) });
    } else if (item.status !== null) {
      const message = `"${item.title}" is no task on the board`;
      notes.push({ code: "not-on-board", line: item.line, message });
    }
  }
  for (const { id, title } of left.values()) {
    const message = `${id} "${title}" could not be written so that it is found again`;
    notes.push({ code: "not-written", line: 1, message });
  }
  return { places, notes: notes.sort((a, b) => a.line - b.line) };
}

/** Which task each line of the new text is about. */
function tasksByLine({ writing, lines }: Written): ReadonlyMap<number, TaskId> {
  const { items, matching } = writing;
  const before = new Map(items.map((item, index) => [item.line, matching.tasks.get(index)?.id]));
  return new Map(
    lines.flatMap(({ source, task }, index) => {
      const id = source === null ? task : before.get(source);
      return id === undefined || id === null ? [] : [[index + 1, id] as const];
    }),
  );
}
