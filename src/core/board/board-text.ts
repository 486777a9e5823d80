// What people and agents may write into the board, and how much of it.

/** More is no title but a text. */
export const TITLE_CHARS_MAX = 1_000;
export const TEXT_CHARS_MAX = 100_000;
const PATH_CHARS_MAX = 4_096;

/** One line without white space at the edges or doubled within; `null` for what is no title. */
export function readTitle(text: string): string | null {
  const title = text.replace(/\s+/g, " ").trim();
  return title === "" || title.length > TITLE_CHARS_MAX || /[\p{Cc}\p{Cs}]/u.test(title) ? null : title;
}

/** A text of any lines; blank is none. What no document can show is no reason to lose the rest. */
export function readWords(text: string | null): string | null {
  const words = (text ?? "")
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cs}/gu, "\uFFFD")
    .trim();
  return words === "" ? null : words;
}

/** Titles that a person would take for the same. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

interface SourceLink {
  readonly file: string;
  readonly heading: string | null;
}

/** `docs/SPEC.md#login`; whether there is such a place is for others to see. */
export function parseSourceLink(text: string): SourceLink | null {
  if (text.length > PATH_CHARS_MAX || /[\p{Cc}\p{Cs}]/u.test(text) || text.trim() !== text) return null;
  const mark = text.indexOf("#");
  const file = mark < 0 ? text : text.slice(0, mark);
  const heading = mark < 0 ? null : text.slice(mark + 1);
  return file === "" || heading === "" ? null : { file, heading };
}

/** A commit by the digits git shows, short or whole. */
export function isCommit(text: string): boolean {
  return /^[0-9a-f]{7,64}$/.test(text);
}
