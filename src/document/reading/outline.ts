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
  const root: SectionNode = { kind: "section", line: 1, spans: [], children: [], dress: "heading", level: 0 };
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
  const { open, rules } = building;
  switch (block.kind) {
    case "heading":
      addSection(block, headingRank(block, open, rules), open);
      break;
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

function headingRank(
  block: Extract<Block, { kind: "heading" }>,
  open: readonly OpenNode[],
  rules: OutlineRules,
): number {
  const earlier = open.findLast(({ rank }) => rank <= block.level);
  if (earlier?.rank !== block.level) return block.level;
  const under = rules.isUnder(titleOf(block.spans), titleOf(earlier.node.spans));
  return under ? block.level + HALF_LEVEL : block.level;
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

/** A title as stated: an id in code is one, other code says nothing. */
export function titleOf(spans: readonly Span[]): string {
  return statedLabel(spans).trim();
}

interface NewSection {
  readonly line: number;
  readonly spans: readonly Span[];
  readonly level: number;
}

function addSection({ line, spans, level }: NewSection, rank: number, open: OpenNode[]): void {
  push(
    { kind: "section", line, spans, children: [], dress: level > 0 ? "heading" : "line", level },
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
  const { first, rest } = firstLine(block.spans);
  const beforeList = rest.length === 0 && next?.kind === "item" && next.depth === 0;
  const inner = open.findLast(({ node }) => node.kind === "section");
  const within = inner === undefined ? "" : titleOf(inner.node.spans);
  const title = {
    text: titleOf(first),
    bold: boldnessOf(first),
    goesOn: rest.length > 0,
    beforeList,
    within,
  };
  const serves = block.depth > 0 ? null : rules.lineTitle(title);
  if (serves === null) {
    addLeaf(block, open);
    return;
  }
  addSection(
    { line: block.line, spans: first, level: 0 },
    serves === "group" ? GROUP_RANK : SINGLE_RANK,
    open,
  );
  if (rest.length > 0) addLeaf({ ...block, line: rest[0]?.line ?? block.line, spans: rest }, open);
}

function firstLine(spans: readonly Span[]): { first: readonly Span[]; rest: readonly Span[] } {
  const end = spans.findIndex((span) => span.text === "\n");
  return end < 0 ? { first: spans, rest: [] } : { first: spans.slice(0, end), rest: spans.slice(end + 1) };
}

function boldnessOf(spans: readonly Span[]): LineTitle["bold"] {
  const seen = spans.filter((span) => span.text.trim() !== "");
  if (seen.length === 0 || seen[0]?.strong !== true) return "none";
  return seen.every((span) => span.strong || /^[\s:.]*$/.test(span.text)) ? "all" : "front";
}

/** Every node below, in reading order. */
export function* nodesBelow(nodes: readonly OutlineNode[]): Generator<OutlineNode> {
  for (const node of nodes) {
    yield node;
    if (node.kind !== "leaf") yield* nodesBelow(node.children);
  }
}

/** What a reader sees of a node itself, in one string. */
export function seenText(node: OutlineNode): string {
  if (node.kind !== "leaf" || node.block.kind !== "table") return plainText(node.spans);
  return node.block.rows.map((row) => row.cells.map(plainText).join(" | ")).join("\n");
}
