// A mark in its own words, as the list of what is left open quotes it.
import type { GapMarkerPlace } from "../../core/documents/source-spec.ts";
import { cellsOf } from "../markdown/table-row.ts";
import { entryStretchEnd, withoutEntryHead } from "./entry-head.ts";
import { itemPrefix } from "./list-marks.ts";
import { markStretch } from "./mark-stretch.ts";
import type { SourceLayout } from "./source-layout.ts";

export function quotedMark(layout: SourceLayout, marker: GapMarkerPlace): string {
  const block = layout.blocks[layout.blockAt(marker.line) ?? -1];
  const line = layout.lines[marker.line - 1] ?? "";
  if (block === undefined) return onOneLine(marker.text);
  if (marker.gap !== null)
    return onOneLine(entryWords(layout, marker, { kind: block.kind, endLine: block.endLine }));
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
  return onOneLine(alone ? line.slice(itemPrefix(line).mark.length) : words);
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
  const whole = lines.slice(line - 1, endLine).join("\n");
  const { mark, box } = itemPrefix(whole);
  const words = whole.slice(mark.length + box.length);
  return withoutEntryHead(words.slice(0, entryStretchEnd(words)));
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
