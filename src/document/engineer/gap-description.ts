// A gap as a title, an item, a cell or a sentence describes it: `**GAP-X-009** (LOW): Fees in half cents`.
import type { ProposedGap } from "../../core/documents/engineer-document.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import type { Severity } from "../../core/shared/severity.ts";
import {
  cutSpans,
  linesOfSpans,
  markedText,
  plainText,
  type Span,
  statedLabel,
  statedText,
} from "../markdown/spans.ts";
import { stripMarkup } from "../reading/dress.ts";
import { names } from "../reading/field-names.ts";
import { leadingGap } from "../reading/gap-mentions.ts";
import { labelledFields } from "../reading/labelled-fields.ts";
import { readRating, readRatingTag } from "../reading/severity-words.ts";
import { readBareStatus } from "../reading/status-words.ts";

/** What one line says of one gap or several. */
export interface DescribedGaps extends Pick<ProposedGap, "line" | "title" | "severity"> {
  readonly ids: readonly GapId[];
  /** What follows a bold title on its line. */
  readonly description: string | null;
  /** An id outside the grammar. */
  readonly alias: string | null;
  /** Said to be done with, so not a new one. */
  readonly closed: boolean;
}

const BEFORE =
  /^[\s*_~:("'•–—→➜-]*(?:(?:\[[ xX]?\]\s?|\[|\p{Extended_Pictographic}|\uFE0F)(?:[\s*_[("']|\p{Extended_Pictographic}|\uFE0F)*)?(?:(?:new )?gap:?\s{0,2}[\s*_[(]*)?$/iu;
const BETWEEN = /^[\s*_\])]*(?:,|;|&|\+|\/|and)[\s*_[(]*$/i;
const BRACKETS = /[([]([^()[\]]*)[)\]]/g;
const AFTER_WORDS = /(?<!\W)\W*$/;
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
export function describedGaps(spans: readonly Span[], line: number): DescribedGaps {
  const [first] = linesOfSpans(spans);
  const own = first?.spans ?? [];
  const written = leadingGap(plainText(own));
  const alias = written !== null && written.id === null ? written.written : null;
  const said = idText(own);
  const { ids, end } = alias === null ? leadingGapIds(said) : aliasEnd(own, alias);
  const last = ids.length === 0 && alias === null ? lastId(said) : null;
  const rest =
    last === null
      ? markedText(cutSpans(own, end).after).replace(/^[\])]/, "")
      : markedText(cutSpans(own, last.at).before);
  const tag = listsSeverities(rest) ? null : ratingTag(rest);
  const bold = titleIn(own, end);
  return {
    ids: last === null ? ids : [last.id],
    line,
    title: bold?.title ?? stripMarkup(labelledLead(spans, tag?.rest ?? rest)),
    severity: labelledSeverity(spans) ?? tag?.severity ?? null,
    description: bold?.rest ?? null,
    alias,
    closed: ids.length > 0 && readBareStatus(firstClause(rest)) === "RESOLVED",
  };
}

