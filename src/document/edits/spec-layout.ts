// A spec with the place of everything in it, as character offsets: lines, blocks, sections.
import type { SpecHeading } from "../../core/documents/source-spec.ts";
import type { Span } from "../../core/refinement/gap.ts";
import type { Block, BlockNote } from "../markdown/blocks.ts";
import { isBlank, linesOf } from "../markdown/lines.ts";
import { joinedParts, partsOf } from "../markdown/parts.ts";
import { outlineOf } from "../source-spec/outline.ts";
import { frontMatterEnd } from "./front-matter.ts";

export interface SpecLayout {
  readonly text: string;
  readonly lines: readonly string[];
  /** Where each line begins; one more entry than there are lines, for the end of the text. */
  readonly starts: readonly number[];
  readonly blocks: readonly Block[];
  readonly notes: readonly BlockNote[];
  readonly sections: readonly LaidSection[];
  /** The last line of the front matter; 0 where there is none. */
  readonly frontEnd: number;
  readonly lineEnd: "\n" | "\r\n";
}

export interface LaidSection {
  readonly heading: SpecHeading;
  /** The last line of the heading itself: the underline where it has one. */
  readonly headEnd: number;
  /** The last line before the next heading of any level; that before the next of its rank is `heading.endLine`. */
  readonly ownEnd: number;
}

export function layoutOf(text: string): SpecLayout {
  const lines = linesOf(text);
  const { blocks, notes } = joinedParts(partsOf(text));
  const frontEnd = frontMatterEnd(lines);
  const own = blocks.filter(({ line }) => line > frontEnd);
  const headings = outlineOf(own, lines.length);
  const headEnds = new Map(
    own.flatMap(({ kind, line, endLine }) => (kind === "heading" ? [[line, endLine] as const] : [])),
  );
  const sections = headings.map((heading, index) => ({
    heading,
    headEnd: headEnds.get(heading.line) ?? heading.line,
    ownEnd: (headings[index + 1]?.line ?? lines.length + 1) - 1,
  }));
  return {
    text,
    lines,
    starts: startsOf(text, lines),
    blocks: own,
    notes,
    sections,
    frontEnd,
    lineEnd: lineEndOf(text),
  };
}

function startsOf(text: string, lines: readonly string[]): readonly number[] {
  const starts: number[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length;
    at += text.startsWith("\r\n", at) ? 2 : at < text.length ? 1 : 0;
  }
  return [...starts, text.length];
}

/** How most lines of a text end. */
function lineEndOf(text: string): "\n" | "\r\n" {
  let [windows, others] = [0, 0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    if (text[at - 1] === "\r") windows += 1;
    else others += 1;
  }
  return windows > others ? "\r\n" : "\n";
}

/** 1-based. */
export function lineAt({ starts, lines }: SpecLayout, offset: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** From the beginning of one line to the end of another, without what ends it. */
export function spanOfLines({ starts, lines }: SpecLayout, line: number, endLine: number): Span {
  const from = starts[line - 1] ?? 0;
  const end = Math.min(endLine, lines.length);
  return { from, to: (starts[end - 1] ?? 0) + (lines[end - 1] ?? "").length };
}

/** The lines between two, without the blank ones at both ends; `null` where nothing stands there. */
export function spanWithoutBlanks(layout: SpecLayout, line: number, endLine: number): Span | null {
  let [first, last] = [line, Math.min(endLine, layout.lines.length)];
  while (first <= last && isBlank(layout.lines[first - 1] ?? "")) first += 1;
  while (last >= first && isBlank(layout.lines[last - 1] ?? "")) last -= 1;
  return first > last ? null : spanOfLines(layout, first, last);
}

/** The innermost section that a line stands in; `null` before the first heading. */
export function sectionAt({ sections }: SpecLayout, line: number): LaidSection | null {
  return sections.findLast(({ heading, ownEnd }) => heading.line <= line && line <= ownEnd) ?? null;
}
