import type { GapId } from "../shared/gap-id.ts";
import type { GapStateName } from "./gap-state.ts";
import { countsAsResolved, isTerminal } from "./gap-state.ts";

export interface MadeMove {
  readonly gap: GapId;
  readonly from: GapStateName;
  readonly to: GapStateName;
}

interface ResolvedTally {
  /** The gaps this round resolved, in the order it did. */
  readonly resolved: readonly GapId[];
  /** The gaps that have had their one count in this session, for the next round. */
  readonly counted: ReadonlySet<GapId>;
}

/** A gap counts once per session; reopening it takes the count back, so that it may count again. */
export function tallyResolved(moves: readonly MadeMove[], countedBefore: ReadonlySet<GapId>): ResolvedTally {
  const counted = new Set(countedBefore);
  const resolved = new Set<GapId>();
  for (const { gap, from, to } of moves) {
    if (isTerminal(from) && !isTerminal(to)) {
      counted.delete(gap);
      resolved.delete(gap);
    } else if (countsAsResolved(to) && !counted.has(gap)) {
      counted.add(gap);
      resolved.add(gap);
    }
  }
  return { resolved: [...resolved], counted };
}
