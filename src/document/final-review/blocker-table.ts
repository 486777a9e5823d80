import type { BlockRow } from "../markdown/blocks.ts";
import { plainText } from "../markdown/spans.ts";
import { withCodeMarks } from "../reading/cut-spans.ts";
import type { FieldName } from "../reading/field-names.ts";
import { onlyGap } from "../reading/gap-mentions.ts";
import { readRating } from "../reading/severity-words.ts";
import { cellOf, cellText, type Table, type TableColumns, tableColumns } from "../reading/table-columns.ts";
import { readIssueTitle } from "../reviewer/issue-title.ts";
import { saysNoBlocker } from "./blocker-titles.ts";
import { type FoundBlocker, foundBlocker, type Within } from "./found-blocker.ts";

/** A table among blockers (`listed`), or one with a column of that name. */
export function blockersInTable(table: Table, listed: boolean, within: Within): readonly FoundBlocker[] {
  const columns = tableColumns(table);
  const named = columns.titles.findIndex((title) => /^(?:blockers?|blocking issues?)$/i.test(title));
  if (!listed && named < 0) return [];
  const titleColumn = named >= 0 ? named : (columns.of.get("title") ?? columns.of.get("description") ?? 0);
  const role = named >= 0 ? "blockers" : within.role;
  return columns.rows
    .filter((row) => !isEmpty(cellText(row, titleColumn)))
    .map((row) => blockerOfRow(row, { columns, titleColumn, within: { ...within, role } }));
}

/** Nothing, or a mere count. */
function isEmpty(title: string): boolean {
  return saysNoBlocker(title) || /^\d{1,4}$/.test(title);
}

const OWN_COLUMNS: readonly FieldName[] = ["severity", "gap", "location", "id"];

interface RowSetting {
  readonly columns: TableColumns;
  readonly titleColumn: number;
  readonly within: Within;
}

function blockerOfRow(row: BlockRow, { columns: { of }, titleColumn, within }: RowSetting): FoundBlocker {
  const opening = readIssueTitle(cellText(row, titleColumn));
  const title = cellOf(row, titleColumn);
  const own = new Set([titleColumn, ...OWN_COLUMNS.map((name) => of.get(name))]);
  const texts = row.cells.map((cell, index) => (own.has(index) ? "" : plainText(cell).trim()));
  return foundBlocker(
    {
      title: withCodeMarks(readIssueTitle(plainText(title)).title, title),
      line: row.line,
      rating: readRating(cellText(row, of.get("severity"))) ?? opening.rating ?? within.rating,
      gap: onlyGap(cellText(row, of.get("gap"))) ?? onlyGap(row.cells.map(plainText).join(" ")),
      location: plainText(cellOf(row, of.get("location"))).trim() || null,
      text: texts.filter((text) => text !== "").join("\n"),
    },
    within.role,
  );
}
