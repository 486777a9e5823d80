// The lines of tasks that were removed from the board, taken out of a checklist where they still read as they did.
import { readWords } from "../../core/board/board-text.ts";
import { isBlank } from "../markdown/lines.ts";
import type { Checklist, ChecklistItem } from "./checklist.ts";
import type { RemovedLine } from "./checklist-board.ts";
import type { LineRange } from "./checklist-edit.ts";
import type { Matching } from "./match-tasks.ts";
import type { SourceText } from "./source-lines.ts";

interface RemovedLines {
  readonly leaving: ReadonlyMap<number, LineRange>;
  /** What was nested under them, one level up. */
  readonly replaced: ReadonlyMap<number, string>;
  readonly taken: readonly RemovedLine[];
  readonly kept: readonly KeptLine[];
}

export interface KeptLine {
  readonly line: number;
  readonly removed: RemovedLine;
  readonly why: string;
}

export function removedLines(
  source: SourceText,
  { items }: Checklist,
  { removed }: Pick<Matching, "removed">,
): RemovedLines {
  const removal = new Removal(source, items);
  // What is nested comes after what it is nested under, and is looked at first.
  const fromBelow = [...removed].sort(([a], [b]) => b - a);
  for (const [index, line] of fromBelow) removal.remove(index, line);
  return removal;
}

class Removal implements RemovedLines {
  readonly leaving = new Map<number, LineRange>();
  readonly replaced = new Map<number, string>();
  readonly taken: RemovedLine[] = [];
  readonly kept: KeptLine[] = [];
  readonly #source: SourceText;
  readonly #items: readonly ChecklistItem[];
  readonly #nested = new Map<number, ChecklistItem[]>();

  constructor(source: SourceText, items: readonly ChecklistItem[]) {
    this.#source = source;
    this.#items = items;
    for (const item of items) {
      if (item.parent === null) continue;
      const others = this.#nested.get(item.parent);
      if (others === undefined) this.#nested.set(item.parent, [item]);
      else others.push(item);
    }
  }

  remove(index: number, removed: RemovedLine): void {
    const item = this.#items[index];
    if (item === undefined) return;
    const nested = this.#nested.get(index) ?? [];
    const why = changeOf(item, removed) ?? this.#takeOut(item, nested);
    if (why === null) this.taken.push(removed);
    else this.kept.push({ line: item.line, removed, why });
  }

  /** Says why not, where it cannot be. */
  #takeOut(item: ChecklistItem, nested: readonly ChecklistItem[]): string | null {
    const staying = nested.filter(({ line, endLine }) => this.leaving.get(line)?.endLine !== endLine);
    if (staying.length === 0) {
      this.leaving.set(item.line, item);
      return null;
    }
    const lifted = this.#lifted(item, nested, new Set(staying));
    if (lifted === null) return "other items are nested under it";
    for (const [line, text] of lifted) this.replaced.set(line, text);
    const endLine = (nested[0]?.line ?? item.endLine + 1) - 1;
    this.leaving.set(item.line, { line: item.line, endLine });
    return null;
  }

  /** What is nested, with the indentation of the item; `null` where other lines stand among it. */
  #lifted(
    item: ChecklistItem,
    nested: readonly ChecklistItem[],
    staying: ReadonlySet<ChecklistItem>,
  ): readonly (readonly [number, string])[] | null {
    if (nested.at(-1)?.endLine !== item.endLine) return null;
    const outer = indentText(this.#text(item.line));
    const lines: (readonly [number, string])[] = [];
    let next = nested[0]?.line ?? item.endLine;
    for (const one of nested) {
      const inner = indentText(this.#text(one.line));
      if (!inner.startsWith(outer)) return null;
      for (; next < one.line; next += 1) if (!isBlank(this.#text(next))) return null;
      for (; next <= one.endLine; next += 1) {
        const text = this.#text(next);
        if (isBlank(text) || !staying.has(one)) continue;
        if (!text.startsWith(inner)) return null;
        lines.push([next, `${outer}${text.slice(inner.length)}`]);
      }
    }
    return lines;
  }

  #text(line: number): string {
    return this.replaced.get(line) ?? this.#source.lines[line - 1]?.text ?? "";
  }
}

/** What somebody has done to the line since it was last written or read. */
function changeOf({ status, notes }: ChecklistItem, { origin, notes: had }: RemovedLine): string | null {
  if (origin.status !== undefined && origin.status !== status) return "its marker is another since";
  return notes === "" || (readWords(notes) ?? "") === had ? null : "its notes are others since";
}

function indentText(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
