// The one reading of a spec: its lines, blocks, outline and stated passages, each worked out once and when it is needed.
import type { Span } from "../../core/refinement/gap.ts";
import type { Block, BlockNote } from "../markdown/blocks.ts";
import { frontMatterEnd } from "../markdown/front-matter.ts";
import { isBlank, lastAtOrBefore, linesOf } from "../markdown/lines.ts";
import {
  blockAt,
  joinedHeadings,
  joinedNotes,
  joinedParts,
  type PlacedPart,
  partsOf,
} from "../markdown/parts.ts";
import { addSectionEnds, outlineOf, type SpecSection } from "./outline.ts";
import { type SpecPart, specParts } from "./spec-parts.ts";

export class Spec {
  readonly text: string;
  readonly lines: readonly string[];
  readonly #read: readonly PlacedPart[];
  #starts: readonly number[] | undefined;
  #frontEnd: number | undefined;
  #blocks: readonly Block[] | undefined;
  #notes: readonly BlockNote[] | undefined;
  #sections: readonly SpecSection[] | undefined;
  #parts: readonly SpecPart[] | undefined;
  #lineEnd: "\n" | "\r\n" | undefined;

  constructor(text: string) {
    this.text = text;
    this.lines = linesOf(text);
    this.#read = partsOf(text, this.lines);
  }

  /** Where each line begins; one more entry than there are lines, for the end of the text. */
  get starts(): readonly number[] {
    this.#starts ??= startsOf(this.text, this.lines);
    return this.#starts;
  }

  /** The last line of the front matter; 0 where there is none. */
  get frontEnd(): number {
    this.#frontEnd ??= frontMatterEnd(this.lines);
    return this.#frontEnd;
  }

  /** Without those of the front matter. */
  get blocks(): readonly Block[] {
    this.#blocks ??= withoutFrontMatter(joinedParts(this.#read).blocks, this.frontEnd);
    return this.#blocks;
  }

  get notes(): readonly BlockNote[] {
    this.#notes ??= joinedNotes(this.#read);
    return this.#notes;
  }

  /** As they were read: for whoever works out something of each that stays while its lines do. */
  get placedParts(): readonly PlacedPart[] {
    return this.#read;
  }

  get sections(): readonly SpecSection[] {
    const last = this.lines.length;
    this.#sections ??= addSectionEnds(outlineOf(this.#headings, last).sections, last);
    return this.#sections;
  }

  get #headings(): readonly Block[] {
    return withoutFrontMatter(joinedHeadings(this.#read), this.frontEnd);
  }

  /** The last block that reaches over a line behind the front matter. */
  blockAt(line: number): Block | null {
    const block = blockAt(this.#read, line);
    return block !== null && block.line > this.frontEnd ? block : null;
  }

  /** With what is stated in them, in place: for whoever looks at every sentence. */
  get parts(): readonly SpecPart[] {
    this.#parts ??= specParts(this.#read);
    return this.#parts;
  }

  get lineEnd(): "\n" | "\r\n" {
    this.#lineEnd ??= lineEndOf(this.text);
    return this.#lineEnd;
  }
}

function withoutFrontMatter(blocks: readonly Block[], frontEnd: number): readonly Block[] {
  return frontEnd === 0 ? blocks : blocks.filter(({ line }) => line > frontEnd);
}

/** Drafts that are looked at in turn: the one that stands, and those that proposals would make of it. */
const KEPT_MAX = 4;
const recentSpecs: Spec[] = [];

/** The spec of a text: the same one for as long as it is among the last few that were asked for. */
export function specOf(text: string): Spec {
  const known = recentSpecs.findIndex((one) => one.text === text);
  const spec = recentSpecs[known] ?? new Spec(text);
  if (known >= 0) recentSpecs.splice(known, 1);
  recentSpecs.unshift(spec);
  recentSpecs.length = Math.min(recentSpecs.length, KEPT_MAX);
  return spec;
}

function startsOf(text: string, lines: readonly string[]): readonly number[] {
  const starts: number[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length;
    at += text.startsWith("\r\n", at) ? 2 : at < text.length ? 1 : 0;
  }
  starts.push(text.length);
  return starts;
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
export function lineAt({ starts, lines }: Spec, offset: number): number {
  return (
    Math.min(
      lines.length - 1,
      lastAtOrBefore(starts, offset, (start) => start),
    ) + 1
  );
}

/** From the beginning of one line to the end of another, without what ends it. */
export function spanOfLines({ starts, lines }: Spec, line: number, endLine: number): Span {
  const from = starts[line - 1] ?? 0;
  const end = Math.min(endLine, lines.length);
  return { from, to: (starts[end - 1] ?? 0) + (lines[end - 1] ?? "").length };
}

/** The lines between two, without the blank ones at both ends; `null` where nothing stands there. */
export function spanWithoutBlanks(spec: Spec, line: number, endLine: number): Span | null {
  let [first, last] = [line, Math.min(endLine, spec.lines.length)];
  while (first <= last && isBlank(spec.lines[first - 1] ?? "")) first += 1;
  while (last >= first && isBlank(spec.lines[last - 1] ?? "")) last -= 1;
  return first > last ? null : spanOfLines(spec, first, last);
}

/** The innermost section that a line stands in; `null` before the first heading. */
export function sectionAt({ sections }: Spec, line: number): SpecSection | null {
  const section = sections[lastAtOrBefore(sections, line, (one) => one.line)];
  return section !== undefined && section.line <= line && line <= section.ownEnd ? section : null;
}
