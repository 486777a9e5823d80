// How far added text takes up what an issue asks for, in three named features.
import { MATCHES_MAX } from "../../core/shared/bounds.ts";
import type { DocumentChange } from "./document-change.ts";
import { shareOf } from "./terms.ts";

interface IssueTerms {
  readonly title: ReadonlySet<string>;
  /** The title's, and those of what the review suggests. */
  readonly wanted: ReadonlySet<string>;
}

export interface Coverage {
  /** How well a new heading or bold title fits the issue's title. */
  readonly title: number;
  /** How much of the suggestion the best stretch of added text holds. */
  readonly window: number;
  /** Both, weighed. */
  readonly overlap: number;
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
  const title = bestTitle(change, issue.title);
  const window = bestWindow(change, issue.wanted);
  return {
    title: title.fit,
    window: window.share,
    overlap: TITLE_WEIGHT * title.fit + (1 - TITLE_WEIGHT) * window.share,
    lines: [...new Set([...(title.line === null ? [] : [title.line]), ...window.lines])],
  };
}

/** Shared by fewer, a title is about something else, unless the one is all of it. */
const SHARED_MIN = 2;

function bestTitle(
  { titles }: DocumentChange,
  wanted: ReadonlySet<string>,
): { readonly fit: number; readonly line: number | null } {
  let best: { fit: number; line: number | null } = { fit: 0, line: null };
  for (const { line, terms } of titles) {
    const shared = shareOf(terms, wanted) * terms.size;
    if (shared < SHARED_MIN && terms.size !== 1) continue;
    const fit = wanted.size + terms.size === 0 ? 0 : (2 * shared) / (wanted.size + terms.size);
    if (fit > best.fit) best = { fit, line };
  }
  return best;
}

interface Hit {
  readonly at: number;
  readonly term: string;
}

/** Moves over the places where the wanted terms occur, and no others. */
function bestWindow(
  { added, places, before }: DocumentChange,
  wanted: ReadonlySet<string>,
): { readonly share: number; readonly lines: readonly number[] } {
  const weight = (term: string) => (before?.known.has(term) === true ? KNOWN_WEIGHT : 1);
  const hits: Hit[] = [];
  let all = 0;
  for (const term of wanted) {
    all += weight(term);
    for (const at of (places.get(term) ?? []).slice(0, MATCHES_MAX)) hits.push({ at, term });
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
  const counts = new Map<number, number>();
  for (const { at } of hits.slice(best.from, best.to)) {
    const line = added[at]?.line ?? 1;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([line]) => line);
  return { share: all === 0 ? 0 : best.held / all, lines };
}
