// What a document can carry of a free text.
import { trimmedLines } from "../engineer/source-text.ts";
import { cleanText } from "./free-text.ts";

/** Of a text that is one line: white space is single blanks, none at the edges. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}

/** Of a text of several lines: no blank lines at the edges. */
export function someLines(text: string): string {
  return trimmedLines(cleanText(text).split("\n")).join("\n");
}
