// What a document says of itself is open: the entries of its lists of open questions, its questions about edge cases, and
// questions that are announced as open where they come up.
import { matchesOf } from "../../document/spec/matches.ts";
import { type Place, placeIn, placeOf } from "../../document/spec/place.ts";
import { oneLine, wordsOf } from "../../document/spec/sentences.ts";
import type { PartText, Passage, SpecTable } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import type { Hit } from "../lint-finding.ts";
import { subjectIn, subjectOf } from "../subject.ts";

const OPEN_TITLE =
  /^(?:[\d.]{1,12}\s{0,4})?(?:(?:still )?(?:open|outstanding|unanswered|pending) (?:questions?|issues?|points?|problems?|decisions?|items?)|unresolved(?: (?:questions?|issues?|points?))?|undecided|(?:key )?questions to (?:answer|resolve|decide))\b/i;
/** "Open questions / known rough edges": what is no question there may be of the other kind. */
const OPEN_AND_MORE = /^\s{0,4}(?:\/|&|,|\+|and\b|or\b)/i;
const SETTLED_TITLE = /\b(?:resolved|answered|closed|settled)\b/i;
const EDGE_CASES = /^(?:[\d.]{1,12}\s{0,4})?edge cases\b/i;
const NOTHING =
  /^\W{0,4}(?:none\b|nothing\b|n\/a\b|(?:there (?:are|is) )?(?:currently |at present )?(?:none|no (?:open|unresolved|outstanding|further|other|more|remaining|known))\b|-+$|—)/i;
