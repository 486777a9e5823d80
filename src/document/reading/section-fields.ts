// The labelled values of a section in the form that was asked for: `- **Severity:** HIGH`, or a quote below the label.
import type { Block } from "../markdown/blocks.ts";
import { readQuote, readText, saysNone } from "../render/free-text.ts";
import type { Section } from "./sections.ts";

export interface SectionField {
  readonly label: string;
  /** The source after the label. */
  readonly inline: string;
  readonly quote: string | null;
}

/** The labelled items and paragraphs of a section, each with the quote that follows it at once. */
export function readSectionFields(section: Section): readonly SectionField[] {
  const found: SectionField[] = [];
  for (const [index, block] of section.blocks.entries()) {
    if (block.kind !== "item" && block.kind !== "paragraph") continue;
    const labelled = labelledSource(section.lines.slice(block.line - 1, block.endLine).join(" "));
    if (labelled === null) continue;
    const quote = labelled.inline === "" ? quoteOf(section.blocks[index + 1], section.lines) : null;
    found.push({ ...labelled, quote });
  }
  return found;
}

function quoteOf(block: Block | undefined, lines: readonly string[]): string | null {
  return block?.kind === "quote" ? readQuote(lines.slice(block.line - 1, block.endLine)) : null;
}

const LABEL_MAX = 60;

/** `**Label:** value`, `**Label**: value` or `Label: value`, with or without the mark of an item. */
function labelledSource(source: string): { readonly label: string; readonly inline: string } | null {
  const plain = source.trim().replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, "");
  const bold = plain.startsWith("**");
  const end = bold ? plain.indexOf("**", 2) : plain.indexOf(":");
  if (end < 0 || end > LABEL_MAX) return null;
  const label = plain.slice(bold ? 2 : 0, end).trim();
  const rest = plain.slice(bold ? end + 2 : end).trim();
  if (!label.endsWith(":") && !rest.startsWith(":")) return null;
  const inline = label.endsWith(":") ? rest : rest.slice(1).trim();
  return { label: readText(label).replace(/:$/, ""), inline };
}

/** The text of a field, wherever it stands. */
export function fieldText({ inline, quote }: SectionField): string {
  return quote ?? readText(inline);
}

/** `null` where it says that there is none. */
export function optionalFieldText(field: SectionField | undefined): string | null {
  if (field === undefined) return null;
  const { inline, quote } = field;
  return quote === null && inline !== "" && saysNone(inline) ? null : fieldText(field);
}
