// A statement that must be one of a closed table of phrases as a whole. Dress is free, meaning is not: whatever is
// neither a phrase nor one of the trimmings below is unclear.
import type { PhraseTable } from "../../core/documents/verdict-phrases.ts";
import { namesGaps } from "../../core/shared/gap-id.ts";
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { stripMarkup, wordSet, wordsOf } from "./dress.ts";
import { withoutGaps } from "./gap-mentions.ts";

/** `null` where nothing is said. */
export type StatementValue = "yes" | "yes-with-notes" | "no" | "unclear" | null;

const LENGTH_MAX = 1_000;

export function readStatement(text: string, table: PhraseTable): StatementValue {
  const said = text.slice(0, LENGTH_MAX);
  const ungapped = namesGaps(said) ? withoutGaps(said.replace(GAP_RUN, "$1")) : said;
  const stated = ungapped.replaceAll("’", "'").trim();
  if (/^[A-Za-z\d]/.test(stated) && !holdsVerdictWord(stated, table)) return "unclear";
  const picture = readPictures(stated);
  const { head, reason } = splitReason(withoutWrapping(stated.replace(PICTURES, " ")));
  if (wordsOf(head).length === 0) return reason === "" ? picture.alone : "unclear";
  if (QUOTED.test(head) || FOOTNOTED.test(stated) || SIGNED.test(stated)) return "unclear";
  const whole = readParts(head, table);
  const beforeColon = /^[^:]+(?=:\s)/.exec(head)?.[0];
  const refused = whole === "unclear" && beforeColon !== undefined && readParts(beforeColon, table) === "no";
  const value = refused ? "no" : whole;
  if (value === "no") return stated.includes("?") ? "unclear" : "no";
  if (value === "unclear" || picture.against || stated.includes("?")) return "unclear";
  const noted = NOTES.test(wordsOf(reason).join(" ")) ? "yes-with-notes" : value;
  if (reason !== "" && holdsRefusal(reason, table)) return "unclear";
  return reason === "" || isReason(reason) ? noted : "unclear";
}

/** `APPROVED. I reject this text.`: a second statement that differs. Words that specs use themselves (`blocked`) are none. */
function holdsRefusal(reason: string, { no }: PhraseTable): boolean {
  const said = ` ${statementWords(reason).join(" ")} `;
  return no.some((phrase) => /[ ]|accept|approv|reject/.test(phrase) && said.includes(` ${phrase} `));
}

/** A text that is a refusing phrase and nothing else; a single word that a spec may use itself only in capitals. */
export function isBareRefusal(text: string, { no }: PhraseTable): boolean {
  if (text.length > LENGTH_MAX) return false;
  const phrase = statementWords(withoutGaps(text)).join(" ");
  const isPlain = /[ ]|accept|approv/.test(phrase) || stripMarkup(text) === stripMarkup(text).toUpperCase();
  return isPlain && no.includes(phrase);
}

/** `Approved: no`: a field that is named as an approval, and whose short value is no yes. */
export function deniesApproval(label: string, value: string, { yes }: PhraseTable): boolean {
  if (!yes.includes(statementWords(label).join(" "))) return false;
  const words = wordsOf(withoutGaps(value));
  const picture = readPictures(value);
  if (words.length === 0) return picture.against;
  return DENIALS.includes(words[0] ?? "") || (words.length <= 2 && !AFFIRMATIONS.includes(words.join(" ")));
}

/** `Blocked: no` says that it is not. */
export function isDenied(value: string): boolean {
  return DENIALS.includes(wordsOf(value)[0] ?? "");
}

const DENIALS: readonly string[] = ["no", "not"];
const AFFIRMATIONS: readonly string[] = ["yes", "true", "y", "granted", "given"];

/** In quotation marks, trailing off, an empty box. */
const QUOTED = /["“”«»„‹›…~>]|\.\.|(?:^|\s)['‘]|^\s*\[\s*\]/;
/** `!APPROVED`, `≠ approved`, `{APPROVED}`, `APPROVED :-/`: a sign beside the words that is no dress. */
const SIGNED = /^[^\p{L}\p{N}]{0,9}[!¬≠\\{}^]|[/\\{}^]\s{0,9}$/u;
/** `APPROVED*`: the note below takes something back. */
const FOOTNOTED = /^[^*]*[\p{L})][*†‡¹²]\s*$/u;
const GAP_RUN = /(GAP-[A-Z]{2,10}-\d{3}[a-z]?)(?:(?:,? and |, ?| ?& ?)GAP-[A-Z]{2,10}-\d{3}[a-z]?)+/g;

