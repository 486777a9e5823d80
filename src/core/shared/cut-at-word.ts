/** Of a title that is made from the words of a spec. */
export const TITLE_CHARS_MAX = 120;

/** Never inside a code span. */
export function cutAtWord(words: string, most: number): string {
  if (words.length <= most) return words;
  const cut = words.slice(0, most - 1);
  const blank = cut.lastIndexOf(" ");
  const whole = blank <= 0 ? cut.replace(/[\uD800-\uDBFF]$/, "") : cut.slice(0, blank);
  const inCode = whole.split("`").length % 2 === 0;
  return `${inCode ? whole.slice(0, whole.lastIndexOf("`")).trimEnd() : whole}…`;
}
