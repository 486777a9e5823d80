// How things on the board are named: eight hexadecimal digits of which the first is a letter. Short enough to type,
// shorter still while unique, and never taken for a number by a shell, a spreadsheet or YAML.
import type { Brand } from "../shared/brand.ts";

export type TaskId = Brand<string, "TaskId">;
export type SectionId = Brand<string, "SectionId">;
export type DisputeId = Brand<string, "DisputeId">;
export type BoardId = TaskId | SectionId | DisputeId;

export const ID_DIGITS = 8;

const GRAMMAR = /^[a-f][0-9a-f]{7}$/;
const LETTERS = "abcdef";

function parse<Id extends BoardId>(text: string): Id | null {
  return GRAMMAR.test(text) ? (text as Id) : null;
}

/** An id of any eight hexadecimal digits, such as the first of a random number or of a hash. */
function fromHex<Id extends BoardId>(hex: string): Id {
  const letter = LETTERS[Number.parseInt(hex.slice(0, 1), 16) % LETTERS.length] ?? "";
  const id = parse<Id>(`${letter}${hex.slice(1, ID_DIGITS).toLowerCase()}`);
  if (id === null) throw new RangeError(`no id of "${hex}"`);
  return id;
}

export const parseTaskId: (text: string) => TaskId | null = parse;

export const taskIdFromHex: (hex: string) => TaskId = fromHex;
export const sectionIdFromHex: (hex: string) => SectionId = fromHex;
export const disputeIdFromHex: (hex: string) => DisputeId = fromHex;