/** Whether a text sets out to state a verdict, in whatever way it goes on. */
export function beginsWithPhrase(text: string, table: PhraseTable): boolean {
  const words = statementWords(withoutGaps(text.slice(0, LENGTH_MAX)).replace(PICTURES, " "));
  const { index, length } = phraseIn(words, table) ?? { index: -1, length: 0 };
  return index >= 0 && length > 0;
}

/** Whether a refusal is a whole phrase with what may trail it, up to a reason: `Rejected requests are logged` is more. */
export function isWholePhrase(text: string, table: PhraseTable): boolean {
  const { head } = splitReason(
    withoutWrapping(withoutGaps(text.slice(0, LENGTH_MAX)).replace(PICTURES, " ")),
  );
  const words = statementWords(head.split(": ")[0]?.split(",")[0] ?? "");
  const phrase = phraseIn(words, table);
  if (phrase === null || phrase.of === "yes") return phrase !== null;
  const rest = words.slice(phrase.index + phrase.length).join(" ");
  return rest === "" || TAILS.test(rest) || NOTES.test(rest);
}

const PICTURES = /(?:\p{Extended_Pictographic}|\uFE0F|\u200D|[✓✗✘])+/gu;
const PICTURES_FOR = /^[✅✔✓☑👍🟢🎉🚀🚢💚👌⚠🟡📝💡]+$/u;
const PICTURES_AGAINST = /[❌✗✘✖🚫⛔👎🛑🔴]/u;

/** Only these pictures go with an approval; any other may take it back. */
function readPictures(text: string): { readonly alone: StatementValue; readonly against: boolean } {
  const shown = (text.match(PICTURES) ?? []).join("").replace(/[\uFE0F\u200D]/g, "");
  if (shown === "") return { alone: null, against: false };
  const isFor = PICTURES_FOR.test(shown);
  const alone = /^[✅✔☑👍]+$/u.test(shown) ? "yes" : /^[❌🚫⛔👎]+$/u.test(shown) ? "no" : "unclear";
  return { alone, against: !isFor || PICTURES_AGAINST.test(shown) };
}

/** `[APPROVED]`, `(approved)`, `[x] Approved`: brackets around the whole, and a ticked box. */
function withoutWrapping(text: string): string {
  const bare = text.replace(/^\s*\[[xX]\]\s+/, "").trim();
  return /^[([][^()[\]]*[)\]][.!]?$/.test(bare) && !/^\[\s*\]/.test(bare)
    ? bare.replace(/^.|[)\]][.!]?$/g, "")
    : bare;
}

