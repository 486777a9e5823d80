// The line that opens an issue, taken apart: id, severity, status, what remains as its title, and where its text begins.
import type { PriorStatus } from "../../core/documents/reviewer-document.ts";
import { cutSpans, plainText, type Span, statedLabel, statedText } from "../markdown/spans.ts";
import { stripMarkup, wordSet, wordsOf } from "../reading/dress.ts";
import { fieldsNamed } from "../reading/field-names.ts";
import { isIssueId, type LeadingId, leadingIssueId } from "../reading/issue-ids.ts";
import { labelledFields } from "../reading/labelled-fields.ts";
import { memoizeText } from "../reading/memoize-text.ts";
import {
  type Rating,
  type RatingPlace,
  readRating,
  readRatingTag,
  severityOfWord,
} from "../reading/severity-words.ts";
import { readBareStatus } from "../reading/status-words.ts";

export interface IssueTitle {
  readonly id: LeadingId | null;
  readonly rating: Rating | null;
  /** Where the rating stands: a `tail` after a colon or dash may rate something else. */
  readonly ratedAt: RatingPlace | null;
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
  if (tag === null) return { id: null, rating: null, ratedAt: null, title: stripMarkup(line), status: null };
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
    title: tag?.rest ?? stripMarkup(id.rest),
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
  const title = stripMarkup(line.slice(match[0].length));
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
  const words = wordsOf(stripMarkup(text)).filter((word) => !LEADING_WORDS.has(word));
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
const LEADING_WORDS = wordSet("there are were is was i we found have currently");
const NOTHING_WORDS = wordSet("to found here new further blocking else significant of");
const EMPTY_NOUNS = wordSet(
  "issue issues finding findings concern concerns problem problems blocker blockers objection objections gap gaps item items defects changes comments",
);

/** `High: 2`, `Low: no open issues` count issues, they are none. */
export function isCount(rest: string): boolean {
  const words = wordsOf(rest);
  return words.length > 0 && words.every(isCountWord);
}

function isCountWord(word: string): boolean {
  return /^\d{1,3}$/.test(word) || COUNT_WORDS.has(word);
}

const COUNT_WORDS = wordSet(
  "none zero no new further additional other significant blocking such priority severity open remaining critical high medium low minor major issue issues finding findings item items concern concerns problem problems total found all resolved fixed closed deferred and of",
);

export const TITLE_WORDS_MIN = 3;

interface OpeningOptions {
  /** In an item code is only shown, in a heading an id in code is one. */
  readonly codeIds: boolean;
  /** The text as stated, where it is at hand. */
  readonly stated?: string | undefined;
}

/** The opening of an issue: its bold title where it has one, unless only the whole text rates it. */
export function readOpening(
  spans: readonly Span[],
  { codeIds, stated }: OpeningOptions,
): { readonly text: string; readonly opening: IssueTitle } {
  const text = openingText(spans, { codeIds, stated });
  const end = titleEnd(spans);
  if (end === null) return { text, opening: readIssueTitle(text) };
  const titled = readIssueTitle(openingText(cutSpans(spans, end).before, { codeIds }));
  if (titled.rating !== null) return { text, opening: titled };
  const whole = readIssueTitle(text);
  return { text, opening: whole.rating === null ? titled : whole };
}

/** A text parted into title and what follows it: after its bold title, else after its first sentence. */
export function partedText(spans: readonly Span[]): {
  readonly title: readonly Span[];
  readonly rest: readonly Span[];
} {
  const { before: title, after: rest } = cutSpans(spans, titleEnd(spans) ?? sentenceEnd(spans));
  return { title, rest };
}

function sentenceEnd(spans: readonly Span[]): number {
  const shown = spans.map(({ text, code }) => (code ? "x".repeat(text.length) : text)).join("");
  return /[.!?](?=\s)/.exec(shown)?.index ?? shown.length;
}

/** Where a bold title ends that other text follows, with a bracket that belongs to it; else `null`. */
function titleEnd(spans: readonly Span[]): number | null {
  const first = spans.findIndex(({ strong, text }) => strong && stripMarkup(text) !== "");
  if (first < 0 || (first > 0 && !isOnlyTag(plainText(spans.slice(0, first))))) return null;
  let last = first;
  while (spans[last + 1]?.strong === true) last += 1;
  const before = plainText(spans.slice(0, last + 1));
  const after = plainText(spans.slice(last + 1));
  const { title, id, rating } = readIssueTitle(plainText(spans.slice(first, last + 1)));
  const bracket = /^\s{0,2}[([]([^()[\]\n]{1,80})[)\]]/.exec(after);
  const isRated = rating !== null || readRating(bracket?.[1] ?? "") !== null;
  const wordsMin = id === null && !isRated ? TITLE_WORDS_MIN : 1;
  if (stripMarkup(after) === "" || wordsOf(title).length < wordsMin) return null;
  return before.length + (bracket?.[0].length ?? 0);
}

/** `[High]`, `🔴`, or nothing. */
function isOnlyTag(text: string): boolean {
  return wordsOf(text.replace(/^[^([]{0,4}[([][^()[\]]{1,40}[)\]]/, "")).length === 0;
}

/**
 * Up to the first labelled field, on one line. A bold id, or a bold rating in capitals, is set off by being bold,
 * which a colon stands for here.
 */
export function openingText(spans: readonly Span[], { codeIds, stated }: OpeningOptions): string {
  const label = labelledFields(spans).find(
    ({ label: name, start }) => start > 0 && fieldsNamed(name).length > 0,
  );
  const text = label === undefined ? stated : undefined;
  const cut = (text ?? statedUpTo(label?.start, spans, codeIds)).replaceAll("\n", " ").trim();
  const isSeen = (span: Span): boolean => span.text.trim() !== "";
  const at = spans.findIndex(isSeen);
  const first = spans[at];
  if (first === undefined || !first.strong) return cut;
  const next = spans.find((span, index) => index > at && isSeen(span));
  if (next === undefined || next.strong) return cut;
  const bold = first.text.trim();
  const word = stripMarkup(bold.replace(/^\[|\]$/g, ""));
  const isSetOff = isIssueId(word) || (word === word.toUpperCase() && readRating(word) !== null);
  return isSetOff && cut.startsWith(bold) ? `${bold}: ${cut.slice(bold.length)}` : cut;
}

function statedUpTo(end: number | undefined, spans: readonly Span[], codeIds: boolean): string {
  return (codeIds ? statedLabel(spans) : statedText(spans)).slice(0, end);
}
