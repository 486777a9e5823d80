// A document as a tree: sections under headings or lines that serve as headings, list items, and what they hold.
import type { Block } from "../markdown/blocks.ts";
import { plainText, type Span, statedLabel } from "../markdown/spans.ts";

type Leaf = Exclude<Block, { kind: "heading" | "item" }>;

export type OutlineNode =
  | {
      readonly kind: "section";
      readonly line: number;
      readonly spans: readonly Span[];
      readonly children: OutlineNode[];
      /** As stated: an id in code is one, other code says nothing. */
      readonly title: string;
      readonly dress: "heading" | "line";
      /** Of a heading, 1 to 6; 0 for the whole document and for a line. */
      readonly level: number;
    }
  | {
      readonly kind: "item";
      readonly line: number;
      readonly spans: readonly Span[];
      readonly children: OutlineNode[];
      readonly number: number | null;
      /** `[x]` or `[ ]` before its text, which the text is without. */
      readonly box: "checked" | "empty" | null;
    }
  | {
      readonly kind: "leaf";
      readonly line: number;
      /** Of a paragraph; nothing for anything else. */
      readonly spans: readonly Span[];
      readonly block: Leaf;
    };

export type SectionNode = Extract<OutlineNode, { kind: "section" }>;
export type ItemNode = Extract<OutlineNode, { kind: "item" }>;

/** What the reader of one kind of document knows about titles. */
export interface OutlineRules {
  /** Whether a line that is no heading serves as one, and whether it holds others (`group`) or stands for one thing. */
  lineTitle(title: LineTitle): "group" | "single" | null;
  /** Whether a heading belongs under an earlier one of the same level: agents forget to go a level down. */
  isUnder(title: string, earlier: string): boolean;
}

export interface LineTitle {
  readonly text: string;
  /** How much of the line is bold. */
  readonly bold: "all" | "front" | "none";
  /** Whether the paragraph has further lines. */
  readonly goesOn: boolean;
  /** Whether a list follows at once. */
  readonly beforeList: boolean;
  /** The title of the innermost section that the line stands in. */
  readonly within: string;
}

const HALF_LEVEL = 0.5;
const GROUP_RANK = 7;
const SINGLE_RANK = 8;
const ITEM_RANK = 10;

interface OpenNode {
  readonly rank: number;
  readonly node: SectionNode | ItemNode;
}

export function outlineOf(blocks: readonly Block[], rules: OutlineRules): SectionNode {
  const root: SectionNode = {
    kind: "section",
    line: 1,
    spans: [],
    children: [],
    title: "",
    dress: "heading",
    level: 0,
  };
  const open: OpenNode[] = [{ rank: 0, node: root }];
  for (const [index, block] of blocks.entries()) add(block, { open, rules, next: blocks[index + 1] });
  return root;
}

interface OutlineBuild {
  readonly open: OpenNode[];
  readonly rules: OutlineRules;
  readonly next: Block | undefined;
}

function add(block: Block, building: OutlineBuild): void {
  const { open } = building;
  switch (block.kind) {
    case "heading": {
      const { line, spans, level } = block;
      const title = titleOf(spans);
      addSection({ line, spans, level, title }, headingRank(title, level, building), open);
      break;
    }
    case "item": {
      const { line, number } = block;
      push(
        { kind: "item", line, ...readCheckbox(block.spans), children: [], number },
        ITEM_RANK + block.depth,
        open,
      );
      break;
    }
    case "paragraph":
      addParagraph(block, building);
      break;
    default:
      addLeaf(block, open);
  }
}

function headingRank(title: string, level: number, { open, rules }: OutlineBuild): number {
  const earlier = open.findLast(({ rank }) => rank <= level);
  if (earlier?.rank !== level || earlier.node.kind !== "section") return level;
  return rules.isUnder(title, earlier.node.title) ? level + HALF_LEVEL : level;
}

const BOX = /^\s*\[([ xX✓✔-])\]\s+/;

