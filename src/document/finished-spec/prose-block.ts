// A paragraph or a list item, taken apart: what stands before its words, its label, its marks.
import { findGapIds } from "../../core/shared/gap-id.ts";
import type { Block } from "../markdown/blocks.ts";
import { indentOf } from "../markdown/lines.ts";
import { wordsOf } from "../reading/dress.ts";
import { entryStretchEnd } from "./entry-head.ts";
import { contentColumn, itemPrefix, unwrapped } from "./list-marks.ts";
import { markStretch } from "./mark-stretch.ts";
import type { MarkedBlock } from "./marked-block.ts";
import type { Mending } from "./mending.ts";
import type { PlacedMark } from "./placed-mark.ts";

export interface ProseBlock extends MarkedBlock {
  readonly text: string;
  /** What stands before the words of its first line. */
  readonly prefix: string;
  readonly box: string;
  /** `**FR-002**: `, by which other places refer to it. */
  readonly label: string;
  /** The column at which its words begin. */
  readonly indent: number;
  readonly placed: readonly PlacedMark[];
  /** Whether words of the author's follow the text in the block. */
  readonly followed: boolean;
}

export function proseOf({ layout }: Mending, { block, index, marks }: MarkedBlock): ProseBlock {
  const lines = layout.lines.slice(block.line - 1, block.endLine);
  const [first = ""] = lines;
  const { mark, box } = block.kind === "item" ? itemPrefix(first) : { mark: "", box: "" };
  const prefix = block.kind === "item" ? mark : (/^\s*/.exec(first)?.[0] ?? "");
  const text = lines.join("\n");
  const starts = lineStarts(lines);
  const placed = marks.map(({ marker, gap, fate }): PlacedMark => {
    const start = (starts[marker.line - block.line] ?? 0) + marker.column - 1;
    const word = { start, end: start + marker.text.length };
    const value = marker.kind === "tbd" || marker.kind === "question-marks";
    const entry = marker.gap !== null && fate.to !== "strip";
    const from = prefix.length + box.length;
    if (entry) {
      const end = from + entryStretchEnd(text.slice(from));
      return { gap, fate, value, entry, start: from, end, asks: true, bracketed: false, remarked: false };
    }
    return { gap, fate, value, entry, ...markStretch(text, marker.kind, word, text.length) };
  });
  const indent = block.kind === "item" ? contentColumn(prefix) : indentOf(first);
  const label = labelOf(text.slice(prefix.length + box.length, placed[0]?.start));
  return { block, index, marks, text, prefix, box, label, indent, placed, followed: false };
}

function lineStarts(lines: readonly string[]): readonly number[] {
  let start = 0;
  return lines.map((line) => {
    const at = start;
    start += line.length + 1;
    return at;
  });
}

export function wordsFrom({ prefix, box, label }: ProseBlock): number {
  return prefix.length + box.length + label.length;
}

const LABEL =
  /^(?:\*\*[^*\n]{1,60}\*\*|__[^_\n]{1,60}__|\[?[A-Z]{1,8}-?\d{1,4}(?:\.\d{1,3}){0,3}\]?)\s?[:.–—-]?\s+|^\*\*[^*\n]{1,60}:\*\*\s+/;

export function labelOf(words: string): string {
  const label = LABEL.exec(words)?.[0] ?? "";
  return findGapIds(label).length > 0 ? "" : label;
}

export function labelKey(label: string): string {
  return wordsOf(label).join(" ");
}

export function ownWords(text: string, kind: Block["kind"], label: string): string {
  const words = kind === "item" ? unwrapped(text) : text;
  const own = labelOf(words);
  return own !== "" && label !== "" && labelKey(own) === labelKey(label) ? words.slice(own.length) : words;
}
