// Requirements whose meaning hangs on a vague word. A word alone is no fault: it must stand in a sentence that
// requires something, and nothing in that sentence may say what it means.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { hitsIn, matchesOf } from "../../document/spec/matches.ts";
import {
  citesKeyWords,
  isLabelled,
  type Normative,
  normativeText,
  SHOULD,
  statesRequirements,
} from "../../document/spec/normative-text.ts";
import { placeOfWords } from "../../document/spec/place.ts";
import {
  NEAR_MAX,
  oneLine,
  type Sentence,
  sentenceAround,
  sentencesOf,
} from "../../document/spec/sentences.ts";
import { findInParts, type SpecPart } from "../../document/spec/spec-parts.ts";
import type { PartText, Passage } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import type { Hit } from "../lint-finding.ts";
import { markSubject } from "../subject.ts";
import { VAGUE_WORDS, type VagueWords } from "./vague-words.ts";

/** One named group for each kind of vagueness: one pass over the text finds all. */
const VAGUE = new RegExp(
  VAGUE_WORDS.map(
    ({ words }, index) => `(?<kind${index}>\\b(?:${words.map(flexibleSpaces).join("|")})(?!\\w))`,
  ).join("|"),
  "gi",
);

function flexibleSpaces(words: string): string {
  return words.replaceAll(/ (?!\?)/g, "\\s{1,4}");
}

export function findVagueRequirements(parts: readonly SpecPart[]): readonly Hit[] {
  const capitalsOnly = parts.some(({ spec }) => citesKeyWords(spec));
  const found = findInParts(parts, capitalsOnly ? vagueInCapitals : vagueInAnyCase);
  return parts.some(({ spec }) => statesRequirements(spec)) ? found.map(asRequirement) : found;
}

const vagueInCapitals = memoizeWeak((spec: PartText) => vagueIn(spec, normativeText({ capitalsOnly: true })));
const vagueInAnyCase = memoizeWeak((spec: PartText) => vagueIn(spec, normativeText({ capitalsOnly: false })));

function asRequirement(hit: Hit): Hit {
  return hit.rule === "vague-statement" ? { ...hit, rule: "vague-requirement" } : hit;
}

function vagueIn({ passages }: PartText, normative: Normative): readonly Hit[] {
  return hitsIn([...passages.keys()], (index) => {
    const passage = passages[index];
    if (passage === undefined || !normative.mayRequire(passage)) return [];
    const matches = matchesOf(passage.text, VAGUE).filter((match) => !isName(passage.text, match));
    if (matches.length === 0) return [];
    const next = passages[index + 1];
    const hasListBelow = next?.kind === "item" && next.depth > passage.depth;
    return vagueSentences({ passage, normative, hasListBelow }, matches);
  });
}

interface VaguePassage {
  readonly passage: Passage;
  readonly normative: Normative;
  /** A list below says what the last sentence means. */
  readonly hasListBelow: boolean;
}

/** A sentence is asked about so many of its words; one is enough to make it a finding. */
const WORDS_MAX = 8;

function vagueSentences(
  { passage, normative, hasListBelow }: VaguePassage,
  matches: readonly RegExpExecArray[],
): readonly Hit[] {
  const { text } = passage;
  const isRequirement = normative.isRequirement(passage);
  const sentences = sentencesOf(text);
  const hits: Hit[] = [];
  let next = 0;
  for (const [at, { start, end }] of sentences.entries()) {
    const first = next;
    while ((matches[next]?.index ?? end) < end) next += 1;
    if (next === first || (hasListBelow && at === sentences.length - 1)) continue;
    const sentence = text.slice(start, end);
    const strength = normative.strengthOf(sentence);
    // What follows the first sentence of a requirement is often why it is one.
    const rule =
      isRequirement && (at === 0 || strength !== null) ? "vague-requirement" : RULE[strength ?? "none"];
    if (rule === null) continue;
    const quantified = QUANTITY.test(sentence);
    const isOpen = (match: RegExpExecArray) =>
      !(quantified && kindOf(match)?.byNumber === true) &&
      !isSettled(text, match, { start, end }) &&
      (rule === "vague-requirement" || isWished(sentence, match.index - start));
    const [hanging, ...others] = matches.slice(first, Math.min(next, first + WORDS_MAX)).filter(isOpen);
    if (hanging !== undefined) hits.push(hitOf({ rule, passage, match: hanging, others }));
  }
  return hits;
}

const RULE = { demand: "vague-requirement", wish: "vague-statement", none: null } as const;

/** After the verb and in its clause: what stands before it, or after a comma, is not what should be. */
function isWished(sentence: string, at: number): boolean {
  const verb = SHOULD.exec(sentence)?.index ?? at;
  return verb < at && !/[,;:]/.test(sentence.slice(verb, at));
}

/** The ETC is something's name, and so are `/etc`, `etc-hosts` and a real-time clock signal. */
function isName(text: string, { 0: words, index }: RegExpExecArray): boolean {
  const after = text.slice(index + words.length, index + words.length + NEAR_MAX);
  if (words === "ETC" || text[index - 1] === "/" || /^[/-]\w/.test(after)) return true;
  return /^real[- ]time$/i.test(words) && COMPOUND.test(after);
}

