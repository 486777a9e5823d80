// How far added text takes up what an issue asks for, in three named features.
import { MATCHES_MAX } from "../../core/shared/bounds.ts";
import type { DocumentChange, Piece } from "./document-change.ts";
import { shareOf } from "./terms.ts";

interface IssueTerms {
  readonly title: ReadonlySet<string>;
  /** The title's, and those of what the review suggests. */
  readonly wanted: ReadonlySet<string>;
  /** All that the review says of it. */
  readonly known: ReadonlySet<string>;
}

export interface Coverage {
  /** How well a new heading or bold title fits the issue's title. */
  readonly title: number;
  /** How much of the suggestion the best stretch of added text holds. */
  readonly window: number;
  /** Both, weighed. */
  readonly overlap: number;
  /** The same where it does not matter who says it and whether anything is said: no less. */
  readonly echoed: number;
  /** The lines that show it, the best first. */
  readonly lines: readonly number[];
}

/** Of the overlap; what is left is the window's. Chosen on annotated pairs: docs/detector.md. */
const TITLE_WEIGHT = 0.3;

/** In pieces: about the length of a short section. */
const WINDOW = 12;

/** Against 1 for a term that the earlier document lacked: what stood there before shows little. */
const KNOWN_WEIGHT = 0.5;

export function coverageOf(change: DocumentChange, issue: IssueTerms): Coverage {
  const answers = (piece: Piece, term?: string): boolean =>
    piece.enters && (term === undefined || piece.said.has(term)) && !isEcho(piece, issue.known);
  const [said, echoed] = [answers, () => true].map((counts) => {
    const title = bestTitle(change, issue.title, counts);
    const window = bestWindow(change, issue.wanted, counts);
    return { title, window, overlap: TITLE_WEIGHT * title.fit + (1 - TITLE_WEIGHT) * window.share };
  }) as [Found, Found];
  const shown = said.overlap > 0 ? said : echoed;
  return {
    title: said.title.fit,
    window: said.window.share,
    overlap: said.overlap,
    echoed: echoed.overlap,
    lines: [...new Set([...(shown.title.line === null ? [] : [shown.title.line]), ...shown.window.lines])],
  };
}

/** With fewer terms of its own, a passage says again what the review says. */
const OWN_TERMS_MIN = 3;

function isEcho({ said }: Piece, known: ReadonlySet<string>): boolean {
  let own = 0;
  for (const term of said) if (!known.has(term) && ++own >= OWN_TERMS_MIN) return false;
  return true;
}

/** Shared by fewer, a title is about something else, unless the one is all of it. */
const SHARED_MIN = 2;

interface FoundTitle {
  readonly fit: number;
  readonly line: number | null;
}

/** A title with nothing below it that counts is none. */
function bestTitle(
  { titles, added }: DocumentChange,
  wanted: ReadonlySet<string>,
  counts: Counts,
): FoundTitle {
  let best: FoundTitle = { fit: 0, line: null };
  for (const { line, terms, from } of titles) {
    const shared = shareOf(terms, wanted) * terms.size;
    if (shared < SHARED_MIN && terms.size !== 1) continue;
    const fit = wanted.size + terms.size === 0 ? 0 : (2 * shared) / (wanted.size + terms.size);
    if (fit > best.fit && added.slice(from, from + WINDOW).some((piece) => counts(piece)))
      best = { fit, line };
  }
  return best;
}

interface FoundWindow {
  readonly share: number;
  readonly lines: readonly number[];
}

interface Found {
  readonly title: FoundTitle;
  readonly window: FoundWindow;
  readonly overlap: number;
}

/** Whether a piece counts, or a term in it. */
type Counts = (piece: Piece, term?: string) => boolean;

interface Hit {
  readonly at: number;
  readonly term: string;
}

/** Moves over the places where the wanted terms occur, and no others. */
function bestWindow(
  { added, places, before }: DocumentChange,
  wanted: ReadonlySet<string>,
  counts: Counts,
): FoundWindow {
  const weight = (term: string) => (before?.known.has(term) === true ? KNOWN_WEIGHT : 1);
  const hits: Hit[] = [];
  let all = 0;
  for (const term of wanted) {
    all += weight(term);
    for (const at of (places.get(term) ?? []).slice(0, MATCHES_MAX)) {
      const piece = added[at];
      if (piece !== undefined && counts(piece, term)) hits.push({ at, term });
    }
  }
  hits.sort((a, b) => a.at - b.at);
  const inside = new Map<string, number>();
  let [from, held] = [0, 0];
  let best = { held: 0, from: 0, to: 0 };
  for (const [to, { at, term }] of hits.entries()) {
    const times = inside.get(term) ?? 0;
    if (times === 0) held += weight(term);
    inside.set(term, times + 1);
    for (let first = hits[from]; first !== undefined && first.at <= at - WINDOW; first = hits[++from]) {
      const left = (inside.get(first.term) ?? 1) - 1;
      if (left === 0) held -= weight(first.term);
      inside.set(first.term, left);
    }
    if (held > best.held) best = { held, from, to: to + 1 };
  }
  const onLine = new Map<number, number>();
  for (const { at } of hits.slice(best.from, best.to)) {
    const line = added[at]?.line ?? 1;
    onLine.set(line, (onLine.get(line) ?? 0) + 1);
  }
  const lines = [...onLine].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([line]) => line);
  return { share: all === 0 ? 0 : best.held / all, lines };
}
