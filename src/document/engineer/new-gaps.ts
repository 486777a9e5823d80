// The gaps a document introduces: under a title for them, in a table, in a label, or in a sentence that says so.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import type { Severity } from "../../core/shared/severity.ts";
import type { BlockRow } from "../markdown/blocks.ts";
import {
  linesOfSpans,
  markedText,
  plainText,
  type Span,
  statedLabel,
  statedText,
} from "../markdown/spans.ts";
import { stripMarkup } from "../reading/dress.ts";
import { names } from "../reading/field-names.ts";
import { gapField, isGapField, withField } from "../reading/gap-fields.ts";
import { leadingGap } from "../reading/gap-mentions.ts";
import { labelledFields, labelledText } from "../reading/labelled-fields.ts";
import { readRating, withoutRating } from "../reading/severity-words.ts";
import { readStatus } from "../reading/status-words.ts";
import { type Table, tableColumns } from "../reading/table-columns.ts";
import {
  type DescribedGaps,
  describedGaps,
  findIntroduced,
  gapsInList,
  leadingGapIds,
} from "./gap-description.ts";
import { isNewGapsTitle, saysNone } from "./section-names.ts";
import { LABEL_LEVEL, type Outline, type Part, type Title } from "./titles.ts";

interface FoundGaps {
  readonly newGaps: readonly ProposedGap[];
  readonly notes: readonly Note[];
}

export function readNewGaps(outline: Outline, resolved: ReadonlySet<GapId>): FoundGaps {
  const found = new NewGaps(resolved);
  for (const part of outline.parts) readPart(part, found);
  return { newGaps: found.gaps(), notes: found.notes };
}

/** Gaps in the order of their first mention; later mentions fill in what the first left out. */
class NewGaps {
  readonly notes: Note[] = [];
  readonly #gaps: ProposedGap[] = [];
  readonly #places = new Map<GapId, number>();
  readonly #resolved: ReadonlySet<GapId>;
  #last: number | null = null;

  constructor(resolved: ReadonlySet<GapId>) {
    this.#resolved = resolved;
  }