const COMPOUND =
  /^\s{1,4}[a-z]{3,40}\s{1,4}(?!(?:of|to|for|in|on|with|and|or|from|as|at|via|when|while|by|is|are|during|across|without|within|that|which|so|if)\b)[a-z]{3,40}/i;

interface VagueWord {
  readonly rule: "vague-requirement" | "vague-statement";
  readonly passage: Passage;
  readonly match: RegExpExecArray;
  readonly others: readonly RegExpExecArray[];
}

function hitOf({ rule, passage, match, others }: VagueWord): Hit {
  const written = oneLine(match[0]).trim();
  const end = match.index + match[0].length;
  const sentence = sentenceAround(passage, match.index, end);
  const kind = kindOf(match);
  const note =
    others.length === 0
      ? {}
      : { note: `Also: ${others.map((other) => `“${oneLine(other[0]).trim()}”`).join(", ")}.` };
  return {
    rule,
    place: placeOfWords(passage, match.index, end),
    section: passage.section,
    title: GAP_TITLE[rule]({ passage, sentence }),
    subject: markSubject(passage, sentence),
    why: `“${written}” leaves open ${kind?.open ?? "what is meant"}, so two readers build two different things.`,
    ...(kind === undefined ? {} : { settle: kind.settle }),
    ...note,
  };
}

function kindOf(match: RegExpExecArray): VagueWords | undefined {
  return VAGUE_WORDS.find((_, index) => match.groups?.[`kind${index}`] !== undefined);
}

const UNITS =
  "%|percent|ms|milliseconds?|s|secs?|seconds?|min|minutes?|h|hours?|days?|weeks?|months?|years?|[kmgt]?i?b|bytes?|characters?|lines?|items?|entries|rows?|records?|files?|pages?|users?|requests?|connections?|messages?|attempts?|retries|times|rps|qps|tps|k?hz|px|bits?|tokens?|clicks?|steps?|cores?|points?|levels?";
const NUMBER = "\\d[\\d.,]{0,12}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty";
const QUANTITY = new RegExp(
  `(?:${NUMBER})\\s{0,4}-?(?:${UNITS})(?!\\w)|[<>≤≥=]\\s?\\d|\\b(?:at least|at most|up to|exactly|no more than|fewer than|less than|more than|once a|every) (?:${NUMBER}|day|hour|minute|second|week)\\b`,
  "i",
);
const DEFINED_ELSEWHERE =
  /\b(?:as\s{1,4})?(?:defined|described|specified|listed|given|set out|set forth|laid down|shown|explained|stated|documented)\s{1,4}(?:in|by|at|under|below|above|here)\b|\b(?:see|per|according to|following)\s{1,4}(?:the\s{1,4})?(?:§|section|table|appendix|annex|figure|list|chapter)|§\s?\d|\b(?:i\.e\.|that is,|namely|meaning|which means|defined as|in other words|specifically)/i;
const EXPLAINED_AFTER = /^[^.;]{0,60}(?:\([^)]{3,}|:\s{1,4}\S|:\s*$|\s[—–]\s+\S+\s+\S+\s+\S+)/i;
const EXAMPLES_BEFORE = /\b(?:e\.g\.?|such as|for example|for instance|like|including)[^.;]{0,200}$/i;
const COMPARED = /^\s{0,4}(?:than|without)\s/i;
/** What is not wanted need not be exact. */
const INSTEAD_BEFORE = /\b(?:rather than|instead of)\b[^.;]{0,200}$/i;

const JUST_BEFORE_MAX = 80;

/** By what stands around the word. */
function isSettled(text: string, match: RegExpExecArray, { start, end }: Sentence): boolean {
  const { 0: word, index } = match;
  const before = text.slice(Math.max(start, index - NEAR_MAX), index);
  const after = text.slice(index + word.length, Math.min(end, index + word.length + NEAR_MAX));
  if (kindOf(match)?.open === "what else" && (EXAMPLES_BEFORE.test(before) || isAside(text, before)))
    return true;
  if (INSTEAD_BEFORE.test(before)) return true;
  if (DEFINED_ELSEWHERE.test(after) || DEFINED_ELSEWHERE.test(before.slice(-JUST_BEFORE_MAX))) return true;
  return EXPLAINED_AFTER.test(after) || COMPARED.test(after) || isSetApart(before, after);
}

/** "etc." in brackets closes some examples, but for a requirement with an id, where they are what is asked for. */
function isAside(text: string, before: string): boolean {
  return before.lastIndexOf("(") > before.lastIndexOf(")") && !isLabelled(text);
}

/** A word in quotation marks is spoken of; one alone in brackets is said in passing. */
function isSetApart(before: string, after: string): boolean {
  return (/["“'‘]$/.test(before) && /^["”'’]/.test(after)) || (before.endsWith("(") && after.startsWith(")"));
}
