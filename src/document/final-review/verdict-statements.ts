// Where a final review states its verdict, and what of a text says that the spec is ready, or that it is not.

import type { FinalReviewDocument } from "../../core/documents/final-review-document.ts";
import type { Note } from "../../core/documents/note.ts";
import type { VerdictDoubt } from "../../core/documents/reviewer-document.ts";
import { FINAL_PHRASES } from "../../core/documents/verdict-phrases.ts";
import type { Block } from "../markdown/blocks.ts";
import { plainText, type Span, withPictures } from "../markdown/spans.ts";
import { beginsWithPhrase, givesReasons, readStatement } from "../reading/closed-statement.ts";
import { afterLastMark, stripMarkup } from "../reading/dress.ts";
import { labelledFields } from "../reading/labelled-fields.ts";
import { nodesBelow, type OutlineNode, type SectionNode, titleOf } from "../reading/outline.ts";
import { sectionRole, verdictLabel } from "../reviewer/section-roles.ts";

export interface VerdictStatement {
  readonly verdict: FinalVerdict;
  readonly line: number;
}

interface FoundVerdicts {
  readonly statements: readonly VerdictStatement[];
  /** Where a verdict belongs and something else stands. */
  readonly unclear: readonly VerdictDoubt[];
  readonly notes: readonly Note[];
}

/** Within a blocker, and in a section about something else, only a labelled verdict is one. */
export function findVerdicts(root: SectionNode, blockers: ReadonlySet<OutlineNode>): FoundVerdicts {
  const found: Finding = { statements: [], unclear: [], notes: [] };
  const first = root.children.find(({ kind }) => kind === "section");
  const visit = (nodes: readonly OutlineNode[], around: VerdictContext) => {
    const options = isOptionList(nodes);
    if (options) addNote(found, "verdict-options", nodes[0]?.line ?? 1, "this is a list of what may be said");
    const isLoneItem = nodes.filter(({ kind }) => kind === "item").length === 1;
    for (const [index, node] of nodes.entries()) {
      const inBlocker = around.inBlocker || blockers.has(node);
      const isTop = node === root || node === first;
      const open = !inBlocker && (node.kind === "section" ? isTop || isForVerdicts(node) : around.open);
      const place = { open, isTop, inBlocker, isLoneItem, found, next: nodes[index + 1] };
      if (!(options && node.kind === "item")) visitNode(node, place);
      if (node.kind !== "leaf") visit(node.children, { inBlocker, open });
      if (node.kind === "section" && isVerdictTitle(node)) noteContradiction(node, found);
    }
  };
  visit([root], { inBlocker: false, open: true });
  return found;
}

interface VerdictContext {
  readonly inBlocker: boolean;
  /** Whether a verdict may stand here without a label. */
  readonly open: boolean;
}

/** The document itself, a verdict, a summary. */
function isForVerdicts(section: SectionNode): boolean {
  const role = sectionRole(section.title)?.role;
  return section.level === 1 || role === "verdict" || role === "recap" || isVerdictTitle(section);
}

function isVerdictTitle({ spans }: SectionNode): boolean {
  const title = titleOf(spans);
  return labelledVerdict(title) !== null || verdictOfLine(title) !== null;
}

interface Finding {
  readonly statements: VerdictStatement[];
  readonly unclear: VerdictDoubt[];
  readonly notes: Note[];
}

interface Place extends VerdictContext {
  readonly isTop: boolean;
  readonly isLoneItem: boolean;
  readonly found: Finding;
  readonly next: OutlineNode | undefined;
}

