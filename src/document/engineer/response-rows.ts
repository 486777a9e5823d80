// Answers in tables: a row about an issue, with a cell that says what was done.
import type { IssueResponse, ResponseStatus } from "../../core/documents/engineer-document.ts";
import type { BlockRow } from "../markdown/blocks.ts";
import { plainText, statedLabel } from "../markdown/spans.ts";
import { undressed, withoutBrackets } from "../reading/dress.ts";
import { type Table, tableColumns } from "../reading/table-columns.ts";
import { leadingIssueIds, type Scheme } from "./issue-run.ts";
import { responseStatus } from "./response-status.ts";

/** Columns that repeat the issue rather than answer it. */
const RESTATING =
  /^(?:severity|priority|sev|summary|description|concern|title|issue|issues|issue id|issue title|issue summary|category|gap|gaps|gap id|location|round|source|reviewer|reviewer concern|reviewer's concern|type|problem|finding|id|#|ref|raised in|raised by|original issue|comment|feedback|topic|name|area)$/i;
/** Of those, what may hold the answer where the whole section is for answers. */
const ANSWER_AMONG = /^(?:summary|description|comment|title|source|location)$/i;
const ISSUE_COLUMN =
  /\b(?:issues?|findings?|concerns?|feedback|comments?|review|address(?:es|ed)?|resolves?|fixes|trac(?:e|es|eability)|driver|reason|ref|reference|source|response to|closes|id)\b|^#$/i;
const ANSWER_COLUMN =
  /\b(?:response|resolution|resolved|fix|fixed|change|changes|changed|how|addressed|action|answer|disposition|status|outcome|solution|where|section|what|reply|treatment|done|update|notes?)\b/i;
const STATUS_COLUMN = /^(?:status|state|disposition|outcome|result|addressed\??|resolved\??|done)$/i;

export function responseRows(table: Table, among: boolean): readonly IssueResponse[] {
  const { titles, rows } = tableColumns(table);
  const bare = titles.map((title) => undressed(withoutBrackets(title)));
  const answers = bare.some((title) => ANSWER_COLUMN.test(title) && !RESTATING.test(title));
  return rows.flatMap((row) => ofRow(row, { titles: bare, among, answers }));
}

interface Columns {
  readonly titles: readonly string[];
  readonly among: boolean;
  readonly answers: boolean;
}

function ofRow(row: BlockRow, { titles, among, answers }: Columns): readonly IssueResponse[] {
  const cells = row.cells.map((cell) => statedLabel(cell).trim());
  for (const [column, cell] of cells.entries()) {
    const title = titles[column] ?? "";
    const fits = among || ISSUE_COLUMN.test(title);
    const scheme: Scheme = fits && (among || answers) ? "counted" : "clear";
    if (!fits && !answers) continue;
    const { ids } = numbered(cell, title) ?? leadingIssueIds(cell, scheme);
    if (ids.length === 0) continue;
    const text = answerIn(row, { titles, among, column });
    if (text === "") return [];
    const status = statusIn(row, titles) ?? responseStatus(text);
    return ids.map((issueId) => ({ issueId, line: row.line, status, text }));
  }
  return [];
}

/** `| 3 | … |` below `Issue` or `#`. */
function numbered(cell: string, title: string): { readonly ids: readonly string[] } | null {
  return /^#?\d{1,3}$/.test(cell) && /\bissue\b/i.test(title) ? { ids: [cell.replace("#", "")] } : null;
}

interface Answering {
  readonly titles: readonly string[];
  readonly among: boolean;
  readonly column: number;
}

/** What the row says beside its status; the status alone where it says nothing else. */
function answerIn(row: BlockRow, { titles, among, column }: Answering): string {
  const said = row.cells.flatMap((cell, index) => {
    const title = titles[index] ?? "";
    const restates = RESTATING.test(title) && !(among && ANSWER_AMONG.test(title));
    const text = plainText(cell).trim();
    const isStatus = STATUS_COLUMN.test(title) && responseStatus(text) !== null;
    return index === column || restates || undressed(text) === "" ? [] : [{ text, isStatus }];
  });
  const answers = said.filter(({ isStatus }) => !isStatus);
  return (answers.length > 0 ? answers : said).map(({ text }) => text).join(" | ");
}

function statusIn(row: BlockRow, titles: readonly string[]): ResponseStatus | null {
  const column = titles.findIndex((title) => STATUS_COLUMN.test(title));
  return column < 0 ? null : responseStatus(plainText(row.cells[column] ?? []));
}
