// What a review says became of earlier issues: rows, items, headings and lines that pair an id with a status.
import type { PriorIssue, PriorStatus } from "../../core/documents/reviewer-document.ts";
import { findBracketed, withoutBrackets, wordsOf } from "../reading/dress.ts";
import { issueIdsIn, leadingIssueId, withoutIssueIds } from "../reading/issue-ids.ts";
import { readBareStatus, readStatus } from "../reading/status-words.ts";
import { cellText, type TableColumns } from "../reading/table-columns.ts";
import { readIssueTitle } from "./issue-title.ts";

/** A line that opens with an id and says its status; in a section about earlier issues it may say it anywhere. */
export function priorInLine(
  text: string,
  line: number,
  sectionStatus: PriorStatus | null,
): readonly PriorIssue[] {
  const listed = statusList(text, line);
  if (listed.length > 0) return listed;
  const { id, status } = readIssueTitle(text);
  if (id?.kind === "word" && status !== null) return [{ issueId: id.id, status, line }];
  const numbered = numbersOf(text);
  const ids = numbered?.numbers ?? (id?.kind === "word" ? [id.id] : subjectsOf(text));
  const rest = numbered?.rest ?? withoutIssueIds(text);
  const found = readStatus(rest) ?? statusSomewhere(rest) ?? sectionStatus;
  return found === null ? [] : ids.map((issueId) => ({ issueId, status: found, line }));
}

const LIST_LENGTH_MAX = 600;
/** The label below with what may surround it, in characters beyond the plane of all others. */
const LABEL_LENGTH_MAX = 80;

/** `Resolved: H1, H2 and M3`: a status as a label of nothing but ids. */
export function statusList(text: string, line: number): readonly PriorIssue[] {
  if (text.length > LIST_LENGTH_MAX || !/[:：]/.test(text.slice(0, LABEL_LENGTH_MAX))) return [];
  const [whole, label = ""] = /^\W{0,4}([\p{L} _-]{4,30})\W{0,4}[:：]/u.exec(text) ?? [];
  const status = whole === undefined ? null : readBareStatus(label.toUpperCase());
  if (whole === undefined || status === null) return [];
  const value = withoutBrackets(text.slice(whole.length));
  const others = wordsOf(withoutIssueIds(value)).filter((word) => word !== "and");
  if (others.length > 0) return [];
  return issueIdsIn(value).map((issueId) => ({ issueId, status, line }));
}

const NUMBERED =
  /^\W{0,4}(?:issue|finding|concern|problem|item|point|comment|remark|objection|defect|blocker)s?\s{1,3}(?=#?\d)/i;

/** `Issue 3 resolved`, `Findings 1, 2 and 4 are fixed`: numbers after a noun for issues. */
function numbersOf(text: string): { readonly numbers: readonly string[]; readonly rest: string } | null {
  const noun = NUMBERED.exec(text)?.[0];
  if (noun === undefined) return null;
  const head = /^(?:[#\d,&/\s]|\band\b){1,80}/.exec(text.slice(noun.length))?.[0] ?? "";
  return { numbers: head.match(/\d{1,3}/g) ?? [], rest: text.slice(noun.length + head.length) };
}

/** The ids a line is about: those in brackets only refer, unless a bracket is nothing but ids. */
function subjectsOf(text: string): readonly string[] {
  const ids = issueIdsIn(withoutBrackets(text));
  if (ids.length > 0) return ids;
  return findBracketed(text)
    .filter((part) => wordsOf(withoutIssueIds(part)).every((word) => word === "and"))
    .flatMap(issueIdsIn);
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
export function priorInTable(
  columns: TableColumns,
  sectionStatus: PriorStatus | null = null,
): readonly PriorIssue[] {
  const statusColumn = columns.of.get("status") ?? columns.of.get("verdict") ?? columns.of.get("suggestion");
  if (statusColumn === undefined) return [];
  const rows = columns.rows.flatMap((row) => {
    const status = readStatus(cellText(row, statusColumn)) ?? sectionStatus;
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

export function leadsWithId(text: string): boolean {
  return NUMBERED.test(text) || leadingIssueId(text)?.kind === "word";
}
