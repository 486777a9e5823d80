// A spec as the rules look at it: passages of stated text in place. `text` has the length of the source, with a
// blank for every character that is a mark, code, a comment or a tag, so an offset in it is a place in the source.
import type { Block, BlockNote, Markdown } from "../markdown/blocks.ts";
import { frontMatterEnd } from "../markdown/front-matter.ts";
import { lastAtOrBefore } from "../markdown/lines.ts";
import { cellRanges } from "../markdown/table-row.ts";
import { type HeadingAround, OPENING, outlineOf, type Section } from "./outline.ts";
import { type Piece, placeSpans } from "./place-spans.ts";

export interface Passage {
  readonly kind: "heading" | "paragraph" | "item" | "header" | "cell";
  /** The place of `text[0]`, 1-based. */
  readonly line: number;
  readonly column: number;
  readonly depth: number;
  /** The number of an ordered item. */
  readonly number: number | null;
  readonly section: Section;
  /** What is stated, in place. */
  readonly text: string;
  /** What a reader sees: `text` and the code in it, in place. */
  readonly shown: string;
  readonly source: string;
  /** The offsets at which its lines start. */
  readonly lineStarts: readonly number[];
  /** Of a cell. */
  readonly row: TableRow | null;
}

interface TableRow {
  readonly header: readonly Passage[];
  readonly cells: readonly Passage[];
  /** The number of the cell's column, from 0. */
  readonly column: number;
}

export interface SpecTable {
  readonly line: number;
  readonly section: Section;
  readonly header: readonly Passage[];
  readonly rows: readonly (readonly Passage[])[];
  /** How many passages of the spec stand before the table. */
  readonly passagesBefore: number;
}

/** A whole spec, or a part of one; its lines are counted from its own first one. */
export interface PartText {
  /** As given, without a byte order mark. */
  readonly lines: readonly string[];
  /** The last line of the front matter; 0 where there is none. */
  readonly frontEnd: number;
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
  readonly passages: readonly Passage[];
  readonly tables: readonly SpecTable[];
  readonly notes: readonly BlockNote[];
  /** The headings around its end. */
  readonly path: readonly HeadingAround[];
  readonly sectionOf: (block: Block) => Section;
  readonly sectionAt: (line: number) => Section;
  /** Whether a source character (1-based) is inside inline code. */
  readonly isCodeAt: (line: number, column: number) => boolean;
}

/**
 * The text of a spec from a heading on, given what is around that; `null` for one from the spec's beginning, where front matter
 * may stand: a comment in that is no heading.
 */
export function readSpecText(
  { lines, blocks: all, notes }: Markdown,
  around: readonly HeadingAround[] | null,
): PartText {
  const frontEnd = around === null ? frontMatterEnd(lines) : 0;
  const blocks = frontEnd === 0 ? all : all.filter(({ kind, line }) => kind !== "heading" || line > frontEnd);
  const pieces: Piece[][] = [];
  for (const block of blocks) {
    for (const piece of piecesOf(block, lines)) {
      const ofLine = pieces[piece.line];
      if (ofLine === undefined) pieces[piece.line] = [piece];
      else ofLine.push(piece);
    }
  }
  const inPlace: InPlace = {
    lines,
    stated: lines.map((_, index) => layOut((pieces[index + 1] ?? []).filter((piece) => !piece.code))),
    shown: lines.map((_, index) => layOut(pieces[index + 1] ?? [])),
  };
  const isCodeAt = (line: number, column: number) =>
    (inPlace.shown[line - 1]?.[column - 1] ?? " ") !== (inPlace.stated[line - 1]?.[column - 1] ?? " ");
  return { lines, frontEnd, blocks, notes, isCodeAt, ...passagesOf(blocks, inPlace, around) };
}

interface InPlace {
  readonly lines: readonly string[];
  readonly stated: readonly string[];
  readonly shown: readonly string[];
}

const ITEM_MARK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;

function piecesOf(block: Block, lines: readonly string[]): readonly Piece[] {
  if (block.kind === "table") {
    return block.rows.flatMap(({ line, cells }) => {
      const ranges = cellRanges(lines[line - 1] ?? "");
      return cells.flatMap((spans, index) => {
        const range = ranges[index];
        if (range === undefined) return [];
        return placeSpans(spans, { lines, line, endLine: line, column: range.start, endColumn: range.end });
      });
    });
  }
  if (block.kind !== "heading" && block.kind !== "paragraph" && block.kind !== "item") return [];
  const mark = block.kind === "item" ? ITEM_MARK.exec(lines[block.line - 1] ?? "") : null;
  const { line, endLine } = block;
  return placeSpans(block.spans, { lines, line, endLine, column: mark?.[0].length ?? 0, endColumn: null });
}

