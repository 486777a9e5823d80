// Severities in all their dresses: `CRITICAL`, `🔴 High`, `[P1]`, `Must fix`, `(Medium priority)`.
import { graverSeverity, type Severity } from "../../core/shared/severity.ts";
import { stripMarkup, wordSet, wordsOf } from "./dress.ts";

/** How grave something is said to be; a demand without a severity is only `mustFix`. */
export interface Rating {
  readonly severity: Severity | null;
  readonly mustFix: boolean;
}

const OF_WORD: ReadonlyMap<string, Severity> = new Map([
  ...entries(
    "CRITICAL",
    "critical crit blocker blockers blocking show-stopper showstopper fatal p0 sev0 sev1 sev-0 sev-1",
  ),
  ...entries("HIGH", "high major majors severe p1 sev2 sev-2"),
  ...entries("MEDIUM", "medium moderate med mid p2 sev3 sev-3"),
  ...entries("LOW", "low minor minors nit nits nitpick nitpicks trivial cosmetic p3 p4 sev4 sev-4"),
]);

function entries(severity: Severity, words: string): readonly (readonly [string, Severity])[] {
  return words.split(" ").map((word) => [word, severity] as const);
}

const MUST = wordSet("must must-fix mustfix required mandatory");
const MAY = wordSet("should should-fix could optional recommended");

export function severityOfWord(word: string): Severity | null {
  return OF_WORD.get(word.toLowerCase()) ?? null;
}

/** A word that demands (`must`) or wishes (`should`) without a severity. */
export function demandOfWord(word: string): Rating | null {
  const lower = word.toLowerCase();
  if (MUST.has(lower)) return { severity: null, mustFix: true };
  return MAY.has(lower) ? { severity: null, mustFix: false } : null;
}

const RATED = new RegExp(`(?<![a-z\\d])(?:${[...OF_WORD.keys(), ...MUST, ...MAY].join("|")})`, "i");

/** Whether a text can hold a rating at all: most do not. */
export function mayRate(text: string): boolean {
  return RATED.test(text);
}

/** Words that may stand beside a severity without making a sentence of it. */
const COMPANIONS = wordSet(
  "severity priority issue issues problem concern finding level impact risk fix and or",
);

/**
 * The rating that a whole cell, label or tag is. `High (blocks release)` and `High – blocks release` are one;
 * `high load on the desk` is not. Of a range (`Medium/High`) the graver end counts.
 */
