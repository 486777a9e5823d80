// Where a review states its verdict: under labels and titles for it, in tables of its own summary, alone on a line.
// Inside an issue or a criterion nothing is a verdict on the proposal.
import type { VerdictNorm } from "../../core/documents/reviewer-document.ts";
import { NO_ISSUES_PHRASES, VERDICT_PHRASES } from "../../core/documents/verdict-phrases.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { plainText, type Span, withPictures } from "../markdown/spans.ts";
import {
  beginsWithPhrase,
  deniesApproval,
  givesReasons,
  isBareRefusal,
  isDenied,
  isWholePhrase,
  readStatement,
  type StatementValue,
} from "../reading/closed-statement.ts";
import { afterLastMark, stripMarkup, wordsOf } from "../reading/dress.ts";
import { onlyGap, withoutGaps } from "../reading/gap-mentions.ts";
import { labelledFields } from "../reading/labelled-fields.ts";
import { type ItemNode, type OutlineNode, type SectionNode, titleOf } from "../reading/outline.ts";
import { cellOf, cellText, type Table, tableColumns } from "../reading/table-columns.ts";
import type { CollectedIssues } from "./issue-candidate.ts";
import { isDocumentTitle, sectionRole, type VerdictLabel, verdictLabel } from "./section-roles.ts";

export interface VerdictPlace {
  readonly norm: VerdictNorm;
  readonly line: number;
  readonly text: string;
  readonly gap: GapId | null;
  /** `NO_ISSUES_FOUND` on its own: an approval where no verdict is stated. */
  readonly implied: boolean;
}

interface VerdictSearch {
  readonly root: SectionNode;
  /** Texts at the margin that close the document or a proposal's section, whatever section they follow. */
  readonly closing: Set<OutlineNode>;
  readonly consumed: CollectedIssues["consumed"];
  readonly places: VerdictPlace[];
}

/** Where a list of issues stands only a labelled verdict is one; inside an issue or a criterion nothing is. */
type VerdictScope = "all" | "labels" | "none";

interface VerdictContext {
  readonly gap: GapId | null;
  readonly open: VerdictScope;
}

export function verdictPlaces(
  root: SectionNode,
  consumed: CollectedIssues["consumed"],
): readonly VerdictPlace[] {
  const search: VerdictSearch = { root, closing: new Set(), consumed, places: [] };
  addClosing(root, search);
  visitNodes(root.children, { gap: null, open: "all" }, search);
  return search.places;
}

/** The last texts below a section, after its last item or inner section. */
function addClosing(container: SectionNode, { closing, consumed, root }: VerdictSearch): void {
  let section = container;
  for (;;) {
    const cut = section.children.findLastIndex((child) => child.kind !== "leaf");
    const texts = section.children.slice(cut + 1).filter((child) => spansOf(child).length > 0);
    for (const text of texts) closing.add(text);
    const inner = section.children[cut];
    if (texts.length > 0 || inner?.kind !== "section") return;
    const isTop = section === root || isDocumentTitle(section, root);
    if (isTop && !consumed.has(inner) && !isOfReview(inner, root)) return;
    section = inner;
  }
}

/** A section that reviews have: not one of which nobody knows what it is about. */
function isOfReview(section: SectionNode, root: SectionNode): boolean {
  const title = section.title;
  const role = sectionRole(title)?.role ?? null;
  return isDocumentTitle(section, root) || onlyGap(title) !== null || (role !== null && role !== "verdict");
}

const NORMS: Record<Exclude<StatementValue, null>, VerdictNorm> = {
  yes: "APPROVED",
  "yes-with-notes": "APPROVED_WITH_NOTES",
  no: "NEEDS_REVISION",
  unclear: "UNCLEAR",
};

/** What a text says where a verdict is expected; `null` where it says nothing. */
export function readVerdict(text: string): VerdictNorm | null {
  const said = readStatement(text, VERDICT_PHRASES);
  return said === null ? null : NORMS[said];
}

