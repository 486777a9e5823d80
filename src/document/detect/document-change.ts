// Two documents of an Engineer, line by line: what the later one says that the earlier one did not.
import { parseMarkdown } from "../markdown/blocks.ts";
import { shareOf } from "./terms.ts";
import { readLines, termsIn, type WrittenLines } from "./written-lines.ts";

/** A stretch of a line: longer lines are cut, so that no stretch holds a whole chapter. */
interface Piece {
  readonly line: number;
  readonly terms: readonly string[];
}

interface AddedTitle {
  readonly line: number;
  readonly terms: ReadonlySet<string>;
}

export interface DocumentChange {
  readonly after: WrittenLines;
  readonly before: (WrittenLines & { readonly known: ReadonlySet<string> }) | null;
  /** Lines of the later document, dress aside. */
  readonly kept: ReadonlySet<string>;
  /** What was added, in order; quotations, comments and lines set aside are left out. */
  readonly added: readonly Piece[];
  readonly titles: readonly AddedTitle[];
  /** Where among the added pieces a term occurs. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

interface ChangeInput {
  readonly before: string | null;
  readonly after: string;
  /** Lines of the later document that say nothing of what it proposes. */
  readonly aside: ReadonlySet<number>;
}

export function compareDocuments({ before: earlier, after: later, aside }: ChangeInput): DocumentChange {
  const after = readLines(later);
  const before = earlier === null ? null : readLines(earlier);
  const quoted = quotedLines(later);
  const added: Piece[] = [];
  const fresh = new Set<number>();
  for (const { removed, from, to } of changedHunks(before?.bare ?? [], after.bare)) {
    const wasThere = before === null ? NO_TERMS : editedTerms(before, removed, termsIn(after, from, to));
    for (let index = from; index < to; index++) {
      const line = index + 1;
      if (after.bare[index] === "" || quoted.has(line) || aside.has(line)) continue;
      fresh.add(index);
      const terms = (after.terms[index] ?? []).filter((term) => !wasThere.has(term));
      for (const piece of cutTerms(terms)) added.push({ line, terms: piece });
    }
  }
  const titles = after.titles.filter(({ at }) => fresh.has(at));
  return {
    after,
    before: before === null ? null : { ...before, known: termsIn(before, 0, before.lines.length) },
    kept: new Set(after.bare),
    added,
    titles: titles.map(({ at, terms }) => ({ line: at + 1, terms })),
    places: placesOf(added),
  };
}

function quotedLines(text: string): ReadonlySet<number> {
  const quoted = new Set<number>();
  for (const { kind, line, endLine } of parseMarkdown(text).blocks)
    if (kind === "quote" || kind === "comment") for (let at = line; at <= endLine; at++) quoted.add(at);
  return quoted;
}

/** Lines that came in the place of others, between two that stayed. */
interface Hunk {
  /** Their indexes in the earlier document. */
  readonly removed: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** Lines that stayed are found once, in order; one that was moved up counts as kept too. */
function changedHunks(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const places = new Map<string, number[]>();
  for (const [index, line] of before.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  const kept = new Set(after);
  const hunks: Hunk[] = [];
  let [from, last] = [0, -1];
  const close = (to: number, next: number): void => {
    if (to > from) {
      const removed: number[] = [];
      for (let at = last + 1; at < next; at++) if (!kept.has(before[at] ?? "")) removed.push(at);
      hunks.push({ removed, from, to });
    }
    from = to + 1;
  };
  const passed = new Map<string, number>();
  for (const [index, line] of after.entries()) {
    const known = line === "" ? undefined : places.get(line);
    if (known === undefined) continue;
    let at = passed.get(line) ?? 0;
    while (at < known.length && (known[at] ?? 0) <= last) at += 1;
    passed.set(line, at);
    const next = known[at] ?? null;
    close(index, next ?? last + 1);
    last = next ?? last;
  }
  close(after.length, before.length);
  return hunks;
}

/** More than so many lines are not edited, but written anew. */
const EDITED_LINES_MAX = 12;
/** How much of what stood there has to stand there still. */
const EDITED_MIN = 0.6;
const NO_TERMS: ReadonlySet<string> = new Set();

/** What an edited passage had before: only the rest of it is new. */
function editedTerms(
  before: WrittenLines,
  removed: readonly number[],
  now: ReadonlySet<string>,
): ReadonlySet<string> {
  if (removed.length === 0 || removed.length > EDITED_LINES_MAX) return NO_TERMS;
  const old = new Set(removed.flatMap((at) => before.terms[at] ?? []));
  return shareOf(old, now) >= EDITED_MIN ? old : NO_TERMS;
}

const PIECE_TERMS_MAX = 40;

function cutTerms(terms: readonly string[]): readonly (readonly string[])[] {
  if (terms.length <= PIECE_TERMS_MAX) return terms.length === 0 ? [] : [terms];
  return Array.from({ length: Math.ceil(terms.length / PIECE_TERMS_MAX) }, (_, n) =>
    terms.slice(n * PIECE_TERMS_MAX, (n + 1) * PIECE_TERMS_MAX),
  );
}

function placesOf(added: readonly Piece[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { terms }] of added.entries())
    for (const term of terms) {
      const known = places.get(term);
      if (known === undefined) places.set(term, [index]);
      else if (known.at(-1) !== index) known.push(index);
    }
  return places;
}
