// Lists and sections that lost everything they held.
import type { Block } from "../markdown/blocks.ts";
import { isBlank } from "../markdown/lines.ts";
import { ADDED, insertAfter } from "./draft.ts";
import type { Mending } from "./mending.ts";

/** Says so where a list or the body of a section has gone; `open` are the lines whose marks were left open. */
export function fillEmptied(mending: Mending, open: ReadonlySet<number>): void {
  for (const { first, last } of lists(mending.layout.blocks)) fill(mending, open, { first, last });
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

function fill(
  { draft, layout, limitations, later }: Mending,
  open: ReadonlySet<number>,
  { first, last }: Lines,
): void {
  let anyOpen = false;
  for (let line = first; line <= last; line++) {
    if (draft.inserts.has(line)) return;
    const now = draft.changed.get(line);
    if (now === undefined ? !isBlank(layout.lines[line - 1] ?? "") : now.length > 0) return;
    anyOpen ||= open.has(line);
  }
  if (later.some(({ line }) => first <= line && line <= last) || draft.inserts.has(first - 1)) return;
  const text = anyOpen ? `See [Known Limitations](#${limitations}).` : "None.";
  insertAfter(draft, last, { lines: [{ text, origin: ADDED }], joins: false });
}
