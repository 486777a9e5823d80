// A mark in its own words, as the list of what is left open quotes it.
import type { GapMarkerPlace } from "../../core/documents/source-spec.ts";
import { cellsOf } from "../markdown/table-row.ts";
import { itemPrefix } from "./list-marks.ts";
import { markStretch } from "./mark-stretch.ts";
import { withoutEntryHead } from "./mend-prose.ts";
import type { SourceLayout } from "./source-layout.ts";

const QUOTE_LENGTH_MAX = 400;

export function quotedMark(layout: SourceLayout, marker: GapMarkerPlace): string {
  const block = layout.blocks[layout.blockAt(marker.line) ?? -1];
  const line = layout.lines[marker.line - 1] ?? "";
  if (block === undefined) return cut(marker.text);
  if (marker.gap !== null)
    return cut(entryWords(layout, marker, { kind: block.kind, endLine: block.endLine }));
  const inTable = block.kind === "table";
  const text = inTable ? line : layout.lines.slice(marker.line - 1, block.endLine).join("\n");
  const start = marker.column - 1;
  const bar = inTable ? line.indexOf("|", start) : -1;
  const stretch = markStretch(
    text,
    marker.kind,
    { start, end: start + marker.text.length },
    bar < 0 ? text.length : bar,
  );
  const words = text.slice(stretch.start, stretch.end).trim();
  const alone = words === marker.text && marker.kind !== "needs-clarification";
  return cut(alone ? line.slice(itemPrefix(line).mark.length) : words);
}

interface EntryBlock {
  readonly kind: string;
  readonly endLine: number;
}

function entryWords(
  { lines }: SourceLayout,
  { line }: GapMarkerPlace,
  { kind, endLine }: EntryBlock,
): string {
  const text = lines[line - 1] ?? "";
  if (kind === "table") return cellsOf(text).slice(1).join(", ");
  if (kind === "heading") return withoutEntryHead(text.replace(/^ {0,3}#{1,6}\s*/, ""));
  const whole = lines.slice(line - 1, endLine).join(" ");
  const { mark, box } = itemPrefix(whole);
  return withoutEntryHead(whole.slice(mark.length + box.length));
}

function cut(text: string): string {
  const words = text.replace(/\s+/g, " ").trim();
  return words.length <= QUOTE_LENGTH_MAX ? words : `${words.slice(0, QUOTE_LENGTH_MAX - 1)}…`;
}
