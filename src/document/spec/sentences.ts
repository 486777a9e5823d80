export interface Sentence {
  readonly start: number;
  readonly end: number;
}

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|sec|incl|resp|max|min)|\b[A-Z])\.$/i;

/** Cut after full stops, question and exclamation marks and semicolons; an abbreviation ends none before a small letter. */
export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/[.!?;](?=["')\]”’*]{0,3}(?:\s|$))/g)) {
    const end = index + mark.length;
    const next = /^["')\]”’*]{0,3}\s{0,20}(\S?)/.exec(text.slice(end, end + 24))?.[1] ?? "";
    const abbreviated = mark === "." && ABBREVIATION.test(text.slice(Math.max(0, end - 8), end));
    if (abbreviated && !/^\p{Lu}|^$/u.test(next)) continue;
    sentences.push({ start, end });
    start = end;
  }
  if (text.slice(start).trim() !== "") sentences.push({ start, end: text.length });
  return sentences;
}
