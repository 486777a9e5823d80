// What people put around words without changing what they say: pictures, brackets, emphasis, rules, bars.

const PICTURES = /\p{Extended_Pictographic}|\uFE0F|\u200D|\u20E3/gu;
const BEYOND_ASCII = /[^\t\n\r\u0020-\u007E]/;

/** Most texts are, and have no pictures to look for. */
export function isPlain(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

const WIDE_SPACE = /\s{2,}|[\t\n\r]/g;
/** Most texts have neither pictures nor such space. */
const DRESSED = / {2}|[^\u0020-\u007E]/;
const EDGES = " \t\n*_~|:;,.#>-–—−•·→=";

/** The words alone: pictures gone, white space collapsed, ornament and punctuation at both ends removed. */
export function stripMarkup(text: string): string {
  const plain = DRESSED.test(text) ? text.replace(PICTURES, " ").replace(WIDE_SPACE, " ") : text;
  let start = 0;
  let end = plain.length;
  while (start < end && EDGES.includes(plain[start] ?? "")) start += 1;
  while (end > start && EDGES.includes(plain[end - 1] ?? "")) end -= 1;
  return plain.slice(start, end);
}

/** Lower-case words of letters and digits; `non-blocking` and `won't` are one word each. */
export function wordsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  if (isPlain(lower)) return lower.match(/[a-z\d]+(?:['-][a-z\d]+)*/g) ?? [];
  return lower.replaceAll("’", "'").match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** A text without what stands in round or square brackets; an unclosed bracket stays. */
export function withoutBrackets(text: string): string {
  return text.replace(/\([^()]*\)|\[[^[\]]*\]/g, " ");
}

/** What stands in round or square brackets. */
export function findBracketed(text: string): readonly string[] {
  return (text.match(/\([^()]*\)|\[[^[\]]*\]/g) ?? []).map((part) => part.slice(1, -1).trim());
}

/** Words with a blank between them, to look others up in. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** What follows the last colon or dash of a text; `null` where there is none. */
export function afterLastMark(text: string): string | null {
  const cut = Math.max(...[":", "–", "—", " - "].map((mark) => text.lastIndexOf(mark)));
  return cut < 0 ? null : text.slice(cut + 1);
}