/** A text that is an accepted phrase as a whole. */
function clearVerdict(text: string): VerdictNorm | null {
  const norm = readVerdict(text);
  return norm === "UNCLEAR" ? null : norm;
}

/** Where nothing announces a verdict, a sentence may begin as a refusal does: `Rejected requests are logged`. */
function bareVerdict(text: string): VerdictNorm | null {
  const norm = clearVerdict(text);
  return norm === "NEEDS_REVISION" && !isWholePhrase(text, VERDICT_PHRASES) ? null : norm;
}

function labelledVerdict(label: VerdictLabel, text: string): VerdictNorm | null {
  const norm = readVerdict(text);
  if (norm !== "UNCLEAR" || label === "sure") return norm;
  return beginsWithPhrase(text, VERDICT_PHRASES) ? norm : null;
}

/** In a column that may tell of other things. */
function statusVerdict(text: string): VerdictNorm | null {
  const norm = labelledVerdict("weak", text);
  return norm === "NEEDS_REVISION" ? bareVerdict(text) : norm;
}

function visitNodes(nodes: readonly OutlineNode[], around: VerdictContext, search: VerdictSearch): void {
  for (const [index, node] of nodes.entries()) {
    if (node.kind === "section") visitSection(node, around, search);
    else {
      const spans = spansOf(node);
      const inIssue = search.consumed.has(node);
      if (inIssue || around.open === "none") {
        if (search.closing.has(node)) closingText(node, around, search);
      } else if (node.kind === "leaf" && node.block.kind === "table") {
        visitTable(node.block, around, search);
      } else if (spans.length > 0) visitText(node, nodes[index + 1], { spans, around, search });
      if (node.kind === "item" && !inIssue) visitNodes(node.children, around, search);
    }
  }
}

/** A paragraph labelled as a verdict: it stands at the margin, so no item above it holds it. */
export function isVerdictLine(node: OutlineNode | undefined): boolean {
  if (node?.kind !== "leaf" || node.block.kind !== "paragraph" || node.block.depth > 0) return false;
  const given = findLabelled(spansOf(node));
  return given?.kind != null && clearVerdict(given.text) !== null;
}

/** After the last issue, or what became of earlier ones, only a clear and labelled verdict closes the whole. */
function closingText(node: OutlineNode, { gap }: VerdictContext, search: VerdictSearch): void {
  const text = plainText(spansOf(node)).trim();
  const labelled = findLabelled(spansOf(node));
  const isBare = labelled === null && !search.consumed.has(node);
  const said = labelled?.text ?? (isBare ? text : "");
  const norm = labelled?.kind == null ? bareVerdict(said) : clearVerdict(said);
  if (norm !== null) add({ norm, text: said }, { line: labelled?.line ?? node.line, gap }, search);
}

interface LabelledVerdict {
  readonly label: string;
  readonly kind: VerdictLabel | null;
  readonly gap: GapId | null;
  readonly text: string;
  readonly line: number | null;
}

function labelsOf(spans: readonly Span[]): readonly LabelledVerdict[] {
  return labelledFields(spans).map(({ label, value, line }) => ({
    label,
    kind: verdictLabel(label),
    gap: onlyGap(label),
    text: value,
    line,
  }));
}

/** The first label for a verdict, with a colon or a dash. */
function findLabelled(spans: readonly Span[]): LabelledVerdict | null {
  return labelsOf(spans).find(({ kind }) => kind !== null) ?? readDashedLabel(plainText(spans).trim());
}

/** `Decision — needs revision` */
function readDashedLabel(text: string): LabelledVerdict | null {
  const [whole, label = ""] = /^([^:–—\n]{1,40}?)\s*[–—]/.exec(text) ?? [];
  const kind = whole === undefined ? null : verdictLabel(label);
  if (whole === undefined || kind === null) return null;
  return { label, kind, gap: onlyGap(label), text: text.slice(whole.length).trim(), line: null };
}

