// What stands under an issue's title: its labelled fields, in whatever form, and what it says outside of them.
import type { PriorStatus } from "../../core/documents/reviewer-document.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { markedText, plainText, type Span, statedText } from "../markdown/spans.ts";
import { stripMarkup, wordsOf } from "../reading/dress.ts";
import { type FieldName, fieldsNamed } from "../reading/field-names.ts";
import { onlyGap } from "../reading/gap-mentions.ts";
import { type LabelledField, labelledFields, labelledText } from "../reading/labelled-fields.ts";
import { nodesBelow, type OutlineNode, seenText } from "../reading/outline.ts";
import { type Rating, readAssessment, readRating } from "../reading/severity-words.ts";
import { readStatus } from "../reading/status-words.ts";
import { cellOf, type Table, tableColumns } from "../reading/table-columns.ts";

/** What its labels say. */
export interface IssueFields {
  readonly rating: Rating | null;
  readonly status: PriorStatus | null;
  readonly location: string | null;
  readonly impact: string | null;
  readonly suggestion: string | null;
  /** From a label that names exactly one. */
  readonly gap: GapId | null;
  /** Its first words outside of any label. */
  readonly lead: string;
}

export interface IssueBody extends IssueFields {
  /** Everything it says, for the gap it may name. */
  readonly stated: string;
  /** Everything below its title outside of any label; code stands between backticks. */
  readonly unlabelled: string;
}

const READ_FIELDS = ["severity", "gap", "location", "impact", "suggestion", "status", "verdict"] as const;
type ReadField = (typeof READ_FIELDS)[number];

/** Texts of each field in the order they were found. */
type CollectedFields = Map<ReadField, string[]>;

export function readBody(
  opening: readonly Span[],
  nodes: readonly OutlineNode[],
  lines: readonly string[],
): IssueBody {
  const stated: string[] = [statedText(opening)];
  const unlabelled: string[] = [];
  const fields = collectFields(opening, { nodes, lines }, (spans, isFree) => {
    stated.push(statedText(spans));
    if (isFree) unlabelled.push(markedText(spans));
  });
  return { ...fields, stated: stated.join("\n"), unlabelled: unlabelled.join("\n\n") };
}

/** What the labels of a section say that is not known to be an issue. */
export function readFields(nodes: readonly OutlineNode[], lines: readonly string[]): IssueFields {
  return collectFields([], { nodes, lines }, () => undefined);
}

interface BelowTitle {
  readonly nodes: readonly OutlineNode[];
  readonly lines: readonly string[];
}

/** `eachText` is told of every text below the title, and whether it stands outside of any label. */
function collectFields(
  opening: readonly Span[],
  { nodes, lines }: BelowTitle,
  eachText: (spans: readonly Span[], isFree: boolean) => void,
): IssueFields {
  const found: CollectedFields = new Map();
  const leads: string[] = [];
  let open = takeLabels(opening, found, leads, null);
  for (const node of nodesBelow(nodes)) {
    if (node.kind === "section") open = readField(node.title);
    else if (node.kind === "item" || node.block.kind === "paragraph") {
      const { spans } = node;
      eachText(spans, open === null && labelledFields(spans).length === 0);
      open = takeLabels(spans, found, leads, open);
    } else if (node.block.kind === "table" && takeRow(node.block, found)) open = null;
    else if (open !== null) push(found, open, shownText(node, lines));
  }
  return fieldsOf(found, leads);
}

/** A table of one row whose columns are fields: `Location | Issue | Recommendation`. */
function takeRow(table: Table, found: CollectedFields): boolean {
  const { titles, rows } = tableColumns(table);
  const [row, further] = rows;
  const fields = titles.map(readField);
  if (row === undefined || further !== undefined || fields.every((field) => field === null)) return false;
  for (const [column, field] of fields.entries()) {
    const text = markedText(cellOf(row, column)).trim();
    if (field !== null) push(found, field, text);
  }
  return true;
}

function fieldsOf(found: CollectedFields, leads: readonly string[]): IssueFields {
  const text = (field: ReadField) => found.get(field)?.join("\n").trim() || null;
  return {
    rating: readRating(text("severity") ?? "") ?? readAssessment(text("verdict") ?? ""),
    status: readStatus(text("status") ?? "") ?? readStatus(text("verdict") ?? ""),
    location: text("location"),
    impact: text("impact"),
    suggestion: text("suggestion"),
    gap: onlyGap(text("gap") ?? ""),
    lead: leads.find((lead) => lead !== "") ?? "",
  };
}