  /** Whether it was not known before. */
  add(gap: ProposedGap): boolean {
    if (gap.id !== null && this.#resolved.has(gap.id)) return false;
    const at = gap.id === null ? undefined : this.#places.get(gap.id);
    const before = at === undefined ? undefined : this.#gaps[at];
    if (at === undefined || before === undefined) {
      if (gap.id !== null) this.#places.set(gap.id, this.#gaps.length);
      this.#last = this.#gaps.length;
      this.#gaps.push(gap);
    } else {
      const known = {
        ...before,
        title: before.title || gap.title,
        severity: before.severity ?? gap.severity,
      };
      this.#gaps[at] = withField(known, gap);
      this.#last = at;
    }
    return before === undefined;
  }

  /** What stands below a gap and is about it: `Severity: LOW`, `Blocked by: …`, a paragraph. */
  addToLast(added: Parameters<typeof withField>[1] & { readonly severity?: Severity }): boolean {
    const gap = this.#last === null ? undefined : this.#gaps[this.#last];
    if (gap === undefined || this.#last === null) return false;
    this.#gaps[this.#last] = withField({ ...gap, severity: gap.severity ?? added.severity ?? null }, added);
    return true;
  }

  /** What follows is about no gap. */
  leave(): void {
    this.#last = null;
  }

  note(code: string, line: number, message: string): void {
    this.notes.push({ code, line, message });
  }

  gaps(): readonly ProposedGap[] {
    return this.#gaps;
  }
}

function readPart(part: Part, found: NewGaps): void {
  const { block, title, under } = part;
  if ((title ?? under)?.roles.inExample === true) return;
  const listed = under?.roles.inNewGaps === true;
  if (title !== null) {
    readTitle(title, listed, found);
    return;
  }
  if (block.kind === "table") {
    for (const gap of newGapRows(block, listed)) {
      found.add(gap);
      if (gap.alias !== undefined) noteAlias(gap.alias, gap.line, found);
    }
    return;
  }
  if (block.kind !== "paragraph" && block.kind !== "item") return;
  if (!listed || !readListed(part, found)) readSentences(block.spans, found);
}

function readTitle(title: Title, listed: boolean, found: NewGaps): void {
  if (title.roles.newGaps) {
    found.leave();
    const said = /[:–—](.*)/s.exec(title.text)?.[1]?.trimStart() ?? "";
    if (said !== "" && !saysNone(said)) for (const gap of gapsInList(said, title.line)) found.add(gap);
  } else if (listed) {
    const described = describedGaps(title.spans, title.line);
    if (described.ids.length > 0 || described.alias !== null) addDescribed(described, found);
    else found.leave();
  } else {
    readSentences(title.spans, found);
  }
}

function addDescribed(described: DescribedGaps, found: NewGaps): void {
  const { ids, line, title, severity, description, alias } = described;
  const more = description === null ? {} : { description };
  for (const id of ids) found.add({ id, line, title, severity, ...more });
  if (alias === null) return;
  found.add({ id: null, line, title, severity, ...more, alias });
  noteAlias(alias, line, found);
}

function noteAlias(alias: string, line: number, found: NewGaps): void {
  found.note("new-gap-alias", line, `${alias} is no id of the form GAP-XXXX-000; it is kept as an alias`);
}

/** Whether a part below a title for new gaps is one, or about one. */
function readListed({ block, under }: Part, found: NewGaps): boolean {
  if (block.kind !== "paragraph" && block.kind !== "item") return false;
  if (saysNone(plainText(block.spans))) return true;
  if (readAttributes(block.spans, found)) return true;
  const described = describedGaps(block.spans, block.line);
  if (described.closed) return true;
  if (described.ids.length > 0 || described.alias !== null) {
    addDescribed(described, found);
    addFurtherLines(block.spans, found);
    return true;
  }
  const own =
    under?.roles.newGaps === true || (under?.level === LABEL_LEVEL && under.parent?.roles.newGaps === true);
  const countable = block.kind === "item" && block.depth === 0;
  if (!own || !countable || findGapIds(statedText(block.spans)).length > 0 || described.title === "")
    return isBelowGap({ block, under }) && found.addToLast({ description: markedText(block.spans).trim() });
  const { title, severity, description } = described;
  found.add({
    id: null,
    line: block.line,
    title,
    severity,
    ...(description === null ? {} : { description }),
  });
  found.note("new-gap-without-id", block.line, "this new gap has no id");
  return true;
}

/** A text in a section of its own, or nested below an item. */
function isBelowGap({ block, under }: Pick<Part, "block" | "under">): boolean {
  return block.depth > 0 || (under !== null && !under.roles.newGaps && under.level < LABEL_LEVEL);
}

/** A list without marks: each line of the paragraph begins with its own gap. */
function addFurtherLines(spans: readonly Span[], found: NewGaps): void {
  const [, ...further] = linesOfSpans(spans);
  for (const { line, spans: own } of further) {
    const described = describedGaps(own, line);
    const isNamed = described.ids.length > 0 || described.alias !== null;
    if (isNamed && !described.closed) addDescribed(described, found);
  }
}

/** `Severity: LOW`, `**Description:** …` below a gap: about it, not another one. */
function readAttributes(spans: readonly Span[], found: NewGaps): boolean {
  const { lead, fields } = labelledText(spans);
  if (stripMarkup(lead) !== "" || fields.length === 0) return false;
  if (!fields.every(({ label }) => isAttribute(label))) return false;
  for (const { label, value } of fields) {
    const severity = names(label, "severity") ? (readRating(value)?.severity ?? null) : null;
    if (severity !== null) found.addToLast({ severity });
    else if (!names(label, "severity")) found.addToLast(gapField(label, value));
  }
  return true;
}

const ATTRIBUTES =
  /^(?:severity|priority|description|reason|rationale|impact|why|blocks|blocked by|depends on|dependencies|origin|source|parent|status|note|notes|type|category|details?|affects|scope|context|question|related|suggested resolution|recommendation|proposed resolution|owner|round)$/i;

function isAttribute(label: string): boolean {
  return isGapField(label) || ATTRIBUTES.test(stripMarkup(label));
}

/** Outside a section for them: `**New gaps:** GAP-X-009`, or a sentence that introduces one. */
function readSentences(spans: readonly Span[], found: NewGaps): void {
  const text = statedText(spans);
  if (!text.includes("GAP-")) return;
  for (const { line, spans: own } of linesOfSpans(spans)) {
    for (const { label, stated } of labelledFields(own)) {
      if (!isNewGapsTitle(label) || saysNone(stated)) continue;
      for (const gap of gapsInList(stated, line)) found.add(gap);
    }
  }
  for (const { id, at, title, severity } of findIntroduced(text.replaceAll("\n", " "))) {
    const line = lineAt(spans, at);
    if (!found.add({ id, line, title, severity })) continue;
    found.note("new-gap-in-prose", line, `${id} is introduced in a sentence, not in a list of new gaps`);
  }
}

function lineAt(spans: readonly Span[], offset: number): number {
  let passed = 0;
  for (const { text, line } of spans) {
    passed += text.length;
    if (offset < passed) return line;
  }
  return spans.at(-1)?.line ?? 1;
}

export function newGapRows(table: Table, inSection: boolean): readonly ProposedGap[] {
  const { titles, rows } = tableColumns(table);
  const columns = titles.flatMap((title, index) => (isNewGapsTitle(title) ? [index] : []));
  if (inSection || columns[0] === 0) return gapsByRow(table, titles);
  return rows.flatMap((row) => [
    ...columns.flatMap((column) => idsIn(row, column)),
    ...(isNewGapsTitle(statedLabel(row.cells[0] ?? [])) ? idsIn(row, 1) : []),
  ]);
}

function idsIn(row: BlockRow, column: number): readonly ProposedGap[] {
  const text = statedLabel(row.cells[column] ?? []);
  if (saysNone(text)) return [];
  return gapsInList(text, row.line);
}

const SEVERITY_COLUMN =
  /^(?:severity|priority|sev|prio|level|criticality|suggested severity|rating|urgency|how urgent)$/i;
const TITLE_COLUMN =
  /^(?:title|summary|question|name|topic|gap|gap title|issue|what|what is open|problem|subject|open item|item)$/i;
/** A title where there is no other. */
const TEXT_COLUMN = /^(?:description|gap description|details?)$/i;
const STATUS_COLUMN = /^(?:status|state|resolution)$/i;
const ID_COLUMN = /^(?:id|gap|gap id|gaps?|#|new gaps?|ref|identifier)$/i;

interface GapColumns {
  readonly titles: readonly string[];
  readonly id: number;
  readonly title: number;
  readonly severity: number;
  readonly status: number;
}

function gapsByRow(table: Table, titles: readonly string[]): readonly ProposedGap[] {
  const [, ...rows] = table.rows;
  const bare = titles.map(stripMarkup);
  const id = idColumn(rows, bare);
  const columns: GapColumns = {
    titles: bare,
    id,
    title: titleColumn(bare, id),
    severity: bare.findIndex((title) => SEVERITY_COLUMN.test(title)),
    status: bare.findIndex((title) => STATUS_COLUMN.test(title)),
  };
  return rows.flatMap((row) => gapsOfRow(row, columns));
}

function titleColumn(titles: readonly string[], id: number): number {
  const at = (pattern: RegExp) => titles.findIndex((title, index) => index !== id && pattern.test(title));
  return at(TITLE_COLUMN) < 0 ? at(TEXT_COLUMN) : at(TITLE_COLUMN);
}

/** The column titled for ids, where it holds nothing else; failing that, the one in which gaps are named. */
function idColumn(rows: readonly BlockRow[], titles: readonly string[]): number {
  const titled = titles.findIndex((title) => ID_COLUMN.test(title));
  if (titled >= 0 && rows.every(({ cells }) => isIdCell(cells[titled] ?? []))) return titled;
  const [first] = rows.flatMap(({ cells }) => {
    const at = cells.findIndex(
      (cell) => leadingGapIds(statedLabel(cell)).ids.length > 0 || aliasOf(cell) !== null,
    );
    return at < 0 ? [] : [at];
  });
  return first ?? titled;
}

function isIdCell(cell: readonly Span[]): boolean {
  const text = statedLabel(cell);
  return leadingGapIds(text).ids.length > 0 || aliasOf(cell) !== null || NO_ID.test(stripMarkup(text));
}

/** What stands where an id would, for a gap that has none yet. */
const NO_ID = /^(?:new|tbd|to be assigned|none|n\/a|)$/i;

function gapsOfRow(row: BlockRow, columns: GapColumns): readonly ProposedGap[] {
  const { id, title, severity, status } = columns;
  const cell = row.cells[id] ?? [];
  const alias = aliasOf(cell);
  const ids = alias === null ? leadingGapIds(statedLabel(cell)).ids : [];
  const rating = severity < 0 ? null : (readRating(plainText(row.cells[severity] ?? []))?.severity ?? null);
  if (readStatus(plainText(row.cells[status] ?? [])) === "RESOLVED") return [];
  const named = describedGaps(cell, row.line);
  const seen = markedText(row.cells[title] ?? []).trim();
  const written = title < 0 ? (ids.length > 0 || alias !== null ? named.title : "") : seen;
  const text = withoutRating(written, rating);
  const gap = { line: row.line, title: text, severity: rating ?? named.severity };
  if (ids.length > 0) return ids.map((each) => withField({ id: each, ...gap }, restOf(row, columns)));
  if (alias !== null) return [withField({ id: null, ...gap, alias }, restOf(row, columns))];
  const isNew = /^(?:new|tbd|to be assigned)$/i.test(stripMarkup(plainText(cell)));
  const said = text === "" && id < 0 ? markedText(row.cells[0] ?? []).trim() : text;
  if (said === "" || (saysNone(said) && !isNew) || (saysNone(plainText(cell)) && saysNone(said))) return [];
  const further = id < 0 && title < 0 ? { ...columns, title: 0 } : columns;
  return [withField({ id: null, line: row.line, title: said, severity: rating }, restOf(row, further))];
}

function aliasOf(cell: readonly Span[]): string | null {
  const written = leadingGap(plainText(cell));
  return written === null || written.id !== null ? null : written.written;
}

/** What the further cells of its row add to a gap. */
function restOf(
  row: BlockRow,
  { titles, id, title, severity, status }: GapColumns,
): Parameters<typeof withField>[1] {
  const added = row.cells.flatMap((cell, index) => {
    if ([id, title, severity, status].includes(index)) return [];
    return [gapField(titles[index] ?? "", markedText(cell))];
  });
  return added.reduce<ProposedGap>(withField, EMPTY);
}

const EMPTY: ProposedGap = { id: null, line: 0, title: "", severity: null };
