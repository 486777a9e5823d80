// What goes beside which line so that tasks stand in their lists as on the board.
import type { TaskId } from "../../core/board/board-id.ts";
import { isBlank } from "../markdown/lines.ts";
import type { ChecklistItem } from "./checklist.ts";
import type { Beside, Insertion, LineRange } from "./checklist-edit.ts";
import { sectionsOfHeadings } from "./heading-sections.ts";
import { newItem, nextOpening } from "./item-edits.ts";
import { type ItemList, itemLists, type ListEntry } from "./item-lists.ts";
import { headingLine } from "./renamed-headings.ts";
import { hasNamesake, type Writing } from "./writing.ts";

const HEADING_LEVEL = 2;
const OPENING = "- ";
const GAP: Insertion = { of: "gap" };

interface ListEdits {
  readonly leaving: ReadonlyMap<number, LineRange>;
  readonly beside: ReadonlyMap<number, Beside>;
  readonly inserted: ReadonlyMap<number, readonly Insertion[]>;
  readonly moved: readonly TaskId[];
}

export function listEdits(writing: Writing): ListEdits {
  const lists = itemLists(writing);
  const movers = lists.flatMap(({ entries }) => entries.filter(({ item, stays }) => item !== null && !stays));
  const edits = new Edits(writing);
  for (const { item } of movers) if (item !== null) edits.leaving.set(item.line, item);
  for (const list of lists) edits.place(list);
  edits.placeSections();
  const { leaving, beside, inserted } = edits;
  return { leaving, beside, inserted, moved: movers.map(({ task }) => task.id) };
}

type Writable = LineRange & { before: Insertion[]; after: Insertion[] };

class Edits {
  readonly leaving = new Map<number, LineRange>();
  readonly beside = new Map<number, Writable>();
  readonly inserted = new Map<number, Insertion[]>();
  readonly #writing: Writing;
  readonly #looseness: ReadonlyMap<ChecklistItem, boolean>;
  readonly #headings: ReadonlyMap<string, number>;
  readonly #sections: ItemList[] = [];

