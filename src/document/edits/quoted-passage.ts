// Words quoted from the draft, found again whatever white space lies between them.
import type { Span } from "../../core/refinement/gap.ts";

/** Shorter quotations could stand anywhere. */
export const QUOTED_CHARS_MIN = 3;

/** Every place where the words stand. */
export function placesOfPassage(text: string, words: string): readonly Span[] {
  const wanted = squeezeBlanks(words).text.trim();
  if (wanted.length < QUOTED_CHARS_MIN) return [];
  const { text: all, at } = squeezeBlanks(text);
  const places: Span[] = [];
  for (let from = all.indexOf(wanted); from >= 0; from = all.indexOf(wanted, from + 1)) {
    const last = at[from + wanted.length - 1] ?? 0;
    places.push({ from: at[from] ?? 0, to: last + 1 });
  }
  return places;
}

/** With one blank for any white space, and where each character came from. */
function squeezeBlanks(text: string): { readonly text: string; readonly at: readonly number[] } {
  const out: string[] = [];
  const at: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    const blank = /\s/.test(character);
    if (blank && out.at(-1) === " ") continue;
    out.push(blank ? " " : character);
    at.push(index);
  }
  return { text: out.join(""), at };
}

const WORDS_MAX = 60;
const LINES_MAX = 20_000;

/** The line that shares most words with these; `null` where none shares any. */
export function nearestLine(lines: readonly string[], words: string): number | null {
  const wanted = new Set(wordsOf(words).slice(0, WORDS_MAX));
  let [best, shared] = [0, 0];
  for (const [index, line] of lines.slice(0, LINES_MAX).entries()) {
    const found = new Set(wordsOf(line).filter((word) => wanted.has(word))).size;
    if (found > shared) [best, shared] = [index + 1, found];
  }
  return shared === 0 ? null : best;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
