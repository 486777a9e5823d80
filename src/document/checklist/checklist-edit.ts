// A checklist in the making: what becomes of its lines. What is not named here stays as it is.
import type { TaskId } from "../../core/board/board-id.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { isBlank } from "../markdown/lines.ts";
import type { SourceLine, SourceText } from "./source-lines.ts";

interface ChecklistEdit {
  /** The lines that are items. */
  readonly items: ReadonlySet<number>;
  /** New texts, by line. */
  readonly replaced: ReadonlyMap<number, string>;
  /** Lines that leave their place, by the first of them. */
  readonly leaving: ReadonlyMap<number, LineRange>;
  /** Blocks that something is put beside, by their first line. */
  readonly beside: ReadonlyMap<number, Beside>;
  /** What goes in before a line that is within no block; after the last one, before the line that would follow. */
  readonly inserted: ReadonlyMap<number, readonly Insertion[]>;
}

export interface LineRange {
  readonly line: number;
  readonly endLine: number;
}

export interface Beside extends LineRange {
  readonly before: readonly Insertion[];
  readonly after: readonly Insertion[];
}

export type Insertion =
  /** `task`: whose item it is. */
  | { readonly of: "line"; readonly text: string; readonly task: TaskId | null }
  /** A block of the file from elsewhere, with another indentation. */
  | { readonly of: "block"; readonly range: LineRange; readonly reindent: Reindent }
  /** A blank line, unless one stands there. */
  | { readonly of: "gap" };

type Reindent = (text: string) => string;

/** A line of the new text: one of the file by its number, or one that was inserted, for a task or not. */
export interface AssembledLine extends SourceLine {
  readonly source: number | null;
  readonly task: TaskId | null;
  /** The first line of what has come here from elsewhere. */
  readonly arrived: boolean;
}

/** Where lines were taken out: before which line of the new text, and the first of them as it was. */
interface LeftPlace {
  readonly before: number;
  readonly text: string;
}

export interface Assembled {
  readonly lines: readonly AssembledLine[];
  readonly left: readonly LeftPlace[];
}

type Work =
  | {
      readonly does: "lines";
      next: number;
      readonly endLine: number;
      /** The first line of a block that is written here is not looked up again. */
      readonly block: number | null;
      readonly reindent: Reindent;
      arrives: boolean;
    }
  | {
      readonly does: "insert";
      readonly what: readonly Insertion[];
      next: number;
      readonly reindent: Reindent;
    };

const AS_IT_IS: Reindent = (text) => text;
const NUMBERED_ITEM = /^[ \t]*\d{1,9}[.)](?:[ \t]|$)/;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const QUOTED = /^[ \t]*>/;

/** Every line of the file once, blocks in their new places, without those that leave for good. */
export function assemble(source: SourceText, edit: ChecklistEdit, lineEnd: string): Assembled {
  const assembly = new Assembly(source, edit, lineEnd);
  const lines = assembly.lines();
  const lastEnd = edit.inserted.has(source.lines.length + 1) ? lineEnd : source.lines.at(-1)?.end;
  return { lines: withEnds(lines, { lineEnd, lastEnd: lastEnd ?? lineEnd }), left: assembly.left };
}

/** Blocks lie within blocks as deep as somebody has nested them, so they wait in a list and not in calls. */
class Assembly {
  readonly left: LeftPlace[] = [];
  readonly #source: SourceText;
  readonly #edit: ChecklistEdit;
  readonly #lineEnd: string;
  readonly #out: AssembledLine[] = [];
  readonly #work: Work[] = [];
  /** The line of the file that was written last, if no other came after it. */
  #lastLine: number | null = 0;

  constructor(source: SourceText, edit: ChecklistEdit, lineEnd: string) {
    this.#source = source;
    this.#edit = edit;
    this.#lineEnd = lineEnd;
  }