function visitNode(node: OutlineNode, place: Place): void {
  if (node.kind === "section") {
    const title = plainText(withPictures(node.spans));
    const labelled = labelledVerdict(title);
    const said = labelled === null ? (place.inBlocker ? null : titleVerdict(title, node, place)) : null;
    if (labelled === "") waitingVerdict(node, place);
    else if (labelled !== null)
      addVerdict(verdictOfValue(labelled, title), { line: node.line, text: labelled }, place);
    else addVerdict(said, { line: node.line, text: title }, place);
  } else if (node.kind === "item") {
    const isChosen = node.box === "checked" || place.isLoneItem;
    if (node.box !== "empty") takeText(node, { ...place, open: place.open && isChosen });
  } else if (node.block.kind === "paragraph") {
    takeText({ spans: node.block.spans, line: node.line }, place);
  } else if (node.block.kind === "table") {
    takeTable(node.block, place);
  }
}

/** `Final Review — NOT_READY`: only the title of the whole may say something before it. */
function titleVerdict(title: string, { level }: SectionNode, { isTop }: Place): StatedVerdict {
  return isTop || level === 1 ? verdictOfTitle(title) : verdictOfLine(title);
}

/** `READY_FOR_TERMINATION`, and in a further paragraph `This must not be built yet.` */
function noteContradiction(section: SectionNode, found: Finding): void {
  const last = found.statements.at(-1);
  if (last?.verdict !== "READY_FOR_TERMINATION" || last.line < section.line) return;
  for (const child of section.children) {
    if (child.kind !== "leaf" || child.block.kind !== "paragraph" || child.line === last.line) continue;
    const text = plainText(withPictures(child.block.spans)).trim();
    if (labelledFields(child.block.spans).length > 0 || verdictOfLine(text) !== null) continue;
    if (!givesReasons(text)) addVerdict("unclear", { line: child.line, text }, { found });
  }
}

/** A title that only announces a verdict: the first words below it are its value. */
function waitingVerdict(section: SectionNode, place: Place): void {
  for (const node of nodesBelow(section.children)) {
    const spans =
      node.kind === "leaf" ? (node.block.kind === "paragraph" ? node.block.spans : null) : node.spans;
    if (spans === null || (node.kind === "item" && node.box === "empty")) continue;
    const text = plainText(withPictures(spans));
    const [first = ""] = text.split("\n");
    if (labelledVerdict(first) !== null || (verdictOfLine(text) !== null && node.kind !== "item")) return;
    addVerdict(verdictOfValue(text, plainText(section.spans)), { line: node.line, text: first }, place);
    return;
  }
}

function takeText(
  { spans, line }: { readonly spans: readonly Span[]; readonly line: number },
  place: Place,
): void {
  const lines = plainText(withPictures(spans)).split("\n");
  const firstLabel = lines.findIndex((text) => labelledVerdict(text) !== null);
  // Without a label it is a statement as a whole: a line within a text says nothing.
  const whole = lines.slice(0, firstLabel < 0 ? lines.length : firstLabel).join("\n");
  if (place.open) addVerdict(verdictOfLine(whole), { line, text: whole }, place);
  for (const [index, text] of lines.entries()) {
    const labelled = labelledVerdict(text);
    const at = { line: line + index, text: labelled ?? text };
    if (labelled === "")
      addVerdict(verdictOfLine(lines[index + 1] ?? "") ?? nextValue(place.next, text), at, place);
    else if (labelled !== null) addVerdict(verdictOfValue(labelled, text), at, place);
  }
}

/** `**Verdict:**` alone, and its value in the paragraph after it. */
function nextValue(next: OutlineNode | undefined, label: string): StatedVerdict {
  if (next?.kind !== "leaf" || next.block.kind !== "paragraph") return null;
  const text = plainText(withPictures(next.block.spans));
  return verdictOfLine(text) === null ? verdictOfValue(text, label) : null;
}

