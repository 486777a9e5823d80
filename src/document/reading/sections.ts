// The headings of a document as a tree, and the source under each: structure comes from the Markdown reading, so
// nothing in a quote, a fence or a comment is a section, and values come from the source, so nothing is lost.
import type { Block, Markdown } from "../markdown/blocks.ts";
import { plainText } from "../markdown/spans.ts";
import { readText } from "../render/free-text.ts";

export interface Section {
  readonly title: string;
  readonly level: number;
  readonly line: number;
  /** What stands before the first heading below this one. */
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
  /** Of the whole text. */
  readonly lines: readonly string[];
}

interface OpenSection extends Section {
  readonly blocks: Block[];
  readonly sections: OpenSection[];
}

export function sectionsOf({ lines, blocks }: Markdown): Section {
  const root: OpenSection = { title: "", level: 0, line: 1, blocks: [], sections: [], lines };
  const open = [root];
  for (const block of blocks) {
    if (block.kind !== "heading") {
      open.at(-1)?.blocks.push(block);
      continue;
    }
    while ((open.at(-1)?.level ?? 0) >= block.level) open.pop();
    const { level, line } = block;
    const section: OpenSection = {
      title: titleOf(block, lines),
      level,
      line,
      blocks: [],
      sections: [],
      lines,
    };
    open.at(-1)?.sections.push(section);
    open.push(section);
  }
  return root;
}

function titleOf(block: Extract<Block, { kind: "heading" }>, lines: readonly string[]): string {
  const source = lines[block.line - 1] ?? "";
  const marks = /^ {0,3}#{1,6}[ \t]/.exec(source)?.[0];
  if (marks === undefined) return plainText(block.spans).trim();
  return readText(withoutClosingMarks(source.slice(marks.length).trim()));
}

function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  return end === 0 || title[end - 1] === " " ? title.slice(0, end).trim() : title;
}

/** The nearest section of that title below this one, at whatever level. */
export function findSection(within: Section, title: string): Section | null {
  const wanted = normalTitle(title);
  for (let level = within.sections; level.length > 0; level = level.flatMap(({ sections }) => sections)) {
    const found = level.find((section) => normalTitle(section.title) === wanted);
    if (found !== undefined) return found;
  }
  return null;
}

/** For comparing: no title or label that is looked for is longer. */
const COMPARED_MAX = 200;

export function normalTitle(title: string): string {
  return title.slice(0, COMPARED_MAX).trim().toLowerCase().replace(/\s+/g, " ").replace(/:$/, "");
}

/** `ISSUE-R1-001: A title` taken apart at its first colon. */
export function namedTitle(title: string): { readonly name: string; readonly title: string } {
  const colon = title.indexOf(":");
  if (colon < 0) return { name: title.trim(), title: "" };
  return { name: title.slice(0, colon).trim(), title: title.slice(colon + 1).replace(/^ /, "") };
}
