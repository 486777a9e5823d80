/** Where a typed sentence is not the wanted one, in words; `null` where it is. */
export function phraseDifference(typed: string, wanted: string): string | null {
  if (typed === wanted) return null;
  if (typed.trim() === "") return "type the sentence, or press Esc to go back";
  if (typed.trim() === wanted) return "there is a blank before it or after it";
  if (typed.replaceAll(/\s+/g, " ") === wanted) return "there is a blank too many between two words";
  const at = firstDifference(typed, wanted);
  if (typed.toLowerCase() === wanted.toLowerCase())
    return `upper and lower case count: ${quoted(typed, at)} should be ${quoted(wanted, at)}`;
  if (at === wanted.length) return `${cut(typed.slice(at))} is too much at its end`;
  if (at === typed.length) return `${cut(wanted.slice(at))} is missing at its end`;
  return `it is not the sentence from ${quoted(typed, at)} on: there should be ${quoted(wanted, at)}`;
}

function firstDifference(typed: string, wanted: string): number {
  let at = 0;
  while (at < typed.length && at < wanted.length && typed[at] === wanted[at]) at += 1;
  return at;
}

/** From the beginning of the word that a place is in. */
function quoted(text: string, at: number): string {
  return cut(text.slice(text.lastIndexOf(" ", Math.max(0, at - 1)) + 1));
}

const QUOTED_MAX = 16;

function cut(text: string): string {
  return text.length <= QUOTED_MAX ? `"${text}"` : `"${text.slice(0, QUOTED_MAX)}…"`;
}
