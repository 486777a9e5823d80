/** Where a typed sentence is not the wanted one, in words; `null` where it is. */
export function phraseDifference(typed: string, wanted: string): string | null {
  if (typed === wanted) return null;
  if (typed.trim() === "") return "type the sentence, or press Esc to go back";
  if (typed.trim() === wanted) return "there is a blank before it or after it";
  if (typed.replaceAll(/\s+/g, " ") === wanted) return "there is a blank too many between two words";
  const at = firstDifference(typed, wanted);
  if (typed.toLowerCase() === wanted.toLowerCase())
    return `upper and lower case count: ${quoted(typed, at)} should be ${quoted(wanted, at)}`;
  if (at === wanted.length) return `it ends before ${quoted(typed, at)}`;
  if (at === typed.length) return `it goes on with ${quoted(wanted, at)}`;
  return `it is not the sentence from ${quoted(typed, at)} on: there should be ${quoted(wanted, at)}`;
}

function firstDifference(typed: string, wanted: string): number {
  let at = 0;
  while (at < typed.length && at < wanted.length && typed[at] === wanted[at]) at += 1;
  return at;
}

const QUOTED_MAX = 16;

/** From the word that a place is in; a blank there is shown with the word after it. */
function quoted(text: string, at: number): string {
  const start = text.lastIndexOf(" ", Math.min(at, text.length - 1) - 1) + 1;
  const words = text.slice(Math.min(start, at), start + QUOTED_MAX);
  return `"${words}${start + QUOTED_MAX < text.length ? "…" : ""}"`;
}
