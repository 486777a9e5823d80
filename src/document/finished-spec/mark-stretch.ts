// How far a mark reaches: its own words, the question it asks, the brackets and the emphasis around it.
import type { MarkerKind } from "../../core/documents/source-spec.ts";
import { firstSentenceEnd, type Stretch } from "./sentences.ts";

export interface MarkStretch extends Stretch {
  /** Whether words after the mark belong to it. */
  readonly asks: boolean;
  /** Whether it stands in round brackets, as what can be left out does. */
  readonly bracketed: boolean;
  /** Whether it ends with the dash behind which something else is said. */
  readonly remarked: boolean;
}

const QUESTION_LENGTH_MAX = 4_000;

/** `start` and `end` are those of the mark alone; `limit` is where its cell or paragraph ends. */
export function markStretch(text: string, kind: MarkerKind, mark: Stretch, limit: number): MarkStretch {
  if (kind === "needs-clarification") return grown(text, clarification(text, mark, limit), { asks: false });
  const asked = questionEnd(text, kind, mark, limit);
  const { end, remarked } =
    asked === null ? { end: null, remarked: false } : beforeRemark(text, kind, mark, asked);
  return { ...grown(text, { start: mark.start, end: end ?? mark.end }, { asks: end !== null }), remarked };
}

const OPENS_WORDS = /(?:^|[.!?:|>)\]]\s|\|)\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:\[[ x]\]\s+)?$/i;
const REMARK_WORDS_MIN = 3;
const ASKED = /\?["'”’)\]*_]*\s*$/;

/** What is said behind a dash or in brackets after the question is no part of it; `null` where nothing is asked at all. */
function beforeRemark(
  text: string,
  kind: MarkerKind,
  mark: Stretch,
  asked: number,
): { readonly end: number | null; readonly remarked: boolean } {
  const own = text.slice(mark.end, asked);
  const opens = OPENS_WORDS.test(text.slice(Math.max(0, mark.start - BEFORE_MAX), mark.start));
  const lead = ASKS.exec(own)?.[0] ?? "";
  const holdsValue = kind === "tbd" || kind === "question-marks";
  const behind = own.slice(lead.length);
  if (holdsValue && /[–—-]$/.test(lead) && isRemark(behind.replace(/[*_]+$/, "")))
    return opens && isRemark(behind)
      ? { end: mark.end + lead.length, remarked: true }
      : { end: null, remarked: false };
  const dash = /\s[–—-]\s/.exec(behind);
  if (dash !== null && isRemark(behind.slice(dash.index))) {
    const at = mark.end + lead.length + dash.index;
    return opens ? { end: at + 2, remarked: true } : { end: at, remarked: false };
  }
  const bracket = /\s+\(([^()]*)\)[.]?$/.exec(own);
  if (bracket !== null && isRemark(bracket[1] ?? "") && bracket.index > lead.length)
    return { end: mark.end + bracket.index, remarked: false };
  return { end: asked, remarked: false };
}

function isRemark(words: string): boolean {
  const count = words.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return count >= REMARK_WORDS_MIN && !ASKED.test(words) && words.split(/\*\*|__/).length % 2 === 1;
}

/** To the bracket that closes it, over brackets of its own and the ends of lines. */
function clarification(text: string, mark: Stretch, limit: number): Stretch {
  const last = Math.min(limit, mark.start + QUESTION_LENGTH_MAX);
  let depth = 0;
  for (let at = mark.start; at < last; at++) {
    if (text[at] === "[") depth += 1;
    else if (text[at] === "]" && --depth === 0) return { start: mark.start, end: at + 1 };
  }
  const opened = mark.start + (/^\[[\s\w-]{0,40}/.exec(text.slice(mark.start, mark.end))?.[0].length ?? 0);
  return { start: mark.start, end: ownEnd(text, opened, Math.min(limit, lineEnd(text, opened))) };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** How far back a bracket or the end of a sentence is looked for. */
const BEFORE_MAX = 400;
const ASKS = /^[*_]{0,3}\s?(?:\([^()\n]{0,60}\)|@[\w-]{1,40})?[*_]{0,3}\s?(?:[:–—]|-(?=\s))/;
const WORDS_FOLLOW = /^[*_]{0,3}[ \t]+[\p{L}\p{N}`"“(]/u;
const OPENS_SENTENCE = /(?:^|\n|[.!?:|>)\]])[\s*_"“([]*$/;

/** Where the words that belong to the mark end; `null` where none do. */
function questionEnd(text: string, kind: MarkerKind, { start, end }: Stretch, limit: number): number | null {
  const rest = text.slice(end, Math.min(limit, end + QUESTION_LENGTH_MAX));
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const before = text.slice(Math.max(start === 0 ? 0 : lineStart, start - BEFORE_MAX), start);
  const instructs = kind === "todo" || kind === "fixme";
  const asks = ASKS.test(rest) || (instructs && WORDS_FOLLOW.test(rest) && OPENS_SENTENCE.test(before));
  if (!asks) return null;
  const bracket = closingBracket(text, before, { start: end, end: Math.min(limit, lineEnd(text, end)) });
  if (bracket !== null) return ownEnd(text, end, bracket);
  return ownEnd(text, end, Math.min(limit, lineEnd(text, end)), limit);
}

/** With its first sentence, or with its line where that has no end in it and does not go on in the next. */
function ownEnd(text: string, from: number, line: number, limit: number = line): number {
  const rest = text.slice(from, Math.min(line, from + QUESTION_LENGTH_MAX));
  const first = firstSentenceEnd(rest);
  if (first !== null) return trimmedEnd(text, from, breakStart(text, from + first));
  return trimmedEnd(text, from, goingOn(text, line, limit));
}

/** A forced break is the author's, before and after. */
function breakStart(text: string, end: number): number {
  const broken = /<br\s{0,2}\/?>$/i.exec(text.slice(Math.max(0, end - 8), end));
  return end - (broken?.[0].length ?? 0);
}

/** Where the title of a gap's own entry ends: what stands behind it is the author's. */
export function entryEnd(text: string, from: number): number {
  const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  const line = lineEnd(text, start);
  const end = ownEnd(text, start, line);
  if (end < trimmedEnd(text, start, line)) return end;
  const wrapped = goingOn(text, line, text.length);
  // Only a question is sure to be one with the line before; anything else may be said of the gap.
  return text[wrapped - 1] === "?" ? wrapped : end;
}

/** The bracket that was open before the mark closes its words. */
function closingBracket(text: string, before: string, { start, end }: Stretch): number | null {
  const open = Math.max(before.lastIndexOf("("), before.lastIndexOf("["));
  if (open < 0 || /[)\]]/.test(before.slice(open))) return null;
  const close = before[open] === "(" ? ")" : "]";
  let depth = 0;
  for (let at = start; at < end; at++) {
    if (text[at] === before[open]) depth += 1;
    else if (text[at] === close && depth-- === 0) return trimmedEnd(text, start, at);
  }
  return null;
}

function trimmedEnd(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && /\s/.test(text[at - 1] ?? "")) at -= 1;
  return at;
}

const WRAPPED_LINES_MAX = 3;

/** A question that is wrapped goes on in the next line, up to where its sentence ends. */
function goingOn(text: string, line: number, limit: number): number {
  if (line >= limit || /[.?!:;]["'”’)\]*_]*\s*$/.test(text.slice(Math.max(0, line - 8), line))) return line;
  let to = line;
  for (let turn = 0; turn < WRAPPED_LINES_MAX && to < limit; turn++)
    to = Math.min(limit, lineEnd(text, to + 1));
  const rest = text.slice(line, to);
  if (!/^\s+[\p{Ll}`"“(]/u.test(rest)) return line;
  const end = /[.?!]["'”’)\]*_]*(?=\s|$)/.exec(rest);
  return end === null ? line : line + end.index + end[0].length;
}

const PAIRS: readonly (readonly [string, string])[] = [
  ["**", "**"],
  ["__", "__"],
  ["*", "*"],
  ["_", "_"],
  ["(", ")"],
  ["[", "]"],
];
const LAYERS_MAX = 4;

/** Brackets and emphasis that hold nothing else go with it. */
function grown(text: string, stretch: Stretch, { asks }: { readonly asks: boolean }): MarkStretch {
  let { start, end } = balanced(text, stretch);
  let bracketed = false;
  for (let layer = 0; layer < LAYERS_MAX; layer++) {
    const pair = PAIRS.find(([open, close]) => endsAt(text, open, start) && text.startsWith(close, end));
    if (pair === undefined) break;
    const [open, close] = pair;
    if (close === "]" && /[([:]/.test(text[end + 1] ?? "")) break;
    start -= open.length;
    end += close.length;
    bracketed ||= close === ")";
  }
  return { start, end, asks, bracketed, remarked: false };
}

function endsAt(text: string, words: string, end: number): boolean {
  return end >= words.length && text.startsWith(words, end - words.length);
}

/** `**TODO:** who?` opens its emphasis before the mark and closes it within. */
function balanced(text: string, { start, end }: Stretch): Stretch {
  for (const dress of ["**", "__", "*", "_"]) {
    const within = text.slice(start, end).split(dress).length - 1;
    if (within % 2 === 1 && endsAt(text, dress, start)) return { start: start - dress.length, end };
  }
  return { start, end };
}