/** A row labelled as the verdict, or a column of that name; a table that explains both words states neither. */
function takeTable({ rows }: Extract<Block, { kind: "table" }>, place: Place): void {
  const [header, ...body] = rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell) => plainText(withPictures(cell))),
  }));
  const column = header?.cells.findIndex((cell) => labelledVerdict(cell) === "") ?? -1;
  const values = [...(header === undefined ? [] : [header]), ...body].flatMap(({ line, cells }) => {
    const [label = "", value = ""] = cells;
    if (cells.length >= 2 && labelledVerdict(label) === "" && verdictOfLine(value) !== null)
      return [{ line, value }];
    return column >= 0 && line !== header?.line ? [{ line, value: cells[column] ?? "" }] : [];
  });
  const said = values.map(({ line, value }) => ({ line, said: verdictOfLine(value) }));
  if (new Set(said.map((one) => one.said).filter((one) => one !== null)).size > 1) {
    addNote(place.found, "verdict-options", header?.line ?? 1, "this table holds both verdicts");
    return;
  }
  for (const one of said) addVerdict(one.said, { line: one.line, text: "" }, place);
}

/** Items of one list that say the one and the other; where boxes are ticked, the ticks decide. */
function isOptionList(nodes: readonly OutlineNode[]): boolean {
  const items = nodes.filter((node) => node.kind === "item");
  if (items.some(({ box }) => box === "checked")) return false;
  const said = new Set(
    items.map(({ spans }) => leadingVerdict(titleOf(spans))).filter((one) => one !== null),
  );
  return said.size > 1;
}

function leadingVerdict(text: string): string | null {
  return /^(?:NOT_READY|READY_FOR_TERMINATION)\b/.exec(stripMarkup(text))?.[0] ?? null;
}

function addVerdict(
  said: StatedVerdict,
  { line, text }: { line: number; text: string },
  { found }: Pick<Place, "found">,
): void {
  if (said === null) return;
  if (said === "unclear") {
    found.unclear.push({ why: "wording", line, text });
    addNote(
      found,
      "verdict-unclear",
      line,
      "this is neither READY_FOR_TERMINATION nor NOT_READY without doubt",
    );
  } else found.statements.push({ verdict: said, line });
}

function addNote({ notes }: Finding, code: string, line: number, message: string): void {
  notes.push({ code, line, message });
}

type FinalVerdict = Exclude<FinalReviewDocument["verdict"], null>;

/** `unclear`: a verdict's place that holds both words, a condition, or something else. */
type StatedVerdict = FinalVerdict | "unclear" | null;

const LABEL = /^([^:=–—]{1,60}?)(?:\s{0,2}(?:[:=–—]|-\s)|$)/;
const LINE_MAX = 600;

/** The value of a line such as `Verdict: …`; `null` where the line is no such label. */
export function labelledVerdict(line: string): string | null {
  const text = line.slice(0, LINE_MAX).replace(/^[\s*_#>-]+/, "");
  const [whole, label = ""] = LABEL.exec(text) ?? [];
  return whole === undefined || verdictLabel(label) === null ? null : text.slice(whole.length).trim();
}

/** What stands where a verdict belongs; under a label of another kind only what sets out to be one. */
function verdictOfValue(value: string, line: string = "Verdict"): StatedVerdict {
  const said = readVerdict(value);
  if (said !== "unclear" || verdictLabel(LABEL.exec(stripMarkup(line))?.[1] ?? "") === "sure") return said;
  return beginsWithPhrase(value, FINAL_PHRASES) ? said : null;
}

function readVerdict(text: string): StatedVerdict {
  const said = readStatement(text.slice(0, LINE_MAX), FINAL_PHRASES);
  if (said === null || said === "unclear") return said;
  return said === "no" ? "NOT_READY" : "READY_FOR_TERMINATION";
}

/** A line that is nothing but a verdict by its formal name, perhaps with a reason. */
export function verdictOfLine(line: string): StatedVerdict {
  const text = stripMarkup(line.slice(0, LINE_MAX));
  const [name = ""] = /^[A-Z_ ]{5,40}(?![a-z])/.exec(text) ?? [];
  if (readVerdict(name) === "unclear" || readVerdict(name) === null) return null;
  return readVerdict(text);
}

/** The end of a title after a colon or a dash. */
function verdictOfTitle(title: string): StatedVerdict {
  const whole = verdictOfLine(title);
  if (whole !== null && whole !== "unclear") return whole;
  const end = afterLastMark(title);
  return end === null ? whole : verdictOfLine(end);
}
