// Paragraphs and list items that hold marks.
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import type { GapMarkerPlace } from "../../core/documents/source-spec.ts";
import { findGapIds } from "../../core/shared/gap-id.ts";
import type { Block } from "../markdown/blocks.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { indentOf } from "../markdown/lines.ts";
import { wordsOf } from "../reading/dress.ts";
import { ADDED, type DraftLine, removeLines } from "./draft.ts";
import { asProse, type Edit, editedLines } from "./edited-lines.ts";
import { entryStretchEnd, isOnlyFields, isOnlyState, withoutEntryHead } from "./entry-head.ts";
import { contentColumn, itemPrefix, listMarkOf, unwrapped } from "./list-marks.ts";
import { markStretch } from "./mark-stretch.ts";
import { hidden, isOneValue, isWithinSentence, mendText, type PlacedMark, restatesAll } from "./mend-text.ts";
import { type FatedMark, type Mending, pointerTo, putUnits, standingAt } from "./mending.ts";
import { saidSentences, WHOLE_RESTATED_OVERLAP } from "./restating.ts";
import { saysSomething } from "./says-something.ts";
import { sentencesOf } from "./sentences.ts";
import { asSentence, shaped } from "./shape-text.ts";
import type { Section } from "./source-layout.ts";
import type { Unit } from "./units.ts";

export interface MarkedBlock {
  readonly block: Block;
  readonly index: number;
  readonly marks: readonly (FatedMark & { readonly marker: GapMarkerPlace })[];
}

interface Prose extends MarkedBlock {
  readonly text: string;
  /** What stands before the words of its first line. */
  readonly prefix: string;
  readonly box: string;
  /** `**FR-002**: `, by which other places refer to it. */
  readonly label: string;
  /** The column at which its words begin. */
  readonly indent: number;
  readonly placed: readonly PlacedMark[];
  /** Whether words of the author's follow the text in the block. */
  readonly followed: boolean;
}

export function mendProse(mending: Mending, marked: MarkedBlock): void {
  const prose = asLeadIn(mending, proseOf(mending, withOwnTexts(mending, marked)));
  const masked = hidden(prose.text, prose.placed).slice(wordsFrom(prose));
  const units = prose.placed.flatMap(({ fate }) => (fate.to === "text" ? fate.units : []));
  const whole = !saysSomething(masked);
  if (prose.placed.some(({ entry }) => entry)) trimFields(mending, prose);
  if (prose.marks.every(({ fate }) => fate.to === "strip")) stripEntry(mending, prose);
  else if (units.length > 0 && (whole || isRestated(prose, masked))) replaceBlock(mending, prose, units);
  else if (whole) removeBlock(mending, prose);
  else mendBlock(mending, prose);
}

/** Texts that repeat the bullet and the label of the block they stand in, without them. */
function withOwnTexts(mending: Mending, marked: MarkedBlock): MarkedBlock {
  const { block, label } = proseOf(mending, marked);
  const marks = marked.marks.map((mark) => {
    if (mark.fate.to !== "text") return mark;
    const units = mark.fate.units.map((unit) => ({ ...unit, text: ownWords(unit.text, block.kind, label) }));
    return { ...mark, fate: { ...mark.fate, units } };
  });
  return { ...marked, marks };
}

function ownWords(text: string, kind: Block["kind"], label: string): string {
  const words = kind === "item" ? unwrapped(text) : text;
  const own = labelOf(words);
  return own !== "" && label !== "" && labelKey(own) === labelKey(label) ? words.slice(own.length) : words;
}

/** A paragraph that leads to a list stays where it is: its mark goes, and what settles it follows the list. */
function asLeadIn(mending: Mending, prose: Prose): Prose {
  const { block, index, text, placed } = prose;
  const next = mending.layout.blocks[index + 1];
  const holds = next?.kind === "item" && (block.kind !== "item" || next.depth > block.depth);
  if (!holds || !/:[*_]*\s*$/.test(text)) return prose;
  const units: Unit[] = [];
  const marks = placed.map((mark): PlacedMark => {
    if (mark.fate.to !== "text" || mark.entry || isOneValue(mark.fate.units)) return mark;
    units.push(...mark.fate.units);
    return { ...mark, fate: { to: "elsewhere", section: null, near: null } };
  });
  putUnits(mending, units, { line: listEnd(mending, index + 1), indent: prose.indent });
  return { ...prose, placed: marks };
}

