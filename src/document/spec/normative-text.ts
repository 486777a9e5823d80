// Which passages and sentences of a spec require something of what is to be built.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import type { Section } from "./outline.ts";
import type { PartText, Passage } from "./spec-text.ts";

const UNDEMANDING_TITLE =
  /\b(?:examples?|rationale|motivation|non-?normative|informative|open (?:questions|issues)|unresolved)\b|^[\d.\s§)]{0,12}(?:the )?(?:background|notes?|introduction|overview|context|discussion|alternatives|consequences|trade-?offs?|history|change ?log|faq|contributing|licen[cs]e|acknowledge?ments|glossary|terminology|getting started|quick ?start|usage|install\w*|why|goals?|non-goals|vision|summary|abstract|risks?|future|roadmap|credits|references|tutorial|guide|related|prior art|philosophy|principles|about|purpose|scope|assumptions|drawbacks|(?:possible|potential) (?:future|extensions?))\b/i;
/** Wherever it stands, also over a whole document's outline where that has no title. */
const ASIDE_TITLE =
  /^(?:future (?:possibilities|work|directions|extensions|considerations)|motivation|background|alternatives(?: considered)?|rationale(?: and alternatives)?|prior art|drawbacks|unresolved questions|assumptions)$/i;
const DEMANDING_TITLE =
  /\b(?:requirements?|acceptance criteria|success criteria|constraints|must[- ]haves?|should[- ]haves?|must have|should have|service levels?|slos?)\b/i;
const UNDEMANDING_START =
  /^[\s("'“*_]{0,12}(?:note|n\.b|nb|example|e\.g|for example|for instance|rationale|hint|tip|reason|background|why|motivation|comment|remark|informative|non-normative|caveat|warning)\b/i;

/** A demand can be tested or broken; what only should be is often said in passing. */
type Strength = "demand" | "wish";

export interface Normative {
  /** Whether what stands here is required even without a verb that says so: a requirement with an id, or in a list of them. */
  readonly isRequirement: (passage: Passage) => boolean;
  readonly mayRequire: (passage: Passage) => boolean;
  /** How a sentence requires something; `null` where it does not. */
  readonly strengthOf: (sentence: string) => Strength | null;
}

/** A document that cites the key words' definition, be it in one place, means them only in capitals. */
export const citesKeyWords = memoizeWeak(({ passages }: PartText) =>
  passages.some(({ text }) => /\b(?:RFC\s?-?2119|RFC\s?-?8174|BCP\s?-?14)\b/.test(text)),
);

const REQUIREMENTS_TITLE =
  /^[\d.\s§)]{0,12}(?:(?:non-?functional|functional|system|user|product|technical|business|quality) ){0,2}(?:requirements?|acceptance criteria|success criteria)(?:\s{0,4}[(*:].{0,40})?$/i;

/** A document with requirements, by their ids or their heading, means what it says should be, also in prose. */
export const statesRequirements = memoizeWeak(
  ({ passages, sections }: PartText) =>
    sections.some(({ title }) => REQUIREMENTS_TITLE.test(title)) ||
    passages.some(({ text }) => isLabelled(text)),
);

export function normativeText({ capitalsOnly }: { readonly capitalsOnly: boolean }): Normative {
  const undemanding = titles(UNDEMANDING_TITLE);
  const demanding = titles(DEMANDING_TITLE);
  return {
    isRequirement: ({ kind, text, section }) =>
      (kind === "item" && !capitalsOnly && demanding(section)) || isLabelled(text),
    mayRequire: ({ kind, text, section }) =>
      kind !== "heading" &&
      kind !== "header" &&
      !UNDEMANDING_START.test(text) &&
      (demanding(section) || !undemanding(section)) &&
      !section.path.some((title) => ASIDE_TITLE.test(title)),
    strengthOf: (sentence) => {
      if (sentence.trimEnd().endsWith("?")) return null;
      if (KEY_WORD.test(sentence)) return "demand";
      if (capitalsOnly || ADVICE.test(sentence)) return null;
      if (MUST.test(sentence)) return "demand";
      return SHOULD.test(sentence) ? "wish" : null;
    },
  };
}

/** "FR-003: …" */
export function isLabelled(text: string): boolean {
  return /^[\s*[(]{0,12}(?:REQ|FR|NFR)-\d/.test(text);
}

/** The innermost heading that fits decides, so it is asked once a section. */
function titles(pattern: RegExp): (section: Section) => boolean {
  const known = new Map<Section, boolean>();
  return (section) => {
    const before = known.get(section);
    if (before !== undefined) return before;
    const found =
      section.path.slice(1).some((title) => pattern.test(title)) ||
      (section.path.length === 1 && pattern.test(section.title));
    known.set(section, found);
    return found;
  };
}

const KEY_WORD = /\b(?:MUST|SHALL|SHOULD|REQUIRED|RECOMMENDED)\b/;
const MUST = /\b(?:must|shall|(?:is|are) required to be)\b/i;
/** "Should this prove useful" is a condition. */
export const SHOULD =
  /\bshould\b(?!\s{1,4}(?:this|that|these|those|it|they|there|such|an?|the|any|anyone|someone|no)\b)/i;
/** What is said to the reader, or to those who work on the text, is advice and not a requirement of the product. */
const ADVICE =
  /\b(?:you|your|we|our|let's|let us|why)\b|\b(?:i|one|contributors?|maintainers?|authors?|reviewers?|readers?|developers?|implementers?|implementors?)\s{1,4}(?:should|must|have to|has to|needs? to)\b|\bshould\s{1,4}(?:\w{1,12}\s{1,4})?(?:work|be fine|be enough|be noted|suffice|probably|you)\b/i;

const LEADING_ID =
  /^[[(]?([A-Z]{1,6}(?:-[A-Z]{2,10})?-\d{1,4}(?:\.\d{1,3}){0,3}[a-z]?)[\])]?(?:[:.—–\s-]{1,4}|$)/;

/** The id that a requirement begins with, and the words that are left. */
export function requirementIdOf(words: string): { readonly id: string; readonly rest: string } | null {
  const match = LEADING_ID.exec(words);
  return match?.[1] === undefined ? null : { id: match[1], rest: words.slice(match[0].length) };
}
