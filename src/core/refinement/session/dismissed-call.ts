import { agentRoleOf, isAboutGaps } from "../role.ts";
import { activeGaps } from "./owed.ts";
import { agentFor, findTurn, type LiveSession, type StartedCall } from "./session.ts";
import { placeOfKey } from "./turn.ts";

/**
 * Why nobody waits any more for what a person was to write; `null` while somebody does. An agent comes back by itself
 * and is waited for; a person may never have begun.
 */
export function staleReason(session: LiveSession, { key, agent }: StartedCall): string | null {
  const place = placeOfKey(key);
  const turn = findTurn(session, place);
  if (turn === null) return "its turn is over";
  if (session.work.ending !== null) return "the session is ending";
  const chosen = agentFor(session, agentRoleOf(place.role));
  if (chosen !== agent) return `${chosen} was chosen instead`;
  if (isAboutGaps(turn.role) && activeGaps(session, turn).length === 0) return "its gaps were taken away";
  return null;
}