function spansOf(node: OutlineNode | undefined): readonly Span[] {
  return node === undefined ? [] : withPictures(node.spans);
}

function visitSection(section: SectionNode, around: VerdictContext, search: VerdictSearch): void {
  const isAsStated = !section.spans.some(({ code }) => code);
  const title = isAsStated ? section.title : plainText(spansOf(section)).trim();
  const isWhole = isDocumentTitle(section, search.root);
  const label = isWhole ? null : verdictLabel(title);
  const own = onlyGap(title);
  const gap = own ?? around.gap;
  const isIssue = search.consumed.has(section);
  const given = around.open === "none" || isIssue ? null : titleVerdict(title, around.open);
  if (given !== null && !(isWhole && given.norm === "UNCLEAR")) {
    add(given, { line: section.line, gap }, search);
    if (isApproval(given.norm)) noteContradiction(section, gap, search);
  } else if (around.open !== "none" && !isIssue) {
    if (label !== null) readAnnounced(section, { label, gap, search });
    else if (around.open === "all") bareTitle(section, title, { gap, search });
  }
  if (own !== null) addClosing(section, search);
  const open = around.open === "none" ? "none" : isIssue ? around.open : openIn(section, label, search);
  visitNodes(section.children, { gap, open }, search);
}

/** The document itself, a proposal's section, a verdict, a summary; in a section of another name nothing is one. */
function openIn(section: SectionNode, label: VerdictLabel | null, { root }: VerdictSearch): VerdictScope {
  const title = section.title;
  if (isDocumentTitle(section, root) || label !== null || REVIEW_TITLE.test(title)) return "all";
  const role = sectionRole(title)?.role ?? null;
  switch (role) {
    case "recap":
      return "all";
    // One that is none of the labels for a verdict is somebody else's, or an earlier one.
    case "verdict":
      return "none";
    case "issues":
    // `- GAP-AB-001: Rejected requests and what becomes of them` was looked at, not judged.
    case "scope":
      return "labels";
    case null:
      return onlyGap(title) !== null || section.level === 1 ? "all" : "none";
    default:
      return "none";
  }
}

