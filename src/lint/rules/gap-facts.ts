// What an author says about a gap in passing: how grave it is, whether it is still open, what it waits for.
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { parseSeverity, type Severity } from "../../core/shared/severity.ts";
import { wordsOf } from "../../document/spec/sentences.ts";
import type { Passage } from "../../document/spec/spec-text.ts";
import { firstSentence } from "../gap-title.ts";

const LABELLED_SEVERITY = /\b(?:severity|priority|impact)\s{0,6}[:=—–-]\s{0,6}(critical|high|medium|low)\b/i;
const SUFFIXED_SEVERITY = /[([]\s{0,4}(critical|high|medium|low)\s{0,4}[)\],]/i;

export function readSeverity(said: readonly string[]): Severity | null {
  for (const text of said) {
    const word = LABELLED_SEVERITY.exec(text)?.[1] ?? SUFFIXED_SEVERITY.exec(text)?.[1];
    if (word !== undefined) return parseSeverity(word.toUpperCase());
  }
  return null;
}

const STATES =
  "open|in[ _-]progress|proposed|needs[ _-]revision|user[ _-]deferred|deferred|blocked[ _-]external|blocked|accepted|approved|resolved|won'?t[ _-]?fix|superseded|closed|done|fixed|rejected|obsolete|duplicate|answered|decided";
const LABELLED_STATE = new RegExp(`\\b(?:status|state)\\s{0,6}[:=—–-]\\s{0,6}(${STATES})\\b`, "i");
const SUFFIXED_STATE = new RegExp(
  `[([]\\s{0,4}(${STATES})\\s{0,4}[)\\],]|\\s[—–-]\\s{1,4}(${STATES})(?=\\s{0,4}(?:$|[(.,;]|(?:in|on|by|round)\\b))`,
  "i",
);
const STRUCK = /^\s*~~/;
const TICKED = /^\s*\[[xX]\]|[✓✔✅]\s*$/u;

export function readState(said: readonly string[]): string | null {
  const [own = ""] = said;
  if (TICKED.test(own)) return "done";
  if (STRUCK.test(own)) return "struck out";
  const suffix = SUFFIXED_STATE.exec(own.trimEnd());
  const state = suffix?.[1] ?? suffix?.[2];
  if (state !== undefined) return state;
  for (const text of said) {
    const labelled = LABELLED_STATE.exec(text)?.[1];
    if (labelled !== undefined) return labelled;
  }
  return null;
}

const CLOSED =
  /^(?:accepted|approved|resolved|won'?t[ _-]?fix|superseded|closed|done|fixed|rejected|obsolete|duplicate|answered|decided|struck out)\b/i;

export function isClosed(state: string): boolean {
  return CLOSED.test(state.trim());
}

const SETTLED_AS: readonly (readonly [RegExp, "ACCEPTED" | "WONT_FIX" | "SUPERSEDED"])[] = [
  [/^(?:accepted|approved)\b/i, "ACCEPTED"],
  [/^(?:won'?t[ _-]?fix|rejected|obsolete)\b/i, "WONT_FIX"],
  [/^(?:superseded|duplicate)\b/i, "SUPERSEDED"],
];

/** As what a closed state counts in a session. */
export function settledAs(state: string): "ACCEPTED" | "RESOLVED" | "WONT_FIX" | "SUPERSEDED" {
  return SETTLED_AS.find(([said]) => said.test(state.trim()))?.[1] ?? "RESOLVED";
}

export function isDeferred(state: string): boolean {
  return /^(?:user[ _-])?deferred\b/i.test(state.trim());
}

export function isBlocked(state: string): boolean {
  return /^blocked\b|^blocked_/i.test(state.trim());
}

const BLOCKERS = "blocked[ -]?by|depends[ -]?on";
export const BLOCKER_COLUMN = new RegExp(`^(?:${BLOCKERS})$`, "i");
/** A field of its own, or in brackets behind the title. */
const BLOCKER_FIELD = new RegExp(
  `(?:^|\\n)[^\\S\\n]*(?:${BLOCKERS})[^\\S\\n]*:([^\\n]*)|[([][^\\S\\n]*(?:${BLOCKERS})\\b:?([^()[\\]\\n]*)[)\\]]`,
  "gi",
);

export function readBlockers(said: readonly string[]): readonly GapId[] {
  const fields = said.flatMap((text) =>
    [...text.matchAll(BLOCKER_FIELD)].map((match) => match[1] ?? match[2] ?? ""),
  );
  return fields.flatMap(gapsNamed);
}

export function gapsNamed(text: string): readonly GapId[] {
  return findGapIds(text).map(({ id }) => id);
}

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
  const isStanding = readSeverity([inner]) !== null || readState([inner]) !== null;
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
