import type { LiveSession } from "./session.ts";
import type { TurnPlace } from "./session-event.ts";
import { isAt, type Turn } from "./turn.ts";

export function findTurn(session: LiveSession, place: TurnPlace): Turn | null {
  if (place.role === "final") return session.finalTurn;
  const { round } = session;
  if (round === null) return null;
  const turns = round.reviewer === null ? round.lanes : [...round.lanes, round.reviewer];
  return turns.find((turn) => isAt(turn, place)) ?? null;
}