const REVIEW_TITLE = /^\W*(?:round \d{1,2} )?(?:reviewer(?:'s)? )?(?:review|feedback|report)\b.{0,60}$/i;

interface VerdictText {
  readonly norm: VerdictNorm;
  readonly text: string;
}

function add(
  { norm, text }: VerdictText,
  { line, gap }: { line: number; gap: GapId | null },
  { places }: VerdictSearch,
): void {
  places.push({ norm, line, text: stripMarkup(text).slice(0, TEXT_LENGTH_MAX), gap, implied: false });
}

const TEXT_LENGTH_MAX = 120;

/** `Verdict: APPROVED`, `Verdict: GAP-AB-001 - APPROVE`, `Review of GAP-AB-001 — NEEDS REVISION`. */
function titleVerdict(title: string, open: VerdictScope): VerdictText | null {
  const [whole, label = ""] = /^([^:–—]{1,80}?)(?:\s*[:–—]|\s-\s)/.exec(title) ?? [];
  if (whole === undefined) return null;
  const text = title.slice(whole.length).trim();
  const kind = verdictLabel(label);
  if (kind !== null) {
    const norm = labelledVerdict(kind, text);
    return norm === null ? null : { norm, text };
  }
  if (open !== "all") return null;
  const bareGap = onlyGap(label) !== null && stripMarkup(withoutGaps(label)) === "";
  const end = lastPart(text);
  const norm = (bareGap ? bareVerdict(text) : null) ?? (isShouted(end) ? bareVerdict(end) : null);
  return norm === null ? null : { norm, text: end };
}

/** `Review: Round 2 - APPROVED`: the last part of a title. */
function lastPart(value: string): string {
  return afterLastMark(value) ?? value;
}

function isShouted(value: string): boolean {
  if (/[a-z]/.test(value)) return false;
  const word = stripMarkup(value);
  return word === word.toUpperCase() && /[A-Z]{4}/.test(word);
}

/** `✅ Approved` as a title: of the gaps listed below it, else of what is around it. */
function bareTitle(section: SectionNode, title: string, { gap, search }: Omit<Heading, "label">): void {
  const norm = bareVerdict(title);
  if (norm === null) return;
  const listed = section.children.flatMap((child) =>
    child.kind === "item"
      ? findGapIds(titleOf(child.spans))
          .filter(({ start }) => start <= LEAD_LENGTH_MAX)
          .slice(0, 1)
      : [],
  );
  const implied = readNothingFound(title);
  if (listed.length === 0) search.places.push({ norm, line: section.line, text: title, gap, implied });
  for (const { id } of listed) add({ norm, text: title }, { line: section.line, gap: id }, search);
  if (isApproval(norm)) noteContradiction(section, gap, search);
}

/** A list of gaps begins each item with one. */
const LEAD_LENGTH_MAX = 3;

function readNothingFound(text: string): boolean {
  const said = readStatement(text, NO_ISSUES_PHRASES);
  return said === "yes" || said === "yes-with-notes";
}

interface Heading {
  readonly label: VerdictLabel;
  readonly gap: GapId | null;
  readonly search: VerdictSearch;
}

/** Under a title that only announces a verdict: the texts that are one; where none is, what stands there is unclear. */
function readAnnounced(section: SectionNode, { label, gap, search }: Heading): void {
  const texts = section.children
    .filter((child) => child.kind !== "section" && !isUnticked(child) && spansOf(child).length > 0)
    .map((child) => ({ child, text: plainText(spansOf(child)).trim(), own: ownVerdict(child, gap) }));
  const plain = texts.filter(({ own }) => !own);
  const clear = plain.filter(
    ({ text }, index) => clearVerdict(text) !== null && !isLedInto(plain[index - 1]?.text),
  );
  for (const { child, text } of clear)
    add({ norm: clearVerdict(text) ?? "UNCLEAR", text }, { line: child.line, gap }, search);
  const [first] = plain;
  const elsewhere = texts.some(({ own }) => own) || section.children.some(holdsVerdicts);
  if (clear.length === 0 && !elsewhere && first !== undefined) {
    const norm = label === "sure" ? "UNCLEAR" : labelledVerdict(label, first.text);
    if (norm !== null) add({ norm, text: first.text }, { line: first.child.line, gap }, search);
  }
  if (clear.some(({ text }) => isApproval(clearVerdict(text)))) noteContradiction(section, gap, search);
}

/** Boxes are ticked to choose. */
function isUnticked(node: OutlineNode): boolean {
  return node.kind === "item" && node.box === "empty";
}

/** `It would be wrong to say:` before a verdict makes it an example. */
function isLedInto(before: string | undefined): boolean {
  return before?.endsWith(":") === true && verdictLabel(before.slice(0, -1)) === null;
}

/** A labelled verdict, or one that names its gap, is taken where it stands. */
function ownVerdict(node: OutlineNode, gap: GapId | null): boolean {
  const spans = spansOf(node);
  if (labelledFields(spans).some(({ label }) => verdictLabel(label) !== null)) return true;
  return node.kind === "item" && gap === null && findGapIds(plainText(spans)).length > 0;
}

function holdsVerdicts(node: OutlineNode): boolean {
  return node.kind === "section" || (node.kind === "leaf" && node.block.kind === "table");
}

function isApproval(norm: VerdictNorm | null): boolean {
  return norm === "APPROVED" || norm === "APPROVED_WITH_NOTES";
}

/** `APPROVED`, and in a further paragraph `This must not ship.`: whatever is no reason for it makes it unclear. */
function noteContradiction(section: SectionNode, gap: GapId | null, search: VerdictSearch): void {
  for (const child of section.children) {
    if (child.kind === "section" || isUnticked(child) || search.consumed.has(child)) continue;
    const spans = spansOf(child);
    const text = plainText(spans).trim();
    // A label has its own meaning, and so has an entry about a gap or an issue.
    const isField = labelledFields(spans).length > 0 || (child.kind === "item" && isEntry(text));
    if (text === "" || isField || clearVerdict(text) !== null) continue;
    if (!givesReasons(text)) add({ norm: "UNCLEAR", text }, { line: child.line, gap }, search);
  }
}

/** `GAP-AB-001 …`, `ISSUE-R1-002 …`: what is said there is said of that. */
function isEntry(text: string): boolean {
  return /^\W{0,4}(?:GAP|ISSUE)-/.test(text);
}

interface VerdictVisit {
  readonly spans: readonly Span[];
  readonly around: VerdictContext;
  readonly search: VerdictSearch;
}

function visitText(node: OutlineNode, next: OutlineNode | undefined, visiting: VerdictVisit): void {
  const { spans, around, search } = visiting;
  if (isUnticked(node)) return;
  const isListed = around.open === "labels" && node.kind === "item";
  const before = search.places.length;
  for (const { label, kind, gap, text: value, line } of labelsOf(spans)) {
    const text = value === "" ? waitingText(next) : value;
    const norm = kind !== null ? labelledVerdict(kind, text) : fieldVerdict(label, value, isListed);
    const about = gap ?? around.gap;
    if (norm !== null) add({ norm, text }, { line: line ?? node.line, gap: about ?? onlyGap(value) }, search);
  }
  if (search.places.length > before) return;
  if (deniedByQuestion(spans) || (isTicked(node) && bareVerdict(plainText(spans)) === "NEEDS_REVISION")) {
    add({ norm: "UNCLEAR", text: plainText(spans).trim() }, { line: node.line, gap: around.gap }, search);
    return;
  }
  if (node.kind === "item") itemVerdict(node, isListed, search);
  else if (!continuesSentence(next)) lineVerdict(node, visiting);
}

function isTicked(node: OutlineNode): boolean {
  return node.kind === "item" && node.box === "checked";
}

/** `**Approved?** No` */
function deniedByQuestion(spans: readonly Span[]): boolean {
  if (!spans.some(({ text }) => text.includes("?"))) return false;
  const [, label = "", value = ""] = /^([^?\n]{1,40})\?\s*([^\n]*)/.exec(plainText(spans).trim()) ?? [];
  return label !== "" && deniesApproval(label, value, VERDICT_PHRASES);
}

/** The paragraph after it is the rest of its sentence. */
function continuesSentence(next: OutlineNode | undefined): boolean {
  return next?.kind === "leaf" && /^\p{Ll}/u.test(plainText(spansOf(next)).trim());
}

/** A field of any other name is no verdict; one that refuses leaves no approval beside it without doubt. */
function fieldVerdict(label: string, value: string, isListed: boolean): VerdictNorm | null {
  const ofGap = isListed ? null : gapVerdict(onlyGap(label), value);
  return ofGap ?? (refusesElsewhere(label, value) ? "UNCLEAR" : null);
}

/** `Final word: REJECTED`, `Approved: no` */
function refusesElsewhere(label: string, value: string): boolean {
  return isBareRefusal(value, VERDICT_PHRASES) || deniesApproval(label, value, VERDICT_PHRASES);
}

/** `GAP-AB-001: APPROVED` */
function gapVerdict(gap: GapId | null, value: string): VerdictNorm | null {
  return gap === null
    ? null
    : (bareVerdict(value) ?? (isShouted(lastPart(value)) ? bareVerdict(lastPart(value)) : null));
}

/** `**Verdict:**` alone, and its value in the paragraph after it. */
function waitingText(next: OutlineNode | undefined): string {
  return next?.kind === "leaf" || next?.kind === "item" ? plainText(spansOf(next)).trim() : "";
}

/** `GAP-AB-001: Loans - **APPROVED**`: an item that opens with a gap and closes with its verdict, in bold or capitals. */
function itemVerdict(item: ItemNode, isListed: boolean, search: VerdictSearch): void {
  const { line } = item;
  const spans = spansOf(item);
  const [text = ""] = plainText(spans).trim().split("\n");
  const gap = onlyGap(text);
  if (gap === null || !stripMarkup(text).startsWith(gap)) return;
  const value = (afterLastMark(text) ?? text.slice(gap.length)).replace(/^[\s–—-]+/, "");
  const bold = spans.some(
    (span) => span.strong && span.text.trim() !== "" && value.startsWith(span.text.trim()),
  );
  const whole = !isListed && stripMarkup(text.slice(text.indexOf(gap) + gap.length)) === stripMarkup(value);
  const norm = bold || whole || isShouted(value) ? bareVerdict(value) : null;
  if (norm !== null) add({ norm, text: value }, { line, gap }, search);
}

/** A line alone: labelled with a dash, in capitals, bold, or the review's last word. */
function lineVerdict(node: OutlineNode, { spans, around, search }: VerdictVisit): void {
  const text = plainText(spans).trim();
  const given = readDashedLabel(text);
  if (given?.kind != null) {
    const norm = labelledVerdict(given.kind, given.text);
    if (norm !== null) add({ norm, text: given.text }, { line: node.line, gap: around.gap }, search);
    return;
  }
  if (text.includes("\n") || labelsOf(spans).some(({ text: value }) => isDenied(value))) return;
  const counts = search.closing.has(node) || (around.open === "all" && isSetApart(spans, text));
  const norm = counts ? bareVerdict(text) : null;
  if (norm === null) return;
  search.places.push({ norm, line: node.line, text, gap: around.gap, implied: readNothingFound(text) });
}

function isSetApart(spans: readonly Span[], text: string): boolean {
  if (spans.every((span) => span.strong || span.text.trim() === "") || isShouted(text)) return true;
  return /lgtm/i.test(text) && wordsOf(text)[0] === "lgtm";
}

/** A row for each gap with a column for its verdict, a row for all of them, or rows of labels and values. */
function visitTable(table: Table, around: VerdictContext, search: VerdictSearch): void {
  const { titles, rows, of } = tableColumns(table);
  const column = titles.findIndex((title) => verdictLabel(title) === "sure");
  const other = of.get("verdict") ?? of.get("status");
  for (const row of rows) {
    const first = cellText(row, 0);
    const gap = onlyGap(cellText(row, of.get("gap") ?? 0));
    const kind = titles.length === 2 ? verdictLabel(first) : null;
    const isOverall = wordsOf(first)[0] === "overall";
    if (titles.length === 2 && deniesApproval(first, cellText(row, 1), VERDICT_PHRASES))
      add({ norm: "UNCLEAR", text: cellText(row, 1) }, { line: row.line, gap: around.gap }, search);
    const value = kind !== null ? 1 : gap !== null || isOverall ? (column >= 0 ? column : other) : undefined;
    if (value === undefined && column > 0 && isBareRefusal(cellText(row, column), VERDICT_PHRASES))
      add({ norm: "UNCLEAR", text: cellText(row, column) }, { line: row.line, gap: around.gap }, search);
    if (value === undefined || value === 0) continue;
    const text = plainText(withPictures(cellOf(row, value))).trim();
    const isAnnounced = kind !== null || value === column;
    // Where a section tells of other things, a column for verdicts is one all the same.
    if (around.open !== "all" && !isAnnounced) continue;
    const norm = isAnnounced ? labelledVerdict(kind ?? "sure", text) : statusVerdict(text);
    if (norm !== null) add({ norm, text }, { line: row.line, gap: kind === null ? gap : around.gap }, search);
  }
}