/** The last line of the list that begins with a block. */
function listEnd({ layout }: Mending, index: number): number {
  const depth = layout.blocks[index]?.depth ?? 0;
  let end = layout.blocks[index]?.endLine ?? 0;
  for (let at = index + 1; at < layout.blocks.length; at++) {
    const block = layout.blocks[at];
    if (block === undefined || block.depth < depth || (block.depth === depth && block.kind !== "item")) break;
    end = Math.max(end, block.endLine);
  }
  return end;
}

/** A text for an item that it names by its label takes the item's words; what else the author says there follows. */
export function replaceLabelled(mending: Mending, unit: Unit, section: Section | null): boolean {
  const { layout, draft } = mending;
  const label = labelOf(unwrapped(unit.text));
  if (label === "" || section === null) return false;
  for (const [index, block] of layout.blocks.entries()) {
    if (block.line < section.heading.line || block.line > section.ownEnd) continue;
    if ((block.kind !== "item" && block.kind !== "paragraph") || draft.changed.has(block.line)) continue;
    const prose = proseOf(mending, { block, index, marks: [] });
    if (labelKey(prose.label) !== labelKey(label)) continue;
    const own = { ...unit, text: ownWords(unit.text, block.kind, prose.label) };
    const lines = withUnsaid(blockLines(mending, prose, own), prose, own);
    removeLines(draft, block.line, block.endLine);
    draft.changed.set(block.line, lines);
    return true;
  }
  return false;
}

function withUnsaid(lines: readonly DraftLine[], prose: Prose, { text, gaps }: Unit): readonly DraftLine[] {
  const said = saidSentences([text]);
  const words = prose.text.slice(wordsFrom(prose));
  const unsaid = sentencesOf(words)
    .map(({ start, end }) => words.slice(start, end).replace(/\s*\n\s*/g, " "))
    .filter((sentence) => !said.takes(sentence, WHOLE_RESTATED_OVERLAP))
    .join(" ");
  const last = lines.at(-1);
  if (unsaid === "" || last === undefined) return lines;
  const origin: LineOrigin = { of: "blended", line: prose.block.line, gaps };
  if (asSentence(text) !== null) return [...lines.slice(0, -1), { text: `${last.text} ${unsaid}`, origin }];
  return [...lines, { text: "", origin: ADDED }, { text: " ".repeat(prose.indent) + unsaid, origin }];
}

/** Items below an entry that only say how grave it is, or how far. */
function trimFields({ draft, layout }: Mending, { block, index, marks }: Prose): void {
  if (block.kind !== "item" || marks.every(({ fate }) => fate.to === "strip")) return;
  for (let at = index + 1; (layout.blocks[at]?.depth ?? 0) > block.depth; at++) {
    const { kind, line, endLine } = layout.blocks[at] ?? block;
    const words = layout.lines.slice(line - 1, endLine).join(" ");
    if ((kind === "item" || kind === "paragraph") && isOnlyFields(words)) removeLines(draft, line, endLine);
  }
}

function wordsFrom({ prefix, box, label }: Prose): number {
  return prefix.length + box.length + label.length;
}

/** One mark whose texts say everything again that stands around it. */
function isRestated(prose: Prose, masked: string): boolean {
  const { placed, text } = prose;
  const [only, ...more] = placed;
  if (only === undefined || more.length > 0 || only.fate.to !== "text") return false;
  if (isOneValue(only.fate.units)) return false;
  return isWithinSentence(only, hidden(text, placed)) && restatesAll(only.fate.units, masked);
}

function proseOf({ layout }: Mending, { block, index, marks }: MarkedBlock): Prose {
  const lines = layout.lines.slice(block.line - 1, block.endLine);
  const [first = ""] = lines;
  const { mark, box } = block.kind === "item" ? itemPrefix(first) : { mark: "", box: "" };
  const prefix = block.kind === "item" ? mark : (/^\s*/.exec(first)?.[0] ?? "");
  const text = lines.join("\n");
  const starts = lineStarts(lines);
  const placed = marks.map(({ marker, gap, fate }): PlacedMark => {
    const start = (starts[marker.line - block.line] ?? 0) + marker.column - 1;
    const word = { start, end: start + marker.text.length };
    const value = marker.kind === "tbd" || marker.kind === "question-marks";
    const entry = marker.gap !== null && fate.to !== "strip";
    const from = prefix.length + box.length;
    if (entry) {
      const end = from + entryStretchEnd(text.slice(from));
      return { gap, fate, value, entry, start: from, end, asks: true, bracketed: false, remarked: false };
    }
    return { gap, fate, value, entry, ...markStretch(text, marker.kind, word, text.length) };
  });
  const indent = block.kind === "item" ? contentColumn(prefix) : indentOf(first);
  const label = labelOf(text.slice(prefix.length + box.length, placed[0]?.start));
  return { block, index, marks, text, prefix, box, label, indent, placed, followed: false };
}

