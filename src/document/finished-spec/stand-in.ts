// The few words that keep a sentence readable where a mark was.
import { linkTo } from "./mending.ts";
import type { InSentence, PlacedMark } from "./placed-mark.ts";
import type { Fate } from "./plan.ts";
import { saysSomething } from "./says-something.ts";

const LEANS =
  /(?:^|[\s(])(?:is|are|be|was|were|of|to|after|within|for|by|at|with|than|the|an?|every|each|most|least|from|in|into|per|on|about|under|over|until|till|only|and|or|not|even|exceeds?|equals?|takes?|lasts?)\s*$/i;
const STATES = /(?:^|\s)(?:is|are|be|was|were)\s*$/i;

/** Whether the sentence cannot do without a word at its place. */
export function isNeeded(mark: PlacedMark, { masked, sentence }: InSentence): boolean {
  if (mark.bracketed) return false;
  const before = masked.slice(sentence.start, mark.start);
  const after = masked.slice(mark.end, sentence.end);
  return LEANS.test(before) || /[:=]\s*$/.test(before) || /^\s*[\p{L}\p{N}`"“(%]/u.test(after);
}

/** What keeps the sentence readable where the mark has gone. */
export function standIn(mark: PlacedMark, at: InSentence): string {
  const { masked, sentence, around } = at;
  const before = masked.slice(sentence.start, mark.start);
  const after = masked.slice(mark.end, sentence.end);
  const phrase = phraseFor(mark.fate, around.limitations);
  if (phrase === null) return "";
  const breaksOff = mark.asks && !mark.bracketed && !saysSomething(after);
  if (breaksOff) return `${/(?:^|[:=–—>.!?。！？;,([-])\s*$/.test(before) ? "" : ": "}${phrase}.`;
  const bare = mark.fate.to === "limitation";
  if (mark.bracketed) return bare ? `(${phrase})` : "";
  if (/[:=]\s*$/.test(before)) return phrase;
  if (!isNeeded(mark, at)) return bare ? `(${phrase})` : "";
  if (bare) return phrase;
  if (STATES.test(before) && !/^\s*[\p{L}\p{N}`"“(%]/u.test(after))
    return phrase.replace(/^see (?=\[)/, "given in ").replace(/^see /, "given ");
  return `(${phrase})`;
}

function phraseFor(fate: Fate, limitations: string): string | null {
  switch (fate.to) {
    case "text":
      return "see below";
    case "elsewhere":
      return fate.near !== null
        ? `see ${fate.near}`
        : fate.section === null
          ? null
          : `see ${linkTo(fate.section)}`;
    case "limitation":
      return `[undecided](#${limitations})`;
    case "strip":
      return null;
  }
}
