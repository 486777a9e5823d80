import { readTitle } from "../../core/board/board-text.ts";
import { statusOfMarker, type TaskStatus } from "../../core/board/task-status.ts";
import type { Note } from "../../core/documents/note.ts";
import { frontMatterEnd } from "../markdown/front-matter.ts";
import { indentOf, isBlank, readableLines } from "../markdown/lines.ts";
import { type Segment, segmentsOf } from "../markdown/segments.ts";
import type { Checklist, ChecklistHeading, ChecklistItem } from "./checklist.ts";
import { sectionNames } from "./checklist-sections.ts";
import { type ItemLine, parseItemLine, resemblesItem, wordForMarker } from "./item-line.ts";
import { splitText } from "./source-lines.ts";

/** How many of the items above it an item remembers: enough to tell it from its namesakes. */
const UNDER_KEPT = 3;
/** By how many columns an item is nested: one is a slip of the hand, and every renderer takes it so. */
const NESTED_BY_MIN = 2;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** A line across the page. */
const RULE = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const HTML_BLOCK =
  /^[ \t]*<\/?(?:details|summary|div|p|hr|table|ul|ol|section|article|aside|center|h[1-6])(?:[\s/>]|$)/i;

export function readChecklist(text: string): Checklist {
  const lines = withoutFrontMatter(splitText(text).lines.map((line) => line.text));
  const segments = segmentsOf(lines, Number.POSITIVE_INFINITY);
  const open = segments.find((segment) => "closed" in segment && !segment.closed);
  const headings = headingsOf(segments, lines);
  const reading = new ChecklistReader(lines, headings);
  for (const segment of segments) if (segment !== open) reading.take(segment);
  const { items, unread } = reading.finish();
  return { headings, items, unread, openFrom: open?.line ?? null };
}

/** Its lines count, and say nothing. */
function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  const end = frontMatterEnd(lines);
  return end === 0 ? lines : lines.map((line, index) => (index < end ? "" : line));
}

const LINK_DEFINITION = /^ {0,3}\[([^\]]+)\]:/;

/** What `[label]` alone is a link by. */
function linkLabels(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => LINK_DEFINITION.exec(line)?.[1]?.toLowerCase() ?? []));
}

