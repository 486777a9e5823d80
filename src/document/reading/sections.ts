// The headings of a document as a tree, and the source under each: structure comes from the Markdown reading, so
// nothing in a quote, a fence or a comment is a section, and values come from the source, so nothing is lost.
import type { Block, Markdown } from "../markdown/blocks.ts";
import { plainText } from "../markdown/spans.ts";
import { readQuote, readText, saysNone } from "../render/free-text.ts";

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

/** A section and all that are below it, in reading order. */
export function sectionsBelow(section: Section): readonly Section[] {
  return [section, ...section.sections.flatMap(sectionsBelow)];
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

/** A labelled value in the form that was asked for: `- **Severity:** HIGH`, or a quote below the label. */
export interface SectionField {
  readonly label: string;
  /** The source after the label. */
  readonly inline: string;
  readonly quote: string | null;
}

/** The labelled items and paragraphs of a section, each with the quote that follows it at once. */
export function readSectionFields(section: Section): readonly SectionField[] {
  const found: SectionField[] = [];
  for (const [index, block] of section.blocks.entries()) {
    if (block.kind !== "item" && block.kind !== "paragraph") continue;
    const labelled = labelledSource(section.lines.slice(block.line - 1, block.endLine).join(" "));
    if (labelled === null) continue;
    const quote = labelled.inline === "" ? quoteOf(section.blocks[index + 1], section.lines) : null;
    found.push({ ...labelled, quote });
  }
  return found;
}

function quoteOf(block: Block | undefined, lines: readonly string[]): string | null {
  return block?.kind === "quote" ? readQuote(lines.slice(block.line - 1, block.endLine)) : null;
}

const LABEL_MAX = 60;

/** `**Label:** value`, `**Label**: value` or `Label: value`, with or without the mark of an item. */
function labelledSource(source: string): { readonly label: string; readonly inline: string } | null {
  const plain = source.trim().replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, "");
  const bold = plain.startsWith("**");
  const end = bold ? plain.indexOf("**", 2) : plain.indexOf(":");
  if (end < 0 || end > LABEL_MAX) return null;
  const label = plain.slice(bold ? 2 : 0, end).trim();
  const rest = plain.slice(bold ? end + 2 : end).trim();
  if (!label.endsWith(":") && !rest.startsWith(":")) return null;
  const inline = label.endsWith(":") ? rest : rest.slice(1).trim();
  return { label: readText(label).replace(/:$/, ""), inline };
}

/** The text of a field, wherever it stands. */
export function fieldText({ inline, quote }: SectionField): string {
  return quote ?? readText(inline);
}

/** `null` where it says that there is none. */
export function optionalFieldText(field: SectionField | undefined): string | null {
  if (field === undefined) return null;
  const { inline, quote } = field;
  return quote === null && inline !== "" && saysNone(inline) ? null : fieldText(field);
}
