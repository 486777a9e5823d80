// Two documents of an Engineer, line by line: what the later one says that the earlier one did not.
import { parseMarkdown } from "../markdown/blocks.ts";
import { passagesOf, termsSaid } from "./said-passages.ts";
import { shareOf } from "./terms.ts";
import { readLines, termsIn, type WrittenLines } from "./written-lines.ts";

/** A stretch of a line: longer lines are cut, so that no stretch holds a whole chapter. */
export interface Piece {
  readonly line: number;
  readonly terms: readonly string[];
  /** What is newly said in the passage it is part of; nothing where prose is only shown. */
  readonly said: ReadonlySet<string>;
  /** Whether that would enter the specification. */
  readonly enters: boolean;
}

interface AddedTitle {
  readonly line: number;
  readonly terms: ReadonlySet<string>;
  /** Where it stands among the added pieces. */
  readonly from: number;
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
  /** Its lines that would enter the specification; `null` where it does not set them apart. */
  readonly proposed: ReadonlySet<number> | null;
}

export function compareDocuments(input: ChangeInput): DocumentChange {
  const { before: earlier, after: later, aside, proposed } = input;
  const after = readLines(later);
  const before = earlier === null ? null : readLines(earlier);
  const { quoted, fenced } = unspokenLines(later);
  const said = termsSaidByLine(before, after, aside);
  const added: Piece[] = [];
  for (const { removed, from, to } of changedHunks(before?.bare ?? [], after.bare)) {
    const wasThere = before === null ? NO_TERMS : editedTerms(before, removed, termsIn(after, from, to));
    for (let index = from; index < to; index++) {
      const line = index + 1;
      if (after.bare[index] === "" || quoted.has(line) || aside.has(line)) continue;
      const terms = (after.terms[index] ?? []).filter((term) => !wasThere.has(term));
      const enters = proposed?.has(line) ?? !fenced.has(line);
      const own = enters || !fenced.has(line) ? (said[index] ?? NO_TERMS) : NO_TERMS;
      for (const piece of cutTerms(terms)) added.push({ line, terms: piece, said: own, enters });
    }
  }
  const first = new Map(added.map(({ line }, index) => [line, index] as const).toReversed());
  const titles = after.titles.flatMap(({ at, terms }) => {
    const from = first.get(at + 1);
    return from === undefined ? [] : [{ line: at + 1, terms, from }];
  });
  return {
    after,
    before: before === null ? null : { ...before, known: termsIn(before, 0, before.lines.length) },
    kept: new Set(after.bare),
    added,
    titles,
    places: placesOf(added),
  };
}

/** Of each line of the later document, what the passage around it says that the earlier document did not. */
function termsSaidByLine(
  before: WrittenLines | null,
  after: WrittenLines,
  aside: ReadonlySet<number>,
): readonly ReadonlySet<string>[] {
  const earlier = before === null ? [] : passagesOf(before.lines);
  const stood = new Set(earlier.flatMap(({ sentences }) => sentences.map(({ words }) => words)));
  const said: ReadonlySet<string>[] = after.lines.map(() => NO_TERMS);
  for (const passage of passagesOf(after.lines)) {
    const { from, to } = passage;
    const answers = after.lines.slice(from, to).some((_, index) => aside.has(from + index + 1));
    if (!answers) said.fill(termsSaid(passage, stood), from, to);
  }
  return said;
}

/** Quotations and comments are nobody's words here, and prose in a fence is only shown; code may be what is specified. */
function unspokenLines(text: string): {
  readonly quoted: ReadonlySet<number>;
  readonly fenced: ReadonlySet<number>;
} {
  const [quoted, fenced] = [new Set<number>(), new Set<number>()];
  for (const block of parseMarkdown(text).blocks) {
    const { kind, line, endLine } = block;
    const shown = block.kind === "code" && PROSE.test(block.info);
    const lines = kind === "quote" || kind === "comment" ? quoted : shown ? fenced : null;
    if (lines !== null) for (let at = line; at <= endLine; at++) lines.add(at);
  }
  return { quoted, fenced };
}

/** What a fence says it holds, where it says so. */
const PROSE = /^\s*(?:(?:text|txt|plain|plaintext|markdown|md)\b.*)?$/i;

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
