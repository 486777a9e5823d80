// Answers to issues by their ids: titles, items, lines and table rows that are about an issue and say something of it.
import type { IssueResponse, ResponseStatus } from "../../core/documents/engineer-document.ts";
import { findGapIds } from "../../core/shared/gap-id.ts";
import type { BlockRow } from "../markdown/blocks.ts";
import { linesOfSpans, plainText, type Span, statedLabel, statedText } from "../markdown/spans.ts";
import { stripMarkup, withoutBrackets, wordSet, wordsOf } from "../reading/dress.ts";
import { labelledFields } from "../reading/labelled-fields.ts";
import { type Table, tableColumns } from "../reading/table-columns.ts";
import { leadingIssueIds, type Scheme } from "./issue-run.ts";
import { openingSubject, subjectOf } from "./response-subject.ts";
import { sectionText } from "./source-text.ts";
import { LABEL_LEVEL, lineOfPart, type Outline, type Part, sectionOf, type Title } from "./titles.ts";

export function readResponses(outline: Outline): readonly IssueResponse[] {
  return outline.parts.flatMap((part, at) => {
    const { title, under } = part;
    if (isElsewhere(under) || title?.roles.disagrees === true || title?.roles.newGaps === true) return [];
    return title !== null ? ofTitle(outline, title) : ofPart(outline, part, at);
  });
}

/** In an example, a disagreement, a list of new gaps or of what the Reviewer said, an id is no answer. */
function isElsewhere(under: Title | null): boolean {
  if (under === null) return false;
  const { inExample, inRestated, inDisagreement, inNewGaps } = under.roles;
  return inExample || inRestated || inDisagreement || inNewGaps;
}

function ofTitle(outline: Outline, title: Title): readonly IssueResponse[] {
  const inTitle = subjectOf(title.text, { among: title.roles.inResponses, loose: true });
  const { ids, rest, verb } =
    inTitle.ids.length > 0 ? inTitle : subjectBelow(title, outline.parts[title.at + 1]);
  if (ids.length === 0) return [];
  const parts = sectionOf(outline, title);
  const end = lineOfPart(outline, title.at + 1 + parts.length);
  const stated = statusBelow(parts[0]);
  const first = stated === null ? title.line : stated.line;
  const text = sectionText(outline.lines.slice(first, end - 1));
  const said = stripMarkup(rest);
  if (text === "" && said === "") return [];
  const status = stated?.status ?? responseStatus(verb) ?? statusInTitle(said);
  return ids.map((issueId) => ({ issueId, line: title.line, status, text: text || said }));
}

const NO_SUBJECT = { ids: [], rest: "", verb: "" };

/** A section that opens with `**Addresses:** ISSUE-R1-003` is about that issue; one about a gap or a problem is not. */
function subjectBelow({ parent, text, level }: Title, first: Part | undefined): ReturnType<typeof subjectOf> {
  const isOwn = parent !== null && level < LABEL_LEVEL && findGapIds(text).length === 0;
  if (!isOwn || /\b(?:problem|background|context|motivation)\b/i.test(text)) return NO_SUBJECT;
  if (first === undefined || first.title !== null) return NO_SUBJECT;
  if (first.block.kind !== "paragraph" && first.block.kind !== "item") return NO_SUBJECT;
  for (const { spans } of linesOfSpans(first.block.spans)) {
    const found = openingSubject(statedText(spans));
    if (found.ids.length > 0 && found.ids.length <= SECTION_ISSUES_MAX) return found;
  }
  return NO_SUBJECT;
}

/** A section that names more issues lists them. */
const SECTION_ISSUES_MAX = 3;

/** `**Status:** addressed` as the first line below the title. */
function statusBelow(
  part: Part | undefined,
): { readonly status: ResponseStatus; readonly line: number } | null {
  if (part?.block.kind !== "paragraph") return null;
  const [first] = linesOfSpans(part.block.spans);
  const [field, further] = first === undefined ? [] : labelledFields(first.spans);
  if (field === undefined || further !== undefined || !/^(?:status|disposition|outcome)$/i.test(field.label))
    return null;
  const status = responseStatus(field.value);
  return status === null ? null : { status, line: field.line };
}

/** `ISSUE-R1-003 (deferred)`, `ISSUE-R1-003 — Addressed` */
function statusInTitle(rest: string): ResponseStatus | null {
  const said = stripMarkup(rest.replace(/^[([]|[)\]]$/g, ""));
  return said.length > STATUS_LENGTH_MAX ? null : responseStatus(said);
}

const STATUS_LENGTH_MAX = 40;

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function ofPart(outline: Outline, { block, under }: Part, at: number): readonly IssueResponse[] {
  const among = under?.roles.inResponses === true;
  switch (block.kind) {
    case "table":
      return responseRows(block, among);
    case "paragraph":
      return linesOfSpans(block.spans).flatMap(({ line, spans }) => ofLine(spans, line, among));
    case "item": {
      const stated = among ? statedLabel(block.spans) : statedText(block.spans);
      const { ids, rest, verb } = subjectOf(stated, { among, loose: true });
      if (ids.length === 0) return [];
      const said = restOf(block.spans, rest);
      const text = [said, textBelowItem(outline, at, block.depth)].filter((piece) => piece !== "").join("\n");
      if (text === "") return [];
      return ids.map((issueId) => ({
        issueId,
        line: block.line,
        status: responseStatus(verb) ?? responseStatus(firstLine(text)),
        text,
      }));
    }
    default:
      return [];
  }
}

