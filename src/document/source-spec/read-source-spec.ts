import type { Note } from "../../core/documents/note.ts";
import type { SourceSpec } from "../../core/documents/source-spec.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { linesOf } from "../markdown/lines.ts";
import { gapMarkersOf } from "./gap-markers.ts";
import { outlineOf } from "./outline.ts";
import { statedLines } from "./stated-lines.ts";

/** Any text is a spec; the notes tell what of it could not be read as its author may have meant it. */
export function readSourceSpec(text: string): { readonly spec: SourceSpec; readonly notes: readonly Note[] } {
  const markdown = parseMarkdown(text);
  const lines = linesOf(text);
  const headings = outlineOf(markdown.blocks, lines.length);
  const markers = gapMarkersOf(markdown.blocks, lines, statedLines(markdown));
  return { spec: { lines, headings, markers }, notes: markdown.notes };
}
