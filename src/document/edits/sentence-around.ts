import type { Span } from "../../core/refinement/gap.ts";

/** The sentence that a mark stands in, within the text it is part of: from the last end of a sentence to the next. */
export function sentenceAround(text: string, mark: Span): Span {
  let from = mark.from;
  while (from > 0 && !endsBefore(text, from)) from -= 1;
  let to = Math.max(mark.to, mark.from);
  while (to < text.length && !endsAt(text, to)) to += 1;
  return { from, to };
}

/** Whether a sentence, an item or a paragraph has just ended before the offset. */
function endsBefore(text: string, at: number): boolean {
  const before = text[at - 1] ?? "";
  if (before === "\n") return text[at - 2] === "\n" || startsItem(text, at);
  return /\s/.test(before) && /[.!?]/.test(text[at - 2] ?? "");
}

function endsAt(text: string, at: number): boolean {
  const before = text[at - 1] ?? "";
  if (/[.!?]/.test(before) && /\s/.test(text[at] ?? " ")) return true;
  return text[at] === "\n" && (text[at + 1] === "\n" || startsItem(text, at + 1));
}

const ITEM_START = /^[ \t]{0,20}(?:[-*+|#]|\d{1,9}[.)])[ \t]?/;
const LOOKED_AT = 40;

function startsItem(text: string, at: number): boolean {
  return ITEM_START.test(text.slice(at, at + LOOKED_AT));
}
