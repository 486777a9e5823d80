// The block that a mark stands in: what a resolution replaces unless it names another target.
import type { Span } from "../../core/refinement/gap.ts";
import type { Block } from "../markdown/blocks.ts";
import { indentOf, isBlank } from "../markdown/lines.ts";
import { lineAt, type Spec, sectionAt, spanOfLines, spanWithoutBlanks } from "../spec/spec.ts";

type BlockKind =
  | "paragraph"
  | "item"
  | "row"
  | "heading"
  | "front-matter"
  | "fence"
  | "quote"
  | "section"
  /** Only a heading stands there: the text goes below it. */
  | "empty-section";

export interface MarkedBlock {
  readonly kind: BlockKind;
  readonly span: Span;
}

/** A section that only says "TBD" and leaves its template standing is replaced as a whole, up to this length. */
const SECTION_CHARS_MAX = 6_000;

/** `entry`: the mark is an entry that the document lists, such as a gap of an inventory with its description. */
export function markedBlock(spec: Spec, mark: Span, { entry = false } = {}): MarkedBlock {
  const line = lineAt(spec, mark.from);
  if (line <= spec.frontEnd) return { kind: "front-matter", span: spanOfLines(spec, line, line) };
  const block = spec.blockAt(line);
  if (block === null) return { kind: "paragraph", span: spanOfLines(spec, line, line) };
  switch (block.kind) {
    case "heading":
      return headingBlock(spec, block, entry);
    case "table":
      return { kind: "row", span: spanOfLines(spec, line, line) };
    case "code":
    case "html":
    case "comment":
      return { kind: "fence", span: spanOfLines(spec, block.line, block.endLine) };
    case "quote":
      return { kind: "quote", span: spanOfLines(spec, block.line, block.endLine) };
    case "item":
      return itemBlock(spec, block);
    case "paragraph":
      return block.depth > 0 ? itemAround(spec, block) : paragraphBlock(spec, block, mark);
    case "break":
    case "opaque":
      return { kind: "paragraph", span: spanOfLines(spec, block.line, block.endLine) };
  }
}

function headingBlock(spec: Spec, block: Block, entry: boolean): MarkedBlock {
  const section = sectionAt(spec, block.line);
  const own = spanOfLines(spec, block.line, block.endLine);
  if (section === null || section.line !== block.line) return { kind: "heading", span: own };
  const body = spanWithoutBlanks(spec, section.headEnd + 1, section.endLine);
  if (entry) return { kind: "section", span: { from: own.from, to: body?.to ?? own.to } };
  return body === null ? { kind: "empty-section", span: own } : { kind: "heading", span: own };
}

/** With its children: whatever is set in below it. */
function itemBlock(spec: Spec, { line, endLine }: Block): MarkedBlock {
  const indent = indentOf(spec.lines[line - 1] ?? "");
  let last = endLine;
  for (let next = last + 1; next <= spec.lines.length; next++) {
    const text = spec.lines[next - 1] ?? "";
    if (isBlank(text)) continue;
    if (indentOf(text) <= indent) break;
    last = next;
  }
  return { kind: "item", span: spanOfLines(spec, line, last) };
}

function itemAround(spec: Spec, block: Block): MarkedBlock {
  const item = spec.blocks.findLast(
    ({ kind, depth, line }) => kind === "item" && depth < block.depth && line <= block.line,
  );
  return item === undefined
    ? { kind: "paragraph", span: spanOfLines(spec, block.line, block.endLine) }
    : itemBlock(spec, item);
}

/** A mark that is all there is at the head of its section speaks of the section. */
function paragraphBlock(spec: Spec, block: Block, mark: Span): MarkedBlock {
  const span = spanOfLines(spec, block.line, block.endLine);
  const paragraph: MarkedBlock = { kind: "paragraph", span };
  const around = spec.text.slice(span.from, mark.from) + spec.text.slice(mark.to, span.to);
  const section = sectionAt(spec, block.line);
  if (section === null || /[\p{L}\p{N}]/u.test(around)) return paragraph;
  const body = spanWithoutBlanks(spec, section.headEnd + 1, section.ownEnd);
  if (body === null || body.from !== span.from || body.to - body.from > SECTION_CHARS_MAX) return paragraph;
  return body.to === span.to ? paragraph : { kind: "section", span: body };
}
