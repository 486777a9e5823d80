// The entries of lists that say of themselves that they are open.
import { placeOf } from "../../document/spec/place.ts";
import { wordsOf } from "../../document/spec/sentences.ts";
import type { PartText, Passage, SpecTable } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import type { Hit } from "../lint-finding.ts";
import { subjectOf } from "../subject.ts";

const OPEN_TITLE =
  /^(?:[\d.]{1,12}\s{0,4})?(?:(?:still )?(?:open|outstanding|unanswered|pending) (?:questions?|issues?|points?|problems?|decisions?|items?)|unresolved(?: (?:questions?|issues?|points?))?|undecided|(?:key )?questions to (?:answer|resolve|decide))\b/i;
const SETTLED_TITLE = /\b(?:resolved|answered|closed|settled)\b/i;
const NOTHING = /^\W{0,4}(?:none\b|nothing\b|n\/a\b|no open\b|-+$|—)/i;
/** What shows that an entry has its answer. */
const SETTLED =
  /^\s*\[[xX]\]|~~|\b(?:resolved|answer(?:ed)?|decision|decided|closed|settled)\b\s{0,4}(?:[:)\]—–-]|in\b|on\b|by\b|$)/i;

export function findOpenQuestions(spec: PartText): readonly Hit[] {
  const { passages, tables } = spec;
  const hits: Hit[] = [];
  let label: Passage | null = null;
  for (const [index, passage] of passages.entries()) {
    if (passage.kind === "header" || passage.kind === "cell") continue;
    if (passage.kind === "heading") label = null;
    else if (passage.kind === "paragraph" && passage.depth === 0) label = isLabel(passage) ? passage : null;
    const open = isOpenSection(passage) || label !== null;
    if (open && isEntry(passage) && !isSettled(passages, index)) hits.push(hitOf(passage));
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

function isOpenSection({ section }: Passage): boolean {
  return isOpenTitle(section.path);
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

/** By its own words, or by what is nested under it. */
function isSettled(passages: readonly Passage[], index: number): boolean {
  const entry = passages[index];
  if (entry === undefined || SETTLED.test(entry.text)) return true;
  for (const inner of passages.slice(index + 1, index + 1 + ANSWER_LOOKAHEAD_MAX)) {
    if (inner.depth <= entry.depth) return false;
    if (SETTLED.test(inner.text)) return true;
  }
  return false;
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