/** `resolved – see Section 2` is done with; `Closed accounts: who pays?` is a title. */
function firstClause(text: string): string {
  return /^[^–—.,;:([]*/.exec(text.replace(/^[^\p{L}\p{N}✅✓✔☑]+/u, ""))?.[0] ?? "";
}

function aliasEnd(
  spans: readonly Span[],
  alias: string,
): { readonly ids: readonly GapId[]; readonly end: number } {
  return { ids: [], end: plainText(spans).indexOf(alias) + alias.length };
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

/** `Fees in half cents (GAP-X-009, LOW)`; with any other word in the bracket, `(see GAP-X-001)`, it only refers. */
function lastId(text: string): { readonly id: GapId; readonly at: number } | null {
  const start = Math.max(0, text.length - EDGE_LENGTH_MAX);
  const edge = text.slice(start);
  const wordsEnd = edge.search(AFTER_WORDS);
  const match = [...edge.matchAll(BRACKETS)].find((one) => one.index + one[0].length >= wordsEnd);
  if (match === undefined) return null;
  const parts = (match[1] ?? "").split(/[,;]/).map((part) => stripMarkup(part));
  const others = parts.filter((part) => findGapIds(part)[0]?.id !== part);
  const [found, ...more] = findGapIds(match[0]);
  if (found === undefined || more.length > 0 || !others.every(isTrimming)) return null;
  return { id: found.id, at: start + match.index };
}

function isTrimming(part: string): boolean {
  return /^(?:new)?$/i.test(part) || readRating(part) !== null;
}

/** `**GAP-X-009: Fees in half cents** – the till rounds …`: the bold part is the title. */
function titleIn(
  spans: readonly Span[],
  end: number,
): { readonly title: string; readonly rest: string | null } | null {
  const firstPlain = spans.findIndex(({ strong, text }) => !strong && text.trim() !== "");
  if (firstPlain <= 0 || spans[0]?.strong !== true) return null;
  const bold = markedText(cutSpans(spans.slice(0, firstPlain), end).after);
  const title = stripMarkup(ratingTag(bold)?.rest ?? bold);
  const after = markedText(spans.slice(firstPlain));
  const rest = stripMarkup(ratingTag(after)?.rest ?? after);
  return title === "" ? null : { title, rest: rest === "" ? null : rest };
}

function labelledLead(spans: readonly Span[], rest: string): string {
  const fields = labelledFields(spans);
  const severity = fields.find(({ label }) => names(label, "severity"));
  if (severity === undefined) return rest;
  const at = rest.search(/(?:[([|.,;–—-]\s*|(?:(?<!\s)\s+)?)(?:severity|priority)\b/i);
  return at > 0 ? rest.slice(0, at) : rest;
}

function labelledSeverity(spans: readonly Span[]): Severity | null {
  for (const { label, value } of labelledFields(spans)) {
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
    const parts = (inner ?? said).split(/[,;]/).map((part) => stripMarkup(part));
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

interface IntroducedGap extends Pick<ProposedGap, "title" | "severity"> {
  readonly id: GapId;
  /** Where in the text it stands. */
  readonly at: number;
}

/** `New gap: GAP-X-009`, `Follow-up gaps (GAP-X-009, GAP-X-010)` */
const NEW_GAP =
  /(?:^|[.!?:;(–—]\s?)\W{0,4}(?:new|follow-?up|additional)\s+gaps?\b(?:\s+introduced)?[\s:,(*_–—-]{0,6}$/i;
const AFTER_NEW = /^[\s*_]{0,3}[([](?:new|newly introduced|new gap|introduced here)\b/i;
const BETWEEN_NEW = /^[\s*_\])]*(?:\([^()]{0,60}\)\s?)?(?:,|;|&|and|, and|or)[\s*_[(]*$/i;
const NEW_GAP_REACH = 100;
const TITLE_MAX = 300;

export function findIntroduced(text: string): readonly IntroducedGap[] {
  const found: IntroducedGap[] = [];
  let lastEnd: number | null = null;
  for (const { id, start, end } of findGapIds(text)) {
    const before = text.slice(Math.max(0, start - NEW_GAP_REACH), start);
    const goesOn: boolean =
      lastEnd !== null && start - lastEnd < NEW_GAP_REACH && BETWEEN_NEW.test(text.slice(lastEnd, start));
    const after = text.slice(end, end + TITLE_MAX);
    if (goesOn || NEW_GAP.test(before) || AFTER_NEW.test(after)) {
      found.push({ id, at: start, ...readDescription(after) });
      lastEnd = end;
    } else lastEnd = null;
  }
  return found;
}

function readDescription(after: string): Pick<ProposedGap, "title" | "severity"> {
  const tag = readRatingTag(after.split(/[.;\n]/)[0] ?? "");
  const behind = tag?.at === "front" ? `: ${tag.rest}` : after;
  const [, said = ""] = /^[\s*_)\]]{0,4}(?:[:–—(]|- )\s?([^.;?!\n]*[?!]?)/.exec(behind) ?? [];
  const title = stripMarkup((readRatingTag(said)?.rest ?? said).replace(/\)$/, ""));
  return {
    title: /^new\b/i.test(title) || findGapIds(title).length > 0 ? "" : title,
    severity: tag?.rating.severity ?? null,
  };
}
