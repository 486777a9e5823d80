// Markup that is made here, and nowhere else: whatever is put into it as a string is text, whoever wrote it.
import { cleanText } from "../render/free-text.ts";

/** Only `html` makes one. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Content = string | number | Html | readonly Html[] | null;

/** A string or number between the pieces of the template is escaped, in an element and in a quoted attribute alike. */
export function html(pieces: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(pieces.map((piece, index) => `${piece}${markupOf(contents[index] ?? null)}`).join(""));
}

function markupOf(content: Content): string {
  if (content === null) return "";
  if (content instanceof Html) return content.markup;
  if (typeof content === "object") return content.map(({ markup }) => markup).join("");
  return escapeHtml(String(content));
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Marks that turn the reading order around, so that a line would show other words than it has. */
const REORDERING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function escapeHtml(text: string): string {
  return cleanText(text)
    .replace(REORDERING, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