/** Puts the values of a text's labels in place; a label without a value waits for what follows it. */
function takeLabels(
  spans: readonly Span[],
  found: CollectedFields,
  leads: string[],
  open: ReadField | null,
): ReadField | null {
  const { lead, fields } = labelledText(spans);
  if (open !== null && isLeadIn(fields)) {
    push(found, open, `${lead} ${plainText(spans)}`.trim());
    return open;
  }
  if (lead !== "" && open !== null) push(found, open, lead);
  else if (lead !== "") leads.push(lead);
  let waiting = fields.length === 0 ? open : null;
  for (const { label, value } of fields) {
    const field = readField(label);
    if (field !== null) push(found, field, value);
    else leads.push(value);
    waiting = value === "" || value.endsWith(":") ? field : null;
  }
  return waiting;
}

/** `Either:` after a label that stood alone: it leads into the rest of that field. */
function isLeadIn(fields: readonly LabelledField[]): boolean {
  const [only, further] = fields;
  return (
    only !== undefined && further === undefined && only.value === "" && fieldsNamed(only.label).length === 0
  );
}

function readField(label: string): ReadField | null {
  const named: readonly FieldName[] = fieldsNamed(label);
  // An issue has its title already: what stands under `Issue:` says what is wrong.
  if (named.length === 1 && named[0] === "title") return "impact";
  return READ_FIELDS.find((field) => named.includes(field)) ?? null;
}

function push(found: CollectedFields, field: ReadField, text: string): void {
  const texts = found.get(field) ?? [];
  if (text.trim() !== "") texts.push(text.trim());
  found.set(field, texts);
}

/** Code, quotes and tables as they were written. */
function shownText(node: Extract<OutlineNode, { kind: "leaf" }>, lines: readonly string[]): string {
  return seenText(node) || lines.slice(node.block.line - 1, node.block.endLine).join("\n");
}

/** Code stands between backticks. */
export interface IssueProse {
  readonly title: string;
  readonly text: string;
}

export interface ProseFields {
  readonly location: string | null;
  readonly impact: string | null;
  readonly suggestion: string | null;
}

const TEXT_LENGTH_MAX = 4_000;
const IMPACT_WORDS_MIN = 4;

export function proseFields({ title, text }: IssueProse): ProseFields {
  return { location: placeIn(title) ?? placeIn(text), impact: proseImpact(text), suggestion: null };
}

export function proseImpact(text: string): string | null {
  const said = text
    .slice(0, TEXT_LENGTH_MAX)
    .replaceAll("`", "")
    .replace(/\n{2,}/g, "\n")
    .trim();
  return wordsOf(said).length < IMPACT_WORDS_MIN ? null : said.replace(/^[.:\s–—-]+/, "");
}

const PLACE =
  /§\s?\d|\b(?:section|chapter|step|item|row|table|line|paragraph|appendix|requirement)s? (?:#?\d|["“]|[A-Z]\b)/i;

/** The words in a bracket that give a place, else the number itself. */
function placeIn(text: string): string | null {
  const read = text.slice(0, TEXT_LENGTH_MAX);
  const brackets = (read.match(/\([^()]{1,200}\)|\[[^[\]]{1,200}\]/g) ?? []).map((part) => part.slice(1, -1));
  const bracket = brackets.find((part) => PLACE.test(part) || isReference(part));
  if (bracket !== undefined) return stripMarkup(bracket.replaceAll("`", ""));
  const match = PLACE.exec(read);
  return match === null ? null : stripMarkup(/^[^.,;:()\n]*/.exec(read.slice(match.index))?.[0] ?? "");
}

/** `(GAP-X-001, 2.2)`, `` (`parse`, the loop) ``: a bracket with the number of a section, or that begins with code or a quotation. */
function isReference(text: string): boolean {
  if (/^\s*(?:`[^`]+`|"[^"]+"|“[^”]+”)/.test(text)) return true;
  return text.split(/[,;]/).some((part) => /^[1-9]\d?(?:\.\d{1,2}){1,3}$/.test(stripMarkup(part)));
}
