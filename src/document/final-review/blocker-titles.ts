// Which parts of a final review hold blockers.
import { findGapIds } from "../../core/shared/gap-id.ts";
import type { Span } from "../markdown/spans.ts";
import { stripMarkup, wordsOf } from "../reading/dress.ts";
import { fieldsNamed } from "../reading/field-names.ts";
import { type LineTitle, type OutlineRules, titleOf } from "../reading/outline.ts";
import { type Rating, readRating } from "../reading/severity-words.ts";
import { readIssueTitle } from "../reviewer/issue-title.ts";
import { labelledVerdict, verdictOfLine } from "./verdict-statements.ts";

/** A title is judged by its beginning, however long it is. */
export function openingOf(spans: readonly Span[]): string {
  return titleOf(spans).slice(0, OPENING_MAX);
}

const OPENING_MAX = 600;

/** `issues` are blockers where the spec is not ready; `aside` is said not to block. */
export type PartRole = "blockers" | "issues" | "aside" | "other";

const ROLES: readonly (readonly [PartRole, RegExp])[] = [
  [
    "aside",
    /\bnon[- ]?block\w*|\bnot[- ]block\w*|\b(?:minor|suggestions?|observations?|optional|polish|improvements?|nice[- ]to[- ]haves?|strengths?|resolved|notes?|remarks?|follow[- ]?ups?)\b/,
  ],
  [
    "blockers",
    /\bblock(?:er|ers|ing)\b|\bmust[- ]fix(?:es)?\b|\bshow[- ]?stoppers?\b|\brequired (?:changes?|fixes|before)\b|\bwhat (?:is|remains) missing\b|\breasons?\b/,
  ],
  ["issues", /\b(?:issues?|findings?|problems?|defects?|concerns?|open points?|remaining gaps|gaps found)\b/],
  [
    "other",
    /\b(?:verdict|decision|conclusion|recommendation|summary|scope|checked|checklist|examined|overview|method|assessment|review)\b/,
  ],
];

const ROLE_WORDS_MAX = 7;

export function partRole(title: string): PartRole | null {
  const text = stripMarkup(title).toLowerCase();
  if (wordsOf(text).length > ROLE_WORDS_MAX) return null;
  return ROLES.find(([, words]) => words.test(text))?.[0] ?? null;
}

const BLOCKER_TITLE =
  /^\W{0,4}(?:blocker|blocking issue|block)(?:\s{1,3}#?\d{1,3}|-\d{1,3}|\s{0,3}#\d{1,3})?\s{0,3}(?:[:.)–—]|-\s)\s{0,3}/i;

/** What follows `Blocker 1:`; `null` for a title that does not begin so. */
export function afterBlocker(title: string): string | null {
  const label = BLOCKER_TITLE.exec(title)?.[0];
  return label === undefined ? null : title.slice(label.length).trim();
}

export const FINAL_OUTLINE: OutlineRules = { lineTitle, isUnder };

const TITLE_MAX = 200;

function lineTitle({ text, bold, goesOn }: LineTitle): "group" | "single" | null {
  if (
    text === "" ||
    text.length > TITLE_MAX ||
    labelledVerdict(text) !== null ||
    verdictOfLine(text) !== null
  )
    return null;
  if (bold === "none") return /:$/.test(text) && !goesOn && isPartTitle(text) ? "group" : null;
  if (bold === "front") return afterBlocker(text) === null || goesOn ? null : "single";
  if (afterBlocker(text) !== null && !isPartTitle(text)) return "single";
  if (isPartTitle(text)) return "group";
  return /:$/.test(text) || fieldsNamed(text).length > 0 ? null : "single";
}

/** `High`, `Critical issues`: a severity for all that follows; that something blocks is none by itself. */
export function partRating(title: string): Rating | null {
  return /\bblock/i.test(title) ? null : readRating(title);
}

const NONE_FOUND =
  /^(?:none|nil|n\/?a|nothing)(?: (?:found|identified|remaining|remains?|to report|at this time|left|at all|known)){0,3}$|^(?:there (?:are|is) )?(?:no|zero|0) (?:\p{L}{1,20} ){0,3}(?:blockers?|issues?|findings?|problems?|concerns?|defects?|gaps?)(?: (?:were|was|are|have been|remain|remaining|found|identified|left|raised|open)){0,3}$/u;

/** `None`, `No open blockers were found. …`: but `No error format` is a blocker. */
export function saysNoBlocker(text: string): boolean {
  const plain = stripMarkup(text.slice(0, NONE_MAX)).toLowerCase();
  return plain === "" || NONE_FOUND.test(stripMarkup(/^[^.;(–—]*/.exec(plain)?.[0] ?? ""));
}

const NONE_MAX = 200;

/** `Blockers:` and `Critical` hold others; `Blocker 1: …` and an id stand for themselves. */
export function isPartTitle(title: string): boolean {
  if (partRating(title) !== null) return true;
  const after = afterBlocker(title);
  if (after !== null && after !== "") return false;
  if (readIssueTitle(title).id !== null || findGapIds(title).length > 0) return false;
  return partRole(title) !== null;
}

function isUnder(written: string, earlierWritten: string): boolean {
  const [title, earlier] = [written.slice(0, OPENING_MAX), earlierWritten.slice(0, OPENING_MAX)];
  const role = isPartTitle(earlier) ? partRole(earlier) : null;
  return (role === "blockers" || role === "issues") && afterBlocker(title) !== null && !isPartTitle(title);
}
