// Paragraphs and list items that hold marks.
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import { blockLines } from "./block-lines.ts";
import { ADDED, removeLines } from "./draft.ts";
import { asProse } from "./edited-lines.ts";
import { isOnlyFields, withoutEntryHead } from "./entry-head.ts";
import type { MarkedBlock } from "./marked-block.ts";
import { hidden, isOneValue, isWithinSentence, restatesAll } from "./masked-text.ts";
import { mendBlock } from "./mend-block.ts";
import { type Mending, pointerTo, putUnits } from "./mending.ts";
import type { PlacedMark } from "./placed-mark.ts";
import { ownWords, type ProseBlock, proseOf, wordsFrom } from "./prose-block.ts";
import { saysSomething } from "./says-something.ts";
import type { Unit } from "./units.ts";

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

/** A paragraph that leads to a list stays where it is: its mark goes, and what settles it follows the list. */
function asLeadIn(mending: Mending, prose: ProseBlock): ProseBlock {
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

/** Items below an entry that only say how grave it is, or how far. */
function trimFields({ draft, layout }: Mending, { block, index, marks }: ProseBlock): void {
  if (block.kind !== "item" || marks.every(({ fate }) => fate.to === "strip")) return;
  for (let at = index + 1; (layout.blocks[at]?.depth ?? 0) > block.depth; at++) {
    const { kind, line, endLine } = layout.blocks[at] ?? block;
    const words = layout.lines.slice(line - 1, endLine).join(" ");
    if ((kind === "item" || kind === "paragraph") && isOnlyFields(words)) removeLines(draft, line, endLine);
  }
}

/** One mark whose texts say everything again that stands around it. */
function isRestated(prose: ProseBlock, masked: string): boolean {
  const { placed, text } = prose;
  const [only, ...more] = placed;
  if (only === undefined || more.length > 0 || only.fate.to !== "text") return false;
  if (isOneValue(only.fate.units)) return false;
  return isWithinSentence(only, hidden(text, placed)) && restatesAll(only.fate.units, masked);
}

function stripEntry({ draft }: Mending, { block, text, prefix, box }: ProseBlock): void {
  const [first = "", ...rest] = text.split("\n");
  const words = withoutEntryHead(first.slice(prefix.length + box.length));
  const origin: LineOrigin = { of: "mended", line: block.line, gaps: [] };
  const line = `${prefix}${box}${block.kind === "item" ? words : asProse(words)}`;
  if (saysSomething(words)) draft.changed.set(block.line, [{ text: line, origin }]);
  else if (rest.length === 0 && block.kind === "paragraph") draft.changed.set(block.line, []);
}

function replaceBlock(mending: Mending, prose: ProseBlock, units: readonly Unit[]): void {
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

/** What only asked is gone; a block that others refer to by its label, or that holds others, stays for them. */
function removeBlock(mending: Mending, prose: ProseBlock): void {
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
