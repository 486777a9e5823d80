// Labelled values, one a list item: `- **Severity:** HIGH`. A text that does not fit in its line follows as a quote.
import { escapeText, fitsInLine, quoteText, saysNone } from "../render/free-text.ts";

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
