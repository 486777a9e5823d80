// Where things stand in a source: its blocks by line, its sections with their own bodies, what is open at its end.
import type { SourceSpec, SpecHeading } from "../../core/documents/source-spec.ts";
import { type Block, type Markdown, parseMarkdown } from "../markdown/blocks.ts";
import { isBlank } from "../markdown/lines.ts";
import { statedLines } from "../source-spec/stated-lines.ts";
import { anchorsOf } from "./anchors.ts";
import { frontMatterEnd } from "./front-matter.ts";
import { closersOf } from "./open-ends.ts";

export interface Section {
  readonly heading: SpecHeading;
  /** The last line of the heading itself: the underline where it has one. */
  readonly headEnd: number;
  /** The last line of its own body that is not blank; `headEnd` where it has none. */
  readonly bodyEnd: number;
  /** The last line before the next heading of any level. */
  readonly ownEnd: number;
  readonly anchor: string;
}

export interface SourceLayout {
  readonly lines: readonly string[];
  readonly blocks: readonly Block[];
  /** The lines without code, comments and quotes. */
  readonly stated: readonly string[];
  readonly sections: readonly Section[];
  /** The last line of the front matter; 0 where there is none. */
  readonly frontEnd: number;
  /** The level of the document's top sections. */
  readonly topLevel: number;
  /** The last line that is not blank; 0 in an empty source. */
  readonly lastLine: number;
  /** What closes a fence, a comment or a tag that the source leaves open. */
  readonly closers: readonly string[];
  /** The line that opens it; 0 where nothing is left open. */
  readonly openLine: number;
  /** The innermost block of a line, as an index. */
  blockAt(line: number): number | null;
  sectionAt(line: number): Section | null;
}

export function layoutOf(source: SourceSpec): SourceLayout {
  const { lines } = source;
  const markdown = parseMarkdown(lines.join("\n"));
  const frontEnd = frontMatterEnd(lines);
  const blocks = markdown.blocks.filter(({ line }) => line > frontEnd);
  const sections = sectionsOf(source, blocks, frontEnd);
  const blockOfLine = indexOfBlocks(blocks, lines.length);
  const sectionOfLine = indexOfSections(sections, lines.length);
  return {
    lines,
    blocks,
    stated: statedLines({ ...markdown, blocks } as Markdown),
    sections,
    frontEnd,
    topLevel: topLevelOf(sections),
    lastLine: lastNonBlank(lines, 1, lines.length),
    closers: closersOf(lines, markdown.notes),
    openLine: markdown.notes.find(({ code }) => code.endsWith("-left-open"))?.line ?? 0,
    blockAt: (line) => blockOfLine[line] ?? null,
    sectionAt: (line) => sections[sectionOfLine[line] ?? -1] ?? null,
  };
}

function sectionsOf(
  { headings, lines }: SourceSpec,
  blocks: readonly Block[],
  frontEnd: number,
): readonly Section[] {
  const headEnds = new Map(
    blocks.flatMap(({ kind, line, endLine }) => (kind === "heading" ? [[line, endLine] as const] : [])),
  );
  const own = headings.filter(({ line }) => line > frontEnd);
  const anchors = anchorsOf(own.map(writtenTitle));
  return own.map((heading, index) => {
    const headEnd = headEnds.get(heading.line) ?? heading.line;
    const ownEnd = (own[index + 1]?.line ?? lines.length + 1) - 1;
    const bodyEnd = lastNonBlank(lines, headEnd, ownEnd);
    return { heading, headEnd, ownEnd, bodyEnd, anchor: anchors[index] ?? "" };
  });
}

/** As it stands, numbering included. */
export function writtenTitle({ path, title }: SpecHeading): string {
  return path.at(-1) ?? title;
}

function lastNonBlank(lines: readonly string[], from: number, to: number): number {
  let line = to;
  while (line > from && isBlank(lines[line - 1] ?? "")) line -= 1;
  return line === from && isBlank(lines[line - 1] ?? "") ? Math.max(0, from - 1) : line;
}

function indexOfBlocks(blocks: readonly Block[], count: number): readonly (number | undefined)[] {
  const byLine: (number | undefined)[] = new Array(count + 1).fill(undefined);
  for (const [index, { line, endLine }] of blocks.entries()) {
    for (let at = line; at <= endLine; at++) byLine[at] = index;
  }
  return byLine;
}

function indexOfSections(sections: readonly Section[], count: number): readonly (number | undefined)[] {
  const byLine: (number | undefined)[] = new Array(count + 1).fill(undefined);
  for (const [index, { heading, ownEnd }] of sections.entries()) {
    for (let line = heading.line; line <= ownEnd; line++) byLine[line] = index;
  }
  return byLine;
}

const TOP_LEVEL_DEFAULT = 2;
const LEVEL_MAX = 6;

/** A single heading of the highest level that comes first is the title of the whole. */
function topLevelOf(sections: readonly Section[]): number {
  const levels = sections.map(({ heading }) => heading.level);
  const [first] = levels;
  if (first === undefined) return TOP_LEVEL_DEFAULT;
  const highest = minimum(levels);
  const rest = levels.slice(1);
  const titled = first === highest && !rest.includes(highest);
  if (!titled) return highest;
  return rest.length === 0 ? Math.min(LEVEL_MAX, first + 1) : minimum(rest);
}

function minimum(numbers: readonly number[]): number {
  return numbers.reduce((least, number) => Math.min(least, number), LEVEL_MAX);
}
