// Where a review gives a verdict: under labels, in titles, alone on a line, in tables.
import type { VerdictNorm } from "../../core/documents/reviewer-document.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { type Span, statedText } from "../markdown/spans.ts";
import { undressed } from "../reading/dress.ts";
import { names } from "../reading/field-names.ts";
import { onlyGap, withoutGaps } from "../reading/gap-mentions.ts";
import { leadingIssueId } from "../reading/issue-ids.ts";
import { type LabelledField, labelledText } from "../reading/labelled-fields.ts";
import { type OutlineNode, type SectionNode, titleOf } from "../reading/outline.ts";
import { cellText, type Table, tableColumns } from "../reading/table-columns.ts";
import type { Collected } from "./candidates.ts";
import { isDocumentTitle } from "./document-title.ts";
import { sectionRole } from "./section-roles.ts";
import { BARE_LINE, BARE_TITLE, labelStrength, SENTENCE, SURE_LABEL } from "./verdict-labels.ts";
import { readBareVerdict, readVerdict, readVerdictSentence } from "./verdict-words.ts";

export interface VerdictPlace {
  readonly norm: VerdictNorm;
  readonly line: number;
  readonly strength: number;
  readonly gap: GapId | null;
  /** Whether the gap is named right there, rather than by a section around it. */
  readonly named: boolean;
}

interface Search {
  readonly root: SectionNode;
  /** The document's last text. */
  readonly last: OutlineNode | undefined;
  readonly consumed: Collected["consumed"];
  readonly places: VerdictPlace[];
}

interface Around {
  /** Whether this is where a review sums up. */
  readonly closing: boolean;
  readonly gap: GapId | null;
  /** Among praise, earlier issues and the like only a sure label counts. */
  readonly closed: boolean;
}

export function verdictPlaces(root: SectionNode, consumed: Collected["consumed"]): readonly VerdictPlace[] {
  const search: Search = { root, last: lastNode(root), consumed, places: [] };
  visit(root.children, { gap: null, closed: false, closing: false }, search);
  return search.places;
}

function lastNode(root: SectionNode): OutlineNode | undefined {
  let node: OutlineNode | undefined = root;
  while (node !== undefined && node.kind !== "leaf" && node.children.length > 0) {
    node = node.children.findLast((child) => child.kind !== "leaf" || child.block.kind !== "break");
  }
  return node;
}

function visit(nodes: readonly OutlineNode[], around: Around, search: Search): void {
  for (const node of nodes) {
    if (node.kind === "section") visitSection(node, around, search);
    else if (node.kind === "leaf" && node.block.kind === "table") visitTable(node.block, around, search);
    else {
      const spans = spansOf(node);
      if (spans.length > 0) visitText(node, spans, { around, search });
      if (node.kind === "item") visit(node.children, around, search);
    }
  }
}

function spansOf(node: OutlineNode): readonly Span[] {
  if (node.kind !== "leaf") return node.spans;
  return node.block.kind === "paragraph" ? node.block.spans : [];
}

const CLOSED: ReadonlySet<string> = new Set(["prior", "aside", "new-gaps"]);

function visitSection(section: SectionNode, around: Around, search: Search): void {
  const title = titleOf(section.spans);
  const strength = labelStrength(title);
  const ownGap = onlyGap(title);
  const head = { gap: ownGap ?? around.gap, named: ownGap !== null };
  const isIssue = search.consumed.has(section);
  const found = titleVerdict(title);
  if (found !== null && (!isIssue || found.strength >= SURE_LABEL)) {
    search.places.push({ ...found, ...head, line: section.line });
  } else if (!isIssue && strength !== null) announced(section, { ...head, strength }, search);
  const role = isDocumentTitle(section, search.root) || strength !== null ? null : sectionRole(title);
  const closed = around.closed || isIssue || (role !== null && CLOSED.has(role.role));
  const closing = around.closing || role?.role === "recap" || role?.role === "verdict" || strength !== null;
  visit(section.children, { gap: head.gap, closed, closing }, search);
}

