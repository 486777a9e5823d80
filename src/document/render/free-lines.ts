// What a document can carry of a free text.
import { cleanText } from "./free-text.ts";

/** Of a text that is one line: white space is single blanks, none at the edges. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}
