// Requirements whose meaning hangs on a vague word. A word alone is no fault: it must stand in a sentence that
// requires something, and nothing in that sentence may say what it means.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { hitsIn, matchesOf } from "../../document/spec/matches.ts";
import { citesKeyWords, type Normative, normativeText } from "../../document/spec/normative-text.ts";
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
  return findInParts(parts, capitalsOnly ? vagueInCapitals : vagueInAnyCase);
}

const vagueInCapitals = memoizeWeak((spec: PartText) => vagueIn(spec, normativeText({ capitalsOnly: true })));
const vagueInAnyCase = memoizeWeak((spec: PartText) => vagueIn(spec, normativeText({ capitalsOnly: false })));

function vagueIn({ passages }: PartText, normative: Normative): readonly Hit[] {
  return hitsIn(passages, (passage) => {
    if (!normative.mayRequire(passage)) return [];
    const matches = matchesOf(passage.text, VAGUE);
    return matches.length === 0 ? [] : vagueSentences(passage, matches, normative);
  });
}

/** A sentence is asked about so many of its words; one is enough to make it a finding. */
const WORDS_MAX = 8;

function vagueSentences(
  passage: Passage,
  matches: readonly RegExpExecArray[],
  normative: Normative,
): readonly Hit[] {
  const { text } = passage;
  const listed = normative.isRequirementsList(passage);
  const hits: Hit[] = [];
  let next = 0;
  for (const { start, end } of sentencesOf(text)) {
    const first = next;
    while ((matches[next]?.index ?? end) < end) next += 1;
    if (next === first) continue;
    const sentence = text.slice(start, end);
    if (!listed && !normative.requires(sentence)) continue;
    const quantified = QUANTITY.test(sentence);
    const [hanging, ...others] = matches
      .slice(first, Math.min(next, first + WORDS_MAX))
      .filter(
        (match) =>
          !(quantified && kindOf(match)?.byNumber === true) && !isSettled(text, match, { start, end }),
      );
    if (hanging !== undefined) hits.push(hitOf(passage, hanging, others));
  }
  return hits;
}

function hitOf(passage: Passage, match: RegExpExecArray, others: readonly RegExpExecArray[]): Hit {
  const written = oneLine(match[0]).trim();
  const end = match.index + match[0].length;
  const sentence = sentenceAround(passage, match.index, end);
  const kind = kindOf(match);
  const note =
    others.length === 0
      ? {}
      : { note: `Also: ${others.map((other) => `“${oneLine(other[0]).trim()}”`).join(", ")}.` };
  return {
    rule: "vague-requirement",
    place: placeOfWords(passage, match.index, end),
    section: passage.section,
    title: GAP_TITLE["vague-requirement"]({ passage, sentence }),
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

const JUST_BEFORE_MAX = 80;

/** By what stands around the word. */
function isSettled(text: string, match: RegExpExecArray, { start, end }: Sentence): boolean {
  const { 0: word, index } = match;
  const before = text.slice(Math.max(start, index - NEAR_MAX), index);
  const after = text.slice(index + word.length, Math.min(end, index + word.length + NEAR_MAX));
  if (kindOf(match)?.open === "what else" && EXAMPLES_BEFORE.test(before)) return true;
  if (DEFINED_ELSEWHERE.test(after) || DEFINED_ELSEWHERE.test(before.slice(-JUST_BEFORE_MAX))) return true;
  return EXPLAINED_AFTER.test(after) || COMPARED.test(after) || isSetApart(before, after);
}

/** A word in quotation marks is spoken of; one alone in brackets is said in passing. */
function isSetApart(before: string, after: string): boolean {
  return (/["“'‘]$/.test(before) && /^["”'’]/.test(after)) || (before.endsWith("(") && after.startsWith(")"));
}
