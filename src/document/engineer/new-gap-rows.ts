// New gaps in tables: one a row below a title for them, or in a row or a column that says it holds them.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import type { BlockRow } from "../markdown/blocks.ts";
import { plainText, type Span, statedLabel } from "../markdown/spans.ts";
import { markedText } from "../reading/cut-spans.ts";
import { undressed } from "../reading/dress.ts";
import { gapField, withField } from "../reading/gap-fields.ts";
import { readRating } from "../reading/severity-words.ts";
import { readStatus } from "../reading/status-words.ts";
import { type Table, tableColumns } from "../reading/table-columns.ts";
import { leadingGap } from "../reading/written-gap.ts";
import { describedGaps, gapsInList, leadingGapIds } from "./gap-description.ts";
import { isNewGapsTitle, saysNone } from "./section-names.ts";

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
  const bare = titles.map(undressed);
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
  return leadingGapIds(text).ids.length > 0 || aliasOf(cell) !== null || NO_ID.test(undressed(text));
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
  const text = title < 0 ? (ids.length > 0 || alias !== null ? named.title : "") : seen;
  const gap = { line: row.line, title: text, severity: rating ?? named.severity };
  if (ids.length > 0) return ids.map((each) => withField({ id: each, ...gap }, restOf(row, columns)));
  if (alias !== null) return [withField({ id: null, ...gap, alias }, restOf(row, columns))];
  const isNew = /^(?:new|tbd|to be assigned)$/i.test(undressed(plainText(cell)));
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