/** `Verdict: APPROVED`, `Review of GAP-X-001 — NEEDS REVISION`, `✅ Approved`. */
function titleVerdict(title: string): { norm: VerdictNorm; strength: number } | null {
  const match = /^([^:–—]{1,80}?)(?:\s*[:–—]|\s-\s)/.exec(title);
  if (match !== null) {
    const strength = labelStrength(match[1] ?? "");
    const value = title.slice(match[0].length).trim();
    const bareGap = onlyGap(match[1] ?? "") !== null && undressed(withoutGaps(match[1] ?? "")) === "";
    const bare = (bareGap ? readBareVerdict(value) : null) ?? shouted(afterGap(value));
    const norm = strength === null ? bare : readVerdict(value);
    if (norm !== null) return { norm, strength: strength ?? BARE_TITLE };
  }
  const norm = leadingIssueId(title) === null ? readBareVerdict(title) : null;
  return norm === null ? null : { norm, strength: BARE_TITLE };
}

/** `Review: Round 2 - APPROVED`: the last part of a title. */
function afterGap(value: string): string {
  return value.slice(Math.max(value.lastIndexOf(" - "), value.lastIndexOf("—"), value.lastIndexOf(":")) + 1);
}

/** In a title without a label only a verdict in capitals counts: `Loans — APPROVED`. */
function shouted(value: string): VerdictNorm | null {
  return isShouted(value) ? readBareVerdict(value) : null;
}

function isShouted(value: string): boolean {
  const word = undressed(value);
  return word === word.toUpperCase() && /[A-Z]{4}/.test(word);
}

const LOOK_MAX = 6;

/** Under a title that only announces a verdict: the first of the next few lines that is one. */
function announced(
  section: SectionNode,
  head: Omit<VerdictPlace, "norm" | "line">,
  { places }: Search,
): void {
  for (const child of section.children.slice(0, LOOK_MAX)) {
    const spans = spansOf(child);
    const isGapLine = child.kind === "item" && !head.named && findGapIds(statedText(spans)).length > 0;
    if (spans.length === 0 || isGapLine) continue;
    const own = labelledText(spans).fields.find(({ label }) => labelStrength(label) !== null);
    const norm = readVerdict(own === undefined ? statedText(spans) : own.stated);
    if (norm === null) continue;
    places.push({ ...head, norm, line: own?.line ?? child.line });
    return;
  }
}

interface Visiting {
  readonly around: Around;
  readonly search: Search;
}

function visitText(node: OutlineNode, spans: readonly Span[], { around, search }: Visiting): void {
  const inIssue = search.consumed.has(node);
  const guarded = around.closed || inIssue;
  for (const field of labelledText(spans).fields) {
    const found = fieldVerdict(field, {
      guarded,
      asAdvice: around.closed && inIssue,
      isItem: node.kind === "item",
    });
    const gap = onlyGap(field.label);
    if (found !== null) {
      search.places.push({ ...found, line: field.line, gap: gap ?? around.gap, named: gap !== null });
    }
  }
  const listed = node.kind === "item" && !guarded ? itemVerdict(spans) : null;
  if (listed !== null) {
    search.places.push({ ...listed, line: node.line, strength: BARE_TITLE, named: true });
  }
  const dashed = node.kind === "item" ? null : dashedVerdict(spans, guarded);
  if (dashed !== null) search.places.push({ ...dashed, line: node.line, gap: around.gap, named: false });
  const isLast = node === search.last;
  const said =
    inIssue || node.kind === "item" || !(around.closing || isLast)
      ? null
      : readVerdictSentence(statedText(spans));
  if (said !== null)
    search.places.push({ norm: said, line: node.line, strength: SENTENCE, gap: around.gap, named: false });
  const norm = (guarded && !isLast) || node.kind === "item" ? null : lineVerdict(spans, isLast);
  if (norm !== null)
    search.places.push({ norm, line: node.line, strength: BARE_LINE, gap: around.gap, named: false });
}