function readCheckbox(spans: readonly Span[]): { spans: readonly Span[]; box: "checked" | "empty" | null } {
  const [first, ...rest] = spans;
  const match = first === undefined || first.code ? null : BOX.exec(first.text);
  if (first === undefined || match === null) return { spans, box: null };
  const text = first.text.slice(match[0].length);
  return {
    spans: text === "" ? rest : [{ ...first, text }, ...rest],
    box: /[\s-]/.test(match[1] ?? "") ? "empty" : "checked",
  };
}

/** A text as a title would be stated. */
export function titleOf(spans: readonly Span[]): string {
  return statedLabel(spans).trim();
}

interface NewSection {
  readonly line: number;
  readonly spans: readonly Span[];
  readonly level: number;
  readonly title: string;
}

function addSection({ line, spans, level, title }: NewSection, rank: number, open: OpenNode[]): void {
  push(
    { kind: "section", line, spans, children: [], title, dress: level > 0 ? "heading" : "line", level },
    rank,
    open,
  );
}

function push(node: SectionNode | ItemNode, rank: number, open: OpenNode[]): void {
  while (open.length > 1 && (open.at(-1)?.rank ?? 0) >= rank) open.pop();
  open.at(-1)?.node.children.push(node);
  open.push({ rank, node });
}

function addLeaf(block: Leaf, open: OpenNode[]): void {
  while (open.length > 1 && (open.at(-1)?.rank ?? 0) >= ITEM_RANK + block.depth) open.pop();
  const spans = block.kind === "paragraph" ? block.spans : [];
  open.at(-1)?.node.children.push({ kind: "leaf", line: block.line, spans, block });
}

function addParagraph(
  block: Extract<Block, { kind: "paragraph" }>,
  { open, rules, next }: OutlineBuild,
): void {
  if (block.depth > 0) {
    addLeaf(block, open);
    return;
  }
  const { first, rest } = firstLine(block.spans);
  const title = titleOf(first);
  const serves = rules.lineTitle({
    text: title,
    bold: boldnessOf(first),
    goesOn: rest.length > 0,
    beforeList: rest.length === 0 && next?.kind === "item" && next.depth === 0,
    within: innermostTitle(open),
  });
  if (serves === null) {
    addLeaf(block, open);
    return;
  }
  addSection(
    { line: block.line, spans: first, level: 0, title },
    serves === "group" ? GROUP_RANK : SINGLE_RANK,
    open,
  );
  if (rest.length > 0) addLeaf({ ...block, line: rest[0]?.line ?? block.line, spans: rest }, open);
}

function innermostTitle(open: readonly OpenNode[]): string {
  for (let index = open.length - 1; index >= 0; index--) {
    const node = open[index]?.node;
    if (node?.kind === "section") return node.title;
  }
  return "";
}

function firstLine(spans: readonly Span[]): { first: readonly Span[]; rest: readonly Span[] } {
  const end = spans.findIndex((span) => span.text === "\n");
  return end < 0 ? { first: spans, rest: [] } : { first: spans.slice(0, end), rest: spans.slice(end + 1) };
}

function boldnessOf(spans: readonly Span[]): LineTitle["bold"] {
  const first = spans.find((span) => span.text.trim() !== "");
  if (first?.strong !== true) return "none";
  return spans.every((span) => span.strong || /^[\s:.]*$/.test(span.text)) ? "all" : "front";
}

/** Every node below, in reading order. */
export function nodesBelow(nodes: readonly OutlineNode[]): readonly OutlineNode[] {
  const below: OutlineNode[] = [];
  addBelow(nodes, below);
  return below;
}

function addBelow(nodes: readonly OutlineNode[], below: OutlineNode[]): void {
  for (const node of nodes) {
    below.push(node);
    if (node.kind !== "leaf") addBelow(node.children, below);
  }
}

/** What a reader sees of a node itself, in one string. */
export function seenText(node: OutlineNode): string {
  if (node.kind !== "leaf" || node.block.kind !== "table") return plainText(node.spans);
  return node.block.rows.map((row) => row.cells.map(plainText).join(" | ")).join("\n");
}