function lineStarts(lines: readonly string[]): readonly number[] {
  let start = 0;
  return lines.map((line) => {
    const at = start;
    start += line.length + 1;
    return at;
  });
}

const LABEL =
  /^(?:\*\*[^*\n]{1,60}\*\*|__[^_\n]{1,60}__|\[?[A-Z]{1,8}-?\d{1,4}(?:\.\d{1,3}){0,3}\]?)\s?[:.–—-]?\s+|^\*\*[^*\n]{1,60}:\*\*\s+/;

function labelOf(words: string): string {
  const label = LABEL.exec(words)?.[0] ?? "";
  return findGapIds(label).length > 0 ? "" : label;
}

function labelKey(label: string): string {
  return wordsOf(label).join(" ");
}

function stripEntry({ draft }: Mending, { block, text, prefix, box }: Prose): void {
  const [first = "", ...rest] = text.split("\n");
  const words = withoutEntryHead(first.slice(prefix.length + box.length));
  const origin: LineOrigin = { of: "mended", line: block.line, gaps: [] };
  const line = `${prefix}${box}${block.kind === "item" ? words : asProse(words)}`;
  if (saysSomething(words)) draft.changed.set(block.line, [{ text: line, origin }]);
  else if (rest.length === 0 && block.kind === "paragraph") draft.changed.set(block.line, []);
}

function replaceBlock(mending: Mending, prose: Prose, units: readonly Unit[]): void {
  const { block, indent } = prose;
  removeLines(mending.draft, block.line, block.endLine);
  const [first, ...rest] = units;
  if (first === undefined || (block.kind !== "item" && prose.label === "")) {
    putUnits(mending, units, { line: block.endLine, indent });
    return;
  }
  mending.draft.changed.set(block.line, blockLines(mending, prose, first));
  putUnits(mending, rest, { line: block.endLine, indent });
}

/** The text as the block itself; a list takes an item's place, what is no paragraph gets a line to hang from. */
function blockLines(mending: Mending, prose: Prose, { text, gaps }: Unit): readonly DraftLine[] {
  const { block, prefix, box, label, indent } = prose;
  const origin: LineOrigin = { of: "resolution", gaps };
  const [first] = parseMarkdown(text).blocks;
  const spot = standingAt(mending, { line: block.line, indent });
  const joinsList = label === "" && box === "" && !prose.followed && bulletOf(prefix) !== null;
  if (first?.kind === "item" && joinsList && first.number === null) {
    const lines = shaped(text, { ...spot, indent: indentOf(prefix) });
    return withBullets(lines, bulletOf(prefix) ?? "-").map((line) => ({ text: line, origin }));
  }
  const lines = shaped(text, { ...spot, headings: false });
  const opens = first?.kind === "paragraph" || (first?.kind === "heading" && label === "");
  const [head = "", ...rest] = opens ? lines : ["", "", ...lines];
  const words = head === "" && label === "" ? HANGS_FROM : `${label}${head.trimStart()}`;
  const lead: LineOrigin = label === "" ? origin : { of: "blended", line: block.line, gaps };
  return [
    { text: `${leadIn(prefix, indent)}${box}${words}`.trimEnd(), origin: lead },
    ...rest.map((line) => ({ text: line, origin })),
  ];
}

function leadIn(prefix: string, indent: number): string {
  const mark = prefix.trimEnd();
  return mark === "" ? " ".repeat(indent) : mark + " ".repeat(Math.max(1, indent - mark.length));
}

/** What stands in an item that has no words of its own, above a list, a table or code. */
const HANGS_FROM = "As follows:";

function bulletOf(prefix: string): string | null {
  return /^\s*([-*+])\s*$/.exec(prefix)?.[1] ?? null;
}

/** The items of the text as those of the list that it joins. */
function withBullets(lines: readonly string[], bullet: string): readonly string[] {
  const mark = listMarkOf((lines[0] ?? "").trimStart());
  const indent = indentOf(lines[0] ?? "");
  return lines.map((line) =>
    indentOf(line) === indent && listMarkOf(line.trimStart()) === mark ? line.replace(/[-*+]/, bullet) : line,
  );
}

