// What a review says became of earlier issues: rows, items, headings and lines that pair an id with a status.
import type { PriorIssue, PriorStatus } from "../../core/documents/reviewer-document.ts";
import { issueIdsIn, leadingIssueId, withoutIssueIds } from "../reading/issue-ids.ts";
import { readStatus } from "../reading/status-words.ts";
import { cellText, type TableColumns } from "../reading/table-columns.ts";
import { readIssueTitle } from "./issue-title.ts";

/** A line that opens with an id and says its status; in a section about earlier issues it may say it anywhere. */
export function priorInLine(
  text: string,
  line: number,
  sectionStatus: PriorStatus | null,
): readonly PriorIssue[] {
  const { id, status } = readIssueTitle(text);
  if (id?.kind === "word" && status !== null) return [{ issueId: id.id, status, line }];
  const ids = id?.kind === "word" ? [id.id] : issueIdsIn(text);
  const rest = withoutIssueIds(text);
  const found = readStatus(rest) ?? statusSomewhere(rest) ?? sectionStatus;
  return found === null ? [] : ids.map((issueId) => ({ issueId, status: found, line }));
}

/** The first part of a line, cut at its separators, that is a status. */
function statusSomewhere(text: string): PriorStatus | null {
  for (const part of text.split(/[:–—→|()[\].;,]|\s-\s/)) {
    const status = part.length <= PART_LENGTH_MAX ? readStatus(part) : null;
    if (status !== null) return status;
  }
  return null;
}

const PART_LENGTH_MAX = 60;

/** The rows of a table that has ids and, in one column, a status for most of them; else nothing. */
export function priorInTable(columns: TableColumns): readonly PriorIssue[] {
  const statusColumn = columns.of.get("status") ?? columns.of.get("verdict") ?? columns.of.get("suggestion");
  if (statusColumn === undefined) return [];
  const rows = columns.rows.flatMap((row) => {
    const status = readStatus(cellText(row, statusColumn));
    const issueId = rowId(row.cells.map((_, column) => cellText(row, column)));
    return status === null || issueId === null ? [] : [{ issueId, status, line: row.line }];
  });
  return rows.length * 2 >= columns.rows.length ? rows : [];
}

/** The first cell that begins with an id; failing that, the number in the first cell. */
export function rowId(cells: readonly string[]): string | null {
  for (const cell of cells.slice(0, ID_COLUMNS_MAX)) {
    const id = leadingIssueId(cell);
    if (id?.kind === "word") return id.id;
  }
  const first = leadingIssueId(cells[0] ?? "");
  return first !== null && first.rest === "" ? first.id : null;
}

const ID_COLUMNS_MAX = 3;
