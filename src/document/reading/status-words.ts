// What became of an earlier issue, in whatever words or marks.
import type { PriorStatus } from "../../core/documents/reviewer-document.ts";
import { undressed, wordsOf } from "./dress.ts";

const OF_WORD: ReadonlyMap<string, PriorStatus> = new Map([
  ...entries(
    "RESOLVED",
    "resolved fixed addressed closed done verified satisfied incorporated implemented corrected completed solved settled answered withdrawn addresses fixes resolves closes",
  ),
  ...entries("PARTIALLY_RESOLVED", "partial partially partly incomplete mostly"),
  ...entries(
    "UNRESOLVED",
    "unresolved open unaddressed outstanding remains remaining unfixed ignored reopened persists still-open",
  ),
  ...entries("DEFERRED", "deferred postponed later parked deferring"),
]);

function entries(status: PriorStatus, words: string): readonly (readonly [string, PriorStatus])[] {
  return words.split(" ").map((word) => [word, status] as const);
}

const NEGATIONS: ReadonlySet<string> = new Set(["not", "never", "no", "isn't", "wasn't", "hasn't", "un"]);
/** Words that may stand before the word that decides. */
const FILLERS: ReadonlySet<string> = new Set(
  "is are was were has have been now fully completely status still adequately properly well the issue issues all yes sufficiently largely substantively accepted".split(
    " ",
  ),
);
const MARKS: readonly (readonly [RegExp, PriorStatus])[] = [
  [/^\W*[✅✓✔☑]/u, "RESOLVED"],
  [/^\W*(?:⚠|🟡|🔶|◐)/u, "PARTIALLY_RESOLVED"],
  [/^\W*[❌✗✘☒]/u, "UNRESOLVED"],
];

/**
 * The status that a cell or a label's value begins with: `Fixed in §3`, `✅ Resolved`, `NOT ADDRESSED`, `✓`.
 * Words decide over marks; a sentence that begins otherwise is no status.
 */
export function readStatus(text: string): PriorStatus | null {
  return statusOfWords(wordsOf(undressed(text).replaceAll("_", " "))) ?? statusOfMark(text);
}

function statusOfWords(words: readonly string[]): PriorStatus | null {
  let negated = false;
  for (const [index, word] of words.entries()) {
    if (NEGATIONS.has(word)) negated = true;
    else if (!FILLERS.has(word)) {
      const status = OF_WORD.get(word) ?? null;
      if (status === "PARTIALLY_RESOLVED" && words[index + 1] === "deferred") return "DEFERRED";
      if (status === "RESOLVED" && !negated && IN_PART.test(words.slice(index + 1).join(" ")))
        return "PARTIALLY_RESOLVED";
      return negated && status !== null ? "UNRESOLVED" : status;
    }
  }
  return null;
}

/** `settled in part`, `fixed only partly`. */
const IN_PART = /^(?:only )?(?:in part|partly|partially|partway|halfway)\b/;

function statusOfMark(text: string): PriorStatus | null {
  return MARKS.find(([mark]) => mark.test(text))?.[1] ?? null;
}

const COMPANIONS: ReadonlySet<string> = new Set(
  "in by round section revision version this here with rev".split(" "),
);
/** Alone these may as well be the first word of a title. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  "open incomplete partial later remaining outstanding done closed mostly".split(" "),
);

/** The status that a text is and nothing else: `RESOLVED`, `Not addressed`, `Fixed in round 2`, `✓`. */
export function readBareStatus(text: string): PriorStatus | null {
  const words = wordsOf(undressed(text).replaceAll("_", " "));
  const isStatusWord = (word: string) =>
    OF_WORD.has(word) ||
    NEGATIONS.has(word) ||
    FILLERS.has(word) ||
    COMPANIONS.has(word) ||
    /^r?\d{1,3}$/.test(word);
  const [only = ""] = words;
  if (
    !words.every(isStatusWord) ||
    (words.length === 1 && AMBIGUOUS.has(only) && text !== text.toUpperCase())
  )
    return null;
  return readStatus(text);
}
