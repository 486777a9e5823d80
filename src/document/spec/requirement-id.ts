const LEADING_ID =
  /^[[(]?([A-Z]{1,6}(?:-[A-Z]{2,10})?-\d{1,4}(?:\.\d{1,3}){0,3}[a-z]?)[\])]?(?:[:.—–\s-]{1,4}|$)/;

/** The id that a requirement begins with, and the words that are left. */
export function requirementIdOf(words: string): { readonly id: string; readonly rest: string } | null {
  const match = LEADING_ID.exec(words);
  return match?.[1] === undefined ? null : { id: match[1], rest: words.slice(match[0].length) };
}
