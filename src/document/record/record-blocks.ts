// Headings, labelled values and tables, as the documents that parley writes of itself have them.
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { escapeText, fitsInLine, quoteText, saysNone } from "../render/free-text.ts";
import { renderTable } from "../render/table.ts";
import type { Format } from "./formats.ts";

/** Blocks of lines with a blank line between them. */
export function joinBlocks(...blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index === 0 ? block : ["", ...block]));
}

export function heading(level: number, title: string): readonly string[] {
  return [`${"#".repeat(level)} ${title}`];
}

export const NONE_SAID: readonly string[] = ["None."];

export function blockOrNone(block: readonly string[]): readonly string[] {
  return block.length === 0 ? NONE_SAID : block;
}

/** `escaped` is the source of the title, as free text is written. */
export function namedHeading(level: number, name: string, escaped: string): readonly string[] {
  return heading(level, escaped === "" ? `${name}:` : `${name}: ${escaped}`);
}

/** A list item each; a text that does not fit in its line follows as a quote. */
interface Field {
  readonly label: string;
  readonly value: { readonly inline: string } | { readonly quote: string };
}

/** `null` leaves it out; `source` is escaped where it is free text. */
export function field(label: string, source: string | number | null): readonly Field[] {
  return source === null ? [] : [{ label, value: { inline: String(source) } }];
}

/** Free text of any length; `null` leaves it out. `None.` as a text goes into a quote: it is no absence. */
export function textField(label: string, text: string | null): readonly Field[] {
  if (text === null) return [];
  const inline = escapeText(text);
  const isInline = fitsInLine(text) && (text === "" || !saysNone(inline));
  return [{ label, value: isInline ? { inline } : { quote: text } }];
}

/** As `textField`; that there is none is said. */
export function textOrNoneField(label: string, text: string | null): readonly Field[] {
  return text === null ? field(label, "None.") : textField(label, text);
}

export function renderItems(...fields: readonly (readonly Field[])[]): readonly string[] {
  return fields.flat().flatMap(({ label, value }, index, all) => {
    if ("inline" in value) return [`- **${label}:** ${value.inline}`.trimEnd()];
    return [`- **${label}:**`, ...quoteText(value.quote, "  "), ...(index === all.length - 1 ? [] : [""])];
  });
}

/** As `renderItems`, a paragraph each. */
export function renderParagraphs(...fields: readonly (readonly Field[])[]): readonly string[] {
  return fields
    .flat()
    .flatMap(({ label, value }, index) => [
      ...(index === 0 ? [] : [""]),
      ...("inline" in value
        ? [`**${label}:** ${value.inline}`.trimEnd()]
        : [`**${label}:**`, ...quoteText(value.quote)]),
    ]);
}

interface Column<Row> {
  readonly title: string;
  readonly align: "left" | "right";
  readonly show: (row: Row) => string;
}

export function column<Row, T>(
  title: string,
  { align, write }: Format<T>,
  pick: (row: Row) => T,
): Column<Row> {
  return { title, align, show: (row) => write(pick(row)) };
}

interface RecordTable<Row> {
  readonly write: (rows: readonly Row[]) => readonly string[];
}

export function recordTable<Row extends object>(columns: readonly Column<Row>[]): RecordTable<Row> {
  const cells = memoizeWeak((row: Row) => columns.map(({ show }) => show(row)));
  return { write: (rows) => (rows.length === 0 ? NONE_SAID : renderTable(columns, rows.map(cells))) };
}
