/** Nobody mistypes something this long, and comparing it would take its square in time. */
const WORD_MAX = 80;
const PREFIX_MIN = 3;

/** What somebody probably meant, if anything is near enough to say so. */
export function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  if (word === "" || word.length > WORD_MAX) return undefined;
  const typed = word.toLowerCase();
  // Two letters that changed places count as two slips.
  const allowed = typed.length < 4 ? 1 : Math.max(2, Math.floor(typed.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, far: wordDistance(typed, candidate.toLowerCase(), allowed) }))
    .filter(({ far }) => far <= allowed)
    .sort((a, b) => a.far - b.far);
  return ranked[0]?.candidate;
}

function wordDistance(typed: string, candidate: string, allowed: number): number {
  if (typed.length >= PREFIX_MIN && candidate.startsWith(typed)) return 0.5;
  if (Math.abs(typed.length - candidate.length) > allowed) return Number.POSITIVE_INFINITY;
  return slipsBetween(typed, candidate);
}

/** How many letters have to be added, left out or exchanged. */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const exchanged = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(exchanged, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
