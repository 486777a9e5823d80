import { distance } from "fastest-levenshtein";
import type { Failure } from "./failure.ts";

/** Nobody mistypes something this long, and comparing it would take its square in time. */
const WORD_MAX = 80;
const PREFIX_MIN = 3;

/** What somebody probably meant, if anything is near enough to say so. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word === "" || word.length > WORD_MAX) return undefined;
  const typed = word.toLowerCase();
  // Two letters that changed places count as two slips.
  const allowed = typed.length < 4 ? 1 : Math.max(2, Math.floor(typed.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, far: farness(typed, candidate.toLowerCase()) }))
    .filter(({ far }) => far <= allowed)
    .sort((a, b) => a.far - b.far);
  return ranked[0]?.candidate;
}

function farness(typed: string, candidate: string): number {
  if (typed.length >= PREFIX_MIN && candidate.startsWith(typed)) return 0.5;
  return distance(typed, candidate);
}

/** One of some words, in any case and with blanks or hyphens for `_`; else a failure that names the nearest or all. */
export function wordAmong<Word extends string>(
  words: readonly Word[],
  typed: string,
  about: { readonly code: string; readonly message: string },
): Word | Failure {
  const plain = typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  const found = words.find((word) => word === plain);
  if (found !== undefined) return found;
  const meant = nearest(plain, words);
  const fix = meant === undefined ? `one of ${words.join(", ")}` : `did you mean ${meant}?`;
  return { failed: "usage", ...about, fix };
}
