// Marks that authors leave where something is still to be written.
import { hitsIn, matchesOf } from "../../document/spec/matches.ts";
import { placeIn, placeOfWords } from "../../document/spec/place.ts";
import { sentenceAround } from "../../document/spec/sentences.ts";
import type { PartText, Passage } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import type { Hit } from "../lint-finding.ts";
import { markSubject, subjectOf } from "../subject.ts";

export function findMarkers({ passages, frontEnd }: PartText): readonly Hit[] {
  return hitsIn(passages, (passage) => [
    ...clarifications(passage),
    ...findTodos(passage, passage.line <= frontEnd),
    ...findUndecided(passage),
  ]);
}

const CLARIFICATION = /\[\s{0,4}needs\s{1,4}clarification\b/gi;
const CHECK_BOX = /^\s{0,20}\[[ xX]\]\s/;
/** Between the mark's words and its question. */
const MARK_HEAD = /^\[\s{0,4}needs\s{1,4}clarification[\s:,—–-]{0,8}/i;

function clarifications(passage: Passage): readonly Hit[] {
  if (!passage.text.includes("[")) return [];
  return matchesOf(passage.text, CLARIFICATION).flatMap(({ index }) => {
    const end = closingBracket(passage.text, index) + 1;
    const sentence = sentenceAround(passage, index, end);
    const question = sentence.words.replace(MARK_HEAD, "").replace(/\]$/, "");
    if (isMentioned(passage.text, { start: index, end, question })) return [];
    const hit: Hit = {
      rule: "needs-clarification",
      place: placeIn(passage, index, end),
      section: passage.section,
      title: GAP_TITLE["needs-clarification"](question, { passage, sentence }),
      subject: question === "" ? markSubject(passage, sentence) : subjectOf(question),
    };
    return [hit];
  });
}

/** "Use [NEEDS CLARIFICATION: …] for …" tells how to mark, and so do the words that Spec Kit's template has for a question. */
const INSTRUCTION = /(?:^|[.:;!?]\s{1,4})Use\s{1,4}$/;
const TEMPLATE_QUESTION = /^specific question$/i;
const NAMED_AS_MARK = /^\s{0,4}(?:markers?|marks?|tags?)\b/i;

/** A box to tick speaks of marks: "[x] No [NEEDS CLARIFICATION] left". */
function isMentioned(
  text: string,
  { start, end, question }: { readonly start: number; readonly end: number; readonly question: string },
): boolean {
  const behind = text.slice(Math.max(0, start - 40), start);
  if (INSTRUCTION.test(behind) || TEMPLATE_QUESTION.test(question)) return true;
  const isNamed = NAMED_AS_MARK.test(text.slice(end, end + 40)) || MENTION_BEFORE.test(behind);
  return question === "" && (CHECK_BOX.test(text) || isNamed);
}

const QUESTION_LENGTH_MAX = 2_000;

/** Of the bracket at `open`; brackets inside it are its own. The text's end where it is never closed. */
function closingBracket(text: string, open: number): number {
  const last = Math.min(text.length, open + QUESTION_LENGTH_MAX);
  let depth = 0;
  for (let at = open; at < last; at++) {
    if (text[at] === "[") depth += 1;
    else if (text[at] === "]" && --depth === 0) return at;
  }
  return last - 1;
}

interface MarkerMatch {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const MARKER = /(?<![\w./#-])(?:TODO|TBD|TBC|TBA|FIXME|XXX)(?![\w/-])|(?<![\w?/])\?{3,}(?![\w/])/g;

/** What a template says about a key of the front matter, behind a `#`. */
function isYamlComment(text: string, at: number): boolean {
  return /(?:^|\s)#/.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at));
}

function findTodos(passage: Passage, inFrontMatter: boolean): readonly Hit[] {
  const all = matchesOf(passage.text, MARKER);
  const stated = inFrontMatter ? all.filter(({ index }) => !isYamlComment(passage.text, index)) : all;
  const matches = stated.map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }));
  return matches
    .filter((match, index) =>
      isMeant(passage.text, match, { before: matches[index - 1], after: matches[index + 1] }),
    )
    .map(({ start, end }) => todoHit(passage, start, end));
}

function todoHit(passage: Passage, start: number, end: number): Hit {
  const sentence = sentenceAround(passage, start, end);
  return {
    rule: "todo-marker",
    place: placeOfWords(passage, start, end),
    section: passage.section,
    title: GAP_TITLE["todo-marker"]({ passage, sentence }),
    subject: markSubject(passage, sentence),
  };
}

interface Neighbours {
  readonly before: MarkerMatch | undefined;
  readonly after: MarkerMatch | undefined;
}

/** "TODO, TBD and FIXME" speaks of marks; so do "a TODO list" and "every TODO is reported". */
function isMeant(text: string, match: MarkerMatch, { before, after }: Neighbours): boolean {
  if (before !== undefined && isEnumeration(text.slice(before.end, match.start))) return false;
  if (after !== undefined && isEnumeration(text.slice(match.end, after.start))) return false;
  const ahead = text.slice(match.end, match.end + 40);
  const behind = text.slice(Math.max(0, match.start - 40), match.start);
  return AMBIGUOUS_MARKERS[match.word]?.(behind, ahead) ?? true;
}

function isEnumeration(between: string): boolean {
  return (
    between.length <= 20 &&
    /^[\s"'“”‘’()]*(?:[,/|;&]|and\b|or\b|,\s*(?:and|or)\b)[\s"'“”‘’()]*$/i.test(between)
  );
}

const MENTION_AFTER =
  /^["'”’]?\s{0,4}(?:lists?|items?|apps?|entr(?:y|ies)|comments?|markers?|tags?|notes?|files?|tests?|options?|status|state|columns?|boards?|flags?|labels?|placeholders?|is\b|are\b)/i;
const MENTION_BEFORE = /(?:\b(?:an?|the|every|each|any|no|this|all|both)|["'“‘])\s{0,4}$/i;
const STANDS_ALONE = /^\s*[:)\]([.,;|—–-]|^\s*$/;
const LEADS_IN = /(?:^|[[(:|.;!?—–-]|\b(?:is|are))\s*$/;

/** The marks that are also ordinary words or abbreviations, and where they are marks. */
const AMBIGUOUS_MARKERS: Readonly<Record<string, (behind: string, ahead: string) => boolean>> = {
  TODO: (behind, ahead) =>
    !MENTION_AFTER.test(ahead) &&
    !MENTION_BEFORE.test(behind) &&
    (LEADS_IN.test(behind) || STANDS_ALONE.test(ahead)),
  TBD: (behind, ahead) => !MENTION_AFTER.test(ahead) && !MENTION_BEFORE.test(behind),
  FIXME: (behind, ahead) => !MENTION_AFTER.test(ahead) && !MENTION_BEFORE.test(behind),
  TBC: (behind, ahead) => LEADS_IN.test(behind) && STANDS_ALONE.test(ahead),
  TBA: (behind, ahead) => LEADS_IN.test(behind) && STANDS_ALONE.test(ahead),
  XXX: (behind, ahead) => LEADS_IN.test(behind) && (STANDS_ALONE.test(ahead) || /^\s*$/.test(behind)),
};

const DECIDED_LATER = "determined|decided|defined|specified|agreed|clarified";
const SETTLED_LATER = `${DECIDED_LATER}|discussed|finali[sz]ed|confirmed`;
const TO_BE = "to\\s{1,4}be\\s{1,4}";
const UNDECIDED = new RegExp(
  `\\b(?:is|are)\\s{1,4}${TO_BE}(?:${DECIDED_LATER})\\b` +
    `|\\b(?:(?:is|are)\\s{1,4}(?:still|yet)|remains?(?:\\s{1,4}(?:still|yet))?|ha(?:s|ve)\\s{1,4}yet)\\s{1,4}${TO_BE}(?:${SETTLED_LATER})\\b` +
    `|[([]\\s{0,4}${TO_BE}(?:${SETTLED_LATER})\\s{0,4}[)\\]]`,
  "gi",
);

/** By itself it is all that a cell or an item says, or what follows a label. */
const ALONE = new RegExp(`(?:still\\s{1,4})?${TO_BE}(?:${SETTLED_LATER})(?=\\s{0,20}(?:[.;]|$))`, "gi");
const ALONE_BEHIND = /(?:^|[:–—]|\s-)\s{0,20}$/;

/** "is to be defined by the server" is a rule; "is still to be defined" is a hole; "To be discussed" over a list is its name. */
function findUndecided(passage: Passage): readonly Hit[] {
  const { text, kind } = passage;
  if (kind === "heading" || !/\bto\s{1,4}be\b/i.test(text)) return [];
  const said = matchesOf(text, UNDECIDED).filter(
    ({ 0: words, index }) => !/^\s{0,4}(?:by|in|at|as|from|per|on)\b/i.test(text.slice(index + words.length)),
  );
  const alone = matchesOf(text, ALONE).filter(({ index }) =>
    ALONE_BEHIND.test(text.slice(Math.max(0, index - 24), index)),
  );
  return [...said, ...alone].map(({ 0: words, index }) => todoHit(passage, index, index + words.length));
}
