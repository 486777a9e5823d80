import type { Draft } from "./draft.ts";
import { stillAtHand } from "./owed.ts";
import { placeOf, type Turn } from "./turn.ts";

/** The same attempt, with as many launches again. */
export function launchAgain(draft: Draft, turn: Turn, because: string): void {
  draft.emit("TurnRestarted", {
    ...placeOf(turn),
    gaps: stillAtHand(draft.session, turn),
    retry: turn.state.at === "settled" ? null : turn.state.retry,
    retries: turn.retries,
    guidance: null,
    launchAgain: true,
    replacement: false,
    because,
  });
}