function ofLine(spans: readonly Span[], line: number, among: boolean): readonly IssueResponse[] {
  const bold = spans[0]?.strong === true;
  const { ids, rest, verb } = subjectOf(statedText(spans), { among: among && bold, loose: bold });
  const text = ids.length === 0 ? "" : restOf(spans, rest);
  return text === ""
    ? []
    : ids.map((issueId) => ({ issueId, line, status: responseStatus(verb) ?? responseStatus(text), text }));
}

/** As a reader sees it: `rest` has its code blanked out. */
function restOf(spans: readonly Span[], rest: string): string {
  const seen = plainText(spans);
  const said =
    rest.length <= seen.length && [statedText(spans), statedLabel(spans)].some((text) => text.endsWith(rest))
      ? seen.slice(seen.length - rest.length)
      : rest;
  return said.replace(/^(?:[\s*_~:;,.)\]=→|–—-]|\uFE0F)+/, "").trimEnd();
}

/** What an item holds below its first line, as written. */
function textBelowItem({ parts, lines }: Outline, at: number, depth: number): string {
  let last = at;
  while (parts[last + 1]?.title === null && (parts[last + 1]?.block.depth ?? 0) > depth) last += 1;
  const [first, end] = [parts[at + 1]?.block.line ?? 0, parts[last]?.block.endLine ?? 0];
  return last === at
    ? ""
    : lines
        .slice(first - 1, end)
        .map((line) => line.trim())
        .join("\n");
}

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

function responseRows(table: Table, among: boolean): readonly IssueResponse[] {
  const { titles, rows } = tableColumns(table);
  const bare = titles.map((title) => stripMarkup(withoutBrackets(title)));
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
    const { ids } = readNumberCell(cell, title) ?? leadingIssueIds(cell, scheme);
    if (ids.length === 0) continue;
    const text = answerIn(row, { titles, among, column });
    if (text === "") return [];
    const status = statusIn(row, titles) ?? responseStatus(text);
    return ids.map((issueId) => ({ issueId, line: row.line, status, text }));
  }
  return [];
}

/** `| 3 | … |` below `Issue` or `#`. */
function readNumberCell(cell: string, title: string): { readonly ids: readonly string[] } | null {
  return /^#?\d{1,3}$/.test(cell) && /\bissue\b/i.test(title) ? { ids: [cell.replace("#", "")] } : null;
}

interface ResponseColumns {
  readonly titles: readonly string[];
  readonly among: boolean;
  readonly column: number;
}

/** What the row says beside its status; the status alone where it says nothing else. */
function answerIn(row: BlockRow, { titles, among, column }: ResponseColumns): string {
  const said = row.cells.flatMap((cell, index) => {
    const title = titles[index] ?? "";
    const restates = RESTATING.test(title) && !(among && ANSWER_AMONG.test(title));
    const text = plainText(cell).trim();
    const isStatus = STATUS_COLUMN.test(title) && responseStatus(text) !== null;
    return index === column || restates || stripMarkup(text) === "" ? [] : [{ text, isStatus }];
  });
  const answers = said.filter(({ isStatus }) => !isStatus);
  return (answers.length > 0 ? answers : said).map(({ text }) => text).join(" | ");
}

function statusIn(row: BlockRow, titles: readonly string[]): ResponseStatus | null {
  const column = titles.findIndex((title) => STATUS_COLUMN.test(title));
  return column < 0 ? null : responseStatus(plainText(row.cells[column] ?? []));
}

const STATUSES: readonly (readonly [ResponseStatus, string])[] = [
  [
    "ADDRESSED",
    "addressed|addresses|addressing|fixed|fixes|fix|done|resolved|resolves|closed|closes|incorporated|accepted|agreed",
  ],
  [
    "PARTLY",
    "partly|partial|partially|partly done|partially done|partly addressed|partially addressed|partly fixed|partially fixed|partially resolved",
  ],
  ["DISAGREE", "disagree|disagreed|declined|rejected|won't fix|wont fix|not addressed|no change"],
  ["DEFERRED", "deferred|defer|postponed"],
];
const OF_PHRASE: ReadonlyMap<string, ResponseStatus> = new Map(
  STATUSES.flatMap(([status, phrases]) => phrases.split("|").map((phrase) => [phrase, status] as const)),
);
const MARKS: readonly (readonly [RegExp, ResponseStatus])[] = [
  [/^[^\w✅✓✔☑]*[✅✓✔☑]\W*$/u, "ADDRESSED"],
  [/^[^\w⚠🟡]*[⚠🟡]\W*$/u, "PARTLY"],
  [/^[^\w❌✗✘]*[❌✗✘]\W*$/u, "DISAGREE"],
];
const LENGTH_MAX = 200;

/** What a cell, a label's value or a word beside the id says: a phrase as a whole, perhaps with a place or a reason. */
function responseStatus(text: string): ResponseStatus | null {
  const said = text.slice(0, LENGTH_MAX).replaceAll("_", " ");
  const mark = MARKS.find(([pattern]) => pattern.test(said))?.[1];
  if (mark !== undefined) return mark;
  const head = stripMarkup(/^[^:–—(.,;|\n]*/.exec(stripMarkup(said))?.[0] ?? "");
  const words = wordsOf(head.replace(/\s-\s.*/s, ""));
  const at = words.findIndex((word) => PLACE_WORDS.has(word));
  return OF_PHRASE.get(words.slice(0, at < 0 ? words.length : at).join(" ")) ?? null;
}

/** `Fixed in step 3`, `Addressed by a second reminder`. */
const PLACE_WORDS = wordSet("in by at under see to for with now");
