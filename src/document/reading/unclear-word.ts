// What is said of a place where one of a few words belongs, and something else stands.
import { oneLine } from "../render/free-text.ts";

const SHOWN_CHARS = 40;

/** Follows whose it is: `has no status: write FIXED or DISAGREE`. */
export function unclearWord(what: string, written: string, words: readonly string[]): string {
  const wanted = `write ${listWords(words)}`;
  if (oneLine(written) === "") return `has no ${what}: ${wanted}`;
  const isBeside = words.some((word) => standsAmong(word, written));
  return `has the ${what} ${shownWritten(written)}: ${wanted}${isBeside ? " alone" : ""}`;
}

/** Such as `FIXED` in `FIXED (with a test)`. */
export function standsAmong(word: string, written: string): boolean {
  return written
    .toUpperCase()
    .split(/[^A-Z_]+/)
    .includes(word.toUpperCase());
}

/** Short, and unable to end the code that it stands in. */
export function shownWritten(written: string): string {
  const text = oneLine(written).replaceAll("`", "'");
  return `\`${text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS - 1)}…`}\``;
}

export function listWords(words: readonly string[]): string {
  return words.length === 1 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
