// Words quoted from the draft, found again whatever white space lies between them.
import type { Span } from "../../core/refinement/gap.ts";

/** Shorter quotations could stand anywhere. */
export const QUOTED_CHARS_MIN = 3;

/** Every place where the words stand. */
export function placesOfPassage(text: string, words: string): readonly Span[] {
  return placesIn(squeezeText(text), squeezeText(words).text.trim());
}

/** A text as it is compared, and where each of its characters came from. */
export interface SqueezedText {
  readonly text: string;
  readonly at: readonly number[];
}

/** Says how a character is compared; as how many more of the text are left out with it where it is a number. */
type CharacterReader = (character: string, text: string, at: number) => string | number;

/** With one blank for any white space. */
export function squeezeText(text: string, read: CharacterReader = (character) => character): SqueezedText {
  const out: string[] = [];
  const at: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = read(text[index] ?? "", text, index);
    if (typeof character === "number") {
      index += character;
      continue;
    }
    const blank = character.trim() === "";
    if (blank && out.at(-1) === " ") continue;
    out.push(blank ? " " : character);
    at.push(index);
  }
  return { text: out.join(""), at };
}

export function placesIn(
  { text, at }: SqueezedText,
  wanted: string,
  most = Number.POSITIVE_INFINITY,
): readonly Span[] {
  const places: Span[] = [];
  if (wanted.length < QUOTED_CHARS_MIN) return places;
  let from = text.indexOf(wanted);
  while (from >= 0 && places.length < most) {
    places.push({ from: at[from] ?? 0, to: (at[from + wanted.length - 1] ?? 0) + 1 });
    from = text.indexOf(wanted, from + 1);
  }
  return places;
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
