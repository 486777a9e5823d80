// A text as a flat list of blocks in reading order, each with its lines: the one view of Markdown that
// everything else in this room works on.
import type { Nodes, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import {
  LINE_CHARS_MAX,
  NESTING_MAX,
  PIECE_CHARS_MAX,
  PIECE_MARKS_MAX,
  PIECES_MAX,
} from "../../core/shared/bounds.ts";
import { groupedDigits } from "../../core/shared/grouped-digits.ts";
import { linesOf, readableLines } from "./lines.ts";
import { type Segment, segmentsOf } from "./segments.ts";
import { simpleSpans } from "./simple-inline.ts";
import { type Span, spansOf } from "./spans.ts";

/** Lines are 1-based. `depth` is the number of lists around a block. */
export type Block = { readonly line: number; readonly endLine: number; readonly depth: number } & (
  | { readonly kind: "heading"; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: "paragraph"; readonly spans: readonly Span[] }
  /** The first paragraph of a list item; what else it holds follows at a greater depth. */
  | { readonly kind: "item"; readonly number: number | null; readonly spans: readonly Span[] }
  | { readonly kind: "table"; readonly rows: readonly BlockRow[] }
  | { readonly kind: "code"; readonly info: string }
  | { readonly kind: "quote" | "comment" | "html" | "break" | "opaque" }
);

export interface BlockRow {
  readonly line: number;
  readonly cells: readonly (readonly Span[])[];
}

export interface BlockNote {
  readonly code: "fence-left-open" | "comment-left-open" | "piece-too-large" | "piece-too-deep" | "given-up";
  readonly line: number;
  readonly message: string;
}

export interface Markdown {
  /** As they are read: nothing of a line that is too long. */
  readonly lines: readonly string[];
  readonly blocks: readonly Block[];
  readonly notes: readonly BlockNote[];
}

export function parseMarkdown(text: string): Markdown {
  const lines = linesOf(text.replaceAll("\0", "\uFFFD"));
  return { lines: readableLines(lines), ...parseSegments(segmentsOf(lines)) };
}

export function parseSegments(segments: readonly Segment[]): Omit<Markdown, "lines"> {
  const blocks: Block[] = [];
  const notes: BlockNote[] = [];
  for (const segment of segments) {
    const found = blocksOf(segment);
    for (const block of found.blocks) blocks.push(block);
    if (found.note !== null) notes.push(found.note);
  }
  return { blocks, notes };
}

interface FoundBlocks {
  readonly blocks: readonly Block[];
  readonly note: BlockNote | null;
}

function blocksOf(segment: Segment): FoundBlocks {
  const { line, endLine } = segment;
  const place = { line, endLine, depth: segment.inItem === true ? 1 : 0 };
  switch (segment.kind) {
    case "heading":
      return singleBlock({
        ...place,
        kind: "heading",
        level: segment.level,
        spans: inline(segment.text, line),
      });
    case "code":
      return singleBlock(
        { ...place, kind: "code", info: segment.info },
        segment.closed ? null : { code: "fence-left-open", line, message: "this fence is never closed" },
      );
    case "comment":
      return singleBlock(
        { ...place, kind: "comment" },
        segment.closed ? null : { code: "comment-left-open", line, message: "this comment is never closed" },
      );
    case "quote":
      return singleBlock({ ...place, kind: "quote" });
    case "table":
      return singleBlock({
        ...place,
        kind: "table",
        rows: segment.rows.map((row) => ({
          line: row.line,
          cells: row.cells.map((cell) => inline(cell, row.line)),
        })),
      });
    case "unread":
      return singleBlock({ ...place, kind: "opaque" }, { ...UNREAD[segment.why], line });
    case "prose": {
      const found = proseBlocks(segment);
      if (segment.inItem !== true) return found;
      return { ...found, blocks: found.blocks.map((block) => ({ ...block, depth: block.depth + 1 })) };
    }
  }
}

const UNREAD = {
  "line-too-long": {
    code: "piece-too-large",
    message: `a line of more than ${groupedDigits(LINE_CHARS_MAX)} characters: it was not read`,
  },
  "given-up": {
    code: "given-up",
    message: `after ${groupedDigits(PIECES_MAX)} paragraphs, list items and headings the reading was given up`,
  },
} as const;

function singleBlock(block: Block, note: BlockNote | null = null): FoundBlocks {
  return { blocks: [block], note };
}

/** Headings and cells are one line; what is too much for the parser is taken as it stands. */
function inline(text: string, line: number): readonly Span[] {
  if (text === "") return [];
  if (isTooMuch(text)) return [{ text, line, strong: false, code: false }];
  const simple = simpleSpans(text, line);
  if (simple !== null) return simple;
  const [paragraph] = parse(`\u2060${text}`).children;
  if (paragraph?.type !== "paragraph") return [{ text, line, strong: false, code: false }];
  return spansOf(paragraph.children, line)
    .map((span, index) => (index === 0 ? { ...span, text: span.text.replace("\u2060", "") } : span))
    .filter((span) => span.text !== "");
}

function proseBlocks({ text, line, endLine }: { text: string; line: number; endLine: number }): FoundBlocks {
  const place = { line, endLine, depth: 0 };
  if (text.length > PIECE_CHARS_MAX || isTooMuch(text)) {
    const message = `${text.length} characters without a break: taken as plain text`;
    return singleBlock({ ...place, kind: "opaque" }, { code: "piece-too-large", line, message });
  }
  if (isTooDeep(text)) {
    const message = `nested deeper than ${NESTING_MAX}: taken as plain text`;
    return singleBlock({ ...place, kind: "opaque" }, { code: "piece-too-deep", line, message });
  }
  if (text === "---") return singleBlock({ ...place, kind: "break" });
  const simple = plainBlock(text, line);
  if (simple !== null) return singleBlock(simple);
  const blocks: Block[] = [];
  for (const node of parse(text).children) collect(node, { firstLine: line, depth: 0, blocks });
  return { blocks, note: null };
}

/** What could begin a block of its own does not fit: a list in the item, a rule, a quote, a heading, a table. */
const BEGINS_PLAIN = /^(?:[\p{L}("'[?.,;!$%§@/{}…“”«»–—]|\*\*[^*\s]|`[^`])/u;
const CONTINUES_PLAIN = /^(?:[\p{L}("'[?.,;!$%§@/{}…“”«»–—]|\d(?!\d{0,8}[.)](?:\s|$))|\*\*[^*\s]|`[^`])/u;

/** Most paragraphs and items are simple enough to do without the parser. */
function plainBlock(text: string, line: number): Block | null {
  const [first = "", ...more] = text.split("\n");
  const item = /^(?:[-+*]|(\d{1,9})[.)]) (?=[^ \t])/.exec(first);
  const begin = first.slice(item?.[0].length ?? 0);
  const content = more.length === 0 ? begin.trimEnd() : begin;
  if (!BEGINS_PLAIN.test(content)) return null;
  const spans = more.length === 0 ? simpleSpans(content, line) : simpleLines([content, ...more], line);
  if (spans === null) return null;
  const place = { line, endLine: line + more.length, depth: 0, spans };
  if (item === null) return { ...place, kind: "paragraph" };
  return { ...place, kind: "item", number: item[1] === undefined ? null : Number(item[1]) };
}

/** Lines of one paragraph, each without a mark that reaches over its end. */
function simpleLines(lines: readonly string[], firstLine: number): readonly Span[] | null {
  const all: Span[] = [];
  for (const [index, text] of lines.entries()) {
    const own = index === 0 ? text : text.replace(/^ +/, "");
    // Blanks at the end of a line are a break, or are dropped.
    if (/\s$/.test(own) || (index > 0 && !CONTINUES_PLAIN.test(own))) return null;
    const line = firstLine + index;
    const spans = simpleSpans(own, line);
    if (spans === null) return null;
    if (index > 0) all.push({ text: "\n", line: line - 1, strong: false, code: false });
    for (const span of spans) all.push(span);
  }
  return all;
}

function isTooMuch(text: string): boolean {
  if (text.length <= PIECE_MARKS_MAX) return false;
  let marks = 0;
  for (const character of text) {
    if (MARKS.has(character) && ++marks > PIECE_MARKS_MAX) return true;
  }
  return false;
}

const MARKS: ReadonlySet<string> = new Set("*_~[]<>`&!\\\n");

/** What the parser makes of a piece; `null` where that is too much for it, or nested too deep. */
export function parsePiece(text: string): readonly RootContent[] | null {
  const tooMuch = text.length > PIECE_CHARS_MAX || isTooMuch(text) || isTooDeep(text);
  return tooMuch ? null : parse(text).children;
}

/** Counts the marks of containers that a line opens, without parsing it. */
function isTooDeep(text: string): boolean {
  const DEEP_INDENT = NESTING_MAX * 2;
  return text.split("\n").some((line) => {
    const opening = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*){0,40}/.exec(line)?.[0] ?? "";
    const marks = opening.match(/>|[-*+]|[.)]/g)?.length ?? 0;
    return marks > NESTING_MAX || opening.length > DEEP_INDENT * 2;
  });
}

/** CommonMark and ~~strikes~~; tables, the other extension that agents use, are taken apart before. */
const EXTENSIONS = {
  extensions: [gfmStrikethrough({ singleTilde: false })],
  mdastExtensions: [gfmStrikethroughFromMarkdown()],
};

function parse(text: string): { readonly children: readonly RootContent[] } {
  return fromMarkdown(text, EXTENSIONS);
}

interface BlockCollection {
  readonly firstLine: number;
  readonly depth: number;
  readonly blocks: Block[];
}

function collect(node: Nodes, into: BlockCollection): void {
  const { firstLine, depth, blocks } = into;
  const place = {
    line: (node.position?.start.line ?? 1) + firstLine - 1,
    endLine: (node.position?.end.line ?? 1) + firstLine - 1,
    depth,
  };
  switch (node.type) {
    case "paragraph":
      blocks.push({ ...place, kind: "paragraph", spans: spansOf(node.children, firstLine) });
      return;
    case "heading":
      // Underlined titles, and headings inside a list item, which open no section of the document.
      if (depth === 0) {
        blocks.push({
          ...place,
          kind: "heading",
          level: node.depth,
          spans: spansOf(node.children, firstLine),
        });
      } else {
        blocks.push({ ...place, kind: "paragraph", spans: makeBold(spansOf(node.children, firstLine)) });
      }
      return;
    case "list":
      for (const [index, item] of node.children.entries()) {
        const number = node.ordered === true ? (node.start ?? 1) + index : null;
        collectItem(item, number, into);
      }
      return;
    case "blockquote":
      blocks.push({ ...place, kind: "quote" });
      return;
    case "code":
      blocks.push({ ...place, kind: "code", info: node.lang ?? "" });
      return;
    case "html":
      blocks.push({ ...place, kind: node.value.startsWith("<!--") ? "comment" : "html" });
      return;
    case "thematicBreak":
      blocks.push({ ...place, kind: "break" });
      return;
    default:
      return;
  }
}

function collectItem(
  item: Extract<Nodes, { type: "listItem" }>,
  number: number | null,
  into: BlockCollection,
): void {
  const { firstLine, depth, blocks } = into;
  const [first, ...rest] = item.children;
  const line = (item.position?.start.line ?? 1) + firstLine - 1;
  const inner = { firstLine, depth: depth + 1, blocks };
  if (first?.type === "paragraph") {
    const endLine = (first.position?.end.line ?? 1) + firstLine - 1;
    blocks.push({ kind: "item", line, endLine, depth, number, spans: spansOf(first.children, firstLine) });
    for (const child of rest) collect(child, inner);
  } else {
    blocks.push({ kind: "item", line, endLine: line, depth, number, spans: [] });
    for (const child of item.children) collect(child, inner);
  }
}

function makeBold(spans: readonly Span[]): readonly Span[] {
  return spans.map((span) => ({ ...span, strong: true }));
}
