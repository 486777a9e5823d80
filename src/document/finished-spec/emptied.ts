// Lists and sections that lost everything they held.
import type { Block } from "../markdown/blocks.ts";
import { isBlank } from "../markdown/lines.ts";
import { ADDED, insertAfter } from "./draft.ts";
import type { Mending } from "./mending.ts";

/** By the line of a mark, the sentence that says where its answer stands; empty where nothing can be said of it. */
export type Pointers = ReadonlyMap<number, string>;

/** Says so where a list or the body of a section has gone. */
export function fillEmptied(
  mending: Mending,
  open: Pointers,
  replaced: (line: number) => number | null,
): void {
  for (const { first, last } of lists(mending.layout.blocks))
    if (replaced(first) === null) fill(mending, open, { first, last });
  for (const { headEnd, bodyEnd, ownEnd, heading } of mending.layout.sections) {
    if (bodyEnd > headEnd && heading.endLine === ownEnd)
      fill(mending, open, { first: headEnd + 1, last: bodyEnd });
  }
}

interface Lines {
  readonly first: number;
  readonly last: number;
}

/** Runs of items with all that they hold. */
function lists(blocks: readonly Block[]): readonly Lines[] {
  const found: { first: number; last: number }[] = [];
  let current: { first: number; last: number } | null = null;
  for (const { kind, depth, line, endLine } of blocks) {
    if (kind !== "item" && depth === 0) current = null;
    else if (current !== null) current.last = Math.max(current.last, endLine);
    else {
      current = { first: line, last: endLine };
      found.push(current);
    }
  }
  return found;
}

function fill({ draft, layout, later }: Mending, open: Pointers, { first, last }: Lines): void {
  const pointers = new Set<string>();
  for (let line = first; line <= last; line++) {
    if (draft.inserts.has(line)) return;
    const now = draft.changed.get(line);
    if (now === undefined ? !isBlank(layout.lines[line - 1] ?? "") : now.length > 0) return;
    const pointer = open.get(line);
    if (pointer !== undefined) pointers.add(pointer);
  }
  if (later.some(({ line }) => first <= line && line <= last) || draft.inserts.has(first - 1)) return;
  const text = pointers.size === 0 ? "None." : [...pointers].join(" ").trim();
  if (text === "") return;
  insertAfter(draft, last, { lines: [{ text, origin: ADDED }], joins: false });
}
