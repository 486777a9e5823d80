// The last line of what an agent said. Agents colour their output, draw progress bars, and may write anything.
import { stripVTControlCharacters } from "node:util";
import { escapeControlChars } from "../text.ts";

/** More than the widest terminal shows; what is longer is not looked at. */
const CHARS_MAX = 1000;

/** Titles and links, which Node leaves standing in part. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const TITLES = /(?:\x1b\]|\x9d).{0,500}?(?:\x07|\x1b\\|\x9c)/gs;
const LINE_ENDS = /[\n\r\v\f\u0085\u2028\u2029]+/;
/** More marks than this on one character are no language, and reach into the lines above. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;
/** Invisible ones: they hide words or join what should not be joined. */
const INVISIBLE = /[\p{Cf}\u115f\u1160\u3164\uffa0]/gu;

/** `null` where there is nothing to read. */
export function lastWords(said: string): string | null {
  const end = said.slice(-CHARS_MAX).replaceAll(TITLES, "");
  const lines = stripVTControlCharacters(end).split(LINE_ENDS);
  for (const line of lines.reverse()) {
    const words = escapeControlChars(line.replaceAll(INVISIBLE, ""))
      .replaceAll(PILED_MARKS, "$1")
      .replaceAll(/\s+/gu, " ")
      .trim();
    if (words !== "") return words;
  }
  return null;
}
