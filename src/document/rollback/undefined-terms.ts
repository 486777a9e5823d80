// Names that a text uses as if everybody knew them: identifiers and capitalised terms of which neither the source nor the
// text itself uses a single word plainly, and which nothing explains. Precise rather than complete: a name counts as explained
// wherever that may be meant.
import { stretchesOf } from "../../core/shared/stretches.ts";
import { termsOf } from "../detect/terms.ts";
import { isCode } from "../spec/place.ts";
import type { Passage } from "../spec/spec-text.ts";

interface UsedTerm {
  /** As it is written first. */
  readonly term: string;
  readonly uses: readonly TermUse[];
}

interface TermUse {
  /** Which of the passages, and where in it. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/** Distinct names that are looked at; a text with more has other troubles. */
const TERMS_MAX = 500;

/** One name that nobody explains may be a slip. */
const TERM_USES_MIN = 2;

/** `known`: the words that need no explanation. */
export function undefinedTerms(
  passages: readonly Passage[],
  known: ReadonlySet<string>,
): readonly UsedTerm[] {
  const plain = new Set(passages.flatMap(plainWordsIn));
  const isPlain = (word: string) => known.has(word) || plain.has(word);
  const terms = new Map<string, { readonly term: string; readonly uses: TermUse[]; explained: boolean }>();
  for (const [index, passage] of passages.entries()) {
    for (const { from, to } of namesIn(passage)) {
      const term = passage.shown.slice(from, to).replace(/\s+/g, " ");
      const words = wordsOfName(term);
      if (words.length === 0 || words.some(isPlain)) continue;
      const key = words.join(" ");
      const entry = terms.get(key) ?? { term, uses: [], explained: false };
      if (!terms.has(key) && terms.size >= TERMS_MAX) continue;
      terms.set(key, entry);
      entry.uses.push({ index, from, to });
      entry.explained ||= isExplained(passage, from, to);
    }
  }
  return [...terms.values()].filter(({ explained, uses }) => !explained && uses.length >= TERM_USES_MIN);
}

const PLAIN_WORD = /^\p{Ll}+$/u;

/** Words of running text, in small letters and outside of code: whoever uses one so takes it for an ordinary word. */
function plainWordsIn(passage: Passage): readonly string[] {
  const words = [...passage.shown.matchAll(WORD)];
  return words.flatMap(({ 0: word, index }) =>
    PLAIN_WORD.test(word) && !isCode(passage, index) ? termsOf(word) : [],
  );
}

/** The words of texts in which names need no explanation, as `undefinedTerms` takes them. */
export function wordsKnownFrom(texts: Iterable<string>): ReadonlySet<string> {
  const words = new Set(FORM_WORDS);
  for (const text of texts) {
    for (const stretch of stretchesOf(text)) for (const word of wordsOfName(stretch)) words.add(word);
  }
  return words;
}

/** `orderId`, `order_id` and `Order Ids` have the same words. */
function wordsOfName(name: string): readonly string[] {
  return termsOf(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
}

/** Names of the process and its form are everybody's. */
const FORM_WORDS = termsOf(
  "gap gaps resolution confidence high medium low critical proposed solution spec specification text replaces passage after drops examples trade offs new introduced responses issue status where place severity title blocked needs input uncertainty disagree reviewer engineer concern position rationale alternative approach request round option section draft decision",
);

interface NameSpan {
  readonly from: number;
  readonly to: number;
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** `retry_after`, `retryAfter`; a single underline at either end is a mark. */
const JOINED_NAME = /[\p{L}\p{N}]_[\p{L}\p{N}]|^\p{Ll}{2,}\p{Lu}\p{Ll}/u;
/** `LedgerShard` and `Ledger` in code; without, they are brands and beginnings of sentences. */
const TYPE_NAME = /^\p{Lu}\p{Ll}{2}/u;
const CAPITALISED = /^\p{Lu}\p{Ll}+$/u;
const NAME_CHARS_MIN = 4;
const NAME_CHARS_MAX = 60;
const NAME_WORDS_MAX = 4;

/** Headings and heads of columns introduce what they name. */
function namesIn(passage: Passage): readonly NameSpan[] {
  if (passage.kind === "heading" || passage.kind === "header") return [];
  const words = [...passage.shown.matchAll(WORD)].map(({ 0: word, index }) => ({
    word,
    from: index,
    to: index + word.length,
    code: isCode(passage, index),
  }));
  const names: NameSpan[] = [];
  for (let at = 0; at < words.length; at++) {
    const first = words[at];
    if (first === undefined) break;
    const { word, from, to, code } = first;
    if (JOINED_NAME.test(word) || (code && TYPE_NAME.test(word))) {
      if (word.length >= NAME_CHARS_MIN && word.length <= NAME_CHARS_MAX) names.push({ from, to });
      continue;
    }
    if (code || passage.kind === "cell" || !CAPITALISED.test(word) || beginsSentence(passage, from)) continue;
    let last = first;
    while (last !== undefined) {
      const next = words[at + 1];
      if (next === undefined || next.code || !CAPITALISED.test(next.word)) break;
      if (!/^[ \n]$/.test(passage.shown.slice(last.to, next.from))) break;
      last = next;
      at += 1;
    }
    const count = termsOf(passage.shown.slice(from, last.to)).length;
    if (last !== first && count > 1 && count <= NAME_WORDS_MAX && last.to - from <= NAME_CHARS_MAX)
      names.push({ from, to: last.to });
  }
  return names;
}

const NEAR_CHARS = 40;

function beginsSentence({ shown }: Passage, from: number): boolean {
  const before = shown.slice(Math.max(0, from - NEAR_CHARS), from).trimEnd();
  return before === "" || /[.!?:;"'“‘(|]$/.test(before);
}

const EXPLAINED_AFTER =
  /^\s{0,6}(?:[:=(–—]|-\s|,\s{1,4}(?:an?|the|which|that)\b|(?:(?:is|are)\s{1,4}(?:an?|the)|means?|denotes?|holds?|contains?|keeps?|records?|lists?|says?|stands? for|refers? to|consists? of)\b)/i;
const EXPLAINED_BEFORE =
  /\b(?:an?|called|named|termed|new|each|every|field|column|table|parameter|setting|constant|function|method|command|event|state|status|type|header|flag|option|variable|value|error|file|key|property|attribute|role)\s{1,6}$/i;

/** Whether it is said there what it is; also where it stands first in a row, or is set off as a word that is introduced. */
function isExplained(passage: Passage, from: number, to: number): boolean {
  const { shown, source, row } = passage;
  if (row?.column === 0 || /[*_]/.test(source[from - 1] ?? "")) return true;
  return (
    EXPLAINED_AFTER.test(shown.slice(to, to + NEAR_CHARS)) ||
    EXPLAINED_BEFORE.test(shown.slice(Math.max(0, from - NEAR_CHARS), from))
  );
}
