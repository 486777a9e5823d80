import { isSurveyRole } from "../role.ts";
import { type LiveSession, surveyTurns } from "./session.ts";
import type { TurnPlace } from "./session-event.ts";
import { isAt, type Turn } from "./turn.ts";

export function findTurn(session: LiveSession, place: TurnPlace): Turn | null {
  if (place.role === "final") return session.work.finalTurn;
  if (isSurveyRole(place.role)) return surveyTurns(session).find((turn) => isAt(turn, place)) ?? null;
  const { round } = session.work;
  if (round === null) return null;
  const turns = round.reviewer === null ? round.lanes : [...round.lanes, round.reviewer];
  return turns.find((turn) => isAt(turn, place)) ?? null;
}
