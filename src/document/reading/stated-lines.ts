// A document line by line, as far as it states something: for what may stand anywhere in it.

import type { PlacedGap } from "../../core/documents/engineer-document.ts";
import { findGapIds, namesGaps } from "../../core/shared/gap-id.ts";
import type { Block } from "../markdown/blocks.ts";
import { linesOfSpans, type Span, statedLabel, statedText } from "../markdown/spans.ts";

export interface StatedLine {
  readonly line: number;
  readonly text: string;
  readonly from: "heading" | "item" | "paragraph" | "row";
}

export function statedLines(blocks: readonly Block[]): readonly StatedLine[] {
  return blocks.flatMap(linesOfBlock);
}

function linesOfBlock(block: Block): readonly StatedLine[] {
  switch (block.kind) {
    case "heading":
      return [{ line: block.line, text: statedLabel(block.spans), from: "heading" }];
    case "item":
    case "paragraph":
      return linesOfSpans(block.spans).map(({ line, spans }) => ({
        line,
        text: statedText(spans),
        from: block.kind,
      }));
    case "table":
      return block.rows.map((row) => ({
        line: row.line,
        text: row.cells.map(statedLabel).join(" | "),
        from: "row",
      }));
    default:
      return [];
  }
}

/** The lines that may name a gap; most do not. */
export function linesNamingGaps(blocks: readonly Block[]): readonly StatedLine[] {
  return statedLines(blocks.filter(mayNameGaps)).filter(({ text }) => namesGaps(text));
}

function mayNameGaps(block: Block): boolean {
  if (block.kind === "table") return block.rows.some(({ cells }) => cells.some(mayHoldId));
  return "spans" in block && mayHoldId(block.spans);
}

/** Of several spans each may hold a part of it. */
function mayHoldId(spans: readonly Span[]): boolean {
  return spans.length > 1 || namesGaps(spans[0]?.text ?? "");
}

/** Each gap where it is named; code, quotes and comments only mention. */
export function gapsNamedIn(lines: readonly StatedLine[]): readonly PlacedGap[] {
  return lines.flatMap(({ text, line }) => findGapIds(text).map(({ id }) => ({ gap: id, line })));
}
