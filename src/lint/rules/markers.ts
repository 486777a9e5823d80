// Marks that authors leave where something is still to be written.
import { hitsIn, matchesOf } from "../../document/spec/matches.ts";
import { placeIn, placeOfWords } from "../../document/spec/place.ts";
import { sentenceAround } from "../../document/spec/sentences.ts";
import type { PartText, Passage } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import type { Hit } from "../lint-finding.ts";
import { markSubject, subjectOf } from "../subject.ts";

export function findMarkers({ passages }: PartText): readonly Hit[] {
  return hitsIn(passages, (passage) => [
    ...clarifications(passage),
    ...findTodos(passage),
    ...findUndecided(passage),
  ]);
}

const CLARIFICATION = /\[\s{0,4}needs\s{1,4}clarification\b/gi;
const CHECK_BOX = /^\s{0,20}\[[ xX]\]\s/;
/** Between the mark's words and its question. */
const MARK_HEAD = /^\[\s{0,4}needs\s{1,4}clarification[\s:,—–-]{0,8}/i;

function clarifications(passage: Passage): readonly Hit[] {
  return matchesOf(passage.text, CLARIFICATION).flatMap(({ index }) => {
    const end = closingBracket(passage.text, index) + 1;
    const sentence = sentenceAround(passage, index, end);
    const question = sentence.words.replace(MARK_HEAD, "").replace(/\]$/, "");
    // A box to tick speaks of marks: "[x] No [NEEDS CLARIFICATION] left".
    if (question === "" && CHECK_BOX.test(passage.text)) return [];
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

function findTodos(passage: Passage): readonly Hit[] {
  const matches = matchesOf(passage.text, MARKER).map(({ 0: word, index }) => ({
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
  /^["'”’]?\s{0,4}(?:lists?|items?|apps?|entr(?:y|ies)|comments?|markers?|tags?|notes?|files?|tests?|options?|status|state|columns?|boards?|flags?|labels?|is\b|are\b)/i;
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
const UNDECIDED = new RegExp(
  `\\b(?:(?:is|are|remains?)\\s{1,4}(?:still\\s{1,4}|yet\\s{1,4})?|ha(?:s|ve)\\s{1,4}yet\\s{1,4})to\\s{1,4}be\\s{1,4}(?:${DECIDED_LATER})\\b` +
    `|[([]\\s{0,4}to\\s{1,4}be\\s{1,4}(?:${DECIDED_LATER})\\s{0,4}[)\\]]`,
  "gi",
);

/** "is to be defined by the server" is a rule; "is still to be defined" is a hole. */
function findUndecided(passage: Passage): readonly Hit[] {
  return matchesOf(passage.text, UNDECIDED)
    .filter(
      ({ 0: words, index }) =>
        !/^\s{0,4}(?:by|in|at|as|from|per|on)\b/i.test(passage.text.slice(index + words.length)),
    )
    .map(({ 0: words, index }) => todoHit(passage, index, index + words.length));
}
