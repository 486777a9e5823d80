// Gaps that a spec already lists: headings, list items, rows and marked paragraphs whose subject is the gap.
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { groupBy } from "../../core/shared/group-by.ts";
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import type { Severity } from "../../core/shared/severity.ts";
import { hitsIn, matchesOf } from "../../document/spec/matches.ts";
import { type Place, placeIn, placeOf } from "../../document/spec/place.ts";
import { oneLine, wordsOf } from "../../document/spec/sentences.ts";
import { findInParts, type SpecPart } from "../../document/spec/spec-parts.ts";
import type { PartText, Passage, SpecTable } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import type { EntryFacts, Hit } from "../lint-finding.ts";
import {
  BLOCKER_COLUMN,
  entryWords,
  gapsNamed,
  isClosed,
  readBlockers,
  readSeverity,
  readState,
  rowWords,
} from "./gap-facts.ts";

interface Entry {
  readonly gap: GapId;
  readonly passage: Passage;
  readonly place: Place;
  /** What its title is made from. */
  readonly words: string;
  readonly severity: Severity | null;
  readonly state: string | null;
  readonly text: string;
  readonly blockedBy: readonly GapId[];
  /** `[GAP-…: …]` within a text. */
  readonly inline?: true;
}

const entriesIn = memoizeWeak(({ passages, tables }: PartText): readonly Entry[] => [
  ...textEntries(passages),
  ...hitsIn(passages, inlineEntries),
  ...tables.flatMap(rowEntries),
]);

export function findGapEntries(parts: readonly SpecPart[]): readonly Hit[] {
  const entries = findInParts(parts, entriesIn).toSorted(
    (a, b) => a.place.line - b.place.line || a.place.column - b.place.column,
  );
  return [...groupBy(entries, ({ gap }) => gap).values()].flatMap(hitOf);
}

function hitOf([entry, ...again]: readonly Entry[]): readonly Hit[] {
  if (entry === undefined) return [];
  const { passage, place, gap } = entry;
  const told = [entry, ...again].find((one) => entryWords(one.words, gap) !== "");
  const title = GAP_TITLE["gap-entry"](told === undefined ? "" : entryWords(told.words, gap), gap);
  const base = { rule: "gap-entry", section: passage.section, title, subject: gap, gap } as const;
  const note = noteOf(place.line, again);
  const target = isEntry([entry, ...again]) ? ("entry" as const) : ("block" as const);
  const hit = {
    ...base,
    place,
    target,
    ...factsOf([entry, ...again]),
    ...(note === null ? {} : { note }),
    entry: mergeEntries([entry, ...again]),
  };
  return [hit, ...again.map((other) => ({ ...base, place: other.place, again: true as const }))];
}

/** Rows, items and headings list a gap; a paragraph, and a mark within a text, is itself where it is settled. */
function isEntry([entry, ...again]: readonly Entry[]): boolean {
  const marks = [entry, ...again].filter((one) => one?.inline === true);
  const isMark = marks.some((mark) => mark?.place.line === entry?.place.line);
  return !isMark && entry?.passage.kind !== "paragraph";
}

/** Where entries differ, the one that keeps the gap open counts. */
function factsOf(entries: readonly Entry[]): Pick<Hit, "severity" | "state" | "why" | "settle"> {
  const states = entries.flatMap(({ state }) => state ?? []);
  const state = states.find((one) => !isClosed(one)) ?? states[0];
  const severity = entries.find((one) => one.severity !== null)?.severity ?? null;
  if (state !== undefined && isClosed(state)) {
    const why = `${entries[0]?.gap ?? "It"} is listed here as ${state}.`;
    return { state, severity: "LOW", why, settle: "Nothing, unless it is to be reopened." };
  }
  return { ...(severity === null ? {} : { severity }), ...(state === undefined ? {} : { state }) };
}

const TEXT_CHARS_MAX = 2_000;

/** All that its entries say, each thing once. */
function mergeEntries(entries: readonly Entry[]): EntryFacts {
  const text = [...new Set(entries.map((entry) => entry.text).filter((one) => one !== ""))].join("\n");
  return {
    text: text.length <= TEXT_CHARS_MAX ? text : `${text.slice(0, TEXT_CHARS_MAX - 1)}…`,
    blockedBy: [...new Set(entries.flatMap((entry) => entry.blockedBy))],
  };
}

