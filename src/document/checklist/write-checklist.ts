// The board written into a checklist: markers, titles and order where they differ, new tasks beside their neighbours,
// lines of removed tasks taken out, and every other byte as it was.
import type { TaskId } from "../../core/board/board-id.ts";
import type { ChecklistPlace } from "../../core/board/task.ts";
import type { Note } from "../../core/documents/note.ts";
import { boardDifferences, OTHER_ORDER, OTHER_SECTION, type Standing } from "./board-differences.ts";
import type { Checklist } from "./checklist.ts";
import type { ChecklistBoard, ChecklistTask } from "./checklist-board.ts";
import { type AssembledLine, assemble } from "./checklist-edit.ts";
import { editedItem } from "./item-edits.ts";
import { listEdits } from "./item-insertions.ts";
import { itemsIn, type Matching, matchTasks } from "./match-tasks.ts";
import { withNumbersLevel } from "./number-lists.ts";
import { type Differing, goneLines, isByHand, placeOf } from "./plan-import.ts";
import { readChecklist } from "./read-checklist.ts";
import { type KeptLine, removedLines } from "./removed-lines.ts";
import { type RenamedHeading, renamedHeadings } from "./renamed-headings.ts";
import { joinText, lineEndOf, splitText } from "./source-lines.ts";
import { hasNamesake, type Writing, writingOf } from "./writing.ts";

export interface WrittenChecklist {
  readonly text: string;
  /** Whose marker or title is another. */
  readonly changed: readonly TaskId[];
  /** Those that were nowhere in it. */
  readonly added: readonly TaskId[];
  /** Those whose lines went to another place. */
  readonly moved: readonly TaskId[];
  /** Those that are off the board, and now out of the checklist. */
  readonly removed: readonly TaskId[];
  /** Markers that were changed by hand, as far as that is known, and written over; the lines are those of `text`. */
  readonly overwritten: readonly Differing[];
  /** Where every task stands now. */
  readonly places: readonly { readonly task: TaskId; readonly origin: ChecklistPlace }[];
  /** Removed tasks of this file that have no line in it any more. */
  readonly gone: readonly TaskId[];
  /** Whether it now says what the board does, in its order. */
  readonly level: boolean;
  /** What was not understood, which lines are no tasks, and what is not as on the board. */
  readonly notes: readonly Note[];
}

/** Blocks bring nested lists to their section, and headings get names that tell others apart no more: seen next time. */
const PASSES_MAX = 4;

export function writeChecklist(text: string, board: ChecklistBoard, file: string): WrittenChecklist {
  const checklist = readChecklist(text);
  const matching = matchTasks(checklist, board, file);
  const cleared = withoutRemoved(text, checklist, matching);
  const byHand = overwritten(checklist, board, { matching, file });
  const { changed, added, moved, ...first } = writeOnce(cleared.stage, board);
  let [before, stage] = [cleared.stage, first.stage];
  for (let pass = 1; pass < PASSES_MAX && stage.text !== before.text; pass += 1)
    [before, stage] = [stage, writeOnce(withLost(stage, board), board).stage];
  const { places, lines, notes } = lookedAtAgain(stage, board, file);
  return {
    text: stage.text,
    changed,
    added,
    moved,
    removed: cleared.taken,
    overwritten: byHand.flatMap((one) => ({ ...one, line: lines.get(one.task) ?? one.line })),
    places,
    gone: [...goneLines(board, matching, file), ...cleared.taken],
    level: !notes.some(({ code }) => UNLEVEL.has(code)),
    notes,
  };
}

const NOT_WRITTEN = "not-written";
const REMOVED_KEPT = "removed-kept";
const UNLEVEL: ReadonlySet<string> = new Set([OTHER_SECTION, OTHER_ORDER, NOT_WRITTEN, REMOVED_KEPT]);

/** A text on its way, with what is known of its lines. */
interface Stage {
  readonly text: string;
  readonly tasks: ReadonlyMap<number, TaskId>;
  /** Of removed tasks, and not taken out. */
  readonly kept: ReadonlyMap<number, KeptLine>;
  /** Tasks that were written and not found again: once more would not help. */
  readonly lost: ReadonlySet<TaskId>;
}

function withoutRemoved(
  text: string,
  checklist: Checklist,
  matching: Matching,
): { readonly stage: Stage; readonly taken: readonly TaskId[] } {
  const { items } = checklist;
  const tasks = new Map([...matching.tasks].map(([index, { id }]) => [items[index]?.line ?? 0, id] as const));
  const source = splitText(text);
  const { leaving, replaced, taken, kept } = removedLines(source, checklist, matching);
  const keptAt = new Map(kept.map((one) => [one.line, one]));
  const before: Stage = { text, tasks, kept: keptAt, lost: new Set() };
  if (leaving.size === 0) return { stage: before, taken: [] };
  const edit = {
    items: new Set(items.map(({ line }) => line)),
    replaced,
    leaving,
    beside: new Map(),
    inserted: new Map(),
  };
  const lines = withNumbersLevel(assemble(source, edit, lineEndOf(source)));
  const stage = stageAfter(before, joinText({ mark: source.mark, lines }), lines);
  return { stage, taken: taken.map(({ id }) => id) };
}

