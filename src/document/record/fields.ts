// Labelled values, one a list item: `- **Severity:** HIGH`. A text that does not fit in its line follows as a quote.
import type { Note } from "../../core/documents/note.ts";
import type { Block } from "../markdown/blocks.ts";
import { escapeText, fitsInLine, quoteText, readQuote, readText } from "../render/free-text.ts";
import { type Codec, saysNone } from "./codec.ts";
import { normalTitle, type Section } from "./section.ts";
import { excerpt } from "./table.ts";

interface Field<T> {
  readonly label: string;
  readonly expects: string;
  /** One written value for each time the label stands there. */
  readonly write: (value: T) => readonly WrittenField[];
  readonly read: (found: readonly FoundField[]) => T | undefined;
}

type WrittenField = { readonly inline: string } | { readonly quote: string };

interface FoundField {
  readonly label: string;
  readonly line: number;
  /** The source after the label. */
  readonly inline: string;
  readonly quote: string | null;
}

export function field<T>(label: string, of: Codec<T>): Field<T> {
  return {
    label,
    expects: of.expects,
    write: (value) => [{ inline: of.write(value) }],
    read: ([found]) => (found === undefined ? undefined : of.read(found.inline)),
  };
}

/** Left out where there is nothing to say. */
export function optionalField<T>(label: string, of: Codec<T>): Field<T | null> {
  return {
    label,
    expects: of.expects,
    write: (value) => (value === null ? [] : [{ inline: of.write(value) }]),
    read: ([found]) => (found === undefined || saysNone(found.inline) ? null : of.read(found.inline)),
  };
}

/** Free text of any length. */
export function textField(label: string): Field<string> {
  return {
    label,
    expects: "a text",
    write: (value) => [writtenText(value)],
    read: ([found]) => (found === undefined ? undefined : foundText(found)),
  };
}

export function optionalTextField(label: string, absent: "omitted" | "said"): Field<string | null> {
  return {
    label,
    expects: "a text",
    write: (value) =>
      value !== null ? [writtenText(value)] : absent === "said" ? [{ inline: "None." }] : [],
    read: ([found]) => (found === undefined || isNone(found) ? null : foundText(found)),
  };
}

/** The label again for each text. */
export function textsField(label: string): Field<readonly string[]> {
  return {
    label,
    expects: "a text",
    write: (values) => values.map(writtenText),
    read: (found) => found.filter((one) => !isNone(one)).map(foundText),
  };
}

/** `None.` as a text goes into a quote, so that it is not read as the absence of one. */
function writtenText(value: string): WrittenField {
  const inline = escapeText(value);
  return fitsInLine(value) && (value === "" || !saysNone(inline)) ? { inline } : { quote: value };
}

function foundText({ inline, quote }: FoundField): string {
  return quote ?? readText(inline);
}

function isNone({ inline, quote }: FoundField): boolean {
  return quote === null && inline.trim() !== "" && saysNone(inline);
}

type Fields<Row> = { readonly [Key in keyof Row]-?: Field<Row[Key]> };

interface RecordFields<Row> {
  readonly write: (row: Row, dress?: FieldDress<Row>) => readonly string[];
  /** `null`, with a note for each, where a value is missing or cannot be read. */
  readonly read: (section: Section, notes: Note[]) => Row | null;
}

interface FieldDress<Row> {
  /** Only these, in this order. */
  readonly keys?: readonly (keyof Row)[];
  readonly as?: "items" | "paragraphs";
}

/** `captions` are labels that only stand above others. */
export function recordFields<Row>(fields: Fields<Row>, captions: readonly string[] = []): RecordFields<Row> {
  const entries = Object.entries(fields) as [keyof Row & string, Field<Row[keyof Row]>][];
  const known = new Set([...entries.map(([, { label }]) => label), ...captions].map(normalTitle));
  return {
    write: (row, { keys = entries.map(([key]) => key), as = "items" } = {}) =>
      writeFields(
        keys.flatMap((key) =>
          fields[key].write(row[key]).map((written) => ({ label: fields[key].label, written })),
        ),
        as,
      ),
    read: (section, notes) => readFields({ section, entries, known }, notes),
  };
}

interface Labelled {
  readonly label: string;
  readonly written: WrittenField;
}

function writeFields(labelled: readonly Labelled[], as: "items" | "paragraphs"): readonly string[] {
  const [bullet, indent] = as === "items" ? ["- ", "  "] : ["", ""];
  return labelled.flatMap(({ label, written }, index) => {
    const isLast = index === labelled.length - 1;
    if ("inline" in written) {
      const line = `${bullet}**${label}:** ${written.inline}`.trimEnd();
      return as === "items" || isLast ? [line] : [line, ""];
    }
    const lines = [`${bullet}**${label}:**`, ...quoteText(written.quote, indent)];
    return isLast ? lines : [...lines, ""];
  });
}

interface Reading<Row> {
  readonly section: Section;
  readonly entries: readonly [keyof Row & string, Field<Row[keyof Row]>][];
  readonly known: ReadonlySet<string>;
}

function readFields<Row>({ section, entries, known }: Reading<Row>, notes: Note[]): Row | null {
  const found = foundFields(section);
  for (const { label, line } of found) {
    if (known.has(normalTitle(label))) continue;
    notes.push({ code: "unknown-field", line, message: `no field "${excerpt(label)}" is known here` });
  }
  const values = entries.map(([key, of]) => {
    const own = found.filter(({ label }) => normalTitle(label) === normalTitle(of.label));
    const value = of.read(own);
    if (value === undefined) notes.push(unreadNote(section, of, own[0]));
    return [key, value] as const;
  });
  // Every key of the row has been read by its own field.
  return values.some(([, value]) => value === undefined) ? null : (Object.fromEntries(values) as Row);
}

function unreadNote(
  section: Section,
  of: { label: string; expects: string },
  found: FoundField | undefined,
): Note {
  if (found === undefined) {
    return { code: "missing-field", line: section.line, message: `"${of.label}" is missing here` };
  }
  const message = `${of.label} should be ${of.expects}, not "${excerpt(found.inline)}"`;
  return { code: "unreadable-field", line: found.line, message };
}

/** The labelled items and paragraphs of a section, each with the quote that follows it at once. */
function foundFields(section: Section): readonly FoundField[] {
  const found: FoundField[] = [];
  for (const [index, block] of section.blocks.entries()) {
    if (block.kind !== "item" && block.kind !== "paragraph") continue;
    const labelled = labelledSource(section.lines.slice(block.line - 1, block.endLine).join(" "));
    if (labelled === null) continue;
    const quote = labelled.inline === "" ? quoteOf(section.blocks[index + 1], section.lines) : null;
    found.push({ ...labelled, line: block.line, quote });
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
