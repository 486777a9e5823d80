// A text in parts that are read by themselves. A draft is read again after every edit, and most of its parts are then as
// they were: a part that is known is the same object, so that whatever is worked out from it can be kept with it.
import { type Block, type BlockNote, blocksOfAll, type Markdown } from "./blocks.ts";
import { linesOf } from "./lines.ts";
import { type Segment, segmentsOf } from "./segments.ts";
import type { Span } from "./spans.ts";

/** Its lines are counted from its own first one, and given as they were written. */
export interface PlacedPart {
  readonly part: Markdown;
  /** How many lines of the text stand before it. */
  readonly before: number;
}

/** Parts are known by their segments and their text. */
type Known = ReadonlyMap<string, Markdown>;

/** Drafts that are looked at in turn: the one that stands, and those that proposals would make of it. */
const KEPT_MAX = 4;
const KEPT_CHARS_MIN = 20_000;
const kept: { readonly text: string; readonly known: Known; readonly parts: readonly PlacedPart[] }[] = [];

export function partsOf(text: string): readonly PlacedPart[] {
  if (text.length < KEPT_CHARS_MIN) return readParts(text, new Map());
  const same = kept.find((one) => one.text === text);
  if (same !== undefined) return same.parts;
  const known = new Map<string, Markdown>();
  const parts = readParts(text, known);
  kept.unshift({ text, known, parts });
  kept.length = Math.min(kept.length, KEPT_MAX);
  return parts;
}

/** A heading at the margin whose first character is a letter or a digit: nothing before it changes how it is read. */
const PART_BEGINS = /^#{1,6} [\p{L}\p{N}]/u;

function readParts(text: string, known: Map<string, Markdown>): readonly PlacedPart[] {
  const lines = linesOf(text);
  const segments = segmentsOf(text.includes("\0") ? linesOf(text.replaceAll("\0", "\uFFFD")) : lines);
  const parts: PlacedPart[] = [];
  let [before, first] = [0, 0];
  for (let index = 0; index <= segments.length; index++) {
    const next = segments[index];
    if (next !== undefined && !beginsPart(next, lines)) continue;
    const end = next === undefined ? lines.length : next.line - 1;
    const own = { lines: lines.slice(before, end), segments: segments.slice(first, index), before };
    if (end > before) parts.push({ part: readPart(own, known), before });
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

function readPart({ lines, segments, before }: OwnLines, known: Map<string, Markdown>): Markdown {
  // What a fence or a comment takes in may hang on what comes after the part, so the text alone does not tell.
  const shape = segments.map((segment) => shapeOf(segment, before)).join("\n");
  const key = `${shape.length} ${shape}${lines.join("\n")}`;
  const part = kept.map((one) => one.known.get(key)).find((one) => one !== undefined) ?? {
    lines,
    ...blocksOfAll(segments.map((segment) => movedSegment(segment, -before))),
  };
  known.set(key, part);
  return part;
}

/** With the lines that a segment is made of, this says all about it. */
function shapeOf(segment: Segment, before: number): string {
  const { kind, line, endLine, inItem = false } = segment;
  const code = kind === "code" ? ` ${segment.closed} ${segment.info}` : "";
  const comment = kind === "comment" ? ` ${segment.closed}` : "";
  return `${kind} ${line - before} ${endLine - before} ${inItem}${code}${comment}`;
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
  const notes: BlockNote[] = [];
  for (const { part, before } of parts) {
    for (const block of part.blocks) blocks.push(movedBlock(block, before));
    for (const note of part.notes) notes.push({ ...note, line: note.line + before });
  }
  return { blocks, notes };
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