/** What shows that an entry has its answer. */
const SETTLED =
  /^\s*\[[xX]\]|~~|\b(?:resolved|answer(?:ed)?|decision|decided|closed|settled)\b\s{0,4}(?:[:)\]—–-]|in\b|on\b|by\b|$)|\?["”'’)*_\s]{0,6}\s(?:yes|no)\b(?=\s{0,4}(?:[.,:;!—–]|\s-\s)|\s*$)/i;
const ANSWER = /^\s{0,12}(?:A\d{0,3}[.:]\s|(?:yes|no)\b\s{0,4}[.,:;—–-])/i;

export function findOpenQuestions(spec: PartText): readonly Hit[] {
  const { passages, tables } = spec;
  const hits: Hit[] = [];
  let label: Passage | null = null;
  for (const [index, passage] of passages.entries()) {
    if (passage.kind === "header" || passage.kind === "heading") label = null;
    if (passage.kind === "header" || passage.kind === "heading") continue;
    if (passage.kind === "paragraph" && passage.depth === 0) label = isLabel(passage) ? passage : null;
    const isListed = label !== null || opensSection(passage);
    if (passage.kind !== "cell" && isListed && isEntry(passage) && !isSettled(passages, index))
      hits.push(hitOf(passage));
    else if (isEdgeCase(passages, index)) hits.push(edgeCaseOf(passage));
    else if (!isListed) hits.push(...announcedQuestions(passage));
  }
  return [...hits, ...tables.filter(({ section }) => isOpenTitle(section.path)).flatMap(openRows)];
}

function hitOf(passage: Passage): Hit {
  const words = wordsOf(passage);
  return {
    rule: "open-question",
    place: placeOf(passage),
    section: passage.section,
    title: GAP_TITLE["open-question"](words),
    subject: subjectOf(words),
  };
}

const OPEN_DEPTH_MAX = 1;

/**
 * An entry stands under the title that says so, or one below; further down there are words about an entry, of which only
 * questions count.
 */
function opensSection({ section: { path }, text }: Passage): boolean {
  if (!isOpenTitle(path)) return false;
  const at = path.findLastIndex((title) => OPEN_TITLE.test(title));
  const title = path[at] ?? "";
  const isMixed = OPEN_AND_MORE.test(title.slice(OPEN_TITLE.exec(title)?.[0].length ?? 0));
  return (!isMixed && path.length - 1 - at <= OPEN_DEPTH_MAX) || text.includes("?");
}

export function isOpenTitle(path: readonly string[]): boolean {
  return path.some((title) => OPEN_TITLE.test(title)) && !path.some((title) => SETTLED_TITLE.test(title));
}

/** "Open questions:" on a line of its own, over a list. */
function isLabel({ text }: Passage): boolean {
  const label = text.trim();
  return (
    label.length <= 60 && OPEN_TITLE.test(label) && /:\s*$|^[\w ]+$/.test(label) && !SETTLED_TITLE.test(label)
  );
}

function isEntry({ kind, depth, text }: Passage): boolean {
  if (depth > 0 || text.trim() === "" || NOTHING.test(text.trim())) return false;
  return kind === "item" || (kind === "paragraph" && text.trimEnd().endsWith("?"));
}

const ANSWER_LOOKAHEAD_MAX = 8;
const LINK_ALONE = /^\s{0,12}<?https?:\/\/\S{1,500}(?:\s\([^()]{0,100}\))?\s*$/;

/** By its own words, by what is nested under it, or by an answer that follows; an issue with an address has its own place. */
function isSettled(passages: readonly Passage[], index: number): boolean {
  const entry = passages[index];
  if (entry === undefined || SETTLED.test(entry.text)) return true;
  const [next] = passages.slice(index + 1, index + 2);
  if (next?.kind === "paragraph" && next.depth === entry.depth && isAnswer(next)) return true;
  for (const inner of passages.slice(index + 1, index + 1 + ANSWER_LOOKAHEAD_MAX)) {
    if (inner.depth <= entry.depth) return false;
    if (isAnswer(inner) || SETTLED.test(inner.text) || LINK_ALONE.test(inner.source)) return true;
  }
  return false;
}

function isAnswer({ text }: Passage): boolean {
  return ANSWER.test(text);
}

/** What happens there is asked, and nothing is said after it or under it. */
function isEdgeCase(passages: readonly Passage[], index: number): boolean {
  const [asked, next] = passages.slice(index, index + 2);
  if (asked?.kind !== "item" || !asked.section.path.some((title) => EDGE_CASES.test(title))) return false;
  return /\?["”'’)\s]{0,8}$/.test(asked.text) && !(next !== undefined && next.depth > asked.depth);
}

function edgeCaseOf(passage: Passage): Hit {
  return {
    ...hitOf(passage),
    subject: subjectIn(passage.section, wordsOf(passage)),
    why: "The edge case is asked about, and nothing says what happens.",
    settle: "Answer the question where it stands.",
    target: "block",
  };
}

/** "Open question: may guests pay?", at the beginning of a sentence or in capitals. */
const ANNOUNCED =
  /\b(?:[Oo]pen|OPEN) (?:[Qq]uestion|QUESTION)(?:\s?#?\d{1,3}|\s\([^()]{1,40}\))?\s{0,4}[:–—]\s{0,20}(?=\S)/g;
const SENTENCE_BEGINS = /(?:^|[.!?;–—([]|\s-)["“*_\s]{0,20}$/;

function announcedQuestions(passage: Passage): readonly Hit[] {
  const { text, section } = passage;
  if (!/\bopen question/i.test(text) || SETTLED.test(text)) return [];
  return matchesOf(text, ANNOUNCED).flatMap(({ 0: mark, index }) => {
    const isOwn = mark.startsWith("OPEN") || SENTENCE_BEGINS.test(text.slice(Math.max(0, index - 24), index));
    if (!isOwn) return [];
    const from = index + mark.length;
    const end = questionEnd(text, from);
    const words = oneLine(text.slice(from, end)).trim();
    if (ANSWER.test(text.slice(end))) return [];
    const place: Place = placeIn(passage, index, end);
    const title = GAP_TITLE["open-question"](words);
    return [
      {
        rule: "open-question" as const,
        place,
        section,
        title,
        subject: subjectOf(words),
        target: "block" as const,
      },
    ];
  });
}

/** Of its first sentence. */
function questionEnd(text: string, from: number): number {
  const end = /[.?!](?=\s|$)/.exec(text.slice(from));
  return end === null ? text.trimEnd().length : from + end.index + 1;
}

const ANSWER_COLUMN = /^(?:answer|decision|resolution|outcome)$/i;
const STATE_COLUMN = /^(?:status|state)$/i;
const STILL_OPEN = /^(?:|-|—|–|\?|open|tbd|pending|new|in discussion|undecided|none|no)$/i;
const NUMBER_CELL = /^(?:#?\d{1,4}\.?|[A-Z]{1,6}-?\d{1,4})$/;

function openRows({ header, rows }: SpecTable): readonly Hit[] {
  const column = (named: RegExp) => header.findIndex(({ shown }) => named.test(shown.trim()));
  const answer = column(ANSWER_COLUMN);
  const state = column(STATE_COLUMN);
  return rows.flatMap((row) => {
    const isOpen = (index: number) => index < 0 || STILL_OPEN.test((row[index]?.shown ?? "").trim());
    const subject = row.find(({ text }) => text.trim() !== "" && !NUMBER_CELL.test(text.trim()));
    if (subject === undefined || !isOpen(answer) || !isOpen(state) || NOTHING.test(subject.text.trim()))
      return [];
    return [hitOf(subject)];
  });
}