/** A reason follows a dash, a full stop or the end of the line, or stands in brackets. */
function splitReason(text: string): { readonly head: string; readonly reason: string } {
  const cut =
    /(?<!\s)\s*[–—]\s*|(?<!\s)\s+--?\s+|(?<=[\p{L}\p{N}*_`)])\.\s+|(?<!\s)\s*\n\s*|(?<!\s)\s*\((?!s\))/u.exec(
      text.replace(/^[\s*_:–—-]+/, (lead) => " ".repeat(lead.length)),
    );
  if (cut === null) return { head: withoutMarks(text), reason: "" };
  const reason = text.slice(cut.index + cut[0].length).trim();
  const closed = cut[0].includes("(") ? afterBracket(reason) : stripMarkup(reason);
  return { head: withoutMarks(text.slice(0, cut.index)), reason: closed };
}

/** A bracket holds a trimming and nothing else; `(v2) would be wrong` is half a sentence. */
function afterBracket(text: string): string {
  const [whole = text, inner = text] = /^([^()]*)\)/.exec(text) ?? [];
  const after = text.slice(whole.length);
  const said = wordsOf(inner).join(" ");
  const isTrimming =
    said === "" || TAILS.test(said) || NOTES.test(said) || /^(?:round|version|v) ?\d{1,3}$/.test(said);
  if (!isTrimming && !NOTES.test(`with ${said}`)) return "?";
  if (["", "!"].includes(stripMarkup(after)))
    return NOTES.test(`with ${said}`) ? `with ${said}` : NOTES.test(said) ? said : "";
  return /^\s*(?:[–—.]|-\s)/.test(after) ? stripMarkup(after) : "?";
}

function withoutMarks(text: string): string {
  return text
    .replace(/[`*_]/g, (mark) => (mark === "_" ? " " : ""))
    .replace(/^(?:=>|->|[\s:|#=→–—-])+/, "")
    .replace(/(?<![\s:;,.!|=–—-])[\s:;,.!|=–—-]+$/, (edge) => (/\.\.|…/.test(edge) ? "…" : ""));
}

/** `LGTM, ship it`, `Approved and ready to merge`: each part is a phrase or follows one. */
function readParts(head: string, table: PhraseTable): Exclude<StatementValue, null> {
  const parts = head
    .split(/(?:(?<!\s)\s+)?[,;/|+&]\s*|(?<!\s)\s+and\s+(?!resubmit)/i)
    .filter((part) => stripMarkup(part) !== "");
  const all = parts.map((part, index) => readPart(part, index > 0, table));
  const [first = "unclear"] = all;
  if (first === "no") return all.some((one) => one === "yes") ? "unclear" : "no";
  if (all.includes("no") && AFTERWARDS.test(statementWords(parts[1] ?? "").join(" "))) return "no";
  if (all.some((one) => one === "unclear" || one === "no")) return "unclear";
  return all.includes("yes-with-notes") ? "yes-with-notes" : "yes";
}

function readPart(part: string, follows: boolean, table: PhraseTable): Exclude<StatementValue, null> {
  const words = statementWords(part);
  const phrase = phraseIn(words, table);
  if (phrase === null && follows) return AFTERWARDS.test(words.join(" ")) ? "no" : readRest(words.join(" "));
  if (phrase === null) return "unclear";
  const rest = words.slice(phrase.index + phrase.length).join(" ");
  // Whatever follows a refusal does not make it an approval.
  if (phrase.of === "no") return `${rest} `.startsWith("or ") ? "unclear" : "no";
  if (AFTERWARDS.test(rest)) return "no";
  return rest === "" ? "yes" : readRest(rest);
}

function readRest(rest: string): "yes" | "yes-with-notes" | "unclear" {
  if (NOTES.test(rest)) return "yes-with-notes";
  return TAILS.test(rest) ? "yes" : "unclear";
}

function statementWords(text: string): readonly string[] {
  const words = wordsOf(text.replaceAll("_", " ").replaceAll("-", " "));
  if (!words.some((word) => word === "can" || word.endsWith("n't"))) return words;
  return words
    .map((word) => (word === "can't" ? "cannot" : word.endsWith("n't") ? `${word.slice(0, -3)} not` : word))
    .join(" ")
    .replace(/\bcan not\b/g, "cannot")
    .split(" ")
    .filter((word) => word !== "");
}

interface Phrase {
  readonly of: "yes" | "no";
  readonly index: number;
  readonly length: number;
}

const PHRASE_WORDS_MAX = 5;

/** The longest phrase that the words begin with, perhaps after words that lead up to it. */
function phraseIn(words: readonly string[], table: PhraseTable): Phrase | null {
  const lead = LEAD.exec(`${words.join(" ")} `)?.[0].trim() ?? "";
  const index = lead === "" ? 0 : lead.split(" ").length;
  return phraseAt(words, 0, table) ?? (index === 0 ? null : phraseAt(words, index, table));
}

const firstWords = memoizeWeak(
  ({ yes, no }: PhraseTable) => new Set([...yes, ...no].map((phrase) => phrase.split(" ")[0])),
);

/** Whether a phrase or what may stand for one can begin anywhere: most texts hold no such word. */
function holdsVerdictWord(text: string, table: PhraseTable): boolean {
  const first = firstWords(table);
  const words = text.toLowerCase().split(/[^a-z\d]+/);
  return words.some((word) => first.has(word) || LATER_WORDS.has(word)) || NEGATED.test(text);
}

/** `can not`, `isn't`: words that are put together, or taken apart, before they are looked up. */
const NEGATED = /n't|can not/i;

function phraseAt(words: readonly string[], index: number, table: PhraseTable): Phrase | null {
  if (!firstWords(table).has(words[index])) return null;
  for (let length = Math.min(PHRASE_WORDS_MAX, words.length - index); length > 0; length--) {
    const said = words.slice(index, index + length).join(" ");
    if (table.no.includes(said)) return { of: "no", index, length };
    if (table.yes.includes(said)) return { of: "yes", index, length };
  }
  return null;
}

const NOUN = "(?:proposals?|resolutions?|revisions?|drafts?|texts?|documents?|designs?|edits?|spec)";
/** `The proposal is …`, `I …`, `Overall verdict …` */
const LEAD = new RegExp(
  `^(?:(?:i|we|is|are|it is|this is|both are|all are|overall|final|(?:my |our |the )?(?:final |overall )?verdict(?: is)?|(?:(?:the|this|these|both|all) )?(?:revised )?${NOUN}(?: (?:is|are|has been|have been))?) )(?:hereby |fully )?|^(?:hereby |fully |unconditionally )`,
);
const TAIL = [
  "as (?:is|it is|it stands|they are|they stand|written|proposed|drafted|submitted)",
  "(?:without|with no|no) (?:any |further |open |more |new )?(?:changes?|comments?|notes?|conditions?|reservations?|objections?|issues?)(?: needed| required)?",
  "for (?:merge|merging|implementation|integration|inclusion|release|publication)",
  "in full|in its current form|in this form|unconditionally|this round|by me|by the reviewer|for|on|of",
  `(?:it|both|all|(?:the|this|these|both|all|each)(?: revised)? ${NOUN})`,
].join("|");
const TAILS = new RegExp(`^(?:${TAIL})(?: (?:${TAIL}))*$`);
const NOTES =
  /^with (?:(?:a|an|one|two|three|four|few|some|several|only|the|following|minor|small|optional|editorial|non blocking|non-blocking|\d{1,2}) )*(?:notes?|comments?|remarks?|nits?|points?|suggestions?|observations?|recommendations?|issues?|clarifications?)(?: (?:noted|below|above|attached|listed|only))*$/;
/** `Approved after the changes above`: it is the changes that are asked for. */
const AFTERWARDS = /^(?:only )?(?:after|once|pending|subject to)\b/;
const LATER_WORDS = wordSet("after once pending subject");

/** What follows an approval and would take it back, or leaves it open; after a colon comes what somebody adds. */
const TAKES_BACK =
  /\b(?:but|if|unless|until|once|provided|after|before|when|pending|subject|assuming|except|only|however|though|although|yet|must|should|would|could|nobody|never)\b|\bno one\b|[?:]/i;
/** What opens so goes on with the sentence rather than giving a reason: `Approved – in your dreams`. */
const GOES_ON = /^(?:and|or|not|said|just|by|in|as|for|from|at|to|on|over|with|without|against|despite)\b/i;
/** `Issues: 2 (1 high, 1 low)` counts what the review lists. */
const COUNT = /^issues?:\s{0,4}\d{1,3}(?:\s{0,4}\([\w\s,]{0,80}\))?\.?$/i;
const REASON_WORDS_MIN = 3;

function isReason(reason: string): boolean {
  const words = wordsOf(reason);
  const said = words.join(" ");
  if (
    TAILS.test(said) ||
    NOTES.test(said) ||
    /^(?:no (?:further |more )?\w+|nothing further|see (?:notes )?below)$/.test(said) ||
    COUNT.test(reason)
  )
    return true;
  return words.length >= REASON_WORDS_MIN && !TAKES_BACK.test(reason) && !GOES_ON.test(stripMarkup(reason));
}

/**
 * Whether a paragraph below an approval only gives reasons: its first sentence is one, and no other opens as if to take it
 * back. What ends with a colon leads into a list, and says nothing itself.
 */
export function givesReasons(text: string): boolean {
  const said = sentencesOf(text);
  const [first, ...others] = said.at(-1)?.endsWith(":") ? said.slice(0, -1) : said;
  if (first === undefined) return true;
  return isReason(stripMarkup(first)) && !first.includes("?") && !others.some(isRetraction);
}

export function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+|\n/).filter((sentence) => sentence.trim() !== "");
}

function isRetraction(sentence: string): boolean {
  const said = stripMarkup(sentence);
  return /^not\b|\?$/i.test(said) || TAKES_BACK.exec(said)?.index === 0;
}
