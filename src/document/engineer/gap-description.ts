// A gap as a title, an item or a cell describes it: `**GAP-X-009** (LOW): Fees in half cents`.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import type { Severity } from "../../core/shared/severity.ts";
import { plainText, type Span, statedLabel, statedText } from "../markdown/spans.ts";
import { undressed } from "../reading/dress.ts";
import { names } from "../reading/field-names.ts";
import { labelledText } from "../reading/labelled-fields.ts";
import { readRating, readRatingTag } from "../reading/severity-words.ts";
import { linesOfSpans } from "./titles.ts";

export interface Described {
  readonly ids: readonly GapId[];
  readonly line: number;
  readonly title: string;
  readonly severity: Severity | null;
  /** Said to be done with, so not a new one. */
  readonly closed: boolean;
}

const BEFORE =
  /^[\s*_~:("'•–—→➜-]*(?:\[[ xX]?\]\s?)?(?:[\s*_[("']|\p{Extended_Pictographic}|\uFE0F)*(?:(?:new )?gap:?\s{0,2})?[\s*_[(]*$/iu;
const BETWEEN = /^[\s*_\])]*(?:,|;|&|\+|\/|and)[\s*_[(]*$/i;
const CLOSED =
  /^[\s*_:–—()[\]-]*(?:✅|✓|resolved|closed|done|fixed|addressed|no longer|already (?:resolved|covered|tracked|known|exists))(?![a-z])/i;
const LAST = /[([](?:[^()[\]]*[\s,])?(GAP-[A-Z]{2,10}-\d{3}[a-z]?)(?:[\s,][^()[\]]*)?[)\]]\W*$/;
const REFERRING =
  /\b(?:see|covered|covers|related|relates|depends?|part of|same as|cf|duplicate|blocked|existing|already|under|via|per|extends?|from)\b/i;
const EDGE_LENGTH_MAX = 120;

export function leadingGapIds(text: string): { readonly ids: readonly GapId[]; readonly end: number } {
  const ids: GapId[] = [];
  let end = 0;
  for (const { id, start, end: idEnd } of findGapIds(text)) {
    const between = text.slice(end, Math.min(start, end + EDGE_LENGTH_MAX));
    if (!(ids.length === 0 ? BEFORE : BETWEEN).test(between)) break;
    if (!ids.includes(id)) ids.push(id);
    end = idEnd;
  }
  return { ids, end };
}

/** Reads the first line for the ids, and all of it for the severity. */
export function describedGaps(spans: readonly Span[], line: number): Described {
  const [first] = linesOfSpans(spans);
  const own = first?.spans ?? [];
  const said = idText(own);
  const seen = plainText(own);
  const { ids, end } = leadingGapIds(said);
  const last = ids.length === 0 ? lastId(said) : null;
  const rest = last === null ? seen.slice(end).replace(/^[\])]/, "") : seen.slice(0, last.at);
  const tag = listsSeverities(rest) ? null : ratingTag(rest);
  return {
    ids: last === null ? ids : [last.id],
    line,
    title: titleIn(own, end) ?? undressed(labelledLead(spans, tag?.rest ?? rest)),
    severity: labelledSeverity(spans) ?? tag?.severity ?? null,
    closed: ids.length > 0 && CLOSED.test(rest),
  };
}

/** `(CRITICAL/HIGH/MEDIUM/LOW)` names the scale, not a place on it. */
function listsSeverities(text: string): boolean {
  return /\b(?:critical|high|medium|low)\W{1,3}(?:critical|high|medium|low)\W{1,3}(?:critical|high|medium|low)\b/i.test(
    text,
  );
}

/** At the front a code span that is exactly the id stands for it, as in a heading. */
function idText(spans: readonly Span[]): string {
  return spans[0]?.strong === true || spans[0]?.code === true ? statedLabel(spans) : statedText(spans);
}

/** `Fees in half cents (GAP-X-009, LOW)`; `(see GAP-X-001)` only refers. */
function lastId(text: string): { readonly id: GapId; readonly at: number } | null {
  const start = Math.max(0, text.length - EDGE_LENGTH_MAX);
  const match = LAST.exec(text.slice(start));
  if (match === null || REFERRING.test(match[0])) return null;
  const [found] = findGapIds(match[0]);
  return found === undefined ? null : { id: found.id, at: start + match.index };
}

/** `**GAP-X-009: Fees in half cents** – the till rounds …`: the bold part is the title. */
function titleIn(spans: readonly Span[], end: number): string | null {
  const firstPlain = spans.findIndex(({ strong, text }) => !strong && text.trim() !== "");
  if (firstPlain <= 0 || spans[0]?.strong !== true) return null;
  const bold = plainText(spans.slice(0, firstPlain)).slice(end);
  const title = undressed(ratingTag(bold)?.rest ?? bold);
  return title === "" ? null : title;
}

function labelledLead(spans: readonly Span[], rest: string): string {
  const { fields } = labelledText(spans);
  const severity = fields.find(({ label }) => names(label, "severity"));
  if (severity === undefined) return rest;
  const at = rest.search(/[([|.,;–—-]?\s*(?:severity|priority)\b/i);
  return at > 0 ? rest.slice(0, at) : rest;
}

function labelledSeverity(spans: readonly Span[]): Severity | null {
  for (const { label, value } of labelledText(spans).fields) {
    const severity = names(label, "severity") ? (readRating(value)?.severity ?? null) : null;
    if (severity !== null) return severity;
  }
  return null;
}

/** `GAP-X-009 (fees, HIGH), GAP-X-010: stamps`: ids in a row, each with what is said of it. */
export function gapsInList(text: string, line: number): readonly ProposedGap[] {
  const ids = findGapIds(text);
  return ids.map(({ id, end }, index) => {
    const said = text.slice(end, ids[index + 1]?.start ?? text.length);
    const [, inner] = /^[\s*_\])]{0,4}[([]([^()[\]]*)[)\]]/.exec(said) ?? [];
    const parts = (inner ?? said).split(/[,;]/).map((part) => undressed(part));
    const rated = parts.findIndex((part) => readRating(part) !== null);
    return {
      id,
      line,
      title: parts.filter((part, at) => at !== rated && !/^(?:and|new)?$/i.test(part)).join(", "),
      severity: readRating(parts[rated] ?? "")?.severity ?? null,
    };
  });
}

interface Tag {
  readonly severity: Severity | null;
  readonly rest: string;
}

/** A rating in brackets anywhere, or one that the text begins or ends with. */
function ratingTag(text: string): Tag | null {
  for (const match of text.matchAll(/\(([^()]*)\)|\[([^[\]]*)\]/g)) {
    const severity = readRating(match[1] ?? match[2] ?? "")?.severity ?? null;
    if (severity !== null) {
      return { severity, rest: `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}` };
    }
  }
  const tagged = readRatingTag(text);
  return tagged === null ? null : { severity: tagged.rating.severity, rest: tagged.rest };
}
