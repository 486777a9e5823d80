// New gaps in tables: one a row below a title for them, or in a row or a column that says it holds them.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import type { BlockRow } from "../markdown/blocks.ts";
import { plainText, type Span, statedLabel } from "../markdown/spans.ts";
import { undressed } from "../reading/dress.ts";
import { readRating } from "../reading/severity-words.ts";
import { type Table, tableColumns } from "../reading/table-columns.ts";
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

const SEVERITY_COLUMN = /^(?:severity|priority|sev|prio|level|criticality|suggested severity|rating)$/i;
const TITLE_COLUMN =
  /^(?:title|description|summary|question|name|topic|gap|gap description|gap title|issue|details?|what|problem|subject|open item|item)$/i;
const STATUS_COLUMN = /^(?:status|state|resolution)$/i;
const ID_COLUMN = /^(?:id|gap|gap id|gaps?|#|new gaps?|ref|identifier)$/i;
const CLOSED = /^(?:resolved|closed|done|fixed|addressed|accepted)\b/i;

interface GapColumns {
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
    id,
    title: bare.findIndex((title, index) => index !== id && TITLE_COLUMN.test(title)),
    severity: bare.findIndex((title) => SEVERITY_COLUMN.test(title)),
    status: bare.findIndex((title) => STATUS_COLUMN.test(title)),
  };
  return rows.flatMap((row) => gapsOfRow(row, columns));
}

/** The column titled for ids, where it holds nothing else; failing that, the one in which gaps are named. */
function idColumn(rows: readonly BlockRow[], titles: readonly string[]): number {
  const titled = titles.findIndex((title) => ID_COLUMN.test(title));
  if (titled >= 0 && rows.every(({ cells }) => isIdCell(cells[titled] ?? []))) return titled;
  const [first] = rows.flatMap(({ cells }) => {
    const at = cells.findIndex((cell) => leadingGapIds(statedLabel(cell)).ids.length > 0);
    return at < 0 ? [] : [at];
  });
  return first ?? titled;
}

function isIdCell(cell: readonly Span[]): boolean {
  const text = statedLabel(cell);
  return leadingGapIds(text).ids.length > 0 || NO_ID.test(undressed(text));
}

/** What stands where an id would, for a gap that has none yet. */
const NO_ID = /^(?:new|tbd|to be assigned|none|n\/a|)$/i;

function gapsOfRow(row: BlockRow, { id, title, severity, status }: GapColumns): readonly ProposedGap[] {
  const cell = row.cells[id] ?? [];
  const { ids } = leadingGapIds(statedLabel(cell));
  const rating = severity < 0 ? null : (readRating(plainText(row.cells[severity] ?? []))?.severity ?? null);
  if (CLOSED.test(undressed(plainText(row.cells[status] ?? [])))) return [];
  const named = describedGaps(cell, row.line);
  const seen = plainText(row.cells[title] ?? []).trim();
  const text = title < 0 ? (ids.length > 0 ? named.title : "") : seen;
  if (ids.length > 0)
    return ids.map((gap) => ({ id: gap, line: row.line, title: text, severity: rating ?? named.severity }));
  const isNew = /^(?:new|tbd|to be assigned)$/i.test(undressed(plainText(cell)));
  const said = text === "" && id < 0 ? plainText(row.cells[0] ?? []).trim() : text;
  if (said === "" || (saysNone(said) && !isNew) || (saysNone(plainText(cell)) && saysNone(said))) return [];
  return [{ id: null, line: row.line, title: said, severity: rating }];
}
