import { nearest } from "../core/shared/nearest.ts";

/** For the command line, which sees nothing but the app: what somebody probably meant. */
export function meantBy(word: string, candidates: readonly string[]): string | undefined {
  return nearest(word, candidates);
}
