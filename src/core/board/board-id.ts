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

/** Among a hundred thousand ids drawn by chance a few come twice: hardly ever many in a row. */
const DRAWS_IN_VAIN_MAX = 1_000;

/**
 * So many ids that nothing has, nor one of each other. `draw` makes one by chance; a command that meets one taken
 * meanwhile is refused as `id-taken` and sent again with others.
 */
export function freshIds<Id extends BoardId>(
  count: number,
  draw: () => Id,
  isTaken: (id: Id) => boolean,
): readonly Id[] {
  const ids = new Set<Id>();
  for (let inVain = 0; ids.size < count; ) {
    const id = draw();
    if (isTaken(id) || ids.has(id)) inVain += 1;
    else {
      ids.add(id);
      inVain = 0;
    }
    if (inVain > DRAWS_IN_VAIN_MAX) throw new Error("no id is left, or all are drawn alike");
  }
  return [...ids];
}
