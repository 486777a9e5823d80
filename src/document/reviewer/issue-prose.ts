// Place, consequence and remedy of an issue that labels none of them: the sentences that speak of each.
import { undressed, wordsOf } from "../reading/dress.ts";
import { withoutGaps } from "../reading/gap-mentions.ts";
import { isSuggestion } from "./suggestion-words.ts";

/** What an issue says outside of labels; code stands between backticks. */
export interface IssueProse {
  readonly title: string;
  readonly text: string;
}

export interface ProseFields {
  readonly location: string | null;
  readonly impact: string | null;
  readonly suggestion: string | null;
}

const TEXT_LENGTH_MAX = 4_000;
const IMPACT_WORDS_MIN = 8;

export function proseFields({ title, text }: IssueProse): ProseFields {
  const sentences = sentencesOf(text.slice(0, TEXT_LENGTH_MAX));
  const all = [title.slice(0, TEXT_LENGTH_MAX), ...sentences];
  return {
    location: shown(all.map(placeIn).find((place) => place !== null) ?? null),
    impact: proseImpact(text),
    suggestion: shown(sentences.find(isSuggestion) ?? (isSuggestion(title) ? title : null)),
  };
}

/** The sentences that say what goes wrong: neither a remedy nor only a place. */
export function proseImpact(text: string): string | null {
  const harms = sentencesOf(text.slice(0, TEXT_LENGTH_MAX)).filter(isImpact);
  return harms.length === 0 ? null : shown(harms.join(" "));
}

const OTHERWISE =
  /(?:^|[,;:–—]\s?)\s*(?:otherwise|or else|if not|or (?:we|it|they|the|this|you))\b,? \w|\bas it (?:is|stands)\b|\bas written\b/i;
const CONSEQUENCE =
  /\b(?:so|so that|will|would|could|might|cannot|can't|never|thus|hence|therefore|because|which means|leads? to|causes?|results? in|fails?|breaks?|loses?|crash(?:es)?)\b/i;

function isImpact(sentence: string): boolean {
  if (isSuggestion(sentence)) return OTHERWISE.test(sentence);
  const words = wordsOf(withoutBracketed(sentence)).length;
  if (CONSEQUENCE.test(sentence) && words >= CONSEQUENCE_WORDS_MIN) return true;
  return words >= IMPACT_WORDS_MIN && placeIn(withoutBracketed(sentence)) === null;
}

const CONSEQUENCE_WORDS_MIN = 4;

function withoutBracketed(sentence: string): string {
  return sentence.replace(/\([^()]*\)/g, " ");
}

const ORDINAL = "first|second|third|fourth|fifth|sixth|last|final|opening|closing|next|previous|penultimate";
const PART =
  "row|column|line|bullet|paragraph|sentence|item|step|section|subsection|table|cell|entry|figure|diagram|clause|example|word|half";
const NUMBERED =
  "section|sections|sec|chapter|clause|rule|step|steps|item|row|rows|table|figure|line|lines|page|paragraph|bullet|appendix|annex|column|example|requirement|listing";
const SHOWN =
  "table|snippet|section|list|code|listing|paragraph|diagram|example|appendix|glossary|introduction|overview|pseudocode|schema|figure|heading|formula|preamble|footnote|abstract|proposal|text|sample";
const NUMBER_WORD = "one|two|three|four|five|six|seven|eight|nine|ten";

/** What points to a place in a text: a section's number, a part by its order, something shown there. */
const PLACES: readonly RegExp[] = [
  /§\s?\d/,
  new RegExp(`\\b(?:${NUMBERED})\\.? (?:#?\\d|["“]|[A-Z]\\b|(?:${NUMBER_WORD})\\b)`, "i"),
  new RegExp(`\\b(?:${ORDINAL}) (?:${PART})s?\\b`, "i"),
  new RegExp(
    `\\b(?:in|under|at|below|above|beside|inside|beneath) (?:the|your|this|that|its) (?:[a-z-]{1,16} )?(?:${SHOWN})\\b`,
    "i",
  ),
  /\b(?:in|under|heading|headed|titled) ["“][^"”]{2,80}["”]/i,
  /\b(?:in|see|of|under|at|from|by) [1-9]\d?(?:\.\d{1,2}){1,3}(?=[,;:.)\]]|$|\s(?:and|is|of|to|the|that|which|says|or)\b)/,
];

/** The words that give a place: what stands in a bracket for it, else the sentence. */
function placeIn(sentence: string): string | null {
  const inBrackets = (sentence.match(/\([^()]{1,200}\)|\[[^[\]]{1,200}\]/g) ?? []).map((part) =>
    part.slice(1, -1),
  );
  const bracket = inBrackets.find((part) => isPlace(part) || isReference(part));
  if (bracket !== undefined) return undressed(bracket);
  return isPlace(sentence) ? sentence : null;
}

function isPlace(text: string): boolean {
  return PLACES.some((pattern) => pattern.test(text));
}

/** `(GAP-X-001, 2.2)`, `` (`parse`, the loop) ``: a bracket that holds a number of a section, or begins with code or a quotation. */
function isReference(text: string): boolean {
  if (/^\s*(?:`[^`]+`|"[^"]+"|“[^”]+”)/.test(text)) return true;
  return withoutGaps(text)
    .split(/[,;]/)
    .some((part) => /^[1-9]\d?(?:\.\d{1,2}){1,3}$/.test(undressed(part)));
}

const ABBREVIATED = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|etc|sec|fig|no|approx|resp)\.$/i;

function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { index, 0: stop } of text.matchAll(/[.!?]["”’)\]]{0,2}(?=\s|$)|\n/g)) {
    const end = index + stop.length;
    if (ABBREVIATED.test(text.slice(Math.max(0, end - ABBREVIATION_LENGTH), end))) continue;
    sentences.push(text.slice(from, end));
    from = end;
  }
  return [...sentences, text.slice(from)]
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

const ABBREVIATION_LENGTH = 8;

function shown(text: string | null): string | null {
  const seen = text?.replaceAll("`", "").trim() ?? "";
  return seen === "" ? null : seen;
}