/** `GAP-X-001: Loans - **APPROVED**`: an item that opens with a gap and closes with its verdict, in bold or capitals. */
function itemVerdict(spans: readonly Span[]): { norm: VerdictNorm; gap: GapId } | null {
  const [line = ""] = statedText(spans).trim().split("\n");
  const gap = onlyGap(line);
  const dash = Math.max(line.lastIndexOf(" - "), line.lastIndexOf("–"), line.lastIndexOf("—"));
  if (gap === null || dash < 0 || !undressed(line).startsWith(gap)) return null;
  const value = line.slice(dash).replace(/^[\s–—-]+/, "");
  const bold = spans.some(
    (span) => span.strong && span.text.trim() !== "" && value.startsWith(span.text.trim()),
  );
  const norm = bold || isShouted(value) ? readBareVerdict(value) : null;
  return norm === null ? null : { norm, gap };
}

interface FieldPlace {
  readonly guarded: boolean;
  /** Among the fields of an issue that is a section. */
  readonly asAdvice: boolean;
  readonly isItem: boolean;
}

/** Among an issue's fields `Recommendation: …` is advice, unless it can be nothing but a verdict. */
function fieldVerdict(
  { label, stated }: LabelledField,
  { guarded, asAdvice, isItem }: FieldPlace,
): { norm: VerdictNorm; strength: number } | null {
  const strength = labelStrength(label) ?? (onlyGap(label) === null ? null : BARE_TITLE);
  if (strength === null) return null;
  const asField = isItem || asAdvice || names(label, "suggestion");
  const careful = strength === BARE_TITLE || (guarded && strength < SURE_LABEL && asField);
  if (guarded && careful && (isItem || (asAdvice && names(label, "suggestion") && !isShouted(stated))))
    return null;
  const norm = careful ? readBareVerdict(firstSentence(stated)) : readVerdict(stated);
  return norm === null ? null : { norm, strength };
}

function firstSentence(text: string): string {
  return /^[^.!?\n]*/.exec(text)?.[0] ?? "";
}

/** `Decision — needs revision` as a line of its own. */
function dashedVerdict(
  spans: readonly Span[],
  guarded: boolean,
): { norm: VerdictNorm; strength: number } | null {
  const text = statedText(spans).trim();
  const match = /^([^:–—\n]{1,40}?)\s*[–—]/.exec(text);
  const strength = match === null ? null : labelStrength(match[1] ?? "");
  if (match === null || strength === null || (guarded && strength < SURE_LABEL)) return null;
  const norm = readVerdict(text.slice(match[0].length));
  return norm === null ? null : { norm, strength };
}

/** A line alone: in capitals, bold, of a kind that is never said otherwise, or the review's last word. */
function lineVerdict(spans: readonly Span[], isLast: boolean): VerdictNorm | null {
  const text = statedText(spans).trim();
  if (text.includes("\n")) return null;
  const marked = isShouted(text) || spans.every((span) => span.strong || span.text.trim() === "");
  return marked || isLast || /^\W*lgtm\b/i.test(text) ? readBareVerdict(text) : null;
}

/** A row for each gap with a column for its verdict, a row for all of them, or rows of labels and values. */
function visitTable(table: Table, around: Around, { places }: Search): void {
  if (around.closed) return;
  const { of, rows, titles } = tableColumns(table);
  const column = of.get("verdict") ?? of.get("status");
  for (const row of rows) {
    const first = cellText(row, 0);
    const gap = onlyGap(cellText(row, of.get("gap") ?? 0));
    const labelled = titles.length === 2 ? labelStrength(first) : null;
    const overall = /^\W*overall\b/i.test(first);
    const value = labelled !== null ? 1 : gap !== null || overall ? column : undefined;
    const norm = value === undefined || value === 0 ? null : readVerdict(cellText(row, value));
    if (norm === null) continue;
    const named = labelled === null && gap !== null;
    places.push({
      norm,
      line: row.line,
      strength: labelled ?? SURE_LABEL,
      gap: named ? gap : around.gap,
      named,
    });
  }
}
