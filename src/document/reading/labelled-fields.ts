// Labelled fields in running text: `**Location:** §3`, `- Impact: …`, `**Fix** – …`, also several on a line.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { plainText, type Span, statedText } from "../markdown/spans.ts";
import { stripMarkup } from "./dress.ts";
import { fieldsNamed } from "./field-names.ts";

export interface LabelledField {
  readonly label: string;
  /** As a reader sees it, code included. */
  readonly value: string;
  readonly line: number;
  /** Where the label begins in what a reader sees. */
  readonly start: number;
  /** What of the value is said rather than shown. */
  readonly stated: string;
}

interface LabelledText {
  /** What stands before the first label. */
  readonly lead: string;
  readonly fields: readonly LabelledField[];
}

const LABEL_LENGTH_MAX = 48;
const LABEL_WORDS_MAX = 6;

/** A text taken apart at its labels: any bold or leading one with a colon, and known names after a stop. */
export function labelledText(spans: readonly Span[]): LabelledText {
  return spans.some(mayHoldLabel) ? readLabelled(spans) : { lead: plainText(spans).trim(), fields: [] };
}

const NO_FIELDS: readonly LabelledField[] = [];

/** Its fields alone. */
export function labelledFields(spans: readonly Span[]): readonly LabelledField[] {
  return spans.some(mayHoldLabel) ? readLabelled(spans).fields : NO_FIELDS;
}

function mayHoldLabel({ strong, text }: Span): boolean {
  return strong || text.includes(":") || text.includes("：");
}

/** Several readers ask for the labels of a text. */
const readLabelled = memoizeWeak((spans: readonly Span[]): LabelledText => {
  const marks = labelsIn(spans);
  const [first] = marks;
  const text = plainText(spans);
  if (first === undefined) return { lead: text.trim(), fields: [] };
  const said = spans.some(({ code }) => code) ? statedText(spans) : null;
  const fields = marks.map(({ label, line, start, end: from }, index) => {
    const end = marks[index + 1]?.start ?? text.length;
    const value = trimmedValue(text.slice(from, end));
    const stated = said === null ? value : trimmedValue(said.slice(from, end));
    return { label, line, start, value, stated };
  });
  return { lead: text.slice(0, first.start).trim(), fields };
});

function trimmedValue(text: string): string {
  const value = text.replace(/^[\s:–—|-]+/, "").trimEnd();
  return value.endsWith("|") ? value.slice(0, -1).trimEnd() : value;
}

interface LabelMark {
  readonly label: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Where the labels of a text stand in it, as offsets into what a reader sees. */
function labelsIn(spans: readonly Span[]): readonly LabelMark[] {
  const marks: LabelMark[] = [];
  let offset = 0;
  let atLineStart = true;
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    const quoted = /["“«„‘]\s?$/.test(spans[index - 1]?.text ?? "");
    if (span.strong && !span.code && !quoted) marks.push(...boldLabel(span, next, { offset, atLineStart }));
    else if (!span.code) marks.push(...plainLabels(span, { offset, atLineStart }));
    offset += span.text.length;
    atLineStart = span.text === "\n" || (atLineStart && stripMarkup(span.text) === "");
  }
  return marks;
}

interface Place {
  readonly offset: number;
  readonly atLineStart: boolean;
}

/** Bold text that a colon ends, inside or outside; at the start of a line a dash will do. */
function boldLabel(span: Span, next: Span | undefined, { offset, atLineStart }: Place): LabelMark[] {
  const label = stripMarkup(span.text);
  const after = next === undefined || next.strong ? "" : next.text;
  const stopped = atLineStart && /[.．]\s*$/.test(span.text) && fieldsNamed(label).length > 0;
  const dashed = atLineStart && /^\s*(?:[–—|]|-\s)/.test(after);
  const ended = stopped || dashed || /[:：]\s*$/.test(span.text) || /^\s*[:：]/.test(after);
  if (!ended || !isLabel(label)) return innerLabel(span, { offset, atLineStart });
  const taken = /^\s*[:：–—|-]/.exec(after)?.[0].length ?? 0;
  const end = offset + span.text.length + (/[:：]\s*$/.test(span.text) ? 0 : taken);
  return [{ label, line: span.line, start: offset, end }];
}

/** `**Severity: High**`: label and value in one bold run. */
function innerLabel(span: Span, { offset, atLineStart }: Place): LabelMark[] {
  if (!atLineStart) return [];
  const [whole, label = ""] = LEADING_LABEL.exec(span.text) ?? [];
  if (whole === undefined || fieldsNamed(label).length === 0) return [];
  return [{ label: stripMarkup(label), line: span.line, start: offset, end: offset + whole.length }];
}

const LEADING_LABEL = /^[^\p{L}\p{N}#]{0,8}([\p{L}#][\p{L}\p{N}'’/ ()#-]{0,47})[:：](?=\s|$)/u;
const LATER_LABEL = /(?<=[.;|)!?,–—]\s{1,2})([\p{Lu}][\p{L}' ]{1,30})[:：](?=\s)/gu;

function plainLabels(span: Span, { offset, atLineStart }: Place): LabelMark[] {
  const marks: LabelMark[] = [];
  if (!span.text.includes(":") && !span.text.includes("：")) return marks;
  const [whole, leading = ""] = atLineStart ? (LEADING_LABEL.exec(span.text) ?? []) : [];
  if (whole !== undefined && isLabel(leading)) {
    marks.push({ label: stripMarkup(leading), line: span.line, start: offset, end: offset + whole.length });
  }
  if (!/[:：]/.test(span.text.slice(whole?.length ?? 0))) return marks;
  for (const match of span.text.matchAll(LATER_LABEL)) {
    const label = match[1] ?? "";
    if (match.index < (whole?.length ?? 0) || fieldsNamed(label).length === 0) continue;
    marks.push({
      label,
      line: span.line,
      start: offset + match.index,
      end: offset + match.index + match[0].length,
    });
  }
  return marks;
}

function isLabel(text: string): boolean {
  return text.length > 0 && text.length <= LABEL_LENGTH_MAX && text.split(/\s+/).length <= LABEL_WORDS_MAX;
}