function layOut(pieces: readonly Piece[]): string {
  const parts: string[] = [];
  let column = 0;
  for (const piece of pieces) {
    if (piece.column < column) continue;
    parts.push(" ".repeat(piece.column - column), piece.text);
    column = piece.column + piece.text.length;
  }
  return parts.join("");
}

/** The lines of all blocks of some kinds; of all blocks where no kind is named. */
export function linesOfBlocks({ blocks }: PartText, ...kinds: readonly Block["kind"][]): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { kind, line: first, endLine } of blocks) {
    if (kinds.length > 0 && !kinds.includes(kind)) continue;
    for (let line = first; line <= endLine; line++) lines.add(line);
  }
  return lines;
}

type Reading = Pick<PartText, "sections" | "path" | "passages" | "tables" | "sectionOf" | "sectionAt">;

function passagesOf(
  blocks: readonly Block[],
  inPlace: InPlace,
  around: readonly HeadingAround[] | null,
): Reading {
  const passages: Passage[] = [];
  const tables: SpecTable[] = [];
  const lastLine = inPlace.lines.length;
  const { sections: headed, path } = outlineOf(blocks, lastLine, around ?? []);
  // The text before the first heading is a section too.
  const opening = { ...OPENING, ownEnd: (headed[0]?.line ?? lastLine + 1) - 1 };
  const sections = around === null ? [opening, ...headed] : headed;
  const ofBlock = new Map<Block, Section>();
  let next = around === null ? 0 : -1;
  for (const block of blocks) {
    if (block.kind === "heading") next += 1;
    const section = sections[next] ?? OPENING;
    ofBlock.set(block, section);
    if (block.kind === "table") {
      const table = tableOf(block, { inPlace, section, passagesBefore: passages.length });
      tables.push(table);
      for (const row of [table.header, ...table.rows]) for (const cell of row) passages.push(cell);
    } else if (block.kind === "heading" || block.kind === "paragraph" || block.kind === "item") {
      if (block.spans.length > 0) passages.push(passageOf(block, inPlace, section));
    }
  }
  const sectionAt = (line: number) => sections[lastAtOrBefore(sections, line, (one) => one.line)] ?? OPENING;
  return { sections, path, passages, tables, sectionAt, sectionOf: (block) => ofBlock.get(block) ?? OPENING };
}

type TextBlock = Extract<Block, { kind: "heading" | "paragraph" | "item" }>;

function passageOf(block: TextBlock, { lines, stated, shown }: InPlace, section: Section): Passage {
  const first = block.line - 1;
  const own = lines.slice(first, block.endLine);
  const padded = (view: readonly string[]) =>
    own.map((line, index) => (view[first + index] ?? "").padEnd(line.length)).join("\n");
  return {
    kind: block.kind,
    line: block.line,
    column: 1,
    depth: block.depth,
    number: block.kind === "item" ? block.number : null,
    section,
    text: padded(stated),
    shown: padded(shown),
    source: own.join("\n"),
    lineStarts: lineStartsOf(own),
    row: null,
  };
}

function lineStartsOf(lines: readonly string[]): readonly number[] {
  let start = 0;
  return lines.map((line) => {
    const own = start;
    start += line.length + 1;
    return own;
  });
}

interface TableSetting {
  readonly inPlace: InPlace;
  readonly section: Section;
  readonly passagesBefore: number;
}

function tableOf(block: Extract<Block, { kind: "table" }>, setting: TableSetting): SpecTable {
  const { inPlace, section, passagesBefore } = setting;
  const cellsOfRow = (line: number, header: readonly Passage[] | null): readonly Passage[] => {
    const cells: Passage[] = [];
    for (const { start, end } of cellRanges(inPlace.lines[line - 1] ?? "")) {
      const cut = (view: readonly string[]) => (view[line - 1] ?? "").slice(start, end).padEnd(end - start);
      const place = {
        kind: header === null ? ("header" as const) : ("cell" as const),
        line,
        column: start + 1,
        depth: block.depth,
        number: null,
        section,
        lineStarts: [0],
        row: header === null ? null : { header, cells, column: cells.length },
      };
      const views = { text: cut(inPlace.stated), shown: cut(inPlace.shown), source: cut(inPlace.lines) };
      cells.push({ ...place, ...views });
    }
    return cells;
  };
  const [head, ...rows] = block.rows;
  const header = head === undefined ? [] : cellsOfRow(head.line, null);
  return {
    line: block.line,
    section,
    header,
    rows: rows.map((row) => cellsOfRow(row.line, header)),
    passagesBefore,
  };
}