  lines(): readonly AssembledLine[] {
    const count = this.#source.lines.length;
    for (let next = 1; next <= count + 1; ) {
      this.#insert(this.#edit.inserted.get(next) ?? [], AS_IT_IS);
      this.#finish();
      if (next > count) break;
      const file = { does: "lines", next, endLine: count, block: null, reindent: AS_IT_IS, arrives: false };
      next = this.#step(file as Extract<Work, { does: "lines" }>);
      this.#finish();
    }
    if (!isBlank(this.#source.lines.at(-1)?.text ?? "")) this.#dropBlankEnd();
    return this.#out;
  }

  #finish(): void {
    for (let work = this.#work.at(-1); work !== undefined; work = this.#work.at(-1)) {
      if (work.does === "lines") {
        if (work.next > work.endLine) this.#work.pop();
        else work.next = this.#step(work);
      } else {
        const one = work.what[work.next];
        work.next += 1;
        if (one === undefined) this.#work.pop();
        else this.#insertOne(one, work.reindent);
      }
    }
  }

  #insert(what: readonly Insertion[], reindent: Reindent): void {
    if (what.length > 0) this.#work.push({ does: "insert", what, next: 0, reindent });
  }

  #insertOne(insertion: Insertion, outer: Reindent): void {
    switch (insertion.of) {
      case "gap":
        this.#gap();
        return;
      case "line": {
        const text = outer(insertion.text);
        if (insertion.task !== null) this.#keepApart(text);
        this.#insertLine(text, insertion.task);
        return;
      }
      case "block": {
        const { range, reindent: own } = insertion;
        this.#enter(range, { reindent: (text) => outer(own(text)), arrives: true });
        return;
      }
      default:
        assertNever(insertion);
    }
  }

  #enter(
    { line, endLine }: LineRange,
    { reindent, arrives }: { readonly reindent: Reindent; readonly arrives: boolean },
  ): void {
    this.#work.push({ does: "lines", next: line, endLine, block: line, reindent, arrives });
  }

  /** Writes a line, or what stands in its place; says which line is next. */
  #step(lines: Extract<Work, { does: "lines" }>): number {
    const { next: at, reindent } = lines;
    const leaving = lines.block === at ? undefined : this.#edit.leaving.get(at);
    if (leaving !== undefined) return this.#leave(leaving, lines.endLine);
    const beside = lines.block === at ? undefined : this.#edit.beside.get(at);
    if (beside !== undefined) {
      this.#insert(beside.after, reindent);
      this.#enter(beside, { reindent, arrives: false });
      this.#insert(beside.before, reindent);
      return beside.endLine + 1;
    }
    const line = this.#source.lines[at - 1];
    if (line === undefined) return at + 1;
    const text = reindent(this.#edit.replaced.get(at) ?? line.text);
    const hasNewBar = text.includes("|") && !line.text.includes("|");
    if (this.#lastLine !== at - 1 || hasNewBar) this.#keepApart(text);
    this.#out.push({ text, end: line.end, source: at, task: null, arrived: lines.arrives });
    lines.arrives = false;
    this.#lastLine = at;
    return at + 1;
  }

  /** Of two blank stretches around it one goes, too. */
  #leave({ line, endLine }: LineRange, last: number): number {
    const textAt = (at: number): string => this.#source.lines[at - 1]?.text ?? "";
    this.left.push({ before: this.#out.length, text: textAt(line) });
    let next = endLine + 1;
    const inserted = (at: number): boolean => this.#edit.inserted.has(at);
    if (!isBlank(this.#out.at(-1)?.text ?? "")) return next;
    while (next <= last && isBlank(textAt(next)) && !inserted(next)) next += 1;
    return next;
  }

  #insertLine(text: string, task: TaskId | null): void {
    this.#out.push({ text, end: this.#lineEnd, source: null, task, arrived: task !== null });
    this.#lastLine = null;
  }

  /** A numbered item may be taken for more of a quote above it, one with a bar for more of a table. */
  #keepApart(text: string): void {
    const [numbered, bar] = [NUMBERED_ITEM.test(text), text.includes("|")];
    if (!numbered && !bar) return;
    for (let at = this.#out.length - 1; at >= 0; at -= 1) {
      const above = this.#out[at];
      if (above === undefined || this.#isItem(above)) return;
      if ((numbered && QUOTED.test(above.text)) || (bar && above.text.includes("|"))) {
        this.#gap();
        return;
      }
      if (isBlank(above.text) || LIST_ITEM.test(above.text)) return;
    }
  }

  #isItem({ source, task }: AssembledLine): boolean {
    return task !== null || (source !== null && this.#edit.items.has(source));
  }

  #gap(): void {
    if (!isBlank(this.#out.at(-1)?.text ?? "")) this.#insertLine("", null);
  }

  /** What stood last has left, and the blank lines above it part it from nothing. */
  #dropBlankEnd(): void {
    while (this.#out.length > 0 && isBlank(this.#out.at(-1)?.text ?? "")) this.#out.pop();
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
