// Tables whose rows are issues.

import { parseGapId } from "../../core/shared/gap-id.ts";
import type { BlockRow } from "../markdown/blocks.ts";
import { plainText, withCodeMarks } from "../markdown/spans.ts";
import { stripMarkup, wordSet } from "../reading/dress.ts";
import { type FieldName, names } from "../reading/field-names.ts";
import { onlyGap } from "../reading/gap-mentions.ts";
import { leadingIssueId } from "../reading/issue-ids.ts";
import { type Rating, readRating, readRatingTag, severityOfId } from "../reading/severity-words.ts";
import { cellOf, cellText, type Table, type TableColumns, tableColumns } from "../reading/table-columns.ts";
import type { Candidate, CollectedIssues, SectionContext } from "./issue-candidate.ts";
import { statusOfTitle } from "./issue-standing.ts";
import { saysNone } from "./issue-title.ts";
import { priorInTable, rowId } from "./prior-issues.ts";

/** Puts what a table says in place; tables about other things say nothing here. */
export function collectTable(table: Table, within: SectionContext, into: CollectedIssues): void {
  const columns = tableColumns(table);
  const prior = priorInTable(columns, isPrior(within) ? statusOfTitle(within.statusTitle) : null);
  if (prior.length > 0 && (isPrior(within) || prior.some(({ status }) => status !== "UNRESOLVED"))) {
    for (const one of prior) into.priorIssues.push(one);
    return;
  }
  if (!holdsIssues(columns, within)) return;
  for (const row of columns.rows) {
    const candidate = rowCandidate(row, columns, within);
    if (candidate !== null) into.candidates.push(candidate);
  }
}

/** Whether a table lists issues or their fate, rather than belonging to the text of one. */
export function isAboutIssues(table: Table): boolean {
  const { of } = tableColumns(table);
  return of.has("severity") || of.has("status") || of.has("verdict") || (of.has("id") && of.has("title"));
}

function isPrior(within: SectionContext): boolean {
  return within.role?.role === "prior";
}

const CLOSED_ROLES = wordSet("prior new-gaps scope verdict");

function holdsIssues({ of }: TableColumns, { role, rating }: SectionContext): boolean {
  if (role !== null && CLOSED_ROLES.has(role.role)) return false;
  const named = of.has("id") || of.has("title") || of.has("description");
  const described = of.has("title") || of.has("description") || of.has("impact");
  if (!named || !(described || of.has("suggestion"))) return false;
  if (of.has("severity")) return role?.role !== "aside" || of.has("id");
  return role?.role === "issues" && (rating !== null || of.has("id"));
}

function rowCandidate(row: BlockRow, columns: TableColumns, within: SectionContext): Candidate | null {
  const { of } = columns;
  const cells = row.cells.map((_, column) => cellText(row, column));
  const id = rowId(cells);
  const first = stripMarkup(cells[0] ?? "");
  if (id === null && parseGapId(first) !== null && !of.has("title")) return null;
  const titleColumn = [of.get("title"), of.get("description"), of.get("impact")].find(
    (column) => column !== undefined && stripMarkup(cells[column] ?? "") !== (id ?? ""),
  );
  const written = plainText(cellOf(row, titleColumn)).trim();
  if (written === "" || saysNone(cells[0] ?? "")) return null;
  const rating =
    ratingOfCell(cellText(row, of.get("severity"))) ??
    readRatingTag(cells.find((cell) => cell.startsWith("[")) ?? "")?.rating ??
    null;
  if (of.has("severity") && rating === null && within.role?.role !== "issues") return null;
  return {
    form: "row",
    line: row.line,
    id: id === null ? null : { id, kind: leadingIssueId(id)?.kind ?? "plain", rest: "" },
    title: withCodeMarks(titleWithoutId(written, id), cellOf(row, titleColumn)),
    rating,
    body: rowBody(row, columns, titleColumn),
    readProse: null,
    within,
    standing: within.role?.role === "recap" ? "weak" : "strong",
  };
}

/** In a column of severities a letter is one. */
function ratingOfCell(text: string): Rating | null {
  const letter = stripMarkup(text);
  const severity = letter.length === 1 ? severityOfId(letter) : null;
  return severity === null ? readRating(text) : { severity, mustFix: false };
}

function titleWithoutId(text: string, id: string | null): string {
  const leading = leadingIssueId(text);
  return leading !== null && leading.id === id ? leading.rest : text;
}

function rowBody(row: BlockRow, columns: TableColumns, titleColumn: number | undefined): Candidate["body"] {
  const { of, titles } = columns;
  const text = (field: FieldName) => {
    const column = titles.findIndex((title, index) => index !== titleColumn && names(title, field));
    const cell = column < 0 ? [] : cellOf(row, column);
    const written = plainText(cell).trim();
    const isDash = /^[–—-]{1,3}$/.test(written) && !cell.some(({ code }) => code);
    return written === "" || isDash ? null : written;
  };
  return {
    rating: null,
    status: null,
    location: text("location"),
    impact: text("impact"),
    suggestion: text("suggestion"),
    gap: onlyGap(cellText(row, of.get("gap"))),
    stated: row.cells.map((_, column) => cellText(row, column)).join("\n"),
    lead: "",
    unlabelled: "",
  };
}
