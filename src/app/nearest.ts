import { nearestWord } from "../core/shared/nearest.ts";
import type { Failure } from "./failure.ts";

/** For the command line, which sees nothing but the app: what somebody probably meant. */
export function suggestWord(word: string, candidates: readonly string[]): string | undefined {
  return nearestWord(word, candidates);
}

/** What somebody probably meant, as advice; `otherwise` where nothing is near. */
export function suggestOr(word: string, candidates: readonly string[], otherwise: string): string {
  const meant = nearestWord(word, candidates);
  return meant === undefined ? otherwise : `did you mean ${meant}?`;
}

/** One of some words, in any case and with blanks or hyphens for `_`; else a failure that names the nearest or all. */
export function matchWord<Word extends string>(
  words: readonly Word[],
  typed: string,
  about: { readonly code: string; readonly message: string },
): Word | Failure {
  const plain = typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  const found = words.find((word) => word === plain);
  if (found !== undefined) return found;
  return { failed: "usage", ...about, fix: suggestOr(plain, words, `one of ${words.join(", ")}`) };
}