export function readRating(text: string): Rating | null {
  if (!mayRate(text)) return null;
  const said = stripBrackets(stripMarkup(text).replace(LABEL, "")).replace(/\s-\s.*/s, "");
  const head = stripMarkup(/^[^([–—;:.,]*/.exec(said)?.[0] ?? "");
  let rating: Rating | null = null;
  for (const word of wordsOf(head.replaceAll("/", " ").replace(/([a-z])-(?=[a-z]+$)/i, splitRange))) {
    const severity = severityOfWord(word);
    const demand = demandOfWord(word);
    if (severity !== null) rating = combineRatings(rating, { severity, mustFix: false });
    else if (demand !== null) rating = combineRatings(rating, demand);
    else if (!COMPANIONS.has(word)) return null;
  }
  return rating;
}

/** `Minor shortcoming, does not block`: where an assessment is announced, a severity and one noun are one. */
export function readAssessment(text: string): Rating | null {
  if (!mayRate(text)) return null;
  const head = wordsOf(/^[^([–—;:.,]*/.exec(stripMarkup(text))?.[0] ?? "");
  return readRating(text) ?? (head.length <= 2 ? readRating(head[0] ?? "") : null);
}

const LABEL = /^(?:severity|priority|level|rating)\s*[:=–—-]\s*/i;

function stripBrackets(text: string): string {
  return /^[([].*[)\]]$/.test(text) ? stripMarkup(text.slice(1, -1)).replace(LABEL, "") : text;
}

/** `medium-high` is a range, `must-fix` a word. */
function splitRange(whole: string, letter: string): string {
  return letter === "m" || letter === "h" || letter === "w" ? `${letter} ` : whole;
}

function combineRatings(a: Rating | null, b: Rating): Rating {
  if (a === null) return b;
  const severity =
    a.severity === null || b.severity === null
      ? (a.severity ?? b.severity)
      : graverSeverity(a.severity, b.severity);
  return { severity, mustFix: a.mustFix || b.mustFix };
}

/** `front` and `bracket` belong to the title; a `tail` follows a colon or a dash at its end. */
export type RatingPlace = "front" | "bracket" | "tail";

interface RatedText {
  readonly at: RatingPlace;
  readonly rating: Rating;
  /** The text without the tag. */
  readonly rest: string;
}

/** A rating at the front (`[HIGH] …`, `High: …`, `HIGH — …`) or the end (`… (High)`, `… — HIGH`) of a title. */
export function readRatingTag(title: string): RatedText | null {
  if (!mayRate(title)) return null;
  const text = stripMarkup(title);
  return frontTag(text) ?? endTag(text);
}

/** A title that repeats the severity stated beside it, without that. */
export function withoutRating(title: string, stated: Severity | null): string {
  const tag = stated === null ? null : readRatingTag(title);
  return tag === null || tag.rest === "" || tag.rating.severity !== stated ? title : tag.rest;
}

function frontTag(text: string): RatedText | null {
  const [whole, tag = ""] =
    /^[([]([^()[\]]{1,40})[)\]]/.exec(text) ??
    /^([^:–—()[\]|]{1,30}?)(?:\s*[:–—|]|\s-\s|\s*$)/.exec(text) ??
    [];
  const rating = whole === undefined ? null : (readRating(tag) ?? ratedNoun(tag));
  return rating === null || whole === undefined
    ? null
    : { at: "front", rating, rest: stripMarkup(text.slice(whole.length)) };
}

/** `HIGH SAFETY PROBLEM`: a severity in capitals, and a noun for a problem. */
function ratedNoun(tag: string): Rating | null {
  const [, word = ""] =
    /^([A-Z]{3,10}) (?:[A-Z]+ ){0,2}(?:ISSUE|PROBLEM|CONCERN|DEFECT|FLAW|GAP)$/.exec(tag) ?? [];
  const severity = severityOfWord(word);
  return severity === null ? null : { severity, mustFix: false };
}

/** What follows a colon or a dash, up to the end. */
function lastPart(tail: string): RegExpExecArray | null {
  const from = Math.max(tail.search(/(?<![^:–—|()[\]])[^:–—|()[\]]*$/) - 1, 0);
  const match = /^[:–—|]\s(.*)/s.exec(tail.slice(from)) ?? /\s-\s(.*)/s.exec(tail.slice(from));
  if (match !== null) match.index += from;
  return match;
}

function endTag(text: string): RatedText | null {
  const start = Math.max(text.length - TAG_LENGTH_MAX, 0);
  const tail = text.slice(start);
  if (!/[:–—|()[\]]|\s-\s/.test(tail)) return null;
  const match = /[([]([^()[\]]*)[)\]]$/.exec(tail) ?? lastPart(tail) ?? /[([]([^()[\]]*)[)\]]/.exec(tail);
  if (match === null) return null;
  const rating = ratingInList(match[1] ?? "");
  if (rating === null) return null;
  const from = start + match.index;
  const at = /[)\]]$/.test(match[0]) ? "bracket" : "tail";
  return { at, rating, rest: stripMarkup(`${text.slice(0, from)} ${text.slice(from + match[0].length)}`) };
}

const TAG_LENGTH_MAX = 80;

/** `(High, GAP-X-001)` and `(severity: high; §3)` hold a rating among other things. */
function ratingInList(text: string): Rating | null {
  for (const part of text.split(/[,;|]/)) {
    // `Handling Risk: MEDIUM`
    const rating = readRating(part) ?? readRating(/^[\p{L} ]{3,30}:\s([^:]+)$/u.exec(part.trim())?.[1] ?? "");
    if (rating !== null) return rating;
  }
  return null;
}

const OF_PREFIX: ReadonlyMap<string, Severity> = new Map([
  ...entries("CRITICAL", "C CR CRIT CRITICAL BLOCK BLOCKER P0"),
  ...entries("HIGH", "H HI HIGH MAJ MAJOR P1"),
  ...entries("MEDIUM", "M MED MEDIUM MOD P2"),
  ...entries("LOW", "L LO LOW MIN MINOR NIT P3"),
]);

/** What an id says by itself: `CRIT-001`, `H1`, `R2-M03`, `ISSUE-R1-H01`. The weakest of all statements. */
export function severityOfId(id: string): Severity | null {
  for (const part of id.toUpperCase().split(/[-_. ]/)) {
    const severity = OF_PREFIX.get(part) ?? OF_PREFIX.get(part.replace(/(?<!\d)\d+$/, ""));
    if (severity !== undefined) return severity;
  }
  return null;
}
