// A text in parts that are read by themselves. A draft is read again after every edit, and most of its parts are then as
// they were: a part that is known is the same object, so that whatever is worked out from it can be kept with it.
import { type Block, type BlockNote, type Markdown, parseSegments } from "./blocks.ts";
import { frontMatterEnd } from "./front-matter.ts";
import { lastAtOrBefore, linesOf } from "./lines.ts";
import { type Segment, segmentsOf } from "./segments.ts";
import type { Span } from "./spans.ts";

export interface PlacedPart {
  /** Its lines are counted from its own first one, and given as they were written. */
  readonly part: Markdown;
  /** How many lines of the text stand before it. */
  readonly before: number;
}

interface KnownPart {
  readonly part: Markdown;
  /** What its blocks were made from, with their lines counted as its own. */
  readonly segments: readonly Segment[];
}

/** The parts of the last drafts, by their lines: the one that stands, and those that proposals would make of it. */
const KEPT_MAX = 4;
const KEPT_CHARS_MIN = 20_000;
const knownParts: ReadonlyMap<string, KnownPart>[] = [];

/** `lines` are those of the text. */
export function partsOf(text: string, lines: readonly string[] = linesOf(text)): readonly PlacedPart[] {
  const known = new Map<string, KnownPart>();
  const parts = readParts(text, lines, known);
  if (text.length >= KEPT_CHARS_MIN) {
    knownParts.unshift(known);
    knownParts.length = Math.min(knownParts.length, KEPT_MAX);
  }
  return parts;
}

/** A heading at the margin whose first character is a letter or a digit: nothing before it changes how it is read. */
const PART_BEGINS = /^#{1,6} [\p{L}\p{N}]/u;

function readParts(
  text: string,
  lines: readonly string[],
  known: Map<string, KnownPart>,
): readonly PlacedPart[] {
  const segments = segmentsOf(text.includes("\0") ? linesOf(text.replaceAll("\0", "\uFFFD")) : lines);
  const parts: PlacedPart[] = [];
  const frontEnd = frontMatterEnd(lines);
  // A slice costs nothing, and stands for its lines where nothing else than these is in the text.
  const isOfLines = !text.includes("\r") && !text.startsWith("\uFEFF");
  let [before, first, from] = [0, 0, 0];
  for (let index = 0; index <= segments.length; index++) {
    const next = segments[index];
    if (next !== undefined && (next.line <= frontEnd || !beginsPart(next, lines))) continue;
    const end = next === undefined ? lines.length : next.line - 1;
    if (end > before) {
      const own = { lines: lines.slice(before, end), segments: segments.slice(first, index), before };
      const to = own.lines.reduce((at, line) => at + line.length + 1, from);
      const key = isOfLines ? text.slice(from, to - 1) : own.lines.join("\n");
      parts.push({ part: readPart(key, own, known), before });
      from = to;
    }
    [before, first] = [end, index];
  }
  return parts;
}

function beginsPart({ kind, line }: Segment, lines: readonly string[]): boolean {
  return kind === "heading" && PART_BEGINS.test(lines[line - 1] ?? "");
}

interface OwnLines {
  readonly lines: readonly string[];
  readonly segments: readonly Segment[];
  readonly before: number;
}

function readPart(key: string, own: OwnLines, known: Map<string, KnownPart>): Markdown {
  const found = knownPart(key, own) ?? newPart(own);
  known.set(key, found);
  return found.part;
}

function newPart({ lines, segments, before }: OwnLines): KnownPart {
  const own = segments.map((segment) => movedSegment(segment, -before));
  return { part: { lines, ...parseSegments(own) }, segments: own };
}

/** What a fence or a comment takes in may hang on what comes after the part, so equal lines are not all. */
function knownPart(key: string, { segments, before }: OwnLines): KnownPart | null {
  for (const known of knownParts) {
    const found = known.get(key);
    if (
      found?.segments.length === segments.length &&
      found.segments.every((segment, index) => isSameSegment(segment, segments[index], before))
    )
      return found;
  }
  return null;
}

/** Given that its lines are the same, but for where they stand. */
function isSameSegment(one: Segment, other: Segment | undefined, before: number): boolean {
  if (one.kind !== other?.kind || one.line !== other.line - before) return false;
  if (one.endLine !== other.endLine - before) return false;
  if (one.inItem !== other.inItem) return false;
  if (one.kind === "code")
    return other.kind === "code" && one.closed === other.closed && one.info === other.info;
  return one.kind !== "comment" || (other.kind === "comment" && one.closed === other.closed);
}

function movedSegment(segment: Segment, by: number): Segment {
  const place = { line: segment.line + by, endLine: segment.endLine + by };
  return segment.kind === "table"
    ? { ...segment, ...place, rows: segment.rows.map((row) => ({ ...row, line: row.line + by })) }
    : { ...segment, ...place };
}

/** The whole text again, as `parseMarkdown` reads it. */
export function joinedParts(parts: readonly PlacedPart[]): Pick<Markdown, "blocks" | "notes"> {
  const blocks: Block[] = [];
  for (const placed of parts) for (const block of blocksInPlace(placed)) blocks.push(block);
  return { blocks, notes: joinedNotes(parts) };
}

/** All headings, without moving what stands between them. */
export function joinedHeadings(parts: readonly PlacedPart[]): readonly Block[] {
  return parts.flatMap(({ part, before }) =>
    part.blocks.filter(({ kind }) => kind === "heading").map((block) => movedBlock(block, before)),
  );
}

/** The last block that reaches over a line. */
export function blockAt(parts: readonly PlacedPart[], line: number): Block | null {
  const placed = parts[lastAtOrBefore(parts, line - 1, ({ before }) => before)];
  if (placed === undefined) return null;
  const own = line - placed.before;
  const block = placed.part.blocks.findLast((one) => one.line <= own && own <= one.endLine);
  return block === undefined ? null : movedBlock(block, placed.before);
}

export function joinedNotes(parts: readonly PlacedPart[]): readonly BlockNote[] {
  return parts.flatMap(({ part, before }) =>
    part.notes.map((note) => ({ ...note, line: note.line + before })),
  );
}

/** What stands above an edit stays where it was. */
const lastPlaced = new WeakMap<Markdown, { readonly before: number; readonly blocks: readonly Block[] }>();

function blocksInPlace({ part, before }: PlacedPart): readonly Block[] {
  const last = lastPlaced.get(part);
  if (last?.before === before) return last.blocks;
  const blocks = part.blocks.map((block) => movedBlock(block, before));
  lastPlaced.set(part, { before, blocks });
  return blocks;
}

function movedBlock(block: Block, by: number): Block {
  if (by === 0) return block;
  const place = { line: block.line + by, endLine: block.endLine + by };
  switch (block.kind) {
    case "heading":
    case "paragraph":
    case "item":
      return { ...block, ...place, spans: movedSpans(block.spans, by) };
    case "table":
      return {
        ...block,
        ...place,
        rows: block.rows.map(({ line, cells }) => ({
          line: line + by,
          cells: cells.map((spans) => movedSpans(spans, by)),
        })),
      };
    case "code":
    case "quote":
    case "comment":
    case "html":
    case "break":
    case "opaque":
      return { ...block, ...place };
  }
}

function movedSpans(spans: readonly Span[], by: number): readonly Span[] {
  return spans.map((span) => ({ ...span, line: span.line + by }));
}