function headingsOf(segments: readonly Segment[], lines: readonly string[]): readonly ChecklistHeading[] {
  const found = segments.flatMap((segment) => {
    const title = segment.kind === "heading" ? readTitle(segment.text) : null;
    if (segment.kind !== "heading" || title === null) return [];
    const { line, endLine, level } = segment;
    return [{ line, endLine, indent: indentOf(lines[line - 1] ?? ""), level, title }];
  });
  const names = sectionNames(found);
  return found.map((heading, index) => ({
    ...heading,
    section: readTitle(names[index] ?? "") ?? heading.title,
  }));
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A list item that later lines may still belong to. */
interface OpenItem {
  readonly indent: number;
  /** `null` for one without brackets. */
  readonly item: number | null;
  /** Itself, or the nearest item above it. */
  readonly holder: number | null;
}

/** Goes over the lines once and keeps the items that are still open. */
class ChecklistReader {
  readonly #lines: readonly string[];
  readonly #headings: readonly ChecklistHeading[];
  readonly #items: Writable<ChecklistItem>[] = [];
  readonly #notes: string[][] = [];
  readonly #unread: Note[] = [];
  readonly #open: OpenItem[] = [];
  readonly #labels: ReadonlySet<string>;
  #heading: number | null = null;
  /** The last line that is not blank. */
  #lastLine = 0;

  constructor(lines: readonly string[], headings: readonly ChecklistHeading[]) {
    this.#lines = lines;
    this.#headings = headings;
    this.#labels = linkLabels(readableLines(lines));
  }

  take(segment: Segment): void {
    const { line, endLine } = segment;
    switch (segment.kind) {
      case "heading":
        this.#close(0);
        this.#enterHeading(line);
        break;
      case "prose":
        for (let at = line; at <= endLine; at += 1) this.#takeProse(at);
        break;
      case "code":
      case "comment":
      case "quote":
      case "table":
      case "unread":
        this.#close(indentOf(this.#text(line)));
        for (let at = line; at <= endLine; at += 1) this.#addNote(at);
        break;
    }
    this.#lastLine = endLine;
  }

  finish(): { readonly items: readonly ChecklistItem[]; readonly unread: readonly Note[] } {
    this.#close(0);
    for (const [index, item] of this.#items.entries()) {
      item.notes = outdentLines(this.#notes[index] ?? []);
    }
    return { items: this.#items, unread: this.#unread };
  }

  #text(line: number): string {
    return this.#lines[line - 1] ?? "";
  }

  #enterHeading(line: number): void {
    const next = (this.#heading ?? -1) + 1;
    if (this.#headings[next]?.line === line) this.#heading = next;
  }

  #takeProse(line: number): void {
    const text = this.#text(line);
    if (isBlank(text)) return;
    const indent = indentOf(text);
    if ((LIST_ITEM.test(text) && !RULE.test(text)) || resemblesItem(text)) {
      this.#close(indent - NESTED_BY_MIN + 1);
      this.#takeItem(line, text);
    } else {
      // A line that follows at once goes on with the item's paragraph, however it is indented.
      if (this.#lastLine !== line - 1 || RULE.test(text) || HTML_BLOCK.test(text)) this.#close(indent);
      this.#addNote(line);
    }
    this.#lastLine = line;
  }

  #takeItem(line: number, text: string): void {
    const parsed = parseItemLine(text);
    if (resemblesItem(text)) {
      const message = "a box without a list bullet before it or a space beside it";
      this.#unread.push({ code: "no-item", line, message });
    }
    const word = parsed === null ? wordForMarker(text) : null;
    if (word !== null && !this.#labels.has(word.toLowerCase())) {
      this.#unread.push({ code: "unknown-marker", line, message: `[${word}] is no marker` });
    }
    const found = parsed === null ? null : this.#itemOf(line, text, parsed);
    if (found === null) this.#addNote(line);
    else {
      this.#items.push(found);
      this.#notes.push([]);
    }
    const item = found === null ? null : this.#items.length - 1;
    this.#open.push({ indent: indentOf(text), item, holder: item ?? this.#holder() });
  }

  #holder(): number | null {
    return this.#open.at(-1)?.holder ?? null;
  }

  #itemOf(line: number, text: string, parsed: ItemLine): Writable<ChecklistItem> | null {
    const status = statusInside(parsed.inside);
    const title = readTitle(parsed.title);
    if (status === null) {
      this.#unread.push({ code: "unknown-marker", line, message: `[${parsed.inside}] is no marker` });
    } else if (title === null) {
      const message =
        parsed.title === "" ? "an item without a title" : "a title that is too long or not a text";
      this.#unread.push({ code: "unfit-title", line, message });
    }
    if (title === null) return null;
    const parent = this.#holder();
    const above = parent === null ? null : (this.#items[parent] ?? null);
    return {
      line,
      endLine: line,
      indent: indentOf(text),
      status,
      title,
      id: parsed.id,
      heading: this.#heading,
      section: this.#heading === null ? null : (this.#headings[this.#heading]?.section ?? null),
      parent,
      under: above === null ? [] : [...above.under, above.title].slice(-UNDER_KEPT),
      notes: "",
    };
  }

  /** What is not less indented than a new line does not hold it. */
  #close(indent: number): void {
    for (
      let last = this.#open.at(-1);
      last !== undefined && last.indent >= indent;
      last = this.#open.at(-1)
    ) {
      this.#open.pop();
      const item = last.item === null ? undefined : this.#items[last.item];
      if (item !== undefined) item.endLine = Math.max(item.line, this.#lastLine);
    }
  }

  /** A blank line above stays, or what stood apart would be read as one paragraph. */
  #addNote(line: number): void {
    const holder = this.#holder();
    const notes = holder === null ? undefined : this.#notes[holder];
    if (notes === undefined) return;
    const above = notes.at(-1) ?? "";
    if (!isBlank(above) && isBlank(this.#text(line - 1))) notes.push("");
    notes.push(this.#text(line));
  }
}

function outdentLines(lines: readonly string[]): string {
  const indents = lines.filter((line) => !isBlank(line)).map(indentOf);
  const least = indents.reduce((least, indent) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  return lines
    .map((line) => withoutIndent(line, least))
    .join("\n")
    .trim();
}

function withoutIndent(line: string, columns: number): string {
  const white = line.length - line.trimStart().length;
  return indentOf(line) === white ? line.slice(Math.min(white, columns)) : line.trimStart();
}

/** Also `[X]`, and blanks beside the marker: what a person cannot mistake. */
function statusInside(inside: string): TaskStatus | null {
  if (inside === "") return null;
  const marker = inside.trim();
  return statusOfMarker(marker === "" ? " " : marker === "X" ? "x" : marker);
}
