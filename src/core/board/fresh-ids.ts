import type { BoardId } from "./board-id.ts";

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
