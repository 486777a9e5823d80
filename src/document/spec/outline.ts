// The headings of a spec: their paths, their numbers, and how far their sections reach.

import type { Block } from "../markdown/blocks.ts";
import { plainText } from "../markdown/spans.ts";
import { memoizeText } from "../reading/memoize-text.ts";

/** From its heading to the next one of any level. Lines are 1-based. */
export interface Section {
  /** 0 before the first heading. */
  readonly level: number;
  /** As it is written, on one line. */
  readonly title: string;
  readonly bareTitle: string;
  /** `4.2`, `A.1`, `IV` as written; `null` where it has none. */
  readonly numbering: string | null;
  /** The titles above it and its own. */
  readonly path: readonly string[];
  readonly line: number;
  /** The last line of the heading itself: the underline where it has one. */
  readonly headEnd: number;
  /** The last line before the next heading of any level. */
  readonly ownEnd: number;
}

export interface SpecSection extends Section {
  /** The last line before the next heading of its rank: with its sub-sections. */
  readonly endLine: number;
}

/** A heading that a text stands under. */
export type HeadingAround = Pick<Section, "level" | "title">;

/** The text before the first heading. */
export const OPENING: Section = {
  level: 0,
  title: "",
  bareTitle: "",
  numbering: null,
  path: [],
  line: 0,
  headEnd: 0,
  ownEnd: 0,
};

interface Outline {
  readonly sections: readonly Section[];
  /** The headings around the end of the text. */
  readonly path: readonly HeadingAround[];
}

/** `around`: the headings that the text itself stands under. */
export function outlineOf(
  blocks: readonly Block[],
  lastLine: number,
  around: readonly HeadingAround[] = [],
): Outline {
  const headings = blocks.filter((block) => block.kind === "heading");
  let path = around;
  const sections = headings.map(({ level, line, endLine, spans }, index) => {
    const written = plainText(spans).replace(/\s+/g, " ").trim();
    const title = written.slice(0, TITLE_LENGTH_MAX);
    path = [...headingsAbove(path, level), { level, title }];
    return {
      level,
      title,
      ...splitNumbering(written),
      path: path.map((step) => step.title),
      line,
      headEnd: endLine,
      ownEnd: (headings[index + 1]?.line ?? lastLine + 1) - 1,
    };
  });
  return { sections, path };
}

/** A title enters the path of everything below it, so a hostile one must not be long. */
const TITLE_LENGTH_MAX = 200;

/** Of the headings around some text, those that are also around a heading of that level. */
export function headingsAbove(path: readonly HeadingAround[], level: number): readonly HeadingAround[] {
  return path.filter((step) => step.level < level);
}

/** Of all sections of a text, with where each of them ends. */
export function addSectionEnds(sections: readonly Section[], lastLine: number): readonly SpecSection[] {
  const ended: (Section & { endLine: number })[] = [];
  const open: { level: number; endLine: number }[] = [];
  for (const section of sections) {
    while ((open.at(-1)?.level ?? 0) >= section.level) {
      const closed = open.pop();
      if (closed !== undefined) closed.endLine = section.line - 1;
    }
    const own = { ...section, endLine: lastLine };
    ended.push(own);
    open.push(own);
  }
  return ended;
}

const NUMBERINGS: readonly RegExp[] = [
  /^(?:(?:section|chapter|part|step)\s|§\s?)?\d{1,3}(?:\.\d{1,3}){0,6}(?=[.):\s–—]|$)/i,
  /^(?:appendix|annex)\s(?:[A-Z]|\d{1,3})(?:\.\d{1,3}){0,6}(?=[.):\s–—]|$)/i,
  /^[A-Z](?:\.\d{1,3}){1,6}(?=[.):\s–—]|$)/,
  /^(?:[A-Z]|[IVXLC]{1,7})(?=[.)]\s)/,
];

/** A heading that is only a number has it for its title. */
const splitNumbering = memoizeText((written): Pick<Section, "numbering" | "bareTitle"> => {
  for (const form of NUMBERINGS) {
    const numbering = form.exec(written)?.[0];
    if (numbering === undefined) continue;
    const title = written.slice(numbering.length).replace(/^[.):\s–—-]+/, "");
    return { numbering, bareTitle: title === "" ? written : title };
  }
  return { numbering: null, bareTitle: written };
});
