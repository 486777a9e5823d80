// The titles of a document, whatever they are made of, and what stands under each. Flat on purpose: an agent may
// embed a whole document in a section, so how far a section reaches is for the reader of that section to say.
import type { Block, Markdown } from "../markdown/blocks.ts";
import { linesOfSpans, plainText, type Span, statedLabel } from "../markdown/spans.ts";
import { rolesOf, type TitleRoles } from "./section-names.ts";

export interface Title {
  /** Where it stands among the parts, and among the titles. */
  readonly at: number;
  readonly index: number;
  readonly line: number;
  /** 1–6 for headings, then bold lines, then lines that only announce what follows. */
  readonly level: number;
  /** As stated: an id in code is one, other code says nothing. */
  readonly text: string;
  readonly spans: readonly Span[];
  readonly parent: Title | null;
  readonly roles: TitleRoles;
}

/** A block and the title above it; where a line of a paragraph serves as a title, it is a part of its own. */
export interface Part {
  readonly block: Block;
  readonly title: Title | null;
  readonly under: Title | null;
}

export interface Outline {
  readonly lines: readonly string[];
  readonly parts: readonly Part[];
  readonly titles: readonly Title[];
  /** The first part after the section of each title, by its place among the titles' parts. */
  readonly ends: ReadonlyMap<Title, number>;
}

export const BOLD_LEVEL = 7;
export const LABEL_LEVEL = 8;
const TITLE_LENGTH_MAX = 200;
/** What is read of a longer heading. */
const TITLE_READ_MAX = 500;
const LABEL_WORDS_MAX = 8;

export function outlineOf({ lines, blocks }: Markdown): Outline {
  const parts: Part[] = [];
  const titles: Title[] = [];
  const ends = new Map<Title, number>();
  const open: Title[] = [];
  for (const block of blocks.flatMap(splitAtTitle)) {
    const level = titleLevel(block);
    if (level !== null && "spans" in block) {
      while ((open.at(-1)?.level ?? 0) >= level) close(open, ends, parts.length);
      const parent = open.at(-1) ?? null;
      const text = statedLabel(block.spans).slice(0, TITLE_READ_MAX).replace(/\s+/g, " ").trim();
      const title: Title = {
        at: parts.length,
        index: titles.length,
        line: block.line,
        level,
        text,
        spans: block.spans,
        parent,
        roles: rolesOf(text, parent?.roles ?? null, titles.length === 0 && level === 1),
      };
      parts.push({ block, title, under: title.parent });
      titles.push(title);
      open.push(title);
    } else {
      parts.push({ block, title: null, under: open.at(-1) ?? null });
    }
  }
  while (open.length > 0) close(open, ends, parts.length);
  return { lines, parts, titles, ends };
}

function close(open: Title[], ends: Map<Title, number>, end: number): void {
  const title = open.pop();
  if (title !== undefined) ends.set(title, end);
}

/** A paragraph whose first line is a title, as that title and the rest. */
function splitAtTitle(block: Block): readonly Block[] {
  if (block.kind !== "paragraph" || block.depth > 0) return [block];
  const [first, ...rest] = linesOfSpans(block.spans);
  if (first === undefined || rest.length === 0 || !isBoldLine(first.spans)) return [block];
  const line = rest[0]?.line ?? block.line + 1;
  const spans = block.spans.slice(first.spans.length + 1);
  return [
    { ...block, endLine: block.line, spans: first.spans },
    { ...block, line, spans },
  ];
}

function titleLevel(block: Block): number | null {
  if (block.kind === "heading") return block.level;
  if (block.kind !== "paragraph" || block.depth > 0 || block.spans.some(({ text }) => text === "\n"))
    return null;
  if (isBoldLine(block.spans)) return BOLD_LEVEL;
  return isAnnouncement(block.spans) ? LABEL_LEVEL : null;
}

/** All of the line is bold, but for a colon or something in brackets after it. */
function isBoldLine(spans: readonly Span[]): boolean {
  const seen = spans.filter(({ text }) => text.trim() !== "");
  if (seen.length === 0 || seen[0]?.strong !== true) return false;
  const boldEnd = seen.findIndex(({ strong }) => !strong);
  const after = boldEnd < 0 ? [] : seen.slice(boldEnd);
  const isShort = plainText(seen).length <= TITLE_LENGTH_MAX;
  if (after.some(({ strong }) => strong) || !isShort) return false;
  return /^\s*(?:(?:\([^()]*\)|[:.])[\s:.]*)?$/.test(plainText(after));
}

/** `New gaps:` on a line of its own. */
function isAnnouncement(spans: readonly Span[]): boolean {
  const text = plainText(spans).trim();
  return text.endsWith(":") && text.length <= TITLE_LENGTH_MAX && text.split(/\s+/).length <= LABEL_WORDS_MAX;
}

/** The line of a part; after the last one, the line behind the document. */
export function lineOfPart({ parts, lines }: Outline, at: number): number {
  return parts[at]?.block.line ?? lines.length + 1;
}

/** The parts under a title, itself excluded, to the next title of its level or a higher one. */
export function sectionOf({ parts, ends }: Outline, title: Title): readonly Part[] {
  return parts.slice(title.at + 1, ends.get(title) ?? parts.length);
}