/** Which line of the new text each known line has become. */
function stageAfter(before: Stage, text: string, lines: readonly AssembledLine[]): Stage {
  const tasks = new Map<number, TaskId>();
  const kept = new Map<number, KeptLine>();
  for (const [index, { source, task }] of lines.entries()) {
    const id = source === null ? task : before.tasks.get(source);
    const line = source === null ? undefined : before.kept.get(source);
    if (id !== undefined && id !== null) tasks.set(index + 1, id);
    if (line !== undefined) kept.set(index + 1, line);
  }
  return { ...before, text, tasks, kept };
}

interface Pass {
  readonly stage: Stage;
  readonly changed: readonly TaskId[];
  readonly added: readonly TaskId[];
  readonly moved: readonly TaskId[];
}

function writeOnce(before: Stage, board: ChecklistBoard): Pass {
  const source = splitText(before.text);
  const checklist = readChecklist(before.text);
  const matching = matchingOf(before, checklist, board);
  const headings = renamedHeadings(checklist, board, matching);
  const writing = writingOf({ source, checklist: withHeadings(checklist, headings), board, matching });
  const changes = changedLines(writing);
  const replaced = new Map([
    ...headings.flatMap(headingLines),
    ...changes.map((change) => [change.line, change.text] as const),
  ]);
  const items = new Set(writing.items.map(({ line }) => line));
  const { leaving, beside, inserted, moved } = listEdits(writing);
  const edit = { items, replaced, leaving, beside, inserted };
  const lines = withNumbersLevel(assemble(source, edit, lineEndOf(source)));
  const stage = stageAfter(before, joinText({ mark: source.mark, lines }), lines);
  return {
    stage,
    changed: changes.map(({ task }) => task),
    added: matching.absent.map(({ id }) => id),
    moved,
  };
}

function matchingOf(
  { tasks: at, lost }: Stage,
  { items }: Checklist,
  { tasks }: ChecklistBoard,
): Writing["matching"] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const found = new Map<number, ChecklistTask>();
  for (const [index, { line, status }] of items.entries()) {
    const id = at.get(line);
    const task = id === undefined || status === null ? undefined : byId.get(id);
    if (task !== undefined) found.set(index, task);
  }
  const there = new Set([...found.values()].map(({ id }) => id));
  return { tasks: found, absent: tasks.filter(({ id }) => !there.has(id) && !lost.has(id)) };
}

function withLost(stage: Stage, { tasks }: ChecklistBoard): Stage {
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  const found = new Set<TaskId>();
  for (const { line, title } of readChecklist(stage.text).items) {
    const id = stage.tasks.get(line);
    if (id !== undefined && titles.get(id) === title) found.add(id);
  }
  return { ...stage, lost: new Set(tasks.flatMap(({ id }) => (found.has(id) ? [] : [id]))) };
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

function overwritten(
  checklist: Checklist,
  board: ChecklistBoard,
  { matching, file }: { readonly matching: Matching; readonly file: string },
): readonly Differing[] {
  return itemsIn(checklist, board).flatMap((item, index): Differing[] => {
    const task = matching.tasks.get(index);
    if (task === undefined || item.status === null || item.status === task.status) return [];
    if (!isByHand(item, task, file)) return [];
    return [{ line: item.line, task: task.id, there: item.status, board: task.status }];
  });
}

interface LookedAtAgain {
  readonly places: WrittenChecklist["places"];
  readonly lines: ReadonlyMap<TaskId, number>;
  readonly notes: readonly Note[];
}

/** What was written is read again: only what is found there stands there. */
function lookedAtAgain({ text, tasks, kept }: Stage, board: ChecklistBoard, file: string): LookedAtAgain {
  const checklist = readChecklist(text);
  const left = new Map(board.tasks.map((task) => [task.id, task]));
  const standing: Standing[] = [];
  const notes = [...checklist.unread];
  for (const item of itemsIn(checklist, board)) {
    const task = left.get(tasks.get(item.line) ?? ("" as TaskId));
    const line = kept.get(item.line);
    if (task !== undefined && item.title === task.title) {
      left.delete(task.id);
      standing.push({ item, task });
    } else if (line !== undefined) notes.push(keptNote(item, line));
    else if (item.status !== null) {
      const message = `"${item.title}" is no task on the board`;
      notes.push({ code: "not-on-board", line: item.line, message });
    }
  }
  for (const { id, title } of left.values()) {
    const message = `${id} "${title}" could not be written so that it is found again`;
    notes.push({ code: NOT_WRITTEN, line: 1, message });
  }
  notes.push(...boardDifferences(checklist, board, standing));
  return {
    places: standing.map(({ item, task }) => ({ task: task.id, origin: placeOf(item, file) })),
    lines: new Map(standing.map(({ item, task }) => [task.id, item.line])),
    notes: notes.sort((a, b) => a.line - b.line),
  };
}

function keptNote({ line, title }: { readonly line: number; readonly title: string }, kept: KeptLine): Note {
  const message = `"${title}" was removed from the board (${kept.removed.id}), and its line stays: ${kept.why}`;
  return { code: REMOVED_KEPT, line, message };
}