/** What only asked is gone; a block that others refer to by its label, or that holds others, stays for them. */
function removeBlock(mending: Mending, prose: Prose): void {
  const { block, prefix, box, label, placed } = prose;
  const { draft, layout } = mending;
  removeLines(draft, block.line, block.endLine);
  const next = layout.blocks[prose.index + 1];
  const holds = block.kind === "item" && next !== undefined && next.depth > block.depth;
  const pointer = placed.map(({ fate }) => pointerTo(mending, fate)).find((text) => text !== null);
  const gaps = placed.flatMap(({ gap }) => (gap === null ? [] : [gap]));
  const lead: LineOrigin = { of: "mended", line: block.line, gaps };
  const said = pointer ?? "See below.";
  if (label !== "") draft.changed.set(block.line, [{ text: `${prefix}${box}${label}${said}`, origin: lead }]);
  else if (holds) draft.changed.set(block.line, [{ text: `${prefix.trimEnd()} ${said}`, origin: ADDED }]);
}

function mendBlock(mending: Mending, prose: Prose): void {
  const { block, text, indent, placed } = prose;
  const { draft, limitations } = mending;
  const from = wordsFrom(prose);
  const { edits, left } = mendText(placed, { text, from, to: text.length, limitations, roomMax: 0 });
  const states = placed.some(({ entry }) => entry) ? stateEdits(prose, edits) : [];
  const lines = editedLines(
    text.slice(from),
    block.line,
    [...edits, ...states]
      .sort((a, b) => a.start - b.start)
      .map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from })),
  );
  removeLines(draft, block.line, block.endLine);
  if (opensBlock(prose, left)) {
    putBefore(mending, prose, { units: left, lines });
    return;
  }
  const [first, ...rest] = lines;
  if (first !== undefined) {
    const lead = { ...first, text: text.slice(0, from) + first.text.trimStart() };
    draft.changed.set(block.line, [sourceOr(lead, mending), ...rest]);
  }
  putUnits(mending, left, { line: block.endLine, indent });
}

/** Sentences of an entry that only say how grave it is, or how far. */
function stateEdits({ text, placed }: Prose, edits: readonly Edit[]): readonly Edit[] {
  const from = placed.reduce((end, mark) => (mark.entry ? Math.max(end, mark.end) : end), 0);
  let next = 0;
  return sentencesOf(text.slice(from)).flatMap(({ start, end }): readonly Edit[] => {
    const at = { start: start + from, end: end + from };
    while ((edits[next]?.end ?? at.end) <= at.start) next += 1;
    const edited = (edits[next]?.start ?? at.end) < at.end;
    return edited || !isOnlyState(text.slice(at.start, at.end)) ? [] : [{ ...at, text: "", gaps: [] }];
  });
}

/** One mark, with which the block begins, and a text for it: what else the author says comes after the text. */
function opensBlock(prose: Prose, left: readonly Unit[]): boolean {
  const [only, ...more] = prose.placed;
  if (only === undefined || more.length > 0 || left.length === 0 || only.fate.to !== "text") return false;
  const from = wordsFrom(prose);
  const masked = hidden(prose.text, prose.placed).slice(from);
  const shifted = { ...only, start: only.start - from, end: only.end - from };
  return !saysSomething(masked.slice(0, Math.max(0, shifted.start))) && !isWithinSentence(shifted, masked);
}

interface Kept {
  readonly units: readonly Unit[];
  readonly lines: readonly DraftLine[];
}

function putBefore(mending: Mending, prose: Prose, { units, lines }: Kept): void {
  const { block, indent } = prose;
  const before = " ".repeat(indent);
  const kept = lines.map((line) => sourceOr({ ...line, text: before + line.text.trimStart() }, mending));
  const [first, ...rest] = units;
  if (first !== undefined && (block.kind === "item" || prose.label !== "")) {
    const said = blockLines(mending, { ...prose, followed: true }, first);
    mending.draft.changed.set(block.line, [...said, { text: "", origin: ADDED }, ...kept]);
    putUnits(mending, rest, { line: block.endLine, indent });
    return;
  }
  mending.draft.changed.set(block.line, kept);
  putUnits(mending, units, { line: block.line - 1, indent });
}

/** A line that nothing was taken from is the author's to the byte. */
function sourceOr(line: DraftLine, { layout }: Mending): DraftLine {
  const { origin } = line;
  if (origin.of !== "source") return line;
  const written = layout.lines[origin.line - 1] ?? "";
  return line.text === written
    ? line
    : { text: line.text, origin: { of: "mended", line: origin.line, gaps: [] } };
}
