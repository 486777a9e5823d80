// A review line by line, as far as it states something: for what may stand anywhere in it.
import type { Block } from "../markdown/blocks.ts";
import { type Span, statedLabel, statedText } from "../markdown/spans.ts";

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
      return splitLines(block.spans).map((spans) => ({
        line: spans[0]?.line ?? block.line,
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

function splitLines(spans: readonly Span[]): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  for (const span of spans) {
    if (span.text === "\n") lines.push([]);
    else lines.at(-1)?.push(span);
  }
  return lines.filter((line) => line.length > 0);
}