function noteOf(line: number, again: readonly Entry[]): string | null {
  const lines = [...new Set(again.map(({ place }) => place.line))].filter((other) => other !== line);
  if (lines.length === 0) return null;
  return `Also described in ${lines.length === 1 ? "line" : "lines"} ${listLines(lines)}.`;
}

const LINES_LISTED_MAX = 10;

function listLines(lines: readonly number[]): string {
  const more = lines.length - LINES_LISTED_MAX;
  return lines.slice(0, LINES_LISTED_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Lists of what a section rests on or answers name gaps without stating them. */
const REFERRING =
  /\b(?:depend(?:s|ing) on|dependenc(?:y|ies)|related|relates to|references?|integrat(?:es|ion) with|align(?:s|ed|ment) with|foundations?|buil(?:t|ds) on|see also|prerequisites?|address(?:es|ed|ing)|gap resolution|cross-?references?)\b/i;
/** "GAP-FLOW-007 (Rollback) Review" is about the gap, and does not state it. */
const ABOUT_GAP =
  /^\s{0,4}(?:\([^()]{0,80}\))?[^:(—–]{0,60}\b(?:integration|review|resolution|confirmation|revision)\b/i;
const SETTLED_LIST = /\b(?:resolved|closed|fixed|done|completed|superseded|accepted|won'?t fix)\b(?! by)/i;

function textEntries(passages: readonly Passage[]): readonly Entry[] {
  const entries: Entry[] = [];
  let leadIn = "";
  for (const [index, passage] of passages.entries()) {
    if (passage.kind === "paragraph" && passage.depth === 0)
      leadIn = passage.text.trimEnd().endsWith(":") ? passage.text : "";
    if (passage.kind === "heading") leadIn = "";
    if (passage.kind === "header" || passage.kind === "cell") continue;
    const gap = subjectOf(passage);
    const context =
      passage.kind === "heading" ? "" : `${passage.section.title}\n${leadIn.slice(-LEAD_IN_MAX)}`;
    if (gap === null || REFERRING.test(context)) continue;
    const about = passagesOfEntry(passages, index);
    const said = about.map(({ text }) => text);
    const state = readState(said) ?? (SETTLED_LIST.test(context) ? "resolved" : null);
    entries.push({
      gap,
      passage,
      place: placeOf(passage),
      words: wordsOf(passage),
      severity: readSeverity(said),
      state,
      text: ownWords(about, gap),
      blockedBy: readBlockers(said),
    });
  }
  return entries;
}

const LEAD_IN_MAX = 200;
const LABEL_MAX = 60;

/** The gap that a passage opens with, unless the sentence goes on about it. */
function subjectOf({ kind, shown, text }: Passage): GapId | null {
  const start = shown.search(/\S/);
  const head = shown.slice(Math.max(0, start), Math.max(0, start) + LABEL_MAX + 40);
  const [mention] = findGapIds(head);
  if (mention === undefined) return null;
  // Inline code is a mention, save where it is the whole label of a heading.
  if (kind !== "heading" && !text.startsWith(mention.id, start + mention.start)) return null;
  const before = head.slice(0, mention.start);
  const after = head.slice(mention.end);
  const opens =
    /^(?:[\d.)§]{0,8}\s{0,4})?(?:\[[ xX]\]\s{0,4}|~~)?[[("'“]?(?:(?:open\s)?gap\s{0,4}[:#—–-]?\s{0,4})?$/i.test(
      before,
    );
  const titled =
    /^\s{0,6}(?:$|[:—–()[\]|~.,-]|\n)/.test(after) ||
    /^\s{1,4}(?:\p{Lu}|what|how|which|who|when|where)/u.test(after);
  const marked = kind !== "paragraph" || /^["'“]?\s{0,6}[:—–\]-]/.test(after);
  return opens && titled && marked && !ABOUT_GAP.test(after) ? mention.id : null;
}

const FACTS_MAX = 12;

/** The entry, and what belongs to it: its section, or what is nested in its item, up to the next entry. */
function passagesOfEntry(passages: readonly Passage[], index: number): readonly Passage[] {
  const entry = passages[index];
  if (entry === undefined) return [];
  const said = [entry];
  for (const passage of passages.slice(index + 1, index + 1 + FACTS_MAX)) {
    const own = entry.kind === "heading" ? passage.section === entry.section : passage.depth > entry.depth;
    if (!own || passage.kind === "heading" || subjectOf(passage) !== null) break;
    said.push(passage);
  }
  return said;
}

/** Of a heading what stands below it; a title alone speaks for itself. */
function ownWords([entry, ...below]: readonly Passage[], gap: GapId): string {
  if (entry === undefined) return "";
  const title = oneLine(entry.shown.replace(gap, ""))
    .replace(/^[\s\])"'”:—–.,-]+/, "")
    .trim();
  const body = below.map(({ shown }) => oneLine(shown).trim()).filter((text) => text !== "");
  const all = entry.kind === "heading" && body.length > 0 ? body : [title, ...body];
  return all.join("\n").trim();
}

const GAP_COLUMN = /^(?:(?:open |known )?gaps?(?: id)?|id|#)$/i;
const SEVERITY_COLUMN = /^(?:severity|priority|impact)$/i;
const STATE_COLUMN = /^(?:status|state)$/i;

function rowEntries({ header, rows, section }: SpecTable): readonly Entry[] {
  const column = (named: RegExp) => header.findIndex(({ shown }) => named.test(shown.trim()));
  const [gaps, severities, states] = [column(GAP_COLUMN), column(SEVERITY_COLUMN), column(STATE_COLUMN)];
  const blockers = column(BLOCKER_COLUMN);
  if (gaps < 0 || REFERRING.test(section.title)) return [];
  return rows.flatMap((row) => {
    const passage = row[gaps];
    const cell = passage?.shown.trim() ?? "";
    const [mention] = findGapIds(cell);
    if (passage === undefined || mention === undefined || mention.start > 2) return [];
    const severity =
      readSeverity([`Severity: ${row[severities]?.shown ?? ""}`]) ?? readSeverity([passage.text]);
    const state = row[states]?.shown.trim() || (SETTLED_LIST.test(section.title) ? "resolved" : null);
    const words = rowWords(row, gaps, header);
    const blockedBy = gapsNamed(row[blockers]?.shown ?? "");
    const text = cellWords(header, row, [gaps, severities, states, blockers]);
    return [{ gap: mention.id, passage, place: placeOf(passage), words, severity, state, text, blockedBy }];
  });
}

/** Its cells but for those that are read as facts; each under its column's title where there are several. */
function cellWords(header: readonly Passage[], row: readonly Passage[], facts: readonly number[]): string {
  const cells = row.flatMap(({ shown }, index) => {
    const text = oneLine(shown).trim();
    return facts.includes(index) || /^[—–-]?$/.test(text)
      ? []
      : [{ title: oneLine(header[index]?.shown ?? "").trim(), text }];
  });
  const [only] = cells;
  if (only !== undefined && cells.length === 1) return only.text;
  return cells.map(({ title, text }) => (title === "" ? text : `${title}: ${text}`)).join("; ");
}

const INLINE_MARK = /\[\s{0,2}(?=GAP-)[^[\]\n]{8,20}:[^[\]]{0,500}\]/g;

/** `[GAP-AUTH-001: who may do this?]` within a sentence. */
function inlineEntries(passage: Passage): readonly Entry[] {
  if (passage.kind === "header" || passage.kind === "cell") return [];
  return matchesOf(passage.text, INLINE_MARK).flatMap(({ 0: mark, index }) => {
    const [mention] = findGapIds(mark);
    if (mention === undefined || mention.start > 3 || mark[mention.end] !== ":") return [];
    const place = placeIn(passage, index, index + mark.length);
    const said = mark.slice(1);
    const text = oneLine(said.slice(mention.end).replace(/\]$/, "")).trim();
    const facts = { severity: readSeverity([said]), state: null, blockedBy: readBlockers([said]) };
    return [{ gap: mention.id, passage, place, words: mark, text, ...facts, inline: true }];
  });
}
