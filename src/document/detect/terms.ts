// What a text is about: its words without those that only join others, cut to their stems.
import { wordSet } from "../reading/dress.ts";

/** Shorter words say little, unless they hold a number. */
const LETTERS_MIN = 3;

/** Words that join or point, in English a closed class. */
const JOINING = wordSet(
  "the and for not but nor are was were been being its can could may might will would shall should must have has had does did this that these those with without from into onto than then they them their there here when where which what who whom whose how why you your our ours his her she him one two any all each both few more most other some such only own same too very just also about above after again against before below between down during further once out over under until while off per via yet use used uses using",
);

/** Names of the process: they say which gap or issue is meant, not what it is about. */
const PROCESS_ID = /\b(?:GAP|ISSUE|DECISION)-[A-Z0-9]{1,12}-\d{1,4}[a-z]?\b/gi;

export function termsOf(text: string): readonly string[] {
  const plain = text.includes("-") ? text.replace(PROCESS_ID, " ") : text;
  const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => (word.length >= LETTERS_MIN || /\p{N}/u.test(word)) && !JOINING.has(word))
    .map(stemOf);
}

export function termSet(text: string): ReadonlySet<string> {
  return new Set(termsOf(text));
}

const SUFFIX = /(?:ations?|ments?|ness|ing(?:s|ly)?|ied|ies|ed(?:ly)?|es|ly|s)$/;
const STEM_MIN = 3;

/** Rough: so that `retries`, `retrying` and `retry` are one. */
function stemOf(word: string): string {
  if (word.length <= STEM_MIN || /\p{N}/u.test(word)) return word;
  const cut = word.replace(SUFFIX, "");
  const stem = cut.length >= STEM_MIN ? cut : word;
  return stem.length > STEM_MIN + 1 ? stem.replace(/[ey]$/, "") : stem;
}

/** How much of what one text is about the other is about too: 1 where all of it. */
export function shareOf(wanted: ReadonlySet<string>, found: { has(term: string): boolean }): number {
  if (wanted.size === 0) return 0;
  let shared = 0;
  for (const term of wanted) if (found.has(term)) shared += 1;
  return shared / wanted.size;
}
