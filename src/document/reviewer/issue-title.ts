// The line that opens an issue, taken apart: id, severity, status, and what remains as its title.
import type { PriorStatus } from "../../core/documents/reviewer-document.ts";
import { undressed, wordsOf } from "../reading/dress.ts";
import { type LeadingId, leadingIssueId } from "../reading/issue-ids.ts";
import { memoizeText } from "../reading/memoize-text.ts";
import { type RatedAt, type Rating, readRatingTag, severityOfWord } from "../reading/severity-words.ts";
import { readBareStatus } from "../reading/status-words.ts";

export interface IssueTitle {
  readonly id: LeadingId | null;
  readonly rating: Rating | null;
  /** Where the rating stands: a `tail` after a colon or dash may rate something else. */
  readonly ratedAt: RatedAt | null;
  readonly title: string;
  /** Where the line says what became of an issue; such a line raises none. */
  readonly status: PriorStatus | null;
}

export const readIssueTitle = memoizeText(readTitle);

function readTitle(line: string): IssueTitle {
  const numbered = severityNumber(line);
  if (numbered !== null) return numbered;
  const first = BRACKETED.test(line) && ratedInFront(line) ? null : leadingIssueId(line);
  if (first !== null) return afterId(first);
  const tag = readRatingTag(line);
  if (tag === null) return { id: null, rating: null, ratedAt: null, title: undressed(line), status: null };
  const id = tag.rest === "" ? null : leadingIssueId(tag.rest);
  if (id === null || id.rest === "")
    return { id: null, rating: tag.rating, ratedAt: tag.at, title: tag.rest, status: null };
  return { ...afterId(id), rating: tag.rating, ratedAt: tag.at };
}

const BRACKETED = /^\W{0,4}[([]/;

/** `[P1] …`: what could be an id is a severity of that name. */
function ratedInFront(line: string): boolean {
  return readRatingTag(line)?.at === "front";
}

function afterId(id: LeadingId): IssueTitle {
  const status = id.kind === "word" ? statusAtEnd(id.rest) : null;
  const tag = readRatingTag(id.rest);
  const again = tag !== null || id.kind === "word" ? null : wordIdAfter(id);
  if (again !== null) return again;
  return {
    id,
    rating: tag?.rating ?? null,
    ratedAt: tag?.at ?? null,
    title: tag?.rest ?? undressed(id.rest),
    status,
  };
}

/** `1. [H-2] …`: the number is the list's, the id is the issue's. */
function wordIdAfter({ rest }: LeadingId): IssueTitle | null {
  const inner = leadingIssueId(rest);
  return inner?.kind === "word" ? afterId(inner) : null;
}

const SEVERITY_NUMBER =
  /^\W{0,4}([A-Za-z]{3,12})(?: (?:severity|priority))? ?(?:issue|finding|concern|problem)? ?#?(\d{1,3})\s?(?:[:.)–—|]|-\s)/i;

/** `Critical Issue 1: …`, `High #2 – …` */
function severityNumber(line: string): IssueTitle | null {
  const match = SEVERITY_NUMBER.exec(line);
  const severity = severityOfWord(match?.[1] ?? "");
  if (match === null || severity === null) return null;
  const title = undressed(line.slice(match[0].length));
  const id = { id: match[2] ?? "", kind: "plain", rest: title } as const;
  return { id, rating: { severity, mustFix: false }, ratedAt: "front", title, status: null };
}

/** A status after an id: alone, first before a separator, or last after one; words such as `open` begin titles too. */
function statusAtEnd(rest: string): PriorStatus | null {
  const text = rest.trim();
  const first = /^[^:–—.;,()]{1,40}/.exec(text)?.[0] ?? "";
  const last =
    /(?:[:–—→(|[]|\s-\s)\s*([^:–—→()|[\]]{1,40})[)\]*]{0,4}[.]?$/.exec(text.slice(-STATUS_LENGTH_MAX))?.[1] ??
    "";
  return readBareStatus(first) ?? readBareStatus(last);
}

const STATUS_LENGTH_MAX = 60;

/** Statements that a list is empty: `None`, `N/A`, `No critical issues`; but `No lid on the pan` is an issue. */
export function saysNone(text: string): boolean {
  if (!EMPTY.test(text)) return false;
  const words = wordsOf(undressed(text)).filter((word) => !LEADING_WORDS.has(word));
  const [first = "", second = ""] = words;
  if (words.length === 0 || words.length > NONE_WORDS_MAX) return false;
  if (first === "none" || first === "nil" || first === "na" || (first === "n" && second === "a")) return true;
  if (first === "nothing") return second === "" || NOTHING_WORDS.has(second);
  if (first !== "no" && first !== "zero" && first !== "0") return false;
  const noun = words.slice(1).find((word) => !isCountWord(word) || EMPTY_NOUNS.has(word));
  return noun === undefined || EMPTY_NOUNS.has(noun);
}

/** Most texts hold no word that could begin such a statement. */
const EMPTY = /(?<![a-z\d])(?:no|none|nothing|nil|na?|zero|0)(?![a-z\d])/i;
const NONE_WORDS_MAX = 24;
const LEADING_WORDS: ReadonlySet<string> = new Set(
  "there are were is was i we found have currently".split(" "),
);
const NOTHING_WORDS: ReadonlySet<string> = new Set(
  "to found here new further blocking else significant of".split(" "),
);
const EMPTY_NOUNS: ReadonlySet<string> = new Set(
  "issue issues finding findings concern concerns problem problems blocker blockers objection objections gap gaps item items defects changes comments".split(
    " ",
  ),
);

/** `High: 2`, `Low: no open issues` count issues, they are none. */
export function isCount(rest: string): boolean {
  const words = wordsOf(rest);
  return words.length > 0 && words.every(isCountWord);
}

function isCountWord(word: string): boolean {
  return /^\d{1,3}$/.test(word) || COUNT_WORDS.has(word);
}

const COUNT_WORDS: ReadonlySet<string> = new Set(
  "none zero no new further additional other significant blocking such priority severity open remaining critical high medium low minor major issue issues finding findings item items concern concerns problem problems total found all resolved fixed closed deferred and of".split(
    " ",
  ),
);
