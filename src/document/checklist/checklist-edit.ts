// A checklist in the making: what becomes of its lines. What is not named here stays as it is.
import type { TaskId } from "../../core/board/board-id.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import type { SourceLine, SourceText } from "./source-lines.ts";

export interface ChecklistEdit {
  /** The lines that are items. */
  readonly items: ReadonlySet<number>;
  /** New texts, by line. */
  readonly replaced: ReadonlyMap<number, string>;
  /** Blocks that others take the place of, by their first line. */
  readonly slots: ReadonlyMap<number, Slot>;
  /** What goes in before a line; after the last one, before the line that would follow. */
  readonly inserted: ReadonlyMap<number, readonly Insertion[]>;
}

export interface Slot {
  readonly endLine: number;
  /** The block that stands here from now on; `null`: none. */
  readonly filledBy: LineRange | null;
}

export interface LineRange {
  readonly line: number;
  readonly endLine: number;
}

export type Insertion =
  | { readonly of: "line"; readonly text: string; readonly task: TaskId | null }
  /** A block of the file from elsewhere, with another indentation. */
  | { readonly of: "block"; readonly range: LineRange; readonly reindent: (text: string) => string }
  /** A blank line, unless one stands there. */
  | { readonly of: "gap" };

/** A line of the new text: one of the file by its number, or one that was inserted, for a task or not. */
export interface AssembledLine extends SourceLine {
  readonly source: number | null;
  readonly task: TaskId | null;
}

interface Frame {
  next: number;
  readonly endLine: number;
  /** The first line of a block that is written here is no slot to be filled again. */
  readonly block: number | null;
  readonly reindent: (text: string) => string;
}

const AS_IT_IS = (text: string): string => text;
const NUMBERED_ITEM = /^[ \t]*\d{1,9}[.)](?:[ \t]|$)/;

/** Every line of the file once, blocks in their new places. */
export function assemble(source: SourceText, edit: ChecklistEdit, lineEnd: string): readonly AssembledLine[] {
  const assembly = new Assembly(source, edit, lineEnd);
  const lastEnd = edit.inserted.has(source.lines.length + 1) ? lineEnd : source.lines.at(-1)?.end;
  return withEnds(assembly.lines(), { lineEnd, lastEnd: lastEnd ?? lineEnd });
}

/** Blocks lie within blocks as deep as somebody has nested them, so they wait in a list and not in calls. */
class Assembly {
  readonly #source: SourceText;
  readonly #edit: ChecklistEdit;
  readonly #lineEnd: string;
  readonly #out: AssembledLine[] = [];
  readonly #frames: Frame[] = [];
  /** The line of the file that was written last, if no other came after it. */
  #lastLine: number | null = 0;

  constructor(source: SourceText, edit: ChecklistEdit, lineEnd: string) {
    this.#source = source;
    this.#edit = edit;
    this.#lineEnd = lineEnd;
  }

  lines(): readonly AssembledLine[] {
    const count = this.#source.lines.length;
    const file: Frame = { next: 1, endLine: count, block: null, reindent: AS_IT_IS };
    while (file.next <= count + 1) {
      for (const insertion of this.#edit.inserted.get(file.next) ?? []) this.#insert(insertion);
      if (file.next > count) break;
      this.#step(file);
      this.#finishBlocks();
    }
    return this.#out;
  }

  #insert(insertion: Insertion): void {
    switch (insertion.of) {
      case "gap":
        this.#gap();
        return;
      case "line":
        this.#keepApart(insertion.text);
        this.#insertLine(insertion.text, insertion.task);
        return;
      case "block":
        this.#enter(insertion.range, insertion.reindent);
        this.#finishBlocks();
        return;
      default:
        assertNever(insertion);
    }
  }

  #enter({ line, endLine }: LineRange, reindent: (text: string) => string): void {
    this.#frames.push({ next: line, endLine, block: line, reindent });
  }

  #finishBlocks(): void {
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      if (frame.next > frame.endLine) this.#frames.pop();
      else this.#step(frame);
    }
  }

  #step(frame: Frame): void {
    const at = frame.next;
    const slot = frame.block === at ? undefined : this.#edit.slots.get(at);
    if (slot !== undefined) {
      frame.next = slot.endLine + 1;
      if (slot.filledBy !== null) this.#enter(slot.filledBy, frame.reindent);
      return;
    }
    frame.next = at + 1;
    const line = this.#source.lines[at - 1];
    if (line === undefined) return;
    const text = frame.reindent(this.#edit.replaced.get(at) ?? line.text);
    const hasNewBar = text.includes("|") && !line.text.includes("|");
    if (this.#lastLine !== at - 1 || hasNewBar) this.#keepApart(text);
    this.#out.push({ text, end: line.end, source: at, task: null });
    this.#lastLine = at;
  }

  #insertLine(text: string, task: TaskId | null): void {
    this.#out.push({ text, end: this.#lineEnd, source: null, task });
    this.#lastLine = null;
  }

  /** A numbered item may be taken for more of a quote above it, one with a bar for more of a table. */
  #keepApart(text: string): void {
    const mistakable = NUMBERED_ITEM.test(text) || text.includes("|");
    const above = this.#out.at(-1);
    const isItem = above?.task !== null || (above.source !== null && this.#edit.items.has(above.source));
    if (mistakable && !isItem) this.#gap();
  }

  #gap(): void {
    if ((this.#out.at(-1)?.text ?? "").trim() !== "") this.#insertLine("", null);
  }
}

/**
 * Only the last line may go without an end, and does where the last one did before. A blank line after a lone carriage
 * return ends in one too, or both would be one line's end.
 */
function withEnds(
  lines: readonly AssembledLine[],
  { lineEnd, lastEnd }: { readonly lineEnd: string; readonly lastEnd: string },
): readonly AssembledLine[] {
  let before = "";
  return lines.map((line, index) => {
    const own = index === lines.length - 1 ? lastEnd : line.end === "" ? lineEnd : line.end;
    before = before === "\r" && line.text === "" && own === "\n" ? "\r" : own;
    return { ...line, end: before };
  });
}
