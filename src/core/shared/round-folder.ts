import { NUMBER_MAX, threeDigits } from "./id-grammar.ts";

/** `round_007`. A number that has no such name is a bug, not an answer. */
export function roundFolder(round: number): string {
  if (!Number.isInteger(round) || round < 0 || round > NUMBER_MAX) {
    throw new RangeError(`no folder for round ${round}`);
  }
  return `round_${threeDigits(round)}`;
}
