// A review line by line, as far as it states something: for what may stand anywhere in it.

import type { SeverityRaise } from "../../core/documents/reviewer-document.ts";
import type { Block } from "../markdown/blocks.ts";
import { linesOfSpans, statedLabel, statedText } from "../markdown/spans.ts";
import { stripMarkup } from "../reading/dress.ts";
import { onlyGap, withoutGaps } from "../reading/gap-mentions.ts";
import { severityOfWord } from "../reading/severity-words.ts";

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

/** `severity raised to HIGH`, `raise severity from LOW to HIGH`, `severity: LOW → HIGH`, and nothing before it. */
const RAISED = [
  /^(?:(?:the )?severity(?: of)? )?(?:is |should be )?(?:raised?|upgraded?)(?: (?:the )?severity)?(?: of)?(?: from \w+)? to (\w+)/i,
  /^severity:?\s+(?:\w+\s+)?(?:→|->)\s*(\w+)/i,
];
const LINE_LENGTH_MAX = 300;

export function severityRaises(lines: readonly StatedLine[]): readonly SeverityRaise[] {
  return lines.map(severityRaiseIn).filter((raise) => raise !== null);
}

/** A line that names one gap and is, beside it, the statement that its severity is raised. */
function severityRaiseIn({ text, line }: StatedLine): SeverityRaise | null {
  const gap = onlyGap(text);
  if (gap === null || text.length > LINE_LENGTH_MAX) return null;
  const said = stripMarkup(withoutGaps(text).replace(/\s+/g, " "));
  const word = RAISED.map((pattern) => pattern.exec(said)?.[1]).find((found) => found !== undefined);
  const to = severityOfWord(word ?? "");
  return to === null ? null : { gap, to, line };
}