  constructor(writing: Writing) {
    const { checklist, board } = writing;
    this.#writing = writing;
    this.#looseness = looseItems(writing);
    this.#headings = new Map(
      sectionsOfHeadings(checklist.headings, board.sections).map((name, at) => [name.toLowerCase(), at]),
    );
  }

  place(list: ItemList): void {
    const { entries } = list;
    if (!entries.some(({ stays }) => stays)) {
      this.#sections.push(list);
      return;
    }
    let above: ChecklistItem | null = null;
    let coming: ListEntry[] = [];
    for (const entry of entries) {
      if (!entry.stays || entry.item === null) {
        coming.push(entry);
        continue;
      }
      if (above !== null) this.#behind(above, coming);
      else this.#before(entry.item, coming);
      [above, coming] = [entry.item, []];
    }
    if (above !== null) this.#behind(above, coming);
  }

  #behind(item: ChecklistItem, coming: readonly ListEntry[]): void {
    const gap = this.#looseness.get(item) === true ? [GAP] : [];
    const what = coming.flatMap((entry, index) => [
      ...gap,
      ...this.#arrival(entry, { item, ahead: index + 1 }),
    ]);
    const { after } = this.#at(item);
    for (const one of what) after.push(one);
  }

  #before(item: ChecklistItem, coming: readonly ListEntry[]): void {
    const gap = this.#looseness.get(item) === true ? [GAP] : [];
    const what = coming.flatMap((entry, index) => [...this.#arrival(entry, { item, ahead: index }), ...gap]);
    const { before } = this.#at(item);
    for (const one of what) before.push(one);
  }

  #at(item: ChecklistItem): Writable {
    const { line, endLine } = item;
    const there = this.beside.get(line);
    if (there !== undefined) return there;
    const made = { line, endLine, before: [], after: [] };
    this.beside.set(line, made);
    return made;
  }

  /** Lists that no item stays in: below the last line of their section, new sections at the end. */
  placeSections(): void {
    const { checklist, source, items } = this.#writing;
    const staying = items.filter(({ parent, line }) => parent === null && !this.leaving.has(line));
    const lasts = new Map(staying.map((item) => [item.heading, item]));
    const homeless: ItemList[] = [];
    for (const list of this.#sections.sort((a, b) => rankOf(a) - rankOf(b))) {
      const { section } = list;
      const heading = section === null ? null : this.#headings.get(section.toLowerCase());
      if (heading === undefined) homeless.push(list);
      else this.#inSection(heading, lasts.get(heading) ?? null, list);
    }
    const end = checklist.openFrom ?? source.lines.length + 1;
    for (const { section, entries } of homeless) this.#insert(end, this.#newSection(section ?? "", entries));
  }

  #inSection(heading: number | null, last: ChecklistItem | null, { entries }: ItemList): void {
    const { source } = this.#writing;
    if (last !== null) {
      this.#behind(last, entries);
      return;
    }
    const end = lastLineOf(this.#writing, heading);
    const next = source.lines[end]?.text ?? "";
    const before = end === 0 ? [] : [GAP];
    const after = isBlank(next) ? [] : [GAP];
    const what = entries.flatMap((entry) => this.#arrival(entry, null));
    this.#insert(end + 1, [...before, ...what, ...after]);
  }

  #insert(line: number, what: readonly Insertion[]): void {
    const there = this.inserted.get(line) ?? [];
    for (const one of what) there.push(one);
    this.inserted.set(line, there);
  }

  #newSection(section: string, entries: readonly ListEntry[]): readonly Insertion[] {
    const { checklist, items } = this.#writing;
    const used = items.find((item) => item.heading !== null)?.heading ?? null;
    const level = (used === null ? undefined : checklist.headings[used]?.level) ?? HEADING_LEVEL;
    const after = checklist.openFrom === null ? [] : [GAP];
    return [
      GAP,
      { of: "line", text: headingLine(level, section), task: null },
      GAP,
      ...entries.flatMap((entry) => this.#arrival(entry, null)),
      ...after,
    ];
  }

  /** In the dress of the item it goes beside, where there is one. */
  #arrival(
    { task, item }: ListEntry,
    beside: { readonly item: ChecklistItem; readonly ahead: number } | null,
  ): readonly Insertion[] {
    const line = beside === null ? null : this.#text(beside.item.line);
    if (item !== null) return [this.#movedBlock(item, indentText(line ?? ""))];
    const opening = line === null ? OPENING : nextOpening(line, beside?.ahead ?? 0);
    const under = beside?.item.under ?? [];
    const place = { section: task.section, under, title: task.title };
    // It was counted as one that is nested under nothing.
    const others = under.length === 0 ? 1 : 0;
    const lines = newItem(task, { opening, hasNamesake: hasNamesake(this.#writing, place, others) });
    return lines.map((text, at): Insertion => ({ of: "line", text, task: at === 0 ? task.id : null }));
  }

  #movedBlock(item: ChecklistItem, indent: string): Insertion {
    const own = indentText(this.#text(item.line));
    const reindent = (text: string): string => {
      if (isBlank(text)) return text;
      return `${indent}${text.startsWith(own) ? text.slice(own.length) : text.trimStart()}`;
    };
    return { of: "block", range: item, reindent };
  }

  #text(line: number): string {
    return this.#writing.source.lines[line - 1]?.text ?? "";
  }
}

function rankOf({ entries }: ItemList): number {
  return entries[0]?.task.rank ?? 0;
}

/** Whether a blank line parts an item from its neighbour in the list, where it has one right beside it. */
function looseItems({ items, source }: Writing): ReadonlyMap<ChecklistItem, boolean> {
  const loose = new Map<ChecklistItem, boolean>();
  const last = new Map<string, ChecklistItem>();
  for (const item of items) {
    const key = `${item.heading} ${item.parent}`;
    const above = last.get(key);
    last.set(key, item);
    if (above === undefined) continue;
    const between = source.lines.slice(above.endLine, item.line - 1);
    if (between.length > BLANK_LINES_MAX || !between.every(({ text }) => isBlank(text))) continue;
    loose.set(above, between.length > 0);
    if (!loose.has(item)) loose.set(item, between.length > 0);
  }
  return loose;
}

/** What is farther apart is not one list to anybody. */
const BLANK_LINES_MAX = 9;

/** The last line under a heading, or above the first, that is not blank; the heading's own where there is none. */
function lastLineOf({ source, checklist }: Writing, heading: number | null): number {
  const { headings, openFrom } = checklist;
  const first = heading === null ? 0 : (headings[heading]?.endLine ?? 0);
  const next = headings[heading === null ? 0 : heading + 1]?.line ?? source.lines.length + 1;
  let last = Math.min(next, openFrom ?? next) - 1;
  while (last > first && isBlank(source.lines[last - 1]?.text ?? "")) last -= 1;
  return Math.max(first, last);
}

function indentText(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
