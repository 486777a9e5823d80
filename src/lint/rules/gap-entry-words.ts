// What an entry of a gap says beside the gap's id and how it stands.

import { wordsOf } from "../../document/spec/sentence-around.ts";
import type { Passage } from "../../document/spec/spec-text.ts";
import { firstSentence } from "../gap-title.ts";
import { saidSeverity, saidState } from "./gap-facts.ts";

const BRACKETS_BEFORE = /^\s{0,4}[([]([^()[\]]{1,40})[)\]]/;
const BRACKETS_BEHIND = /[([]([^()[\]]{1,40})[)\]]\s{0,4}$/;
const SEVERITY_BEFORE = /^(?:CRITICAL|HIGH|MEDIUM|LOW)\b[\s:|—–-]{1,4}(?=\S)/;

/** The first sentence behind the id, without what the brackets beside it say of severity and state. */
export function entryWords(words: string, gap: string): string {
  const at = words.indexOf(gap);
  let rest = at < 0 ? words : words.slice(at + gap.length);
  // The bracket, quotation mark or strike that the id stands in.
  if (at > 0 && /[[("'“~]$/.test(words.slice(0, at))) rest = rest.replace(/[\])"'”]\s{0,4}$/, "");
  rest = withoutStanding(rest, BRACKETS_BEFORE)
    .replace(/^[\s:.,—–)\]~"'”|-]{1,8}/, "")
    .replace(SEVERITY_BEFORE, "");
  return firstSentence(withoutStanding(withoutStanding(rest, BRACKETS_BEHIND), BRACKETS_BEHIND).trim());
}

function withoutStanding(words: string, brackets: RegExp): string {
  const match = brackets.exec(words);
  const inner = match?.[1] === undefined ? "" : `x (${match[1].trim()})`;
  const isStanding = saidSeverity([inner]) !== null || saidState([inner]) !== null;
  return match !== null && isStanding ? words.replace(match[0], "") : words;
}

const TITLE_COLUMN = /^(?:title|name|question|summary|subject)$/i;
const STANDING_COLUMN = /^(?:severity|priority|impact|status|state|(?:open |known )?gaps?(?: id)?|id|#)$/i;

/** Of the id's cell, else of the column for titles, else of the longest that does not say how things stand. */
export function rowWords(row: readonly Passage[], gaps: number, header: readonly Passage[]): string {
  const own = row[gaps] === undefined ? "" : wordsOf(row[gaps]);
  if (/\s\S/.test(own)) return own;
  const titles = header.map((cell) => wordsOf(cell));
  const titled = titles.findIndex((title) => TITLE_COLUMN.test(title));
  const others = row.filter((_, index) => index !== gaps && !STANDING_COLUMN.test(titles[index] ?? ""));
  const cells = row[titled] === undefined ? others : [row[titled]];
  const [longest = ""] = cells.map((cell) => wordsOf(cell)).toSorted((a, b) => b.length - a.length);
  return longest;
}
