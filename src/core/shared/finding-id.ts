import type { Brand } from "./brand.ts";
import { wholeString } from "./id-grammar.ts";

/** `F3`: what a reviewer found in the work on a task. The number is of the task, and used once. */
export type FindingId = Brand<string, "FindingId">;

const GRAMMAR = wholeString(/F[1-9]\d{0,3}/);

export function parseFindingId(text: string): FindingId | null {
  return GRAMMAR.test(text) ? (text as FindingId) : null;
}

export function makeFindingId(number: number): FindingId | null {
  return parseFindingId(`F${number}`);
}
