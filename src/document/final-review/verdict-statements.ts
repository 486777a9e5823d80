// Where a final review states its verdict.
import type { Note } from "../../core/documents/note.ts";
import type { VerdictDoubt } from "../../core/documents/reviewer-document.ts";
import type { Block } from "../markdown/blocks.ts";
import { plainText, type Span } from "../markdown/spans.ts";
import { undressed } from "../reading/dress.ts";
import { nodesBelow, type OutlineNode, type SectionNode, titleOf } from "../reading/outline.ts";
import {
  type FinalVerdict,
  labelledVerdict,
  type Said,
  verdictOfLine,
  verdictOfTitle,
  verdictOfValue,
} from "./verdict-words.ts";

export interface VerdictStatement {
  readonly verdict: FinalVerdict;
  readonly line: number;
}

export interface FoundVerdicts {
  readonly statements: readonly VerdictStatement[];
  /** Where a verdict belongs and something else stands. */
  readonly unclear: readonly VerdictDoubt[];
  readonly notes: readonly Note[];
}

/** Within a blocker only a labelled verdict is one: what else it holds is about the blocker. */
export function findVerdicts(root: SectionNode, blockers: ReadonlySet<OutlineNode>): FoundVerdicts {
  const found: Finding = { statements: [], unclear: [], notes: [] };
  const visit = (nodes: readonly OutlineNode[], inBlocker: boolean) => {
    const options = isOptionList(nodes);
    if (options) note(found, "verdict-options", nodes[0]?.line ?? 1, "this is a list of what may be said");
    for (const [index, node] of nodes.entries()) {
      const within = inBlocker || blockers.has(node);
      if (!(options && node.kind === "item")) visitNode(node, { within, found, next: nodes[index + 1] });
      if (node.kind !== "leaf") visit(node.children, within);
    }
  };
  visit([root], false);
  return found;
}

interface Finding {
  readonly statements: VerdictStatement[];
  readonly unclear: VerdictDoubt[];
  readonly notes: Note[];
}

interface Place {
  readonly within: boolean;
  readonly found: Finding;
  readonly next: OutlineNode | undefined;
}

function visitNode(node: OutlineNode, place: Place): void {
  if (node.kind === "section") {
    const title = plainText(node.spans);
    const labelled = labelledVerdict(title);
    if (labelled === "") waitingVerdict(node, place);
    else if (labelled !== null)
      take(verdictOfValue(labelled, title), { line: node.line, text: labelled }, place);
    else if (!place.within) take(verdictOfTitle(title), { line: node.line, text: title }, place);
  } else if (node.kind === "item") {
    if (node.box !== "empty") takeText(node.spans, node.line, place);
  } else if (node.block.kind === "paragraph") {
    takeText(node.block.spans, node.line, place);
  } else if (node.block.kind === "table") {
    takeTable(node.block, place);
  }
}

/** A title that only announces a verdict: the first words below it are its value. */
function waitingVerdict(section: SectionNode, place: Place): void {
  for (const node of nodesBelow(section.children)) {
    const spans =
      node.kind === "leaf" ? (node.block.kind === "paragraph" ? node.block.spans : null) : node.spans;
    if (spans === null || (node.kind === "item" && node.box === "empty")) continue;
    const text = plainText(spans);
    const [first = ""] = text.split("\n");
    if (labelledVerdict(first) !== null || verdictOfLine(first) !== null) return;
    take(verdictOfValue(text, plainText(section.spans)), { line: node.line, text: first }, place);
    return;
  }
}

function takeText(spans: readonly Span[], line: number, place: Place): void {
  const lines = plainText(spans).split("\n");
  for (const [index, text] of lines.entries()) {
    const labelled = labelledVerdict(text);
    const at = { line: line + index, text: labelled ?? text };
    if (labelled === "") {
      if (verdictOfLine(lines[index + 1] ?? "") === null) take(nextValue(place.next, text), at, place);
    } else if (labelled !== null) take(verdictOfValue(labelled, text), at, place);
    else if (!place.within) take(verdictOfLine(text), at, place);
  }
}

/** `**Verdict:**` alone, and its value in the paragraph after it. */
function nextValue(next: OutlineNode | undefined, label: string): Said {
  if (next?.kind !== "leaf" || next.block.kind !== "paragraph") return null;
  const text = plainText(next.block.spans);
  return verdictOfLine(text) === null ? verdictOfValue(text, label) : null;
}

/** A row labelled as the verdict, or a column of that name; a table that explains both words states neither. */
function takeTable({ rows }: Extract<Block, { kind: "table" }>, place: Place): void {
  const [header, ...body] = rows.map(({ line, cells }) => ({ line, cells: cells.map(plainText) }));
  const column = header?.cells.findIndex((cell) => labelledVerdict(cell) === "") ?? -1;
  const values = [...(header === undefined ? [] : [header]), ...body].flatMap(({ line, cells }) => {
    const [label = "", value = ""] = cells;
    if (cells.length >= 2 && labelledVerdict(label) === "" && verdictOfLine(value) !== null)
      return [{ line, value }];
    return column >= 0 && line !== header?.line ? [{ line, value: cells[column] ?? "" }] : [];
  });
  const said = values.map(({ line, value }) => ({ line, said: verdictOfLine(value) }));
  if (new Set(said.map((one) => one.said).filter((one) => one !== null)).size > 1) {
    note(place.found, "verdict-options", header?.line ?? 1, "this table holds both verdicts");
    return;
  }
  for (const one of said) take(one.said, { line: one.line, text: "" }, place);
}

/** Items of one list that say the one and the other; where boxes are ticked, the ticks decide. */
function isOptionList(nodes: readonly OutlineNode[]): boolean {
  const items = nodes.filter((node) => node.kind === "item");
  if (items.some(({ box }) => box === "checked")) return false;
  const said = new Set(
    items.map(({ spans }) => leadingVerdict(titleOf(spans))).filter((one) => one !== null),
  );
  return said.size > 1;
}

function leadingVerdict(text: string): string | null {
  return /^(?:NOT_READY|READY_FOR_TERMINATION)\b/.exec(undressed(text))?.[0] ?? null;
}

function take(said: Said, { line, text }: { line: number; text: string }, { found }: Place): void {
  if (said === null) return;
  if (said === "unclear") {
    found.unclear.push({ why: "wording", line, text });
    note(found, "verdict-unclear", line, "this is neither READY_FOR_TERMINATION nor NOT_READY without doubt");
  } else found.statements.push({ verdict: said, line });
}

function note({ notes }: Finding, code: string, line: number, message: string): void {
  notes.push({ code, line, message });
}
