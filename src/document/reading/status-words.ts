// What became of an earlier issue, by one closed table of phrases and marks.
import type { PriorStatus } from "../../core/documents/reviewer-document.ts";
import { isPlain, stripMarkup, wordSet, wordsOf } from "./dress.ts";

const PHRASES: readonly (readonly [PriorStatus, string])[] = [
  ["RESOLVED", "resolved|fixed|addressed|closed|done|verified|answered|withdrawn|settled|corrected"],
  ["PARTIALLY_RESOLVED", "partial|partially|partly|settled in part|fixed in part|resolved in part"],
  ["UNRESOLVED", "unresolved|open|still open|unaddressed|outstanding|remains|persists|reopened"],
  ["DEFERRED", "deferred|postponed|partially deferred|partly deferred"],
];
const OF_PHRASE: ReadonlyMap<string, PriorStatus> = new Map(
  PHRASES.flatMap(([status, phrases]) => phrases.split("|").map((phrase) => [phrase, status] as const)),
);
/** `is now fully …`: words that lead up to the phrase; `not` turns it. */
const LEADS = wordSet("is are was were has have been now fully still the issue issues all well status");
const MARKS: readonly (readonly [RegExp, PriorStatus])[] = [
  [/^\W*[✅✓✔☑]/u, "RESOLVED"],
  [/^\W*(?:⚠|🟡|🔶|◐)/u, "PARTIALLY_RESOLVED"],
  [/^\W*[❌✗✘☒]/u, "UNRESOLVED"],
];
const PHRASE_WORDS_MAX = 3;
/** Most texts hold neither a phrase nor a mark. */
const TOLD = new RegExp(
  `${[...OF_PHRASE.keys()].filter((phrase) => !phrase.includes(" ")).join("|")}|[^\\u0000-\\u007E]`,
  "i",
);

/** The status that a cell or a label's value begins with: `Fixed in §3`, `✅ Resolved`, `NOT ADDRESSED`, `✓`. */
export function readStatus(text: string): PriorStatus | null {
  if (!TOLD.test(text)) return null;
  return statusOfWords(wordsOf(stripMarkup(text).replaceAll("_", " "))) ?? statusOfMark(text);
}

function statusOfWords(words: readonly string[]): PriorStatus | null {
  const at = words.findIndex((word) => !LEADS.has(word));
  const rest = words.slice(Math.max(at, 0));
  const said = phraseOf(rest[0] === "not" ? rest.slice(1) : rest);
  if (said !== null) return rest[0] === "not" ? "UNRESOLVED" : said;
  // `still open` begins with a word that may lead up to another phrase.
  return words[at - 1] === "still" ? phraseOf(words.slice(at - 1)) : null;
}

function phraseOf(words: readonly string[]): PriorStatus | null {
  for (let length = PHRASE_WORDS_MAX; length > 0; length--) {
    const status = OF_PHRASE.get(words.slice(0, length).join(" "));
    if (status !== undefined) return status;
  }
  return null;
}

function statusOfMark(text: string): PriorStatus | null {
  return isPlain(text) ? null : (MARKS.find(([mark]) => mark.test(text))?.[1] ?? null);
}

/** The status that a text is and nothing else: `RESOLVED`, `Not addressed`, `Fixed in round 2`, `✓`. */
export function readBareStatus(text: string): PriorStatus | null {
  if (!TOLD.test(text)) return null;
  const words = wordsOf(stripMarkup(text).replaceAll("_", " "));
  const place = words.findIndex((word) => PLACE_WORDS.has(word));
  const said = (place < 0 ? words : words.slice(0, place)).filter(
    (word) => word !== "not" && !LEADS.has(word),
  );
  const isWhole =
    said.length === 0 || OF_PHRASE.has(said.join(" ")) || said.every((word) => OF_PHRASE.has(word));
  const isAlone = words.length === 1 && WORDS_OF_TITLES.has(words[0] ?? "");
  if (!isWhole || (isAlone && text !== text.toUpperCase())) return null;
  return place >= 0 &&
    !/^(?:in|by) (?:round|this|section|rev|revision|version|r?\d)/.test(words.slice(place).join(" "))
    ? null
    : readStatus(text);
}

const PLACE_WORDS = wordSet("in by");
/** Alone these may as well be the first word of a title. */
const WORDS_OF_TITLES = wordSet("open partial outstanding done closed");
