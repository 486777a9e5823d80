import { distance } from "fastest-levenshtein";

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
